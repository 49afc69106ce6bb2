// Package minefield writes through the elements of slices that are cut cleanly.
package minefield

import (
	"fmt"
	"math/rand"
)

type coin struct{ worth int }

// Mint writes through pointers; one pointer may stand in both halves.
func Mint(cs []*coin) {
	if len(cs) == 0 {
		return
	}
	if len(cs) == 1 {
		cs[0].worth = cs[0].worth*2 + 1
		return
	}
	m := len(cs) / 2
	Mint(cs[:m])
	Mint(cs[m:])
}

// Strike writes the elements themselves.
func Strike(cs []coin) {
	if len(cs) == 0 {
		return
	}
	if len(cs) == 1 {
		cs[0].worth = cs[0].worth*2 + 1
		return
	}
	m := len(cs) / 2
	Strike(cs[:m])
	Strike(cs[m:])
}

// Replace writes pointers, not through them.
func Replace(cs []*coin) {
	if len(cs) == 0 {
		return
	}
	if len(cs) == 1 {
		cs[0] = &coin{cs[0].worth + 1}
		return
	}
	m := len(cs) / 2
	Replace(cs[:m])
	Replace(cs[m:])
}

// Rows writes cells of rows; two rows may be one.
func Rows(rows [][]int) {
	if len(rows) == 0 {
		return
	}
	if len(rows) == 1 {
		for i := range rows[0] {
			rows[0][i] = rows[0][i]*3 + 1
		}
		return
	}
	m := len(rows) / 2
	Rows(rows[:m])
	Rows(rows[m:])
}

// Grid writes cells of arrays.
func Grid(rows [][4]int) {
	if len(rows) == 0 {
		return
	}
	if len(rows) == 1 {
		for i := range rows[0] {
			rows[0][i] = rows[0][i]*3 + 1
		}
		return
	}
	m := len(rows) / 2
	Grid(rows[:m])
	Grid(rows[m:])
}

// Flatten writes rows and reads a slice of ints that may be one of the rows.
func Flatten(rows [][4]int, add []int) {
	if len(rows) == 0 {
		return
	}
	if len(rows) == 1 {
		for i, a := range add {
			rows[0][i%4] += a
		}
		return
	}
	m := len(rows) / 2
	Flatten(rows[:m], add)
	Flatten(rows[m:], add)
}

// FlattenBy reads a slice of another type that cannot lie in a row.
func FlattenBy(rows [][4]int, add []int32) {
	if len(rows) == 0 {
		return
	}
	if len(rows) == 1 {
		for i, a := range add {
			rows[0][i%4] += int(a)
		}
		return
	}
	m := len(rows) / 2
	FlattenBy(rows[:m], add)
	FlattenBy(rows[m:], add)
}

// Weigh writes its part and reads a number that may be one of the values.
func Weigh(s []int, by *int) {
	if len(s) == 0 {
		return
	}
	if len(s) == 1 {
		s[0] += *by
		return
	}
	m := len(s) / 2
	Weigh(s[:m], by)
	Weigh(s[m:], by)
}

// WeighBy reads a number of its own.
func WeighBy(s []int, by int) {
	if len(s) == 0 {
		return
	}
	if len(s) == 1 {
		s[0] += by
		return
	}
	m := len(s) / 2
	WeighBy(s[:m], by)
	WeighBy(s[m:], by)
}

type tag struct {
	n    int
	next *tag
}

// Chain writes elements and walks along links that may lead to elements of the other half.
func Chain(ts []tag) int {
	if len(ts) == 0 {
		return 0
	}
	if len(ts) == 1 {
		ts[0].n++
		s := 0
		for p := ts[0].next; p != nil; p = p.next {
			s += p.n
		}
		return s
	}
	m := len(ts) / 2
	return Chain(ts[:m]) + Chain(ts[m:])
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	n := 10 + rng.Intn(20)
	ps, cs := make([]*coin, n), make([]coin, n)
	rows, grid := make([][]int, n), make([][4]int, n)
	base := rng.Perm(5)
	ts := make([]tag, n)
	for i := range ps {
		ps[i] = &cs[rng.Intn(n)]
		rows[i] = base[i%3:]
		grid[i] = [4]int{i, rng.Intn(9)}
		if i > 0 {
			ts[i] = tag{rng.Intn(9), &ts[rng.Intn(i)]}
		}
	}
	Mint(ps)
	Strike(cs)
	Replace(ps)
	Rows(rows)
	Grid(grid)
	Flatten(grid, grid[n/2][:])
	FlattenBy(grid, []int32{1, 2})
	s := rng.Perm(n)
	Weigh(s, &s[n/2])
	WeighBy(s, 4)
	return fmt.Sprint(ps[0].worth, cs, rows, grid, s, Chain(ts))
}
