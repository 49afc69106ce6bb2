// Package probes has what lostcancel says wrongly, or not at all, in the words
// of fork and join.
package probes

import "github.com/spicego/spice/runtime/spice"

type node struct {
	left, right *node
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

// blank throws the future away.
func blank(t *spice.Task, n *node) int {
	_ = spice.Fork(t, sum, n.right) // want `forkjoin: the future of this Fork is thrown away, so it is not joined`
	return sum(t, n.left)
}

// statement does, too.
func statement(t *spice.Task, n *node) int {
	spice.Fork(t, sum, n.right) // want `forkjoin: the future of this Fork is thrown away, so it is not joined`
	return sum(t, n.left)
}

// neverCalled has a closure that would join.
func neverCalled(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	drop := func() { f.Drop() }
	if false {
		drop()
	}
	return sum(f.Task(), n.left)
}

// nilTest leaves when the pointer is not nil.
func nilTest(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	p := &f
	if p != nil {
		return sum(p.Task(), n.left)
	}
	p.Drop()
	return 0
}

// noReturn goes round without an exit, and forks again.
func noReturn(t *spice.Task, n *node) {
	var f future
	for {
		f = spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined when control comes back`
		if sum(f.Task(), n.left) < 0 {
			continue
		}
		f.Drop()
	}
}

type holder struct{ f future }

// field forks into a field of this frame.
func field(t *spice.Task, n *node) int {
	var h holder
	h.f = spice.Fork(t, sum, n.right) // want `forkjoin: future h.f is not joined`
	return sum(h.f.Task(), n.left)
}

// functionValue forks through a variable: not seen, and so not said.
func functionValue(t *spice.Task, n *node) int {
	fork := spice.Fork[*node, int]
	f := fork(t, sum, n.right)
	return sum(f.Task(), n.left)
}

// recovered panics and recovers: a panic is the runtime's business.
func recovered(t *spice.Task, n *node) int {
	defer func() { _ = recover() }()
	f := spice.Fork(t, sum, n.right)
	if sum(f.Task(), n.left) < 0 {
		panic("negative")
	}
	f.Drop()
	return 0
}

// shortCircuit joins in an operand that may be skipped.
func shortCircuit(t *spice.Task, n *node, wanted bool) bool {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	l := sum(f.Task(), n.left)
	ok := wanted && done(&f)
	return ok && l > 0
}

func done(f *future) bool {
	f.Drop()
	return true
}

// emptyCase has a select with a case that leaves.
func emptyCase(t *spice.Task, n *node, stop, tick <-chan int) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	l := sum(f.Task(), n.left)
	select {
	case <-stop:
	case v := <-tick:
		f.Drop()
		l += v
	}
	return l
}

// generic leaves early in a generic function.
func generic[K comparable](t *spice.Task, n *node, a, b K) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	l := sum(f.Task(), n.left)
	if a == b {
		return l
	}
	f.Drop()
	return 0
}

// rangeFunc leaves from the body of a range over a function.
func rangeFunc(t *spice.Task, n *node, seq func(func(int) bool)) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	ft := f.Task()
	for v := range seq {
		if v == sum(ft, n.left) {
			return v
		}
	}
	f.Drop()
	return 0
}
