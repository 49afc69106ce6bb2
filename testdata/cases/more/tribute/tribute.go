// Package tribute adds three terms, with and without something on the side.
package tribute

import (
	"fmt"
	"math/rand"
)

var ledger struct{ calls, leaves int }

func enter() { bump(&ledger.calls) }

func bump(p *int) { *p++ }

// Three adds the last three terms.
func Three(n int) int {
	if n < 3 {
		return n
	}
	return Three(n-1) + Three(n-2) + Three(n-3)
}

// threeNoted counts the leaves by two helpers.
func threeNoted(n int) int {
	if n < 3 {
		enter()
		return n
	}
	return threeNoted(n-1) + threeNoted(n-2) + threeNoted(n-3)
}

// threeKnown reads a package variable that only Run sets.
func threeKnown(n int) int {
	if n < base {
		return n
	}
	return threeKnown(n-1) - threeKnown(n-2) + threeKnown(n-3)
}

var base = 3

// parity chooses the second argument by the first result.
func parity(n int) int {
	if n < 2 {
		return n
	}
	k := n - 1
	a := parity(n - 1)
	if a%2 == 0 {
		k = n - 2
	}
	return a + parity(k)
}

// last calls a third time with what came out of two calls that are apart.
func last(n int) int {
	if n < 2 {
		return n + 1
	}
	a := last(n - 1)
	b := last(n - 2)
	return last((a+b)%2) + a
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	ledger.calls = 0
	base = 3
	n := 4 + rng.Intn(9)
	return fmt.Sprint(Three(n), threeNoted(n), threeKnown(n), ledger.calls, parity(n), last(n))
}
