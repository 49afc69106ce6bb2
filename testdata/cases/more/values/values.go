// Package values uses its recursive functions as values too.
package values

import (
	"fmt"
	"math/rand"
)

type tree struct {
	v    int
	l, r *tree
}

type measure func(*tree) int

func (f measure) twice(t *tree) int { return 2 * f(t) }

type sizer interface{ size() int }

func (t *tree) size() int {
	if t == nil {
		return 0
	}
	return 1 + t.l.size() + t.r.size()
}

func depth(t *tree) int {
	if t == nil {
		return 0
	}
	return 1 + max(depth(t.l), depth(t.r))
}

var measures = map[string]measure{"depth": depth, "size": (*tree).size}

// viaTable is recursive by a table only.
func viaTable(t *tree) int {
	if t == nil {
		return 1
	}
	return table[0](t.l) + table[0](t.r)
}

var table [1]func(*tree) int

func init() { table[0] = viaTable }

// rec hands itself to a helper that calls it for both children.
func rec(t *tree) int {
	if t == nil {
		return 1
	}
	return both(t, rec) + t.v%2
}

func both(t *tree, f func(*tree) int) int { return f(t.l) + f(t.r) }

// mixed calls itself directly and hands itself on.
func mixed(t *tree) int {
	if t == nil {
		return 1
	}
	return mixed(t.l) - mixed(t.r) + measure(mixed).twice(nil)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]tree, 20)
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
	var s sizer = t
	return fmt.Sprint(s.size(), measures["depth"](t), measures["size"].twice(t), viaTable(t), rec(t), mixed(t))
}
