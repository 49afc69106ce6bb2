// Package cutters cuts slices by helpers, variables and structs.
package cutters

import (
	"fmt"
	"math/rand"
)

func halves(s []int) ([]int, []int) {
	m := len(s) / 2
	return s[:m], s[m:]
}

func halvesPlus(s []int) ([]int, []int) {
	m := len(s) / 2
	return s[:m+1], s[m:]
}

func leaf(s []int) {
	for i := range s {
		s[i] = s[i]*3 + 1
	}
}

// helped cuts by a helper.
func helped(s []int) {
	if len(s) < 3 {
		leaf(s)
		return
	}
	a, b := halves(s)
	helped(a)
	helped(b)
}

// helpedBadly cuts by a helper that cuts badly.
func helpedBadly(s []int) {
	if len(s) < 3 {
		leaf(s)
		return
	}
	a, b := halvesPlus(s)
	helpedBadly(a)
	helpedBadly(b)
}

// held holds the parts in variables and swaps them.
func held(s []int) {
	if len(s) < 3 {
		leaf(s)
		return
	}
	m := len(s) / 3
	lo, hi := s[:m], s[m:]
	lo, hi = hi, lo
	held(lo)
	held(hi)
}

// moved moves the cut between taking the two parts.
func moved(s []int) {
	if len(s) < 4 {
		leaf(s)
		return
	}
	m := len(s) / 2
	lo := s[:m]
	m--
	hi := s[m:]
	moved(lo)
	moved(hi)
}

// movedRight moves it the other way.
func movedRight(s []int) {
	if len(s) < 4 {
		leaf(s)
		return
	}
	m := len(s) / 2
	lo := s[:m]
	m++
	hi := s[m:]
	movedRight(lo)
	movedRight(hi)
}

// three cuts into three.
func three(s []int) {
	if len(s) < 4 {
		leaf(s)
		return
	}
	a, b := len(s)/3, 2*len(s)/3
	three(s[:a])
	three(s[a:b])
	three(s[b:])
}

// inParts cuts a part again.
func inParts(s []int) {
	if len(s) < 4 {
		leaf(s)
		return
	}
	m := len(s) / 2
	right := s[m:]
	k := len(right) / 2
	inParts(s[:m])
	inParts(right[:k])
	inParts(right[k:])
}

// inPartsOf cuts the wrong part again.
func inPartsOf(s []int) {
	if len(s) < 4 {
		leaf(s)
		return
	}
	m := len(s) / 2
	left := s[:m]
	k := len(left) / 2
	inPartsOf(s[k:m])
	inPartsOf(left[k:])
	inPartsOf(s[m:])
}

// regrown takes a part and looks behind its end.
func regrown(s []int) {
	if len(s) < 4 {
		leaf(s)
		return
	}
	m := len(s) / 2
	left := s[:m]
	regrown(left[:m+1])
	regrown(s[m:])
}

// bySize advances over the slice in the statement between.
func bySize(s []int) {
	if len(s) < 3 {
		leaf(s)
		return
	}
	m := len(s) / 2
	bySize(s[:m])
	s = s[m:]
	bySize(s)
}

// byPhi cuts the one slice or the other.
func byPhi(s, t []int, swap bool) {
	if len(s) < 3 {
		leaf(s)
		return
	}
	m := len(s) / 2
	x := s
	if swap && len(t) >= len(s) {
		x = t[:len(s)]
	}
	byPhi(s[:m], t, swap)
	byPhi(x[m:], t, !swap)
}

// array cuts an array behind a pointer.
func array(p *[16]int, n int) {
	if n == 0 {
		leaf(p[:])
		return
	}
	lo, hi := p[:8], p[8:]
	for i, v := range lo {
		lo[i], hi[i] = hi[i], v+1
	}
	array(p, n-1)
	array(p, n-1)
}

// cells cuts an array of its own frame, and each call gets a part.
func cells(s []int) int {
	var own [8]int
	if len(s) < 2 {
		for i := range s {
			s[i]++
		}
		return len(s)
	}
	copy(own[:], s)
	m := min(len(s), len(own)) / 2
	n := min(len(s), len(own))
	a := cells(own[:m])
	b := cells(own[m:n])
	return a + b*3 + own[0] + own[n-1]
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	out := ""
	for i, f := range []func([]int){helped, helpedBadly, held, moved, movedRight, three, inParts, inPartsOf, regrown, bySize,
		func(s []int) { byPhi(s, s[1:], true) },
		func(s []int) { array((*[16]int)(s), 2) },
		func(s []int) { s[0] += cells(s[:8]) }} {
		s := rng.Perm(20 + i%3 + rng.Intn(5))
		f(s)
		out += fmt.Sprint(s, "\n")
	}
	return out
}
