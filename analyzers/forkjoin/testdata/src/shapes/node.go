// Package shapes has the shapes that fooled checkers of other pairs: open and
// close, lock and unlock, start and end. Each function is named after the report
// it comes from, and says in its comment what is right or wrong with it here.
package shapes

import "github.com/spicego/spice/runtime/spice"

type node struct {
	left, right *node
	kids        []*node
	val         int
	err         error
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

// finish joins f for its caller.
func finish(t *spice.Task, f *future, n *node) int {
	r, ok := f.Join()
	if !ok {
		r = sum(t, n)
	}
	return r
}
