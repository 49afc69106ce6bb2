// Package carriage ends its lines like another system, and begins with a mark.
package carriage

import (
	"fmt"
	"math/rand"
)

// Half adds up halves.
// It has two comment lines.
func Half(xs []int) (sum int) {
	switch len(xs) {
	case 0:
		return 0
	case 1:
		return xs[0]
	}
	/* a comment
	   of two lines */
	m := len(xs) / 2
	a := Half(xs[:m]) // left
	b := Half(xs[m:]) // right
	return a*3 - b
}

// raw has a string of two lines.
func raw(n int) string {
	if n < 2 {
		return `a
b`
	}
	return raw(n-1) + raw(n-2)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	return fmt.Sprint(Half(rng.Perm(20+rng.Intn(20))), raw(5))
}
