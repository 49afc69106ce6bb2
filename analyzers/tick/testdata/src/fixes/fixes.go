// Package fixes has one fault a function, with the fix in fixes.go.golden.
package fixes

import "github.com/spicego/spice/runtime/spice"

type node struct {
	left, right, next *node
	kids              []*node
	val               int
}

func weigh(n *node) int { return n.val * n.val }

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

func loop(t *spice.Task, n *node) (z int) {
	for ; n != nil; n = n.next { // want "loop"
		// A comment in the body.
		z += weigh(n)
	}
	return z
}

func oneLine(t *spice.Task, n *node) (z int) {
	for _, k := range n.kids { z += weigh(k) } // want "loop"
	return z
}

func empty(t *spice.Task, n *node) {
	for n.val = 1; weigh(n) > 0; n = n.next { // want "loop"
	}
}

func pending(t *spice.Task, n *node) (z int) {
	f := spice.Fork(t, sum, n.right)
	z = sum(f.Task(), n.left)
	for _, k := range n.kids { // want "loop"
		z += weigh(k)
	}
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	for _, k := range n.kids { // want "loop"
		z += weigh(k)
	}
	return z + r
}

func pendingNamed(t *spice.Task, n *node) (z int) {
	f := spice.Fork(t, sum, n.right)
	ct := f.Task()
	z = sum(ct, n.left)
	for _, k := range n.kids { // want "loop"
		z += weigh(k)
	}
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return z + r
}

func stale(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	l := sum(t, n.left) // want "Task"
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

func staleNamed(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	ct := f.Task()
	l := sum(ct, n.left) + sum(t, n.next) // want "Task"
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

func staleFork(t *spice.Task, n *node) int {
	fr := spice.Fork(t, sum, n.right)
	fl := spice.Fork(t, sum, n.left) // want "Task"
	l := sum(fl.Task(), n.next)
	m, okM := fl.Join()
	r, okR := fr.Join()
	if !okM {
		m = sum(t, n.left)
	}
	if !okR {
		r = sum(t, n.right)
	}
	return l + m + r
}

func redundant(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	t.Tick() // want "redundant"
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

func redundantAlone(t *spice.Task, n *node) {
	f := spice.Fork(t, sum, n.right)
	defer f.Drop()
	/* again: */ t.Tick(); t.Tick() // want "redundant"
	n.val = weigh(n)
	sum(t, n.left) // want "Task"
}
