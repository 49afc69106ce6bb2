// Package seams works in place on two halves of one slice, cut well and cut badly.
package seams

import (
	"fmt"
	"math/rand"
)

// Double doubles all values.
func Double(s []int) {
	if len(s) == 0 {
		return
	}
	if len(s) == 1 {
		s[0] *= 2
		return
	}
	m := len(s) / 2
	Double(s[:m])
	Double(s[m:])
}

// doubleShared cuts so that one value belongs to both.
func doubleShared(s []int) {
	if len(s) < 3 {
		for i := range s {
			s[i] = s[i]*2 + 1
		}
		return
	}
	m := len(s) / 2
	doubleShared(s[:m+1])
	doubleShared(s[m:])
}

// doubleGap leaves one value out.
func doubleGap(s []int) {
	if len(s) < 3 {
		for i := range s {
			s[i] *= 2
		}
		return
	}
	m := len(s) / 2
	s[m]++
	doubleGap(s[:m])
	doubleGap(s[m+1:])
}

// doubleWide gives both calls everything.
func doubleWide(s []int, n int) {
	if n == 0 {
		s[0] = s[0]*3 + 1
		return
	}
	doubleWide(s, n-1)
	doubleWide(s, n-1)
}

// doubleCopied carries the left half over to the right one between the calls.
func doubleCopied(s []int) {
	if len(s) < 2 {
		for i := range s {
			s[i] = s[i]*2 + 1
		}
		return
	}
	m := len(s) / 2
	doubleCopied(s[:m])
	copy(s[m:], s[:m])
	doubleCopied(s[m:])
}

// doubleAfter carries it over after both calls.
func doubleAfter(s []int) {
	if len(s) < 2 {
		for i := range s {
			s[i] = s[i]*2 + 1
		}
		return
	}
	m := len(s) / 2
	doubleAfter(s[:m])
	doubleAfter(s[m:])
	copy(s[m:], s[:m])
}

// doubleBetween has a local computed from what no call touches between the calls.
func doubleBetween(s []int, by int) {
	if len(s) < 2 {
		for i := range s {
			s[i] += by
		}
		return
	}
	lo, hi := s[:len(s)/2], s[len(s)/2:]
	doubleBetween(lo, by)
	more := by*2 + len(hi)
	doubleBetween(hi, more)
}

// doubleFirst passes on what the first call writes.
func doubleFirst(s []int, by int) {
	if len(s) < 2 {
		for i := range s {
			s[i] += by
		}
		return
	}
	m := len(s) / 2
	doubleFirst(s[:m], by)
	doubleFirst(s[m:], s[0])
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	out := ""
	for i, f := range []func([]int){Double, doubleShared, doubleGap, doubleCopied, doubleAfter,
		func(s []int) { doubleWide(s, 3) },
		func(s []int) { doubleBetween(s, 1) },
		func(s []int) { doubleFirst(s, 1) }} {
		s := rng.Perm(20 + i + rng.Intn(5))
		f(s)
		out += fmt.Sprint(s, "\n")
	}
	return out
}
