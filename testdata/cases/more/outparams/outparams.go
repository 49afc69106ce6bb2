// Package outparams returns results through pointers.
package outparams

import (
	"fmt"
	"math/rand"
)

type tree struct {
	v    int
	sums [2]int
	l, r *tree
}

// apart gives each call a variable of its own.
func apart(t *tree, out *int) {
	if t == nil {
		*out = 1
		return
	}
	var a, b int
	apart(t.l, &a)
	apart(t.r, &b)
	*out = t.v + a - 2*b
}

// together gives both calls one variable.
func together(t *tree, out *int) {
	if t == nil {
		*out += 1
		return
	}
	var a int
	together(t.l, &a)
	together(t.r, &a)
	*out = t.v + a
}

// cells gives each call an element of a local array.
func cells(t *tree, out *int) {
	if t == nil {
		*out = 1
		return
	}
	var a [2]int
	cells(t.l, &a[0])
	cells(t.r, &a[1])
	*out = t.v + a[0] - a[1]
}

// cell gives both calls the same element.
func cell(t *tree, out *int, k int) {
	if t == nil {
		*out += k
		return
	}
	var a [2]int
	cell(t.l, &a[k&1], k+1)
	cell(t.r, &a[1], k+2)
	*out += t.v + a[0] - a[1]
}

// inNode keeps the results in two fields of the node.
func inNode(t *tree, out *int) {
	if t == nil {
		*out = 1
		return
	}
	inNode(t.l, &t.sums[0])
	inNode(t.r, &t.sums[1])
	*out = t.v + t.sums[0] - t.sums[1]
}

type result struct{ n, deep int }

// made gives each call a fresh struct.
func made(t *tree, res *result) {
	if t == nil {
		res.n++
		return
	}
	a, b := &result{}, new(result)
	made(t.l, a)
	made(t.r, b)
	res.n += a.n + b.n
	res.deep = 1 + max(a.deep, b.deep)
}

// chosen gives each call one of two structs that may be one.
func chosen(t *tree, res *result) {
	if t == nil {
		res.n++
		return
	}
	a, b := &result{}, &result{}
	if t.v%5 == 0 {
		b = a
	}
	chosen(t.l, a)
	chosen(t.r, b)
	res.n += a.n*2 - b.n
}

// leaked keeps a pointer to its first variable where the second call finds it.
func leaked(t *tree, res *result, seen []*result) {
	if t == nil {
		for _, s := range seen {
			res.n += s.n
		}
		return
	}
	var a, b result
	seen[0] = &a
	leaked(t.l, &a, seen)
	leaked(t.r, &b, seen)
	res.n += a.n - b.n
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]tree, 40)
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
	var a, b, c, d, e int
	var f, g, h result
	apart(t, &a)
	together(t, &b)
	cells(t, &c)
	cell(t, &d, 1)
	inNode(t, &e)
	made(t, &f)
	chosen(t, &g)
	leaked(t, &h, []*result{{n: 3}})
	return fmt.Sprint(a, b, c, d, e, f, g, h)
}
