// Package treaps joins ordered trees, by copies and in place.
package treaps

import (
	"fmt"
	"math/rand"
)

type treap struct {
	key, pri int
	l, r     *treap
}

// split returns the smaller and the larger keys in new nodes.
func split(t *treap, key int) (*treap, *treap) {
	if t == nil {
		return nil, nil
	}
	if t.key < key {
		a, b := split(t.r, key)
		return &treap{t.key, t.pri, t.l, a}, b
	}
	a, b := split(t.l, key)
	if t.key == key {
		return a, t.r
	}
	return a, &treap{t.key, t.pri, b, t.r}
}

// union makes a new tree of both.
func union(a, b *treap) *treap {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	if a.pri < b.pri {
		a, b = b, a
	}
	lo, hi := split(b, a.key)
	return &treap{a.key, a.pri, union(a.l, lo), union(a.r, hi)}
}

func cut(t *treap, key int) (lo, hi *treap) {
	if t == nil {
		return nil, nil
	}
	if t.key < key {
		t.r, hi = cut(t.r, key)
		return t, hi
	}
	lo, t.l = cut(t.l, key)
	if t.key == key {
		return lo, t.r
	}
	return lo, t
}

// merge makes one tree of both in place.
func merge(a, b *treap) *treap {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	if a.pri < b.pri {
		a, b = b, a
	}
	lo, hi := cut(b, a.key)
	a.l = merge(a.l, lo)
	a.r = merge(a.r, hi)
	return a
}

// shape is a text of the keys.
func shape(t *treap) string {
	if t == nil {
		return "."
	}
	return "(" + shape(t.l) + string(rune('a'+t.key%26)) + shape(t.r) + ")"
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	var a, b *treap
	for i := range 60 {
		n := &treap{key: rng.Intn(500), pri: rng.Int()}
		if i%2 == 0 {
			a = union(a, n)
		} else {
			b = union(b, n)
		}
	}
	u := union(a, b)
	s := shape(u)
	return s + fmt.Sprint(shape(merge(a, b)) == s)
}
