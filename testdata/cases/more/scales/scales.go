// Package scales returns several results from each call.
package scales

import (
	"fmt"
	"math/rand"
)

// Range returns the least and the largest value.
func Range(xs []int) (lo, hi int) {
	if len(xs) == 1 {
		return xs[0], xs[0]
	}
	m := len(xs) / 2
	lo, hi = Range(xs[:m])
	lo2, hi2 := Range(xs[m:])
	if lo2 < lo {
		lo = lo2
	}
	if hi2 > hi {
		hi = hi2
	}
	return
}

// Moments returns count, sum and sum of squares; one of the results is dropped.
func Moments(xs []float64) (n int, sum, squares float64) {
	switch len(xs) {
	case 0:
		return
	case 1:
		return 1, xs[0], xs[0] * xs[0]
	}
	m := len(xs) / 2
	_, s1, q1 := Moments(xs[:m])
	_, s2, q2 := Moments(xs[m:])
	return len(xs), s1 + s2, q1 + q2
}

// drift feeds the first result into the second call.
func drift(xs []int, from int) (to, steps int) {
	if len(xs) < 2 {
		for _, x := range xs {
			from = from*3%101 + x
			steps++
		}
		return from, steps
	}
	m := len(xs) / 2
	to, s1 := drift(xs[:m], from)
	to, s2 := drift(xs[m:], to)
	return to, s1 + s2
}

// driftNot calls its second result what drift feeds on, but passes from.
func driftNot(xs []int, from int) (to, steps int) {
	if len(xs) < 2 {
		for _, x := range xs {
			from = from*3%101 + x
			steps++
		}
		return from, steps
	}
	m := len(xs) / 2
	to, s1 := driftNot(xs[:m], from)
	to2, s2 := driftNot(xs[m:], from+1)
	return to + to2, s1 + s2
}

// corner returns an array and an error.
func corner(n int) (out [3]int, err error) {
	if n <= 0 {
		out[n&1] = 1
		return out, nil
	}
	a, errA := corner(n - 1)
	b, errB := corner(n - 2)
	for i := range out {
		out[i] = a[i] + b[(i+1)%3]
	}
	if errA != nil {
		return out, errA
	}
	return out, errB
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	xs := rng.Perm(50 + rng.Intn(20))
	fs := make([]float64, len(xs))
	for i := range fs {
		fs[i] = rng.NormFloat64()
	}
	lo, hi := Range(xs)
	n, s, q := Moments(fs)
	to, steps := drift(xs, 4)
	a, b := driftNot(xs, 4)
	c, err := corner(10)
	return fmt.Sprint(lo, hi, n, s, q, to, steps, a, b, c, err)
}
