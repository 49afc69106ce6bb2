// Package products multiplies polynomials and matrices.
package products

import (
	"fmt"
	"math/rand"
)

type view struct {
	v         []int
	off, w, n int
}

func (a view) at(i, j int) int { return a.v[a.off+i*a.w+j] }

func (a view) set(i, j, x int) { a.v[a.off+i*a.w+j] = x }

func (a view) quarter(i, j int) view {
	h := a.n / 2
	return view{a.v, a.off + i*h*a.w + j*h, a.w, h}
}

func zero(n int) view { return view{make([]int, n*n), 0, n, n} }

func plus(a, b view) view {
	c := zero(a.n)
	for i := range a.n {
		for j := range a.n {
			c.set(i, j, a.at(i, j)+b.at(i, j))
		}
	}
	return c
}

// times makes a new matrix from eight products.
func times(a, b view) view {
	c := zero(a.n)
	if a.n == 1 {
		c.set(0, 0, a.at(0, 0)*b.at(0, 0))
		return c
	}
	var q [2][2]view
	q[0][0] = plus(times(a.quarter(0, 0), b.quarter(0, 0)), times(a.quarter(0, 1), b.quarter(1, 0)))
	q[0][1] = plus(times(a.quarter(0, 0), b.quarter(0, 1)), times(a.quarter(0, 1), b.quarter(1, 1)))
	q[1][0] = plus(times(a.quarter(1, 0), b.quarter(0, 0)), times(a.quarter(1, 1), b.quarter(1, 0)))
	q[1][1] = plus(times(a.quarter(1, 0), b.quarter(0, 1)), times(a.quarter(1, 1), b.quarter(1, 1)))
	for i := range a.n {
		for j := range a.n {
			h := a.n / 2
			c.set(i, j, q[i/h][j/h].at(i%h, j%h))
		}
	}
	return c
}

// timesInto adds to quarters of one matrix, each of them twice.
func timesInto(c, a, b view) {
	if a.n == 1 {
		c.set(0, 0, c.at(0, 0)+a.at(0, 0)*b.at(0, 0))
		return
	}
	for i := range 2 {
		for j := range 2 {
			timesInto(c.quarter(i, j), a.quarter(i, 0), b.quarter(0, j))
			timesInto(c.quarter(i, j), a.quarter(i, 1), b.quarter(1, j))
		}
	}
}

// transpose works on quarters, which are no intervals.
func transpose(a view) {
	if a.n == 1 {
		return
	}
	h := a.n / 2
	for i := range h {
		for j := range h {
			x, y := a.at(i, h+j), a.at(h+i, j)
			a.set(i, h+j, y)
			a.set(h+i, j, x)
		}
	}
	transpose(a.quarter(0, 0))
	transpose(a.quarter(0, 1))
	transpose(a.quarter(1, 0))
	transpose(a.quarter(1, 1))
}

// poly multiplies with new slices.
func poly(a, b []int) []int {
	out := make([]int, len(a)+len(b))
	if len(a) < 3 {
		for i, x := range a {
			for j, y := range b {
				out[i+j] += x * y
			}
		}
		return out
	}
	h := len(a) / 2
	lo, hi := poly(a[:h], b), poly(a[h:], b)
	copy(out, lo)
	for i, x := range hi {
		out[h+i] += x
	}
	return out
}

// polyInto adds into parts of out that overlap.
func polyInto(out, a, b []int) {
	if len(a) < 3 {
		for i, x := range a {
			for j, y := range b {
				out[i+j] += x * y
			}
		}
		return
	}
	h := len(a) / 2
	polyInto(out[:h+len(b)], a[:h], b)
	polyInto(out[h:], a[h:], b)
}

// polyScratch makes room once and cuts it for each call, and for itself.
func polyScratch(a, b, room []int) []int {
	if len(a) < 3 {
		out := room[:len(a)+len(b)]
		clear(out)
		for i, x := range a {
			for j, y := range b {
				out[i+j] += x * y
			}
		}
		return out
	}
	h := len(a) / 2
	lo := polyScratch(a[:h], b, room)
	sum := append([]int{}, lo...)
	hi := polyScratch(a[h:], b, room)
	for i, x := range hi {
		if h+i < len(sum) {
			sum[h+i] += x
		} else {
			sum = append(sum, x)
		}
	}
	return sum
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	a, b, c := zero(4), zero(4), zero(4)
	for i := range a.v {
		a.v[i], b.v[i] = rng.Intn(9)-4, rng.Intn(9)-4
	}
	timesInto(c, a, b)
	p, q := rng.Perm(9), rng.Perm(5)
	out := make([]int, 14)
	polyInto(out, p, q)
	s := fmt.Sprint(times(a, b).v, c.v, poly(p, q), out, polyScratch(p, q, make([]int, 40)))
	transpose(a)
	return s + fmt.Sprint(a.v)
}
