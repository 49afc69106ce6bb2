package shapes

import (
	"fmt"
	"log"

	par "github.com/spicego/spice/runtime/spice"
)

// partition is more than an expression.
func partition(xs []int) int {
	p := 0
	for i := range xs {
		if xs[i] < xs[0] {
			p++
		}
	}
	return p
}

func quick(t *par.Task, xs []int) struct{} {
	if len(xs) < 2 {
		return struct{}{}
	}
	p := partition(xs)
	f := par.Fork(t, quick, xs[p+1:])
	quick(f.Task(), xs[:p])
	if _, ok := f.Join(); !ok {
		quick(t, xs[:p]) // want "nulljoin: .*argument.*quick\\(t, xs\\[p\\+1:\\]\\)"
	}
	return struct{}{}
}

type part struct {
	xs     []int
	lo, hi int
}

func parts(t *par.Task, p part) int {
	m := partition(p.xs)
	f := par.Fork(t, parts, part{p.xs, m, p.hi})
	l := parts(f.Task(), part{p.xs, p.lo, m})
	r, ok := f.Join()
	if !ok {
		r = parts(t, part{p.xs, p.lo, m}) // want "nulljoin: .*argument"
	}
	return l + r
}

// logged says what happened and does nothing about it.
func logged(t *par.Task, n *node) int {
	f := par.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join() // want "nulljoin: .*run sum\\(t, n.right\\)"
	if !ok {
		log.Println("nobody took it")
	}
	return l + r
}

// empty has an empty branch.
func empty(t *par.Task, n *node) int {
	f := par.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join() // want "nulljoin: .*run sum"
	if !ok {
	}
	return l + r
}

// deferredJoin ignores the answer in a defer.
func deferredJoin(t *par.Task, n *node) int {
	f := par.Fork(t, sum, n.right)
	defer f.Join() // want "nulljoin: .*ignored"
	return sum(f.Task(), n.left)
}

// inMethodValue ignores it in a method value.
func inMethodValue(t *par.Task, n *node) int {
	f := par.Fork(t, sum, n.right)
	join := f.Join
	l := sum(f.Task(), n.left)
	r, _ := join() // want "nulljoin: .*ignored"
	return l + r
}

// inStructUnread keeps the answer where nobody looks.
func inStructUnread(t *par.Task, n *node) int {
	var j struct {
		r  int
		ok bool
	}
	f := par.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	j.r, j.ok = f.Join() // want "nulljoin: .*ignored"
	return l + j.r
}

// helper has the task and the argument, and does not run the call.
func helper(t *par.Task, f *par.Future[*node, int], n *node) int {
	r, ok := f.Join() // want "nulljoin: .*fallback"
	if !ok {
		r = 0
	}
	return r
}

// helperIgnores ignores the answer.
func helperIgnores(f *par.Future[*node, int]) int {
	r, _ := f.Join() // want "nulljoin: .*ignored"
	return r
}

// inLiteral has the fault in a literal that is called later.
func inLiteral(t *par.Task, n *node) int {
	f := par.Fork(t, sum, n.right)
	rest := func() int {
		r, ok := f.Join()
		if !ok {
			r = sum(t, n.left) // want "nulljoin: .*argument"
		}
		return r
	}
	l := sum(f.Task(), n.left)
	return l + rest()
}

// changedField assigns to the field that was forked.
func changedField(t *par.Task, n *node) int {
	f := par.Fork(t, sum, n.right)
	ct := f.Task()
	n.right = n.left
	l := sum(ct, n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right) // want "nulljoin: .*n.right was assigned to"
	}
	return l + r
}

// changedArgs assigns to the arguments that the future points to.
func changedArgs(t *par.Task, n *node) int {
	args := pairArgs{n.right, n.left}
	f := par.ForkArgs(t, pairFork, &args)
	ct := f.Task()
	args.b = n
	l := sum(ct, n.left)
	r, ok := f.Join()
	if !ok {
		r = pairFork(t, args) // want "nulljoin: .*argument"
	}
	return l + r.x
}

// next moves to the next argument before the fallback.
func next(t *par.Task, n *node) int {
	var f par.Future[*node, int]
	total := 0
	for n != nil {
		f = par.Fork(t, sum, n.right)
		total += sum(f.Task(), n.left)
		n = n.kids[0]
		r, ok := f.Join()
		if !ok {
			r = sum(t, n.right) // want "nulljoin: .*argument"
		}
		total += r
	}
	return total
}

// joinedTask passes the task of a future that was joined before.
func joinedTask(t *par.Task, n *node) int {
	fr := par.Fork(t, sum, n.right)
	tr := fr.Task()
	fm := par.Fork(tr, sum, n.left)
	l := sum(fm.Task(), n.kids[0])
	m, okM := fm.Join()
	r, okR := fr.Join()
	if !okM {
		m = sum(tr, n.left) // want "nulljoin: .*task of fr"
	}
	if !okR {
		r = sum(t, n.right)
	}
	return l + m + r
}

// dropped forgets the result where the answer is no.
func dropped(t *par.Task, n *node) int {
	f := par.Fork(t, sum, n.right)
	total := sum(f.Task(), n.left)
	if r, ok := f.Join(); ok {
		total += r
	} else {
		sum(t, n.right) // want "nulljoin: .*result"
	}
	return total
}

// onTheWay does not run it on one of the ways.
func onTheWay(t *par.Task, n *node) (total int) {
	f := par.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join() // want "nulljoin: .*path"
	if !ok {
		switch {
		case n.val > 10:
			r = sum(t, n.right)
		case n.val > 5:
			fmt.Println("small")
		default:
			r = sum(t, n.right)
		}
	}
	return l + r
}

// generic runs another instance of what it forked.
func generic[T any](t *par.Task, xs []T) int {
	if len(xs) < 2 {
		return len(xs)
	}
	m := len(xs) / 2
	f := par.Fork(t, generic[T], xs[m:])
	l := generic(f.Task(), xs[:m])
	r, ok := f.Join()
	if !ok {
		r = generic(t, xs[m+1:]) // want "nulljoin: .*argument"
	}
	return l + r
}
