// Package kinds has recursive methods of interfaces and type switches.
package kinds

import (
	"fmt"
	"math/rand"
)

type shape interface{ area() int }

type leaf int

type both struct{ a, b shape }

type noted struct {
	in shape
	n  *int
}

func (l leaf) area() int { return int(l) }

func (b both) area() int { return b.a.area() + b.b.area() }

func (n noted) area() int {
	*n.n++
	return n.in.area()
}

// Term may be implemented by anyone.
type Term interface{ Value() int }

type Num int

type Add struct{ L, R Term }

func (n Num) Value() int { return int(n) }

func (a Add) Value() int { return a.L.Value() + a.R.Value() }

// switched knows its types.
func switched(x any) int {
	switch x := x.(type) {
	case leaf:
		return int(x)
	case both:
		return switched(x.a) - switched(x.b)
	case noted:
		return switched(x.in)
	case []any:
		n := 0
		for _, e := range x {
			n += switched(e)
		}
		return n
	case [2]any:
		return 2*switched(x[0]) + switched(x[1])
	case error:
		return len(x.Error())
	}
	return 0
}

// quietly knows its types and asks none.
func quietly(x any) int {
	switch x := x.(type) {
	case leaf:
		return int(x)
	case both:
		return quietly(x.a) - quietly(x.b)
	case *both:
		l := quietly(x.b)
		return l * 2 % 1001
	case [2]any:
		return 2*quietly(x[0]) + quietly(x[1])
	}
	return 0
}

// counting writes through what it finds in one of the cases.
func counting(x any) int {
	switch x := x.(type) {
	case leaf:
		return int(x)
	case both:
		return counting(x.a) - counting(x.b)
	case noted:
		*x.n++
		return counting(x.in)
	}
	return 0
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	n := 0
	var build func(d int) shape
	var term func(d int) Term
	build = func(d int) shape {
		if d == 0 {
			return leaf(rng.Intn(9))
		}
		if rng.Intn(4) == 0 {
			return noted{build(d - 1), &n}
		}
		return both{build(d - 1), build(d - 1)}
	}
	term = func(d int) Term {
		if d == 0 {
			return Num(rng.Intn(9))
		}
		return Add{term(d - 1), term(d - 1)}
	}
	s := build(5)
	return fmt.Sprint(s.area(), n, term(4).Value(), switched([]any{s, [2]any{s, leaf(3)}}), quietly([2]any{s, s}), counting(s), n)
}
