// Package fixes has one fault a function, with the fix in fixes.go.golden.
package fixes

import "github.com/spicego/spice/runtime/spice"

type node struct {
	left, right *node
	val         int
}

type span struct{ lo, hi int }

func sum(t *spice.Task, n *node) int {
	if n == nil {
		return 0
	}
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, _ := f.Join() // want "ignored"
	return l + r + n.val
}

func assigned(t *spice.Task, n *node) (r int) {
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, _ = f.Join() // want "ignored"
	return l + r
}

func statement(t *spice.Task, n *node) {
	f := spice.Fork(t, sum, n.right)
	sum(f.Task(), n.left)
	f.Join() // want "ignored"
}

func blanks(t *spice.Task, n *node) {
	f := spice.Fork(t, sum, n.right)
	sum(f.Task(), n.left)
	_, _ = f.Join() // want "ignored"
}

func untested(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join() // want "ignored"
	_ = ok
	return l + r
}

// second has an ok already.
func second(t *spice.Task, n *node) int {
	fr := spice.Fork(t, sum, n.right)
	fl := spice.Fork(fr.Task(), sum, n.left)
	total := sum(fl.Task(), n)
	l, ok := fl.Join()
	if !ok {
		l = sum(fr.Task(), n.left)
	}
	r, _ := fr.Join() // want "ignored"
	return total + l + r
}

func count(t *spice.Task, s span) int {
	if s.hi-s.lo < 2 {
		return 1
	}
	m := s.lo + (s.hi-s.lo)/2
	upper := span{m, s.hi}
	f := spice.ForkArgs(t, count, &upper)
	l := count(f.Task(), span{s.lo, m})
	r, _ := f.Join() // want "ignored"
	return l + r
}

func composite(t *spice.Task, s span) int {
	m := s.lo + (s.hi-s.lo)/2
	f := spice.Fork(t, count, span{
		lo: m,
		hi: s.hi,
	})
	l := count(f.Task(), span{s.lo, m})
	r, _ := f.Join() // want "ignored"
	return l + r
}

func inverted(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join() // want "runs again"
	if ok {
		r = sum(t, n.right)
	}
	return l + r
}

func invertedReturn(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join() // want "runs again"
	if !ok {
		return l + r
	}
	return l + sum(t, n.right)
}

func swapped(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	total := sum(f.Task(), n.left)
	if r, ok := f.Join(); ok { // want "runs again"
		total += sum(t, n.right)
	} else {
		total += r
	}
	return total
}

func childTask(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	ct := f.Task()
	l := sum(ct, n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(ct, n.right) // want "task of f"
	}
	return l + r
}

func childTaskAnew(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(f.Task(), n.right) // want "task of f"
	}
	return l + r
}
