// Package openings hands the first call a number that the second call will write.
package openings

import (
	"fmt"
	"math/rand"
)

// shift adds to each value what the first call found at the start of the right part before anybody changed it.
func shift(s []int, by int) int {
	if len(s) < 2 {
		for i := range s {
			s[i] += by
		}
		return by
	}
	m := len(s) / 2
	return shift(s[:m], s[m]) - 2*shift(s[m:], by+1)
}

type acc struct{ n int }

// apart gives the first call the number of the struct that the second one gets.
func apart(a *acc, k, d int) int {
	if d == 0 {
		a.n += k
		return a.n
	}
	l, r := &acc{k}, &acc{k + 1}
	x := apart(l, r.n, d-1)
	y := apart(r, k, d-1)
	return x - 2*y
}

// statement does it in a statement of its own.
func statement(s []int, by int) int {
	if len(s) < 2 {
		for i := range s {
			s[i] = s[i]*3 + by
		}
		return by
	}
	m := len(s) / 2
	left := s[:m]
	a := statement(left, s[len(s)-1])
	b := statement(s[m:], by)
	return a - b
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	a, b := rng.Perm(20), rng.Perm(20)
	return fmt.Sprint(shift(a, 1), a, apart(&acc{}, rng.Intn(9), 5), statement(b, 2), b)
}
