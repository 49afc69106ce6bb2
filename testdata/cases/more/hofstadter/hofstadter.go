// Package hofstadter has recursions whose arguments are calls again.
package hofstadter

import (
	"fmt"
	"math/rand"
)

// tak is Takeuchi's function: the three inner calls know nothing of each other.
func tak(x, y, z int) int {
	if x <= y {
		return z
	}
	return tak(tak(x-1, y, z), tak(y-1, z, x), tak(z-1, x, y))
}

// q looks back by its own last two values.
func q(n int) int {
	if n < 3 {
		return 1
	}
	return q(n-q(n-1)) + q(n-q(n-2))
}

func g(n int) int {
	if n == 0 {
		return 0
	}
	return n - g(g(n-1))
}

func ninetyOne(n int) int {
	if n > 100 {
		return n - 10
	}
	return ninetyOne(ninetyOne(n + 11))
}

// female and male are Hofstadter's married sequences.
func female(n int) int {
	if n == 0 {
		return 1
	}
	return n - male(female(n-1))
}

func male(n int) int {
	if n == 0 {
		return 0
	}
	return n - female(male(n-1))
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	return fmt.Sprint(tak(rng.Intn(7), rng.Intn(5), rng.Intn(4)), q(rng.Intn(12)), g(rng.Intn(14)), ninetyOne(60+rng.Intn(50)), female(rng.Intn(12)))
}
