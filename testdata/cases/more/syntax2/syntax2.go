// Package syntax2 has pairs of calls in every kind of statement.
package syntax2

import (
	"fmt"
	"math/rand"
)

type tree struct {
	v    int
	l, r *tree
}

func vars(t *tree) int {
	if t == nil {
		return 2
	}
	var a, b = vars(t.l), vars(t.r)
	var (
		c = a - b
		d = t.v
	)
	return c*d%101 + 1
}

func groups(t *tree) int {
	if t == nil {
		return 2
	}
	var (
		// the left one
		a int = groups(t.l)
		b     = groups(t.r) // the right one
	)
	return a - 3*b%55
}

func opAssign(t *tree) (x int) {
	if t == nil {
		return 1
	}
	x = t.v
	x += opAssign(t.l)
	x -= 2 * opAssign(t.r)
	x <<= 1
	return x % 999
}

func elements(t *tree) (out [4]int) {
	if t == nil {
		out[2] = 1
		return
	}
	a, b := elements(t.l), elements(t.r)
	for i := range out {
		out[i] = (a[i] + b[3-i] + t.v) % 77
	}
	return out
}

type cup struct{ n [3]int }

// stored assigns the results to elements of the frame's own array.
func stored(t *tree) int {
	if t == nil {
		return 1
	}
	var c cup
	c.n[0], c.n[2] = stored(t.l), stored(t.r)
	c.n[1] += t.v
	return (c.n[0] - c.n[2] + c.n[1]) % 107
}

// indexed uses both results at once, one as the place of the other.
func indexed(t *tree) int {
	if t == nil {
		return 1
	}
	var c [8]int
	c[indexed(t.l)&7] = indexed(t.r) + t.v
	for i, v := range c {
		if v != 0 {
			return i + v%50
		}
	}
	return 0
}

func swapped(t *tree) int {
	if t == nil {
		return 1
	}
	l, r := swapped(t.r), swapped(t.l)
	l, r = r, l
	return (l - r + t.v) % 89
}

func initIf(t *tree) int {
	if t == nil {
		return 0
	}
	if l, r := initIf(t.l), initIf(t.r); l > r {
		return l + t.v
	} else {
		return r - t.v
	}
}

func condIf(t *tree) int {
	if t == nil {
		return 0
	}
	if condIf(t.l)+condIf(t.r) > t.v {
		return 1
	}
	return 2
}

func tag(t *tree) int {
	if t == nil {
		return 0
	}
	switch tag(t.l) - tag(t.r) {
	case 0:
		return t.v % 3
	case 1, -1:
		return 1
	}
	return 2
}

// caseOnly has the second call in a case that is only looked at when the one before does not match.
func caseOnly(t *tree) int {
	if t == nil || t.v%4 == 0 {
		return 0
	}
	switch t.v % 3 {
	case caseOnly(t.l):
		return 1
	case caseOnly(t.r):
		return 2
	}
	return 0
}

// either answers in the branches.
func branches(t *tree, k int) int {
	if t == nil {
		return k
	}
	if t.v%2 == 0 {
		return branches(t.l, k+1) - branches(t.r, k)
	} else if t.v%3 == 0 {
		return branches(t.l, k)
	}
	a := branches(t.r, k)
	{
		b := branches(t.l, k+2)
		a = a*2 - b
	}
	return a % 1000
}

// dropped does not want the results, but it has none to lose.
func dropped(t *tree) int {
	if t == nil {
		return 1
	}
	_ = dropped(t.l)
	dropped(t.r)
	return t.v
}

// ranged makes both calls before the loop starts.
func ranged(t *tree) []int {
	if t == nil {
		return nil
	}
	s := []int{t.v}
	for i, v := range append(ranged(t.l), ranged(t.r)...) {
		s = append(s, v+i)
	}
	return s
}

// deferredArgs evaluates both calls at the defer statement.
func deferredArgs(t *tree) (x int) {
	if t == nil {
		return 1
	}
	defer func(a, b int) { x += a - b }(deferredArgs(t.l), deferredArgs(t.r))
	return t.v
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]tree, 40)
	for i := range all {
		all[i].v = 1 + rng.Intn(90)
		if j := 2*i + 1; j < len(all) {
			all[i].l = &all[j]
		}
		if j := 2*i + 1 + rng.Intn(2); j < len(all) {
			all[i].r = &all[j]
		}
	}
	t := &all[0]
	return fmt.Sprint(vars(t), groups(t), opAssign(t), elements(t), stored(t), indexed(t), swapped(t), initIf(t), condIf(t),
		tag(t), caseOnly(t), branches(t, 2), dropped(t), ranged(t), deferredArgs(t))
}
