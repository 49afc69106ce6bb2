// Package inversions counts pairs out of order while it sorts.
package inversions

import (
	"fmt"
	"math/rand"
)

// Count sorts s and returns the number of pairs out of order.
func Count(s []int) (n int64) {
	if len(s) < 2 {
		return 0
	}
	m := len(s) / 2
	n = Count(s[:m]) + Count(s[m:])
	left := make([]int, m)
	copy(left, s)
	i, j, k := 0, m, 0
	for i < m {
		if j < len(s) && s[j] < left[i] {
			n += int64(m - i)
			s[k] = s[j]
			j++
		} else {
			s[k] = left[i]
			i++
		}
		k++
	}
	return n
}

// countTo does it by an accumulator.
func countTo(s []int, n *int64) {
	if len(s) < 2 {
		return
	}
	m := len(s) / 2
	countTo(s[:m], n)
	countTo(s[m:], n)
	left := append([]int{}, s[:m]...)
	i, j, k := 0, m, 0
	for i < m {
		if j < len(s) && s[j] < left[i] {
			*n += int64(m - i)
			s[k] = s[j]
			j++
		} else {
			s[k] = left[i]
			i++
		}
		k++
	}
}

// Pairs counts them in a sum of three ways without sorting; cross only reads.
func Pairs(s []int) int {
	if len(s) < 2 {
		return 0
	}
	l, r := s[:len(s)/2], s[len(s)/2:]
	return Pairs(l) + cross(l, r) + Pairs(r)
}

func cross(l, r []int) (n int) {
	for _, a := range l {
		for _, b := range r {
			if b < a {
				n++
			}
		}
	}
	return n
}

// PairsSorting counts the pairs across after it sorted the left half.
func PairsSorting(s []int) int {
	if len(s) < 2 {
		return 0
	}
	l, r := s[:len(s)/2], s[len(s)/2:]
	return PairsSorting(l) + crossSorting(l, r) + PairsSorting(r)
}

// crossSorting leaves the larger of each pair in the right half.
func crossSorting(l, r []int) (n int) {
	for i, a := range l {
		for j, b := range r {
			if b < a {
				n++
				l[i], r[j] = b, a
				a = b
			}
		}
	}
	return n
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	a := rng.Perm(50)
	b := append([]int{}, a...)
	c := append([]int{}, a...)
	p := Pairs(a)
	var n int64
	countTo(b, &n)
	return fmt.Sprint(p, Count(a), n, a, b, PairsSorting(c), c)
}
