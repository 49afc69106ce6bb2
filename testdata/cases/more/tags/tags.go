// Package tags has labels on the very statements that make the calls.
package tags

import (
	"fmt"
	"math/rand"
)

// again jumps back to the statement with both calls.
func again(n, k int) int {
	if n == 0 {
		return k
	}
	s := 0
pair:
	s += again(n-1, k) - 2*again(n-1, k+1)
	if k > 2 {
		k--
		goto pair
	}
	return s % 1009
}

// ahead jumps over a statement in front of the calls.
func ahead(n, k int) int {
	if n == 0 {
		return k
	}
	if k%2 == 0 {
		goto pair
	}
	k++
pair:
	return ahead(n-1, k) - 2*ahead(n-1, k+1)
}

// unused has a label that only a loop behind it uses.
func unused(n, k int) int {
	if n == 0 {
		return k
	}
	a := unused(n-1, k)
	b := unused(n-1, k+1)
loop:
	for i := range n {
		if i == 2 {
			break loop
		}
		a -= i
	}
	return a - 2*b
}

// looped has the pair in the condition of a loop.
func looped(n, k int) int {
	if n <= 0 {
		return k & 1
	}
	s := 0
	for i := 0; i < looped(n-1, k)+looped(n-2, k+1); i++ {
		s += i + 1
	}
	return s
}

// posted has the pair in the post statement of a loop.
func posted(n, k int) int {
	if n <= 0 {
		return k & 1
	}
	s := 0
	for i := 0; i < 3; i += 1 + posted(n-1, k) + posted(n-2, k+1) {
		s += i + 1
	}
	return s
}

// begun has it in the first statement of a loop.
func begun(n, k int) int {
	if n <= 0 {
		return k & 1
	}
	s := 0
	for i, j := begun(n-1, k), begun(n-2, k+1); i+j < 4; i++ {
		s += i + j
	}
	return s
}

// literal has it in a function literal that is called at once, and around it.
func literal(n, k int) int {
	if n <= 0 {
		return k & 1
	}
	f := func(a, b int) int { return a - 2*b }
	return f(literal(n-1, k), literal(n-2, k+1))
}

// blocks has it in nested blocks.
func blocks(n, k int) (s int) {
	if n <= 0 {
		return k
	}
	{
		{
			s = blocks(n-1, k)
		}
		s -= 2 * blocks(n-2, k+1)
	}
	if n%2 == 0 {
		var a, b int
		{
			a = blocks(n-2, k+2)
			b = blocks(n-3, k)
		}
		s += a - b
	}
	return s
}

// selected has it as the operand of what may panic before the second call.
func selected(n int, box []int) int {
	if n <= 0 {
		return len(box)
	}
	return box[selected(n-1, box)%len(box)] + selected(n-2, box)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	k := rng.Intn(6)
	return fmt.Sprint(again(3, k), ahead(4, k), unused(4, k), looped(5, k), posted(4, k), begun(5, k), literal(5, k), blocks(6, k), selected(5, rng.Perm(7)))
}
