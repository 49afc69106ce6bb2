// Package carriers hides what is written in structs, closures and numbers that are copied.
package carriers

import (
	"fmt"
	"math/big"
	"math/rand"
)

type task struct {
	do   func(int)
	name string
}

type shelf struct {
	a struct {
		b struct{ c struct{ d struct{ p *int } } }
	}
}

type book struct {
	pages [2][2]*int
	next  map[string][]*int
}

func (t task) run(n int) { t.do(n) }

// ran calls a closure in a struct, which writes what all share.
func ran(p *int, n int) int {
	t := task{do: func(k int) { *p += k }}
	if n == 0 {
		t.run(3)
		return *p
	}
	return ran(p, n-1) - 2*ran(p, n-1)
}

// ranOwn has it write the frame's own.
func ranOwn(k, n int) int {
	if n == 0 {
		sum := k
		t := task{do: func(k int) { sum += k }}
		t.run(3)
		t.run(4)
		return sum
	}
	return ranOwn(k+1, n-1) - 2*ranOwn(k, n-1)
}

// deep writes behind a pointer that lies deep in a struct by value.
func deep(s shelf, n int) int {
	if n == 0 {
		*s.a.b.c.d.p++
		return *s.a.b.c.d.p
	}
	t := s
	return deep(s, n-1) - 2*deep(t, n-1)
}

// deepOwn puts a new pointer there first.
func deepOwn(s shelf, n int) int {
	if n == 0 {
		return *s.a.b.c.d.p
	}
	v := *s.a.b.c.d.p + n
	t := s
	t.a.b.c.d.p = &v
	return deepOwn(s, n-1) - 2*deepOwn(t, n-1)
}

// pages writes behind pointers in arrays of arrays.
func pages(b book, n int) int {
	if n == 0 {
		*b.pages[1][0]++
		return *b.pages[0][0]
	}
	c := b
	c.pages[0], c.pages[1] = b.pages[1], b.pages[0]
	return pages(b, n-1) - 2*pages(c, n-1)
}

// index writes behind pointers in slices in a map.
func index(b book, n int) int {
	if n == 0 {
		for _, p := range b.next["x"] {
			*p += 2
		}
		return *b.pages[0][0]
	}
	return index(book{next: b.next, pages: b.pages}, n-1) - 2*index(b, n-1)
}

// halved copies a big number by value: the copy has the same words.
func halved(x *big.Int, n int) int {
	if n == 0 {
		z := *x
		z.Rsh(&z, 1)
		return x.BitLen() + z.BitLen()
	}
	return halved(x, n-1) - 2*halved(x, n-1)
}

// halvedSet copies it as one should.
func halvedSet(x *big.Int, n int) int {
	if n == 0 {
		var z big.Int
		z.Set(x)
		z.Rsh(&z, 1)
		return x.BitLen() + z.BitLen()
	}
	return halvedSet(x, n-1) - 2*halvedSet(x, n-1)
}

// words writes the words of a number.
func words(x *big.Int, n int) int {
	if n == 0 {
		w := x.Bits()
		w[0] ^= 1
		return int(w[0] & 7)
	}
	return words(x, n-1) - 2*words(x, n-1)
}

type pair[T any] struct{ l, r T }

func (p pair[T]) swap() pair[T] { return pair[T]{p.r, p.l} }

// swapped swaps a generic pair of pointers and writes behind one.
func swapped(p pair[*int], n int) int {
	if n == 0 {
		*p.swap().l++
		return *p.l
	}
	return swapped(p.swap(), n-1) - 2*swapped(p, n-1)
}

// swappedRead only reads.
func swappedRead(p pair[*int], n int) int {
	if n == 0 {
		return *p.swap().l
	}
	return swappedRead(p.swap(), n-1) - 2*swappedRead(p, n-1)
}

// stored keeps a pointer to its own number in a struct that the second call gets.
func stored(b *book, n int) int {
	if n == 0 {
		*b.pages[0][1]++
		return *b.pages[0][1]
	}
	v := n
	c := *b
	c.pages[0][1] = &v
	a := stored(&c, n-1)
	return a - 2*stored(&c, n-1) + v
}

// storedTwo gives each call a number of its own.
func storedTwo(b *book, n int) int {
	if n == 0 {
		*b.pages[0][1]++
		return *b.pages[0][1]
	}
	v, w := n, 2*n
	c, d := *b, *b
	c.pages[0][1] = &v
	d.pages[0][1] = &w
	a := storedTwo(&c, n-1)
	return a - 2*storedTwo(&d, n-1) + v - w
}

// any2 hides the pointer in an array in an any.
func any2(x any, n int) int {
	if n == 0 {
		a := x.([2]any)
		*a[1].(*int)++
		return *a[0].(*int)
	}
	a := x.([2]any)
	return any2([2]any{a[1], a[0]}, n-1) - 2*any2(x, n-1)
}

// chosen gets a pointer from a function that returns one of several things.
func chosen(p *int, n int) int {
	if n == 0 {
		q := choose(n == 0, new(int), p)
		*q++
		return *p
	}
	return chosen(p, n-1) - 2*chosen(p, n-1)
}

func choose(second bool, p, q *int) *int {
	for _, r := range []*int{p, q} {
		if second {
			return r
		}
		second = !second
	}
	return q
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	x, y, z := rng.Intn(9), 2, 3
	var s shelf
	s.a.b.c.d.p = &x
	b := book{pages: [2][2]*int{{&x, &y}, {&z, &x}}, next: map[string][]*int{"x": {&x, &y, &x}}}
	k := big.NewInt(rng.Int63())
	out := fmt.Sprint(ran(&x, 3), ranOwn(1, 4), deep(s, 3), deepOwn(s, 4), pages(b, 3), index(b, 3), halvedSet(k, 3), halved(k, 3), words(k, 3), k)
	return out + fmt.Sprint(swappedRead(pair[*int]{&x, &y}, 3), swapped(pair[*int]{&x, &y}, 3), stored(&b, 3), storedTwo(&b, 3), any2([2]any{&x, &y}, 3), chosen(&z, 3), x, y, z)
}
