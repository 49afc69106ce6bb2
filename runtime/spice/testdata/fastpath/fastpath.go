// Package fastpath is compiled by a test that reads what the compiler says about it. A want comment is a regular expression
// that a message on its line must match; a message about the heap that nobody wants is a failure.
package fastpath

import "github.com/spicego/spice/runtime/spice"

type node struct {
	left, right *node
	val         int64
}

// Forks of one word cost nothing: all of it is inlined, the future stays in the frame.
func sum(t *spice.Task, n *node) int64 {
	if n == nil {
		return 0
	}
	right := spice.Fork(t, sum, n.right) // want "inlining call to spice.Fork\["
	left := sum(right.Task(), n.left)    // want "inlining call to spice.\(\*Future\[.*\]\).Task"
	r, ok := right.Join()                // want "inlining call to spice.\(\*Future\[.*\]\).Join"
	if !ok {
		r = sum(t, n.right)
	}
	return left + r + n.val
}

type span struct{ s, tmp []int32 }

// So does ForkArgs, with the argument struct in the frame.
func sort(t *spice.Task, a span) struct{} {
	if len(a.s) < 2 {
		return struct{}{}
	}
	m := len(a.s) / 2
	lo, hi := span{a.s[:m:m], a.tmp[:m:m]}, span{a.s[m:], a.tmp[m:]}
	f := spice.ForkArgs(t, sort, &hi) // want "inlining call to spice.ForkArgs\["
	sort(f.Task(), lo)                // want "inlining call to spice.\(\*ArgsFuture\[.*\]\).Task"
	if _, ok := f.Join(); !ok {       // want "inlining call to spice.\(\*ArgsFuture\[.*\]\).Join"
		sort(t, hi)
	}
	return struct{}{}
}

// Several futures in one frame, and leaving early.
func pick(t *spice.Task, n int) int {
	if n < 3 {
		return n
	}
	c := spice.Fork(t, pick, n-3)        // want "inlining call to spice.Fork\["
	b := spice.Fork(c.Task(), pick, n-2) // want "inlining call to spice.Fork\["
	a := pick(b.Task(), n-1)
	if a < 0 {
		b.Drop() // want "inlining call to spice.\(\*Future\[.*\]\).Drop"
		c.Drop()
		return a
	}
	rb, ok := b.Join()
	if !ok {
		rb = pick(c.Task(), n-2)
	}
	rc, ok := c.Join()
	if !ok {
		rc = pick(t, n-3)
	}
	return a + rb + rc
}

// A loop that polls.
func loop(t *spice.Task, n int) (s int) {
	for i := range n {
		t.Tick() // want "inlining call to spice.\(\*Task\).Tick"
		s += i
	}
	return s
}

func write(t *spice.Task, p *int64) struct{} { *p = 1; return struct{}{} }

// What a forked argument points to may be used by another goroutine: it must leave the frame.
func address(t *spice.Task) int64 {
	var local int64 // want "moved to heap: local"
	f := spice.Fork(t, write, &local)
	f.Task()
	if _, ok := f.Join(); !ok {
		write(t, &local)
	}
	return local
}

func call(t *spice.Task, f func() int) int { return f() }

func closure(t *spice.Task, n int) int {
	x := n                            // want "moved to heap: x"
	g := func() int { x++; return x } // want "func literal escapes to heap"
	f := spice.Fork(t, call, g)
	f.Task()
	r, ok := f.Join()
	if !ok {
		r = g()
	}
	return r + x
}

func total(t *spice.Task, s []int) (n int) {
	for _, v := range s {
		n += v
	}
	return n
}

func array(t *spice.Task, n int) int {
	var a [8]int // want "moved to heap: a"
	a[n&7] = n
	f := spice.Fork(t, total, a[:])
	f.Task()
	r, ok := f.Join()
	if !ok {
		r = total(t, a[:])
	}
	return r
}

type pair struct {
	p *int64
	s []int
}

func both(t *spice.Task, a pair) struct{} { *a.p = int64(len(a.s)); return struct{}{} }

// The same through the argument struct of ForkArgs, which itself stays.
func addressArgs(t *spice.Task) int64 {
	var local int64 // want "moved to heap: local"
	var a [8]int    // want "moved to heap: a"
	args := pair{&local, a[:]}
	f := spice.ForkArgs(t, both, &args)
	f.Task()
	if _, ok := f.Join(); !ok {
		both(t, args)
	}
	return local
}

// A function value that captures is an argument like any other.
func captured(t *spice.Task, n int) int {
	x := n                                                   // want "moved to heap: x"
	g := func(t *spice.Task, d int) int { x += d; return x } // want "func literal escapes to heap"
	f := spice.Fork(t, g, 1)
	f.Task()
	r, ok := f.Join()
	if !ok {
		r = g(t, 1)
	}
	return r + x
}

type tree[T any] struct {
	left, right *tree[T]
	val         T
}

func count[T any](t *spice.Task, n *tree[T]) int {
	if n == nil {
		return 0
	}
	return 1 + count(t, n.left) + count(t, n.right)
}

// An instance of a generic function is a constant outside of generic code.
func constants(t *spice.Task, n *tree[int], m *node) int64 {
	f := spice.Fork(t, count[int], n)
	g := spice.Fork(f.Task(), sumOf, m)
	rest := sumOf(g.Task(), m.left)
	r, ok := g.Join()
	if !ok {
		r = sumOf(f.Task(), m)
	}
	c, ok := f.Join()
	if !ok {
		c = count(t, n)
	}
	return rest + r + int64(c)
}

func sumOf(t *spice.Task, n *node) int64 { return sum(t, n) }
