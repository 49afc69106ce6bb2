// Package kitchens reads and writes one thing under two names.
package kitchens

import (
	"fmt"
	"math/rand"
)

type pot struct {
	n    int
	next *pot
}

// Stir writes a and reads b, which anyone may pass as the same pot.
func Stir(a, b *pot, n int) int {
	if n == 0 {
		a.n++
		return b.n
	}
	return Stir(a, b, n-1) + Stir(b, a, n-1)
}

// stir is called with two pots, but the calls change their places.
func stir(a, b *pot, n int) int {
	if n == 0 {
		a.n++
		return b.n
	}
	return stir(a, b, n-1) + stir(b, a, n-1)
}

// taste reads both under both names.
func taste(a, b *pot, n int) int {
	if n == 0 {
		return a.n - 2*b.n
	}
	return taste(a, b, n-1) + taste(b, a, n-1)
}

// Heat writes one thing of another type than the one it reads.
func Heat(xs []int, names []string, by map[string]int) {
	if len(xs) == 0 {
		return
	}
	if len(xs) == 1 {
		xs[0] += by[names[0]]
		return
	}
	m := len(xs) / 2
	Heat(xs[:m], names[:m], by)
	Heat(xs[m:], names[m:], by)
}

// Salt writes fields of pots and reads their links.
func Salt(ps []pot) int {
	if len(ps) == 0 {
		return 0
	}
	if len(ps) == 1 {
		ps[0].n++
		if ps[0].next != nil {
			return 1
		}
		return 0
	}
	m := len(ps) / 2
	return Salt(ps[:m]) + Salt(ps[m:])
}

// Pepper writes what the links lead to.
func Pepper(ps []pot) {
	if len(ps) == 0 {
		return
	}
	if len(ps) == 1 {
		if ps[0].next != nil {
			ps[0].next.n *= 3
		}
		return
	}
	m := len(ps) / 2
	Pepper(ps[:m])
	Pepper(ps[m:])
}

// Serve writes through a pointer it found in an any.
func Serve(xs []any) {
	if len(xs) == 0 {
		return
	}
	if len(xs) == 1 {
		if p, ok := xs[0].(*pot); ok {
			p.n = p.n*2 + 1
		}
		return
	}
	m := len(xs) / 2
	Serve(xs[:m])
	Serve(xs[m:])
}

// Clean puts new values into the places of an any slice.
func Clean(xs []any) {
	if len(xs) == 0 {
		return
	}
	if len(xs) == 1 {
		if n, ok := xs[0].(int); ok {
			xs[0] = n + 1
		}
		return
	}
	m := len(xs) / 2
	Clean(xs[:m])
	Clean(xs[m:])
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	a, b := &pot{n: rng.Intn(5)}, &pot{n: rng.Intn(9)}
	xs := rng.Perm(9)
	names := []string{"a", "b", "c", "a", "b", "c", "a", "b", "c"}
	Heat(xs, names, map[string]int{"a": 1, "c": 5})
	ps := make([]pot, 9)
	for i := range ps {
		ps[i] = pot{i, &ps[rng.Intn(9)]}
	}
	Pepper(ps)
	ys := []any{a, b, a, 3, 4, "x"}
	Serve(ys)
	Clean(ys)
	return fmt.Sprint(Stir(a, a, 4), stir(a, b, 4), taste(a, b, 4), xs, Salt(ps), ps[3].n, ps[4].n, a.n, b.n, ys[2:3][0] == a, ys[3:])
}
