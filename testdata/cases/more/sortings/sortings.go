// Package sortings sorts in place in several ways.
package sortings

import (
	"cmp"
	"fmt"
	"math/rand"
	"slices"
)

// Hoare sorts around a pivot that may end up in either part.
func Hoare(a []int) {
	if len(a) < 2 {
		return
	}
	p := a[(len(a)-1)/2]
	i, j := -1, len(a)
	for {
		for i++; a[i] < p; i++ {
		}
		for j--; a[j] > p; j-- {
		}
		if i >= j {
			break
		}
		a[i], a[j] = a[j], a[i]
	}
	Hoare(a[:j+1])
	Hoare(a[j+1:])
}

// hoareWide cuts so that the pivot's place belongs to both.
func hoareWide(a []int, deep int) {
	if len(a) < 2 || deep == 0 {
		return
	}
	p := a[(len(a)-1)/2]
	i, j := -1, len(a)
	for {
		for i++; a[i] < p; i++ {
		}
		for j--; a[j] > p; j-- {
		}
		if i >= j {
			break
		}
		a[i], a[j] = a[j], a[i]
	}
	hoareWide(a[:j+1], deep-1)
	hoareWide(a[j:], deep-1)
}

// Merge sorts with a buffer made at each level.
func Merge[E cmp.Ordered](a []E) {
	if len(a) < 2 {
		return
	}
	m := len(a) / 2
	Merge(a[:m])
	Merge(a[m:])
	b := slices.Clone(a[:m])
	i, j, k := 0, m, 0
	for i < len(b) {
		if j < len(a) && a[j] < b[i] {
			a[k] = a[j]
			j++
		} else {
			a[k] = b[i]
			i++
		}
		k++
	}
}

// mergeWith uses half a buffer that both calls get.
func mergeWith[E cmp.Ordered](a, buf []E) {
	if len(a) < 2 {
		return
	}
	m := len(a) / 2
	mergeWith(a[:m], buf)
	mergeWith(a[m:], buf)
	b := buf[:copy(buf, a[:m])]
	i, j, k := 0, m, 0
	for i < len(b) {
		if j < len(a) && a[j] < b[i] {
			a[k] = a[j]
			j++
		} else {
			a[k] = b[i]
			i++
		}
		k++
	}
}

// pingpong sorts src into dst or dst into src; it writes both, cut at the same place.
func pingpong(dst, src []int, into bool) {
	if len(dst) < 2 {
		if into {
			copy(dst, src)
		}
		return
	}
	m := len(dst) / 2
	pingpong(dst[:m], src[:m], !into)
	pingpong(dst[m:], src[m:], !into)
	if !into {
		dst, src = src, dst
	}
	i, j := 0, m
	for k := range dst {
		if j >= len(src) || i < m && src[i] <= src[j] {
			dst[k] = src[i]
			i++
		} else {
			dst[k] = src[j]
			j++
		}
	}
}

// byKey sorts records by a key, with a pure function of the package.
func byKey(rs []record) {
	if len(rs) < 8 {
		slices.SortStableFunc(rs, record.compare)
		return
	}
	p := partition(rs)
	byKey(rs[:p])
	byKey(rs[p+1:])
}

type record struct {
	key  int
	name string
}

func (r record) compare(o record) int {
	return cmp.Or(cmp.Compare(r.key, o.key), cmp.Compare(r.name, o.name))
}

func partition(rs []record) int {
	last, i := len(rs)-1, 0
	for j := range last {
		if rs[j].compare(rs[last]) < 0 {
			rs[i], rs[j] = rs[j], rs[i]
			i++
		}
	}
	rs[i], rs[last] = rs[last], rs[i]
	return i
}

var pivots []int

// byKeyLogged notes each pivot.
func byKeyLogged(rs []record) {
	if len(rs) < 8 {
		slices.SortStableFunc(rs, record.compare)
		return
	}
	p := partition(rs)
	pivots = append(pivots, rs[p].key)
	byKeyLogged(rs[:p])
	byKeyLogged(rs[p+1:])
}

// bitonic sorts up or down.
func bitonic(a []int, up bool) {
	if len(a) < 2 {
		return
	}
	h := len(a) / 2
	bitonic(a[:h], true)
	bitonic(a[h:], false)
	flip(a, up)
}

func flip(a []int, up bool) {
	if len(a) < 2 {
		return
	}
	h := len(a) / 2
	lo, hi := a[:h], a[h:]
	for i := range lo {
		if (lo[i] > hi[i]) == up {
			lo[i], hi[i] = hi[i], lo[i]
		}
	}
	flip(lo, up)
	flip(hi, up)
}

// selected only recurses into one part.
func selected(a []int, k int) int {
	if len(a) == 1 {
		return a[0]
	}
	last, i := len(a)-1, 0
	for j := range last {
		if a[j] < a[last] {
			a[i], a[j] = a[j], a[i]
			i++
		}
	}
	a[i], a[last] = a[last], a[i]
	switch {
	case k < i:
		return selected(a[:i], k)
	case k > i:
		return selected(a[i+1:], k-i-1)
	}
	return a[i]
}

// introspect sorts the smaller part by a call and the larger one by the loop.
func introspect(a []int) {
	for len(a) > 1 {
		last, i := len(a)-1, 0
		for j := range last {
			if a[j] < a[last] {
				a[i], a[j] = a[j], a[i]
				i++
			}
		}
		a[i], a[last] = a[last], a[i]
		if i < len(a)/2 {
			introspect(a[:i])
			a = a[i+1:]
		} else {
			introspect(a[i+1:])
			a = a[:i]
		}
	}
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	n := 64
	a, b, c, d, e, f, g := rng.Perm(n), rng.Perm(n), rng.Perm(n), rng.Perm(n), rng.Perm(n), rng.Perm(n), rng.Perm(n)
	pivots = nil
	Hoare(a)
	hoareWide(b, 4)
	Merge(c)
	mergeWith(d, make([]int, n))
	pingpong(make([]int, n), e, false)
	bitonic(f, true)
	introspect(g)
	rs := make([]record, n)
	for i := range rs {
		rs[i] = record{rng.Intn(20), string(rune('a' + rng.Intn(26)))}
	}
	qs := slices.Clone(rs)
	byKey(rs)
	byKeyLogged(qs)
	return fmt.Sprint(a, b, c, d, e, f, g, rs, qs, pivots, selected(rng.Perm(n), rng.Intn(n)))
}
