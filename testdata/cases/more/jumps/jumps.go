// Package jumps has labels, gotos and loops around and between its calls.
package jumps

import (
	"fmt"
	"math/rand"
)

type tree struct {
	v    int
	l, r *tree
}

// skipped jumps over the second call.
func skipped(t *tree) int {
	if t == nil {
		return 0
	}
	n := skipped(t.l)
	if n > 90 {
		goto done
	}
	n += skipped(t.r)
done:
	return n + t.v
}

// retried jumps back before both calls, whatever they return.
func retried(t *tree, k int) int {
	n := 0
again:
	if t == nil {
		return k
	}
	n += retried(t.l, k) - retried(t.r, k+1)
	if k > 0 && t.v%5 == 0 {
		k--
		goto again
	}
	return n
}

// labelled has a pair in the body of a labelled loop that the input ends.
func labelled(t *tree, k int) int {
	if t == nil {
		return k
	}
	s := 0
outer:
	for i := range 3 {
		for j := range i {
			if (t.v+j)%3 == 0 {
				continue outer
			}
		}
		if t.v%4 == i {
			break outer
		}
		a := labelled(t.l, i)
		s += a - labelled(t.r, k)
	}
	return s
}

// untilFound leaves the loop by the first result.
func untilFound(t *tree, k int) int {
	if t == nil {
		return k
	}
	for i := range 2 {
		a := untilFound(t.l, i)
		if a == k {
			break
		}
		k += untilFound(t.r, i+1)
	}
	return k % 50
}

// fell falls through from one call to the other.
func fell(t *tree) int {
	if t == nil {
		return 1
	}
	n := 0
	switch {
	case t.v%2 == 0:
		n += fell(t.l)
		fallthrough
	case t.v%3 == 0:
		n -= fell(t.r)
	default:
		n = t.v
	}
	return n
}

// inner has a local type, a local constant and a local label that go with it.
func inner(t *tree) int {
	type pair struct{ a, b int }
	const step = 3
	if t == nil {
		return step
	}
	p := pair{inner(t.l), inner(t.r)}
loop:
	for {
		switch {
		case p.a > 100:
			p.a -= 100 * step
		default:
			break loop
		}
	}
	return p.a - p.b
}

// local returns a type declared inside, hidden in an any.
func local(t *tree) any {
	type note struct{ n int }
	if t == nil {
		return note{1}
	}
	l, r := local(t.l), local(t.r)
	return note{l.(note).n + 2*r.(note).n%77}
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]tree, 14)
	for i := range all {
		all[i].v = rng.Intn(90)
		if j := 2*i + 1; j < len(all) {
			all[i].l = &all[j]
		}
		if j := 2*i + 1 + rng.Intn(2); j < len(all) {
			all[i].r = &all[j]
		}
	}
	t := &all[0]
	return fmt.Sprint(skipped(t), retried(t, 2), labelled(t, 2), untilFound(t, 3), fell(t), inner(t), local(t))
}
