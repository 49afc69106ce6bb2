// Package negatives cuts at places that go beyond the length when something is negative or small.
package negatives

import (
	"fmt"
	"math/rand"
)

// halfOf divides by what may be negative.
func halfOf(s []int, k, depth int) int {
	if len(s) < 4 || depth == 0 {
		d := (len(s) - 3*len(s)) / k
		t := s[:d]
		if d > 0 {
			t[d-1]++
		}
		return d
	}
	m := len(s) / 2
	return halfOf(s[:m], k, depth-1) - halfOf(s[m:2*m], k, depth-1)
}

// below subtracts in a type without negative numbers.
func below(s []int, depth int) int {
	if len(s) < 4 || depth == 0 {
		var z uint8
		t := s[:z-250]
		t[5]++
		return len(t)
	}
	m := len(s) / 2
	return below(s[:m], depth-1) - below(s[m:], depth-1)
}

// behind uses a part that is checked only later.
func behind(s []int, k, depth int) int {
	if len(s) < 4 || depth == 0 {
		t := s[:k]
		for i := range t {
			t[i]++
		}
		return len(t)
	}
	m := len(s) / 2
	return behind(s[:m], k, depth-1) - behind(s[m:], k, depth-1)
}

// inside is checked before.
func inside(s []int, k, depth int) int {
	if len(s) < 4 || depth == 0 {
		if k > len(s) {
			k = len(s)
		}
		t := s[:k]
		for i := range t {
			t[i]++
		}
		return len(t)
	}
	m := len(s) / 2
	return inside(s[:m], k, depth-1) - inside(s[m:], k, depth-1)
}

// insideWrong is checked against the wrong slice.
func insideWrong(s, all []int, k, depth int) int {
	if len(s) < 4 || depth == 0 {
		if k > len(all) {
			k = len(all)
		}
		t := s[:k]
		for i := range t {
			t[i]++
		}
		return len(t)
	}
	m := len(s) / 2
	return insideWrong(s[:m], all, k, depth-1) - insideWrong(s[m:], all, k, depth-1)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	p := func() []int { return append(make([]int, 0, 300), rng.Perm(24)...) }
	a, b, c, d, e := p(), p(), p(), p(), p()
	return fmt.Sprint(halfOf(a[:24:200], -1, 2), a, below(b, 2), b, behind(c, 9, 2), c, inside(d, 9, 2), d, insideWrong(e, e[:9], 9, 2), e)
}
