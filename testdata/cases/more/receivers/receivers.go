// Package receivers cuts slices that are receivers or variadic lists.
package receivers

import (
	"fmt"
	"math/rand"
)

type ints []int

// sort cuts its receiver.
func (s ints) sort() {
	if len(s) < 2 {
		return
	}
	last, i := len(s)-1, 0
	for j, v := range s[:last] {
		if v < s[last] {
			s[i], s[j] = s[j], s[i]
			i++
		}
	}
	s[i], s[last] = s[last], s[i]
	s[:i].sort()
	s[i+1:].sort()
}

// mark appends to its receiver.
func (s ints) mark() int {
	if len(s) < 3 {
		s = append(s, 7)
		return s[0] - s[len(s)-1]
	}
	m := len(s) / 2
	r := s[m:].mark()
	return r - s[:m].mark()
}

// markClipped appends to its clipped receiver.
func (s ints) markClipped() int {
	if len(s) < 3 {
		s = append(s, 7)
		return s[0] - s[len(s)-1]
	}
	m := len(s) / 2
	r := s[m:len(s):len(s)].markClipped()
	return r - s[:m:m].markClipped()
}

// negate cuts the list of its arguments, which is the caller's slice.
func negate(k int, s ...int) {
	if len(s) < 2 {
		for i := range s {
			s[i] = k - s[i]
		}
		return
	}
	m := len(s) / 2
	negate(k, s[:m]...)
	negate(k+1, s[m:]...)
}

// negateAll passes the whole list twice.
func negateAll(k int, s ...int) int {
	if k < 1 {
		for i := range s {
			s[i] = 3 - s[i]*2
		}
		return s[0]
	}
	return negateAll(k-1, s...) + negateAll(k-2, s...)
}

// negateNew writes the list that the compiler makes for each call.
func negateNew(k int, s ...int) int {
	for i := range s {
		s[i] = k - s[i]
	}
	if k < 1 {
		return s[0] + 2*s[1]
	}
	return negateNew(k-1, s[1], s[0]) + negateNew(k-2, s[0], k)
}

type deck struct{ ints }

// turn cuts a slice embedded in a struct.
func (d deck) turn() {
	if len(d.ints) < 2 {
		for i := range d.ints {
			d.ints[i] ^= 5
		}
		return
	}
	m := len(d.ints) / 2
	deck{d.ints[:m]}.turn()
	deck{d.ints[m:]}.turn()
}

// turnAll cuts it badly.
func (d deck) turnAll(n int) {
	if n == 0 {
		for i := range d.ints {
			d.ints[i] = d.ints[i]*2 ^ 5
		}
		return
	}
	deck{d.ints[1:]}.turnAll(n - 1)
	d.turnAll(n - 1)
}

type view struct {
	s      []int
	lo, hi int
}

// turn cuts a range in a struct.
func (v view) turn() {
	if v.hi-v.lo < 2 {
		for i := v.lo; i < v.hi; i++ {
			v.s[i] ^= 3
		}
		return
	}
	m := (v.lo + v.hi) / 2
	view{v.s, v.lo, m}.turn()
	view{v.s, m, v.hi}.turn()
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	p := func() ints { return rng.Perm(20 + rng.Intn(9)) }
	a, b, c, d, e, f, g := p(), p(), p(), p(), p(), p(), p()
	a.sort()
	s := fmt.Sprint(a, b[:15].mark(), b, c.markClipped(), c)
	negate(4, d...)
	deck{e}.turn()
	deck{f[:9]}.turnAll(4)
	view{g, 2, len(g) - 1}.turn()
	return s + fmt.Sprint(d, negateAll(4, d...), d, negateNew(6, 3, 4), e, f, g)
}
