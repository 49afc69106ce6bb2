// Package fixes has what can be mended, and what cannot.
package fixes

import (
	"errors"

	"github.com/spicego/spice/runtime/spice"
)

type node struct {
	left, mid, right *node
	val              int
}

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

func finish(t *spice.Task, f *spice.Future[*node, int], n *node) int {
	r, ok := f.Join()
	if !ok {
		r = sum(t, n)
	}
	return r
}

// early leaves in two places.
func early(t *spice.Task, n *node) (int, error) {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined when the function leaves at lines 41, 44`
	l := sum(f.Task(), n.left)
	if l < 0 {
		return 0, errors.New("negative")
	}
	// A small one is enough.
	if l < 10 { return l, nil }
	return l + finish(t, &f, n.right), nil
}

// two has two futures pending at one return, and one at another.
func two(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	ft := f.Task()
	g := spice.Fork(ft, sum, n.mid) // want `forkjoin: future g is not joined`
	l := sum(g.Task(), n.left)
	if l < 0 {
		return -1
	}
	l += finish(ft, &g, n.mid)
	if l > 100 {
		return 100
	}
	return l + finish(t, &f, n.right)
}

// needed returns what the task is still needed for: no fix.
func needed(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	l := sum(f.Task(), n.left)
	if l < 0 {
		return sum(f.Task(), n.mid)
	}
	return l + finish(t, &f, n.right)
}

// hidden has another f where it returns: no fix.
func hidden(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	l := sum(f.Task(), n.left)
	if f := l; f < 0 {
		return f
	}
	return l + finish(t, &f, n.right)
}

// never joins at all, and might want the result: no fix.
func never(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	return sum(f.Task(), n.left)
}

// some paths to the return have it joined: no fix.
func some(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	l := sum(f.Task(), n.left)
	if l > 0 {
		l += finish(t, &f, n.right)
	}
	return l
}

// younger has one pending that a deferred call drops, which must be first: no fix.
func younger(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	ft := f.Task()
	g := spice.Fork(ft, sum, n.mid)
	defer g.Drop()
	l := sum(g.Task(), n.left)
	if l < 0 {
		return l
	}
	return l
}

// twice drops what is joined.
func twice(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r := finish(t, &f, n.right)
	if r < 0 {
		f.Drop() // want `forkjoin: future f is dropped, but it is already joined or dropped`
		return 0
	}
	if r == 0 {
		f.Drop() ; l++ // want `forkjoin: future f is dropped, but it is already joined or dropped`
	}
	return l + r
}

// sometimes drops what is joined on one path only: no fix.
func sometimes(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	if l > 0 {
		l += finish(t, &f, n.right)
	}
	f.Drop() // want `forkjoin: future f is dropped, but it is already joined or dropped`
	return l
}
