// Package posting passes structs by value, some of which hold more than they show.
package posting

import (
	"fmt"
	"math/rand"
	"slices"
)

type board struct {
	cells [8]int
	turn  int
}

// play writes its own copy.
func play(b board, n int) int {
	if n == 0 {
		s := 0
		for i, c := range b.cells {
			s += (i + 1) * c
		}
		return s
	}
	b.cells[n%8] += b.turn
	b.turn++
	left := play(b, n-1)
	b.cells[(n+3)%8]--
	return left - 2*play(b, n-1)
}

type sheet struct {
	cells []int
	turn  int
}

// fill writes what all copies share.
func fill(b sheet, n int) int {
	if n == 0 {
		s := 0
		for i, c := range b.cells {
			s += (i + 1) * c
		}
		return s
	}
	b.cells[n%8] += b.turn
	b.turn++
	return fill(b, n-1) - 2*fill(b, n-1)
}

// fillCopy clones the cells first.
func fillCopy(b sheet, n int) int {
	if n == 0 {
		s := 0
		for i, c := range b.cells {
			s += (i + 1) * c
		}
		return s
	}
	b.cells = slices.Clone(b.cells)
	b.cells[n%8] += b.turn
	b.turn++
	return fillCopy(b, n-1) - 2*fillCopy(b, n-1)
}

type tally struct {
	name string
	seen map[int]int
}

// count passes a struct with a map.
func count(t tally, n int) int {
	t.seen[n%3]++
	if n < 2 {
		return t.seen[0]
	}
	return count(t, n-1) + count(t, n-2)
}

// peek passes the same struct and only reads.
func peek(t tally, n int) int {
	if n < 2 {
		return t.seen[n] + len(t.name)
	}
	return peek(t, n-1) + peek(t, n-2)
}

// deep copies the struct behind a pointer and changes a slice in the copy.
func deep(p *sheet, n int) int {
	if n == 0 {
		return p.cells[0] + p.turn
	}
	c := *p
	c.turn += n
	c.cells[n%8]++
	return deep(&c, n-1) + deep(p, n-1)
}

// deepOwn copies the struct and changes a plain field in the copy.
func deepOwn(p *sheet, n int) int {
	if n == 0 {
		return p.cells[0] + p.turn
	}
	c := *p
	c.turn += n
	return deepOwn(&c, n-1) + deepOwn(p, n-1)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	cells := func() []int { return rng.Perm(8) }
	b := board{turn: rng.Intn(5)}
	copy(b.cells[:], cells())
	n := 3 + rng.Intn(5)
	t := tally{"x", map[int]int{1: 4}}
	s := sheet{cells(), 2}
	return fmt.Sprint(play(b, n), fill(sheet{cells(), 1}, n), fillCopy(sheet{cells(), 1}, n), count(t, n), peek(t, n), deep(&s, n), deepOwn(&s, n), s)
}
