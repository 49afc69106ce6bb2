// Package blanks has parameters, receivers and results without names.
package blanks

import (
	"fmt"
	"math/rand"
)

type tree struct {
	v    int
	l, r *tree
}

type tool struct{}

// size has a receiver without a name.
func (tool) size(t *tree) int {
	if t == nil {
		return 0
	}
	return 1 + tool{}.size(t.l) + tool{}.size(t.r)
}

func (_ *tool) depth(_ int, t *tree, _ string) (_ int, _ bool) {
	if t == nil {
		return 0, true
	}
	l, okL := (*tool)(nil).depth(1, t.l, "l")
	r, okR := (*tool)(nil).depth(2, t.r, "r")
	return 1 + max(l, r), okL && okR
}

var flip int

// tick has no names and no results.
func tick(int, *tree) {
	flip++
	if flip > 20 || flip%3 == 0 {
		return
	}
	tick(1, nil)
	tick(2, nil)
}

func sum(_, n int) int {
	if n < 2 {
		return n
	}
	return sum(1, n-1) + sum(2, n-2)
}

// pick has results of the same name as parameters of others, and one without use.
func pick(n int, _ ...string) (a, _ int, err error) {
	if n < 2 {
		return n, n, nil
	}
	a, _, err = pick(n-1, "x", "y")
	b, c, _ := pick(n - 2)
	return a - b, c, err
}

// none has no parameters at all; it walks a value kept by its receiver.
func (t tree) none() int {
	if t.l == nil || t.r == nil {
		return t.v
	}
	return t.l.none() - t.r.none()
}

type list[_ any] []int

func (s list[_]) sum() int {
	if len(s) < 2 {
		n := 0
		for _, v := range s {
			n += v
		}
		return n
	}
	return s[:len(s)/2].sum() + s[len(s)/2:].sum()
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]tree, 30)
	for i := range all {
		all[i].v = rng.Intn(90)
		if 2*i+2 < len(all) {
			all[i].l, all[i].r = &all[2*i+1], &all[2*i+2]
		}
	}
	t := &all[0]
	flip = rng.Intn(12)
	tick(0, t)
	d, ok := (&tool{}).depth(0, t, "")
	a, b, err := pick(8)
	return fmt.Sprint(tool{}.size(t), d, ok, flip, sum(0, 9), a, b, err, t.none(), list[string](rng.Perm(9)).sum())
}
