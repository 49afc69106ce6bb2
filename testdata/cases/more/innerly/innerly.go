// Package innerly has recursive closures.
package innerly

import (
	"fmt"
	"math/rand"
)

type tree struct {
	v    int
	l, r *tree
}

// Weigh captures what nobody writes.
func Weigh(t *tree, k int) int {
	var walk func(*tree) int
	walk = func(t *tree) int {
		if t == nil {
			return k
		}
		return t.v + walk(t.l) - walk(t.r)
	}
	return walk(t)
}

// Visit counts in a captured variable.
func Visit(t *tree) int {
	n := 0
	var walk func(*tree)
	walk = func(t *tree) {
		if t == nil {
			return
		}
		n = n*3%1009 + t.v
		walk(t.l)
		walk(t.r)
	}
	walk(t)
	return n
}

// List appends to a captured slice.
func List(t *tree) (out []int) {
	var walk func(*tree)
	walk = func(t *tree) {
		if t != nil {
			walk(t.l)
			out = append(out, t.v)
			walk(t.r)
		}
	}
	walk(t)
	return out
}

// Change sets the variable that holds the closure again.
func Change(t *tree) int {
	var walk func(*tree) int
	calm := func(t *tree) int { return 1 }
	walk = func(t *tree) int {
		if t == nil {
			return 0
		}
		if t.v%7 == 0 {
			walk = calm
		}
		return t.v + walk(t.l) + walk(t.r)
	}
	return walk(t)
}

// called makes its calls inside a function that is called at once.
func called(t *tree) int {
	if t == nil {
		return 1
	}
	return func() int { return called(t.l) - called(t.r) }()
}

// Outer has a closure that calls the function around it.
func Outer(t *tree, k int) int {
	if t == nil || k == 0 {
		return k
	}
	down := func(c *tree) int { return Outer(c, k-1) }
	return down(t.l) + 2*down(t.r)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]tree, 20)
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
	return fmt.Sprint(Weigh(t, rng.Intn(9)), Visit(t), List(t), Change(t), called(t), Outer(t, 4))
}
