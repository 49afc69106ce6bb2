// Package generics2 has type parameters with all sorts of names and uses.
package generics2

import (
	"cmp"
	"fmt"
	"math/rand"
)

type number interface {
	~int | ~int64 | ~float64
}

type Pair[A, B any] struct {
	Left  A
	Right B
}

// Sum has type parameters with names that a runtime may use too.
func Sum[A number, R number](xs []A, r R) (t R, n Pair[A, R]) {
	switch len(xs) {
	case 0:
		return r, n
	case 1:
		return R(xs[0]) + r, Pair[A, R]{xs[0], r}
	}
	m := len(xs) / 2
	a, l := Sum(xs[:m], r)
	b, _ := Sum[A, R](xs[m:], r)
	return a - b, l
}

type Tree[K cmp.Ordered, V any] struct {
	key  K
	val  V
	l, r *Tree[K, V]
}

// Map makes a tree of another type, and is called with two instances in one package.
func Map[K cmp.Ordered, V, W any](t *Tree[K, V], conv map[K]W) *Tree[K, W] {
	if t == nil {
		return nil
	}
	return &Tree[K, W]{key: t.key, val: conv[t.key], l: Map[K, V, W](t.l, conv), r: Map(t.r, conv)}
}

// Keys has a receiver with other names for the parameters.
func (t *Tree[A, _]) Keys() (out []A) {
	if t == nil {
		return
	}
	out = append(out, t.l.Keys()...)
	out = append(out, t.key)
	return append(out, t.r.Keys()...)
}

// Span returns the least and the largest key, with a flag.
func (t *Tree[K, V]) Span() (lo, hi K, ok bool) {
	if t == nil {
		return
	}
	lo, hi = t.key, t.key
	if l, _, ok := t.l.Span(); ok {
		lo = min(lo, l)
	}
	if _, h, ok := t.r.Span(); ok {
		hi = max(hi, h)
	}
	return lo, hi, true
}

// Merge writes into its first argument, whatever type it has.
func Merge[M ~map[K]V, K comparable, V number](into M, t *Pair[K, V], n int) V {
	into[t.Left] += t.Right
	if n == 0 {
		return into[t.Left]
	}
	return Merge(into, t, n-1) + Merge(into, t, n-1)
}

// Flip swaps halves in place for any slice of slices; only the places are written.
func Flip[S ~[]E, E any](s S) int {
	if len(s) < 2 {
		return len(s)
	}
	m := len(s) / 2
	for i := range m {
		s[i], s[len(s)-1-i] = s[len(s)-1-i], s[i]
	}
	return Flip(s[:m]) + 2*Flip(s[m:])
}

// Bump writes through pointers for any type that has them.
func Bump[T any, P interface {
	*T
	Add(int)
}](s []T, k int) {
	if len(s) == 0 {
		return
	}
	if len(s) == 1 {
		P(&s[0]).Add(k)
		return
	}
	Bump[T, P](s[:len(s)/2], k)
	Bump[T, P](s[len(s)/2:], k+1)
}

type acc struct{ n int }

func (a *acc) Add(k int) { a.n += k }

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	xs := rng.Perm(15)
	fs := []float64{1, 2.5, float64(rng.Intn(4))}
	a, p := Sum(xs, 1.5)
	b, q := Sum(fs, int64(2))
	var t *Tree[int, string]
	conv := map[int]float64{}
	for _, x := range xs {
		conv[x] = float64(x) / 2
		at := &t
		for *at != nil {
			if x < (*at).key {
				at = &(*at).l
			} else {
				at = &(*at).r
			}
		}
		*at = &Tree[int, string]{key: x, val: fmt.Sprint(x)}
	}
	u := Map(t, conv)
	lo, hi, ok := u.Span()
	as := make([]acc, 5)
	Bump(as, 2)
	return fmt.Sprint(a, p, b, q, u.Keys(), u.val, Map(u, map[int]string{3: "x"}).Keys(), lo, hi, ok,
		Merge(map[string]int{}, &Pair[string, int]{"k", 2}, 4), Flip(xs), xs, as)
}
