// Package overhang appends to a part of a slice while the other call works on a copy.
package overhang

import (
	"fmt"
	"math/rand"
	"slices"
)

// part appends to its part at the leaves and goes on in the same array if there is room.
func part(n int, s []int) int {
	if n <= 0 || len(s) < 2 {
		s = append(s, n)
		s[0] += 3
		return len(s)
	}
	m := len(s) / 2
	return part(n-1, slices.Clone(s)) + 3*part(n-1, s[:m])
}

// partFirst does it with the part first.
func partFirst(n int, s []int) int {
	if n <= 0 || len(s) < 2 {
		s = append(s, n)
		s[0] += 3
		return s[len(s)-1] + len(s)
	}
	m := len(s) / 2
	return partFirst(n-1, s[:m]) + 3*partFirst(n-1, make([]int, 3, 9))
}

// grown uses the room behind its part, which is in nobody's hand.
func grown(n int, s []int) int {
	if n <= 0 || len(s) < 2 {
		t := s[:cap(s)]
		t[len(t)-1]++
		return len(t)
	}
	m := len(s) / 2
	return grown(n-1, append([]int(nil), s...)) + 3*grown(n-1, s[:m])
}

// inserted inserts into its part by the library.
func inserted(n int, s []int) int {
	if n <= 0 || len(s) < 2 {
		s = slices.Insert(s, 1, n, n)
		s[0] += 3
		return len(s)
	}
	m := len(s) / 2
	return inserted(n-1, slices.Clone(s)) + 3*inserted(n-1, s[:m])
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	p := func() []int { return rng.Perm(9 + rng.Intn(5)) }
	a, b, c, d := p(), p(), p(), p()
	return fmt.Sprint(part(3, a), a, partFirst(3, b), b, grown(3, c), c, inserted(3, d), d)
}
