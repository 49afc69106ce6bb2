// Package plumbing leads results to arguments by roundabout ways.
package plumbing

import (
	"fmt"
	"math/rand"
)

type cell struct{ n int }

func set(c *cell, n int) { c.n = n }

func get(c *cell) int { return c.n }

// direct passes what it got.
func direct(n int) int {
	if n < 1 {
		return 1
	}
	a := direct(n - 1)
	return a + direct((n-1)&^(a&1))
}

// boxed puts the result into a cell and takes the argument out of it.
func boxed(n int) int {
	if n < 1 {
		return 1
	}
	var c cell
	set(&c, boxed(n-1)&1)
	return get(&c) + boxed(n-1-get(&c))
}

// boxedOther puts it into one cell and takes the argument out of another.
func boxedOther(n int) int {
	if n < 1 {
		return 1
	}
	var c, d cell
	set(&d, 1)
	set(&c, boxedOther(n-1)&1)
	return get(&c) + boxedOther(n-get(&d))
}

// mapped goes by a map.
func mapped(n int) int {
	if n < 1 {
		return 1
	}
	m := map[string]int{}
	m["a"] = mapped(n-1) & 1
	return m["a"] + mapped(n-1-m["a"])
}

// captured goes by a closure.
func captured(n int) int {
	if n < 1 {
		return 1
	}
	a := 0
	arg := func() int { return n - 1 - a&1 }
	a = captured(n - 1)
	return a + captured(arg())
}

// field goes by a field of a struct that is copied.
func field(n int) int {
	if n < 1 {
		return 1
	}
	var c cell
	d := c
	c.n = field(n-1) & 1
	if n%3 == 0 {
		d = c
	}
	return c.n + field(n-1-d.n)
}

// fieldApart keeps the copy from before.
func fieldApart(n int) int {
	if n < 1 {
		return 1
	}
	c := cell{1}
	d := c
	c.n = fieldApart(n-1) & 1
	return c.n + fieldApart(n-d.n)
}

// length goes by the length of the first result.
func length(n int) []int {
	if n < 1 {
		return []int{n}
	}
	a := length(n - 1)
	b := length(n - 1 - len(a)%2)
	return append(a, b...)
}

// swapped goes by a swap.
func swapped(n, k int) int {
	if n < 1 {
		return k
	}
	x, y := n-1, 0
	y = swapped(x, k) & 1
	x, y = y, x
	return x + swapped(y-1, k) + y
}

// swappedIn lets the result arrive.
func swappedIn(n, k int) int {
	if n < 1 {
		return k
	}
	x, y := n-1, 0
	y = swappedIn(x, k) & 1
	x, y = y, x
	return x + swappedIn(n-1, x)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	n := 5 + rng.Intn(5)
	k := rng.Intn(50)
	return fmt.Sprint(k, direct(n), boxed(n), boxedOther(n), mapped(n), captured(n), field(n), fieldApart(n), length(n), swapped(n, k), swappedIn(n, k))
}
