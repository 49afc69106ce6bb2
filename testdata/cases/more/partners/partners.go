// Package partners has functions that call each other.
package partners

import (
	"fmt"
	"math/rand"
)

type tree struct {
	v    int
	l, r *tree
}

var steps int

// red and black are quiet.
func red(t *tree) int {
	if t == nil {
		return 0
	}
	return t.v + black(t.l) + black(t.r)
}

func black(t *tree) int {
	if t == nil {
		return 1
	}
	return red(t.l) - red(t.r)
}

// up looks quiet, but its partner counts.
func up(t *tree) int {
	if t == nil {
		return 0
	}
	return t.v + down(t.l) + up(t.r)
}

func down(t *tree) int {
	if t == nil {
		steps++
		return 1
	}
	return up(t.l)
}

// one, two and three go around.
func one(n int, s []int) int {
	if n < 1 {
		return s[0]
	}
	return two(n-1, s) + two(n-2, s)
}

func two(n int, s []int) int {
	if n < 1 {
		return s[1]
	}
	return three(n-1, s)
}

func three(n int, s []int) int {
	if n < 1 {
		s[n&1]++
		return s[0]
	}
	return one(n-1, s)
}

// left is recursive with a partner that it calls only at its leaves.
func left(n, k int) int {
	if n < 2 {
		return right(n, k-1)
	}
	return left(n-1, k) + left(n-2, k)
}

func right(n, k int) int {
	if k < 1 {
		return n
	}
	return left(n+3, k)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	steps = 0
	all := make([]tree, 30)
	for i := range all {
		all[i].v = rng.Intn(90)
		if j := 2*i + 1; j < len(all) {
			all[i].l = &all[j]
		}
		if j := 2*i + 1 + rng.Intn(2); j < len(all) {
			all[i].r = &all[j]
		}
	}
	s := []int{rng.Intn(9), rng.Intn(9)}
	return fmt.Sprint(red(&all[0]), black(&all[0]), up(&all[0]), steps, one(6, s), s, left(4, 2))
}
