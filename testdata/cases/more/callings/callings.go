// Package callings calls what it does not know, or could know.
package callings

import (
	"cmp"
	"fmt"
	"math/rand"
)

type tree[T any] struct {
	v    T
	l, r *tree[T]
}

// Count is generic and only counts.
func (t *tree[T]) Count() int {
	if t == nil {
		return 0
	}
	return 1 + t.l.Count() + t.r.Count()
}

// Largest compares by the order of the type itself.
func Largest[T cmp.Ordered](t *tree[T], least T) T {
	if t == nil {
		return least
	}
	return max(t.v, Largest(t.l, least), Largest[T](t.r, least))
}

type measured interface{ Measure() int }

// Weigh calls a method of a type parameter; anyone may bring the type.
func Weigh[T measured](t *tree[T]) int {
	if t == nil {
		return 0
	}
	return t.v.Measure() + Weigh(t.l) + Weigh(t.r)
}

// Fold calls a function that anyone may bring.
func Fold[T any](t *tree[T], f func(T, int, int) int) int {
	if t == nil {
		return 1
	}
	return f(t.v, Fold(t.l, f), Fold(t.r, f))
}

// fold is called with plain functions of this package only.
func fold[T any](t *tree[T], f func(T, int, int) int) int {
	if t == nil {
		return 1
	}
	return f(t.v, fold(t.l, f), fold(t.r, f))
}

// foldCounted is called with a closure that counts.
func foldCounted[T any](t *tree[T], f func(T, int, int) int) int {
	if t == nil {
		return 1
	}
	return f(t.v, foldCounted(t.l, f), foldCounted(t.r, f))
}

func plain(v, l, r int) int { return (v + 2*l - r) % 1009 }

// Hook may be set by anyone.
var Hook = func(n int) int { return n + 1 }

// hooked calls a package variable.
func hooked[T any](t *tree[T]) int {
	if t == nil {
		return Hook(1)
	}
	return hooked(t.l) + hooked(t.r)
}

// Same compares keys by ==, which for an interface may panic but not write.
func Same[K comparable](t *tree[K], k K) int {
	if t == nil {
		return 0
	}
	n := 0
	if t.v == k {
		n = 1
	}
	return n + Same(t.l, k) + Same(t.r, k)
}

// Zip maps a tree to a tree of pairs, two type parameters.
func Zip[A, B any](a *tree[A], b *tree[B]) *tree[struct {
	A A
	B B
}] {
	if a == nil || b == nil {
		return nil
	}
	return &tree[struct {
		A A
		B B
	}]{struct {
		A A
		B B
	}{a.v, b.v}, Zip(a.l, b.l), Zip(a.r, b.r)}
}

// Fill writes its halves; the slice type is a parameter.
func Fill[S ~[]E, E any](s S, v E) {
	if len(s) == 0 {
		return
	}
	if len(s) == 1 {
		s[0] = v
		return
	}
	m := len(s) / 2
	Fill(s[:m], v)
	Fill(s[m:], v)
}

type sack struct {
	tree[int]
	used *int
}

func (s sack) Measure() int { *s.used++; return s.v }

type stone int

func (s stone) Measure() int { return int(s) }

// weighStones has a fixed type whose method is known.
func weighStones(t *tree[stone]) int {
	if t == nil {
		return 0
	}
	return t.v.Measure() + weighStones(t.l) + weighStones(t.r)
}

// weighSacks has a fixed type whose method writes.
func weighSacks(t *tree[sack]) int {
	if t == nil {
		return 0
	}
	return t.v.Measure() + weighSacks(t.l) + weighSacks(t.r)
}

// by calls itself as a method expression.
func (t *tree[T]) by(k int) int {
	if t == nil {
		return k
	}
	return (*tree[T]).by(t.l, k+1) - (*tree[T]).by(t.r, k)
}

// bound calls itself by a method value.
func (t *tree[T]) bound(k int) int {
	if t == nil {
		return k
	}
	f := t.l.bound
	return f(k+1) - t.r.bound(k)
}

func build[T any](rng *rand.Rand, depth int, v func() T) *tree[T] {
	if depth == 0 || rng.Intn(6) == 0 {
		return nil
	}
	return &tree[T]{v(), build(rng, depth-1, v), build(rng, depth-1, v)}
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	t := build(rng, 6, func() int { return rng.Intn(100) })
	u := build(rng, 6, func() string { return string(rune('a' + rng.Intn(26))) })
	st := build(rng, 5, func() stone { return stone(rng.Intn(9)) })
	used, calls := 0, 0
	sk := build(rng, 5, func() sack { return sack{tree[int]{v: rng.Intn(9)}, &used} })
	s := make([]string, 9)
	Fill(s, string(rune('a'+rng.Intn(26))))
	return fmt.Sprint(t.Count(), u.Count(), Largest(t, -1), Largest(u, ""), Weigh(st), Weigh(sk), Fold(t, plain), fold(t, plain),
		foldCounted(t, func(v, l, r int) int { calls++; return v + l - r }), calls, hooked(t), Same(t, 7), Same(u, "k"),
		Zip(t, u).Count(), s, weighStones(st), weighSacks(sk), used, t.by(1), t.bound(1))
}
