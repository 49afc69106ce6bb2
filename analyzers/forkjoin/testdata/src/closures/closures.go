// Package closures has futures in literals, deferred calls and helpers.
package closures

import "github.com/spicego/spice/runtime/spice"

type node struct {
	left, right *node
	kids        []*node
	val         int
}

type future = spice.Future[*node, int]

func sum(t *spice.Task, n *node) int {
	if n == nil {
		return 0
	}
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r + n.val
}

// start forks for its caller.
func start(t *spice.Task, f *future, n *node) { *f = spice.Fork(t, sum, n) }

// started has its future forked by another function.
func started(t *spice.Task, n *node) int {
	var f future
	start(t, &f, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

// twiceInHelper joins the caller's future twice.
func twiceInHelper(f *future) {
	f.Drop()
	f.Drop() // want `forkjoin: future f is dropped, but it is already joined or dropped`
}

// maybe joins it under a condition of its own.
func maybe(f *future, c bool) {
	if c {
		f.Drop()
	}
}

// viaMaybe: what maybe did is not known here.
func viaMaybe(t *spice.Task, n *node, c bool) int {
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	maybe(&f, c)
	if !c {
		f.Drop()
	}
	return l
}

// again calls the closure that joins two times.
func again(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	rest := func() int {
		r, ok := f.Join()
		if !ok {
			r = sum(t, n.right)
		}
		return r
	}
	l := sum(f.Task(), n.left)
	l += rest()
	return l + rest() // want `forkjoin: future f is joined by this call, but it is already joined`
}

// withParam gives the future to the closure.
func withParam(t *spice.Task, n *node) int {
	finish := func(g *future, x *node) int {
		r, ok := g.Join()
		if !ok {
			r = sum(t, x)
		}
		return r
	}
	f := spice.Fork(t, sum, n.right)
	ft := f.Task()
	g := spice.Fork(ft, sum, n.left)
	l := sum(g.Task(), n.kids[0])
	l += finish(&g, n.left)
	return l + finish(&f, n.right)
}

// withParamOne gives it one of two.
func withParamOne(t *spice.Task, n *node) int {
	drop := func(g *future) { g.Drop() }
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	ft := f.Task()
	g := spice.Fork(ft, sum, n.left)
	l := sum(g.Task(), n.kids[0])
	drop(&g)
	return l
}

// own forks in the closure and forgets it there.
func own(t *spice.Task, n *node) int {
	one := func(k *node) int {
		f := spice.Fork(t, sum, k.right) // want `forkjoin: future f is not joined`
		if l := sum(f.Task(), k.left); l > 0 {
			return l
		}
		f.Drop()
		return 0
	}
	return one(n.left) + one(n.right)
}

// stops has a closure that never returns.
func stops(t *spice.Task, n *node) int {
	fail := func() { panic("negative") }
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	if l < 0 {
		fail()
		return 0
	}
	f.Drop()
	return l
}

// throughForeign calls the closure from one that others call.
func throughForeign(t *spice.Task, n *node, do func(func())) int {
	f := spice.Fork(t, sum, n.right)
	drop := func() { f.Drop() }
	do(func() { drop() })
	return sum(f.Task(), n.left)
}

// mutual has closures that call each other.
func mutual(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	var odd func(int) int
	even := func(i int) int {
		if i == 0 {
			return 0
		}
		return odd(i - 1)
	}
	odd = func(i int) int { return even(i - 1) }
	l := sum(f.Task(), n.left) + even(n.val)
	f.Drop()
	return l
}

// deferredOrder defers the drops in the order of the forks: the last runs first.
func deferredOrder(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	defer f.Drop()
	ft := f.Task()
	g := spice.Fork(ft, sum, n.left)
	defer g.Drop()
	return sum(g.Task(), n.kids[0])
}

// deferredWrongOrder defers them the other way round.
func deferredWrongOrder(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	ft := f.Task()
	g := spice.Fork(ft, sum, n.left)
	defer g.Drop()
	defer f.Drop() // want `forkjoin: future f is dropped out of order: g was forked after it and is still pending`
	return sum(g.Task(), n.kids[0])
}

// deferredToo joins by hand what a deferred call drops.
func deferredToo(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	defer f.Drop() // want `forkjoin: future f is dropped, but it is already joined or dropped`
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

// eachDeferred has a future of its own in each round, and a defer for it.
func eachDeferred(t *spice.Task, n *node) {
	for _, k := range n.kids {
		f := spice.Fork(t, sum, k)
		defer f.Drop()
		sum(f.Task(), k.left)
	}
}

// sharedDeferred has one variable for all rounds.
func sharedDeferred(t *spice.Task, n *node) {
	var f future
	for _, k := range n.kids {
		f = spice.Fork(t, sum, k) // want `forkjoin: future f is not joined`
		defer f.Drop()
		sum(f.Task(), k.left)
	}
}

type walker struct{ n int }

func (w *walker) drop(f *future) { f.Drop() }

// methods joins by a method, in three spellings.
func methods(t *spice.Task, n *node, w *walker) int {
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	w.drop(&f)
	g := spice.Fork(t, sum, n.right)
	l += sum(g.Task(), n.left)
	(*walker).drop(w, &g)
	h := spice.Fork(t, sum, n.right) // want `forkjoin: future h is not joined`
	l += sum(h.Task(), n.left)
	if l > 0 {
		return l
	}
	w.drop(&h)
	return l
}

type embedded struct {
	future2
	n int
}

type future2 = spice.Future[*node, int]

// promoted joins a future that is embedded in a struct.
func promoted(t *spice.Task, n *node) int {
	var e embedded
	e.future2 = spice.Fork(t, sum, n.right)
	l := sum(e.Task(), n.left)
	r, ok := e.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

// promotedLost forgets it.
func promotedLost(t *spice.Task, n *node) int {
	var e embedded
	e.future2 = spice.Fork(t, sum, n.right) // want `forkjoin: future e.future2 is not joined`
	return sum(e.Task(), n.left)
}

// list passes pointers on in a slice.
func list(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	ft := f.Task()
	g := spice.Fork(ft, sum, n.left)
	l := sum(g.Task(), n.kids[0])
	for _, p := range []*future{&g, &f} {
		p.Drop()
	}
	return l
}

// downwards forks the last one first and joins upwards: that is the order.
func downwards(t *spice.Task, n *node) int {
	var fs [3]future
	ct := t
	for i := len(fs) - 1; i >= 0; i-- {
		fs[i] = spice.Fork(ct, sum, n.kids[i])
		ct = fs[i].Task()
	}
	total := sum(ct, n.left)
	for i := range fs {
		fs[i].Drop()
	}
	return total
}

// downwardsTwice forks and joins downwards.
func downwardsTwice(t *spice.Task, n *node) int {
	var fs [3]future
	ct := t
	for i := len(fs) - 1; i >= 0; i-- {
		fs[i] = spice.Fork(ct, sum, n.kids[i])
		ct = fs[i].Task()
	}
	total := sum(ct, n.left)
	for i := 2; i >= 0; i-- {
		fs[i].Drop() // want `forkjoin: future fs.i. is dropped out of order`
	}
	return total
}

// mirrored counts upwards and takes the elements from the end.
func mirrored(t *spice.Task, n *node) int {
	var fs [3]future
	ct := t
	for i := range fs {
		fs[i] = spice.Fork(ct, sum, n.kids[i])
		ct = fs[i].Task()
	}
	total := sum(ct, n.left)
	for i := range fs {
		fs[len(fs)-1-i].Drop()
	}
	return total
}

// arrayLost joins none of its elements.
func arrayLost(t *spice.Task, n *node) int {
	var fs [3]future
	ct := t
	for i := range fs {
		fs[i] = spice.Fork(ct, sum, n.kids[i]) // want `forkjoin: future fs.i. is not joined`
		ct = fs[i].Task()
	}
	return sum(ct, n.left)
}

// elementLost forgets one of two.
func elementLost(t *spice.Task, n *node) int {
	var fs [2]future
	fs[0] = spice.Fork(t, sum, n.right) // want `forkjoin: future fs.0. is not joined`
	t0 := fs[0].Task()
	fs[1] = spice.Fork(t0, sum, n.left)
	total := sum(fs[1].Task(), n.kids[0])
	fs[1].Drop()
	return total
}
