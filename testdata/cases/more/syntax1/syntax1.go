// Package syntax1 has pairs of calls in every kind of expression.
package syntax1

import (
	"fmt"
	"math/rand"
)

type tree struct {
	v    int
	l, r *tree
}

type pair struct{ a, b int }

func (p pair) sum() int { return p.a*3 + p.b }

func unary(t *tree) int {
	if t == nil {
		return 1
	}
	return -unary(t.l) ^ +unary(t.r)
}

func index(t *tree) []int {
	if t == nil {
		return []int{1, 2, 3}
	}
	return []int{index(t.l)[0] + t.v, index(t.r)[1], t.v % 5}
}

func sliced(t *tree) string {
	if t == nil {
		return "abc"
	}
	return sliced(t.l)[1:] + sliced(t.r)[:2] + "de"
}

func field(t *tree) pair {
	if t == nil {
		return pair{1, 2}
	}
	return pair{a: field(t.l).b + t.v, b: field(t.r).a - 1}
}

func method(t *tree) pair {
	if t == nil {
		return pair{1, 2}
	}
	return pair{method(t.l).sum(), method(t.r).sum()}
}

func asserted(t *tree) any {
	if t == nil {
		return 1
	}
	return asserted(t.l).(int) + asserted(t.r).(int)*2
}

func deref(t *tree) *int {
	if t == nil {
		return new(int)
	}
	n := *deref(t.l) + *deref(t.r) + t.v
	return &n
}

func converted(t *tree) int8 {
	if t == nil {
		return 1
	}
	return int8(int(converted(t.l)) + int(converted(t.r)) + t.v)
}

func compared(t *tree) bool {
	if t == nil {
		return false
	}
	return compared(t.l) != (compared(t.r) == (t.v%3 == 0))
}

func mapped(t *tree) map[string]int {
	if t == nil {
		return nil
	}
	return map[string]int{"l": len(mapped(t.l)), "r": len(mapped(t.r)), "v": t.v}
}

func paren(t *tree) int {
	if t == nil {
		return 0
	}
	return ((paren)(t.l) - (t.v)) * 3 % 1001 * ((paren)((t.r)) + 1) % 997
}

func nested(t *tree) int {
	if t == nil {
		return 3
	}
	return pair{min(nested(t.l), t.v), max(nested(t.r), 4, t.v)}.sum() % 1009
}

func panics(t *tree) int {
	if t == nil {
		return 1
	}
	if t.v < 0 {
		panic(panics(t.l) + panics(t.r))
	}
	return t.v
}

func lit(t *tree) [2]*pair {
	if t == nil {
		return [2]*pair{{1, 2}, {3, 4}}
	}
	return [...]*pair{{lit(t.l)[0].a, t.v}, {b: lit(t.r)[1].b + 1}}
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
	return fmt.Sprint(unary(t), index(t), sliced(t), field(t), method(t), asserted(t), *deref(t), converted(t),
		compared(t), mapped(t), paren(t), nested(t), panics(t), *lit(t)[0], *lit(t)[1])
}
