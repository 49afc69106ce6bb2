// Package namesakes has calls that look recursive and are not, and builtins that are not builtins.
package namesakes

import (
	"fmt"
	"math/rand"
	str "strings"
)

type leaf struct{ v int }

type twig struct{ a, b leaf }

type bough struct {
	twig
	l, r *bough
}

func (l leaf) size() int { return l.v%3 + 1 }

// size calls the method of the same name on another type.
func (t twig) size() int { return t.a.size() + t.b.size() }

// size is recursive; the promoted one below it is not.
func (b *bough) size() int {
	if b == nil {
		return 0
	}
	return b.twig.size() + b.l.size() + b.r.size()
}

var looked int

// max is not the builtin.
func max(a, b int) int {
	looked++
	if a > b {
		return a
	}
	return b
}

func (b *bough) height() int {
	if b == nil {
		return 0
	}
	return 1 + max(b.l.height(), b.r.height())
}

func (b *bough) depth() int {
	if b == nil {
		return 0
	}
	max := func(x, y int) int {
		if x > y {
			return x
		}
		return y
	}
	l, r := b.l.depth(), b.r.depth()
	return 1 + max(l, r)
}

// weight calls a variable that shadows it.
func weight(b *bough) int {
	weight := func(b *bough) int { return b.a.v }
	if b == nil || b.l == nil || b.r == nil {
		return 1
	}
	return weight(b.l) + weight(b.r)
}

// Repeat calls the library's Repeat.
func Repeat(s string, n int) string {
	return str.Repeat(s, n) + str.Repeat("-", n)
}

// outer is not recursive; the function inside has its name.
func outer(n int) int {
	var outer func(int) int
	outer = func(k int) int {
		if k < 2 {
			return 1
		}
		return outer(k-1) + outer(k-2)
	}
	return outer(n)
}

// append is not the builtin either.
func append(log *[]int, v int) []int {
	*log = (*log)[:len(*log):cap(*log)]
	(*log)[v%len(*log)] += v
	return *log
}

func (b *bough) list(log []int) int {
	if b == nil {
		return 0
	}
	append(&log, b.a.v)
	return b.l.list(log) + b.r.list(log)
}

// sum has a parameter with the name of a package, and one with the name of a type.
func sum(str *bough, leaf int) int {
	if str == nil {
		return leaf
	}
	return sum(str.l, leaf+1) - sum(str.r, str.a.v)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	looked = 0
	all := make([]bough, 60)
	for i := range all {
		all[i].a.v, all[i].b.v = rng.Intn(50), rng.Intn(50)
		if 2*i+2 < len(all) {
			all[i].l, all[i].r = &all[2*i+1], &all[2*i+2]
		}
	}
	b := &all[0]
	log := make([]int, 7)
	return fmt.Sprint(b.size(), b.height(), b.depth(), weight(b), Repeat("ab", 2), outer(9), b.list(log), log, sum(b, 3), looked)
}
