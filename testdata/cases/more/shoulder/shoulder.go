// Package shoulder appends to parts of a slice that have room behind them, or not.
package shoulder

import (
	"fmt"
	"math/rand"
)

func mass(s []int) int {
	h := 0
	for i, v := range s {
		h = (h*31 + v*(i+1)) % 9973
	}
	return h
}

// capped leaves no room behind the left part.
func capped(s []int) int {
	if len(s) < 4 {
		s = append(s, -3)
		return mass(s)
	}
	m := len(s) / 2
	return capped(s[:m:m]) + capped(s[m:len(s):len(s)])
}

// uncapped leaves room.
func uncapped(s []int) int {
	if len(s) < 4 {
		s = append(s, -3)
		return mass(s)
	}
	m := len(s) / 2
	return uncapped(s[m:]) + 3*uncapped(s[:m])
}

// cappedLate leaves room for one.
func cappedLate(s []int) int {
	if len(s) < 4 {
		s = append(s, -3)
		return mass(s)
	}
	m := len(s) / 2
	return cappedLate(s[m:len(s):len(s)]) + 3*cappedLate(s[:m:m+1])
}

// stretched looks behind its end.
func stretched(s []int) int {
	if len(s) < 4 {
		s = s[:cap(s)]
		s[len(s)-1]++
		return mass(s)
	}
	m := len(s) / 2
	return stretched(s[:m]) + stretched(s[m:])
}

// grown hands its part to a helper that appends.
func grown(s []int) int {
	if len(s) < 4 {
		return mass(withEnd(s))
	}
	m := len(s) / 2
	r := grown(s[m:])
	return r - grown(s[:m])
}

func withEnd(s []int) []int { return append(s, 5) }

// kept appends to what it made.
func kept(s []int) int {
	if len(s) < 4 {
		own := make([]int, 0, len(s)+1)
		own = append(own, s...)
		own = append(own, 5)
		return mass(own)
	}
	m := len(s) / 2
	r := kept(s[m:])
	return r - kept(s[:m])
}

// spliced appends to the leaf's own argument that came back as a result.
func spliced(s []int) []int {
	if len(s) < 3 {
		return s
	}
	m := len(s) / 2
	l := spliced(s[:m])
	r := spliced(s[m:])
	return append(append(l, -1), r...)
}

// joinedNew is the same with a result that is new.
func joinedNew(s []int) []int {
	if len(s) < 3 {
		return s
	}
	m := len(s) / 2
	l := joinedNew(s[:m])
	r := joinedNew(s[m:])
	var out []int
	out = append(append(out, l...), -1)
	return append(out, r...)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	n := 20 + rng.Intn(30)
	p := func() []int { return append(make([]int, 0, 2*n), rng.Perm(n)...) }
	a := p()
	return fmt.Sprint(capped(p()), uncapped(p()), cappedLate(p()), stretched(a), a, grown(p()), kept(p()), spliced(p()), joinedNew(p()))
}
