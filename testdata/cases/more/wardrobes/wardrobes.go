// Package wardrobes returns parts of what it got, for its callers to use or to spoil.
package wardrobes

import (
	"fmt"
	"math/rand"
	"slices"
)

// longest returns a part of s.
func longest(s []int) []int {
	if len(s) < 2 {
		return s
	}
	m := len(s) / 2
	l, r := longest(s[:m]), longest(s[m:])
	if len(l) >= len(r) && l[0] >= r[0] {
		return l
	}
	return r
}

// spoiled writes the part that came back, which lies in its own half.
func spoiled(s []int) []int {
	if len(s) < 2 {
		return s
	}
	m := len(s) / 2
	l, r := spoiled(s[:m]), spoiled(s[m:])
	l[0], r[0] = r[0], l[0]
	return l
}

// extended extends the part that came back.
func extended(s []int) []int {
	if len(s) < 2 {
		return s
	}
	m := len(s) / 2
	r := extended(s[m:])
	l := extended(s[:m])
	l = append(l, r[0]+1, r[0])
	return l
}

// clipped extends a clipped part.
func clipped(s []int) []int {
	if len(s) < 2 {
		return slices.Clip(s)
	}
	m := len(s) / 2
	r := clipped(s[m:])
	l := clipped(s[:m])
	l = append(l, r[0]+1)
	return l
}

var none = make([]int, 0, 64)

// fromNone starts from a package slice with room.
func fromNone(n int) []int {
	if n < 1 {
		return none
	}
	a := fromNone(n - 1)
	b := fromNone(n - 2)
	return append(append(a, n), b...)
}

// fromNil starts from nothing.
func fromNil(n int) []int {
	if n < 1 {
		return nil
	}
	a := fromNil(n - 1)
	b := fromNil(n - 2)
	return append(append(a, n), b...)
}

// fromGiven starts from a slice that all calls get.
func fromGiven(n int, given []int) []int {
	if n < 1 {
		return given
	}
	a := fromGiven(n-1, given)
	b := fromGiven(n-2, given)
	return append(append(a, n), b...)
}

// inserted inserts into the left result, which may be the argument.
func inserted(s []int, v int) []int {
	if len(s) < 3 {
		return s
	}
	m := len(s) / 2
	r := inserted(s[m:], v)
	l := inserted(s[:m], v)
	return slices.Insert(l, 0, v+len(r), v, v, 4)
}

// concatenated joins into a new slice by the library.
func concatenated(s []int, v int) []int {
	if len(s) < 3 {
		return s
	}
	m := len(s) / 2
	r := concatenated(s[m:], v)
	l := concatenated(s[:m], v)
	return slices.Concat(l, []int{v}, r)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	n := 12 + rng.Intn(6)
	a, b, c, d, e := rng.Perm(n), rng.Perm(n), rng.Perm(n), rng.Perm(n), rng.Perm(n)
	none = make([]int, 0, 64)
	return fmt.Sprint(longest(a), spoiled(b), b, extended(c), c, clipped(d), d, fromNone(5), fromNil(5), fromGiven(5, e[:2]), e, inserted(a, 7), a, concatenated(b, 3), b)
}
