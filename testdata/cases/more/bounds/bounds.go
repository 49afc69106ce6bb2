// Package bounds cuts slices at places that arithmetic decides.
package bounds

import (
	"fmt"
	"math/rand"
)

func leaf(s []int, k int) {
	for i := range s {
		s[i] = s[i]*3 + k
	}
}

// wrapped adds one in a type that is too small: after 255 comes 0.
func wrapped(s []int, depth int) {
	if len(s) < 2 || depth == 0 {
		leaf(s, depth)
		return
	}
	m := uint8(len(s) / 2)
	wrapped(s[:m], depth-1)
	wrapped(s[m+1:], depth-1)
}

// wide adds one in a type that is large enough.
func wide(s []int, depth int) {
	if len(s) < 2 || depth == 0 {
		leaf(s, depth)
		return
	}
	m := len(s) / 2
	wide(s[:m], depth-1)
	wide(s[m+1:], depth-1)
}

// moved leaves a gap that a caller may make negative.
func moved(s []int, gap, depth int) {
	if len(s) < 4 || depth == 0 {
		leaf(s, depth)
		return
	}
	m := len(s) / 2
	moved(s[:m], gap, depth-1)
	moved(s[m+gap:], gap, depth-1)
}

// recomputed computes the place twice from what the first call does not change.
func recomputed(s []int) {
	if len(s) < 2 {
		leaf(s, 1)
		return
	}
	recomputed(s[:len(s)/2])
	recomputed(s[len(s)/2:])
}

func place(s []int) int {
	n := 1
	for i, v := range s {
		if v > s[n%len(s)] {
			n = 1 + i*(len(s)-1)/len(s)
		}
	}
	return n
}

// reread computes it twice from what the first call does change.
func reread(s []int, depth int) {
	if len(s) < 3 || depth == 0 {
		leaf(s, depth)
		return
	}
	reread(s[:place(s)], depth-1)
	reread(s[place(s):], depth-1)
}

// readOnce computes it once.
func readOnce(s []int, depth int) {
	if len(s) < 3 || depth == 0 {
		leaf(s, depth)
		return
	}
	p := place(s)
	readOnce(s[:p], depth-1)
	readOnce(s[p:], depth-1)
}

// smaller cuts at the smaller of two places and begins at the larger.
func smaller(s []int, k int) {
	if len(s) < 4 {
		leaf(s, k)
		return
	}
	m := len(s) / 2
	smaller(s[:min(m, k)], k)
	smaller(s[max(m, k):], k)
}

// larger does it the other way round.
func larger(s []int, k, depth int) {
	if len(s) < 4 || depth == 0 {
		leaf(s, k)
		return
	}
	m := len(s) / 2
	larger(s[:max(m, min(k, len(s)-1))], k, depth-1)
	larger(s[min(m, k):], k, depth-1)
}

// advanced drops the first value between the calls.
func advanced(s []int) {
	if len(s) < 4 {
		leaf(s, 2)
		return
	}
	m := len(s) / 2
	advanced(s[:m])
	s = s[1:]
	advanced(s[m:])
}

// retreated cuts off the last value between the calls and begins one too early.
func retreated(s []int) {
	if len(s) < 5 {
		leaf(s, 2)
		return
	}
	m := len(s) / 2
	retreated(s[1:m])
	s = s[:len(s)-1]
	retreated(s[m-1:])
}

// inner begins the first part later than the second one ends before.
func inner(s []int) {
	if len(s) < 4 {
		leaf(s, 2)
		return
	}
	m := len(s) / 2
	t := s[1:]
	inner(s[:m])
	inner(t[m-1:])
}

// innerWrong forgets that t begins one later... and goes two back.
func innerWrong(s []int, depth int) {
	if len(s) < 4 || depth == 0 {
		leaf(s, 2)
		return
	}
	m := len(s) / 2
	t := s[1:]
	innerWrong(s[:m], depth-1)
	innerWrong(t[m-2:], depth-1)
}

var middle int

// global cuts at a place kept in a package variable that the leaves move.
func global(s []int, depth int) {
	if len(s) < 4 || depth == 0 {
		middle = len(s) % 2
		leaf(s, 2)
		return
	}
	middle = len(s) / 2
	global(s[:middle], depth-1)
	global(s[middle:], depth-1)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	out := ""
	for i, f := range []func([]int){
		func(s []int) { wrapped(s, 2) },
		func(s []int) { wide(s, 3) },
		func(s []int) { moved(s, -1, 3) },
		recomputed,
		func(s []int) { reread(s, 3) },
		func(s []int) { readOnce(s, 3) },
		func(s []int) { smaller(s, 3) },
		func(s []int) { larger(s, 3, 3) },
		advanced, retreated, inner,
		func(s []int) { innerWrong(s, 3) },
		func(s []int) { global(s, 3) }} {
		n := 20 + i%3 + rng.Intn(5)
		if i < 2 {
			n = 510
		}
		s := rng.Perm(n)
		f(s)
		out += fmt.Sprint(s[:20], s[n-2:], "\n")
	}
	return out
}
