package fixes

import "github.com/spicego/spice/runtime/spice"

// moved has no fix: n is another by then.
func moved(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n)
	ct := f.Task()
	n = n.left
	l := sum(ct, n)
	r, _ := f.Join() // want "ignored"
	return l + r
}

// literal has no fix: the fallback would need the literal.
func literal(t *spice.Task, n *node) int {
	f := spice.Fork(t, func(t *spice.Task, n *node) int { return -sum(t, n) }, n.right)
	l := sum(f.Task(), n.left)
	r, _ := f.Join() // want "ignored"
	return l + r
}

// called has no fix: a call in the argument may say something else by then.
func called(t *spice.Task, n *node, next func() *node) int {
	f := spice.Fork(t, sum, next())
	l := sum(f.Task(), n.left)
	r, _ := f.Join() // want "ignored"
	return l + r
}

// header has no fix: there is no room for statements.
func header(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	if r, _ := f.Join(); r > l { // want "ignored"
		return r
	}
	return l
}

// hidden has no fix: n is another there.
func hidden(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	total := sum(f.Task(), n.left)
	for _, n := range []int{1} {
		r, _ := f.Join() // want "ignored"
		total += r + n
	}
	return total
}
