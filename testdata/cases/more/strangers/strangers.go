// Package strangers has functions of other cycles, closures and generics that write for their callers.
package strangers

import (
	"fmt"
	"math/rand"
)

type node struct {
	v    int
	l, r *node
}

type sink[T any] struct{ all []T }

func (s *sink[T]) put(x T) { s.all = append(s.all, x) }

// filled puts what it finds into a generic sink.
func filled(n *node, s *sink[int]) int {
	if n == nil {
		s.put(len(s.all))
		return len(s.all)
	}
	return filled(n.l, s) + filled(n.r, s)
}

// filledOwn has a sink of its own.
func filledOwn(n *node, k int) int {
	if n == nil {
		return k
	}
	var s sink[int]
	s.put(filledOwn(n.l, k+1))
	s.put(filledOwn(n.r, k))
	return s.all[0] - s.all[1] + len(s.all)
}

// mark is recursive itself and writes.
func mark(n *node) int {
	if n == nil {
		return 0
	}
	n.v++
	return mark(n.l) + 1
}

// marking calls mark between its calls.
func marking(n *node) int {
	if n == nil {
		return 0
	}
	a := marking(n.l)
	k := mark(n.l)
	b := marking(n.r)
	return a - b + k
}

// counter returns a function that counts.
func counter() func() int {
	n := 0
	return func() int { n++; return n }
}

// counted calls a counter that all share.
func counted(n *node, next func() int) int {
	if n == nil {
		return next()
	}
	return counted(n.l, next) - counted(n.r, next)
}

// countedOwn makes its own.
func countedOwn(n *node, k int) int {
	if n == nil {
		return k
	}
	next := counter()
	a := countedOwn(n.l, next())
	return a - 2*countedOwn(n.r, next())
}

// walked hands a writing closure to a helper that is recursive.
func walked(n *node, out []int) int {
	if n == nil {
		return 0
	}
	each(n.l, func(m *node) { out[m.v%len(out)]++ })
	return walked(n.l, out) + walked(n.r, out) + out[0]
}

// walkedSum hands it one that writes the frame's own.
func walkedSum(n *node) int {
	if n == nil {
		return 0
	}
	sum := 0
	each(n.l, func(m *node) { sum += m.v })
	return walkedSum(n.l) - walkedSum(n.r) + sum%7
}

func each(n *node, f func(*node)) {
	if n != nil {
		f(n)
		each(n.l, f)
		each(n.r, f)
	}
}

type table [4]*node

// swapped swaps places of a table behind a pointer.
func swapped(t *table, d int) int {
	if d == 0 {
		t[0], t[1] = t[1], t[0]
		return t[0].v
	}
	return swapped(t, d-1) - 2*swapped(t, d-1)
}

// swappedOwn swaps places of a copy.
func swappedOwn(t table, d int) int {
	if d == 0 {
		return t[0].v
	}
	t[0], t[d%4] = t[d%4], t[0]
	return swappedOwn(t, d-1) - 2*swappedOwn(t, d-1)
}

// viaResult writes what a helper finds.
func viaResult(n *node, d int) int {
	if d == 0 {
		last(n).v++
		return n.v
	}
	return viaResult(n, d-1) - 2*viaResult(n, d-1)
}

func last(n *node) *node {
	for n.r != nil {
		n = n.r
	}
	return n
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]node, 20)
	for i := range all {
		all[i].v = rng.Intn(90)
		if j := 2*i + 1; j < len(all) {
			all[i].l = &all[j]
		}
		if j := 2*i + 1 + rng.Intn(2); j < len(all) {
			all[i].r = &all[j]
		}
	}
	n := &all[0]
	s := &sink[int]{}
	t := table{n, n.l, n.l, &all[3]}
	out := make([]int, 5)
	return fmt.Sprint(filled(n, s), s.all, filledOwn(n, 1), counted(n, counter()), countedOwn(n, 1), walked(n, out), out, walkedSum(n),
		swappedOwn(t, 4), swapped(&t, 3), viaResult(n, 3), marking(n), n.v)
}
