// Package hooks keeps functions in structs, maps and variables.
package hooks

import (
	"fmt"
	"math/rand"
)

type tree struct {
	v    int
	l, r *tree
}

type rules struct {
	leaf  func(int) int
	names map[string]func(int) int
}

// byField calls a function in a field.
func (r *rules) byField(t *tree) int {
	if t == nil {
		return r.leaf(1)
	}
	return r.byField(t.l) + r.byField(t.r)
}

// byName calls a function in a map.
func (r *rules) byName(t *tree) int {
	if t == nil {
		return r.names["leaf"](1)
	}
	return r.byName(t.l) + r.byName(t.r)
}

// square is set once, below.
var square = func(n int) int { return n * n }

// byVar calls a variable that nobody sets again.
func byVar(t *tree) int {
	if t == nil {
		return square(3)
	}
	return byVar(t.l) - byVar(t.r) + square(t.v)%7
}

// byChoice picks one of two functions of the package that calculate.
func byChoice(t *tree) int {
	if t == nil {
		return 1
	}
	f := twice
	if t.v%2 == 0 {
		f = thrice
	}
	return f(t.v) + byChoice(t.l) - byChoice(t.r)
}

// byBadChoice picks one that counts in one of the cases.
func byBadChoice(t *tree) int {
	if t == nil {
		return 1
	}
	f := twice
	if t.v%2 == 0 {
		f = counted
	}
	return f(t.v) + byBadChoice(t.l) - byBadChoice(t.r)
}

func twice(n int) int { return 2 * n }

func thrice(n int) int { return 3 * n }

var count int

func counted(n int) int {
	count++
	return n
}

// byLiteral calls a literal that reads its frame.
func byLiteral(t *tree, k int) int {
	if t == nil {
		return k
	}
	weigh := func(n int) int { return n*k + t.v }
	return weigh(byLiteral(t.l, k+1)) - weigh(byLiteral(t.r, k))%101
}

// byWriting calls a literal that writes its frame, after both calls.
func byWriting(t *tree, k int) (sum int) {
	if t == nil {
		return k
	}
	add := func(n int) { sum = sum*3 + n }
	a, b := byWriting(t.l, k+1), byWriting(t.r, k)
	add(a)
	add(b)
	return sum % 1009
}

// byPassing passes its literal to both calls.
func byPassing(t *tree, add func(int)) {
	if t == nil {
		add(1)
		return
	}
	n := t.v
	byPassing(t.l, func(k int) { n += k })
	byPassing(t.r, func(k int) { n -= k })
	add(n)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]tree, 30)
	for i := range all {
		all[i].v = rng.Intn(90)
		if j := 2*i + 1; j < len(all) {
			all[i].l = &all[j]
		}
		if j := 2*i + 1 + rng.Intn(2); j < len(all) {
			all[i].r = &all[j]
		}
	}
	t := &all[0]
	count = 0
	n, m := 0, 0
	r := &rules{leaf: func(k int) int { m++; return k + m }, names: map[string]func(int) int{"leaf": counted}}
	byPassing(t, func(k int) { n += k })
	return fmt.Sprint(r.byField(t), r.byName(t), byVar(t), byChoice(t), byBadChoice(t), count, m, byLiteral(t, 2), byWriting(t, 2), n)
}
