// Package globals has package variables that are written by some functions and read by others.
package globals

import (
	"fmt"
	"math/rand"
)

type node struct {
	v    int
	l, r *node
}

var (
	weights = [4]int{3, 1, 4, 1}
	limit   int
	best    int
	table   []int
	seen    = map[int]int{}
	root    *node
	last    *int
)

// SetLimit is called between runs, never by what reads the limit.
func SetLimit(n int) { limit = n }

// weighted reads a table that nobody writes.
func weighted(n *node) int {
	if n == nil {
		return weights[0]
	}
	return weights[n.v&3]*n.v + weighted(n.l) - weighted(n.r)
}

// limited reads what SetLimit writes.
func limited(n *node) int {
	if n == nil || n.v > limit {
		return 0
	}
	return n.v + limited(n.l) + limited(n.r)
}

// record keeps the largest sum.
func record(n *node) int {
	if n == nil {
		return 0
	}
	s := n.v + record(n.l) - record(n.r)
	if s > best {
		best = s
	}
	return s
}

// lazy fills a table at its first use.
func lazy(n *node) int {
	if n == nil {
		return squares()[3]
	}
	return squares()[n.v%10] + lazy(n.l) - lazy(n.r)
}

func squares() []int {
	if table == nil {
		table = make([]int, 10)
		for i := range table {
			table[i] = i * i
		}
	}
	return table
}

// noted writes a package map.
func noted(n *node) int {
	if n == nil {
		return 1
	}
	seen[n.v%7] = n.v
	return noted(n.l) - noted(n.r)
}

// viaRoot writes the root, which it reaches by a package variable.
func viaRoot(n *node) int {
	if n == nil {
		root.v++
		return root.v % 3
	}
	return viaRoot(n.l) + viaRoot(n.r)
}

// kept stores the address of its own local in a package variable.
func kept(n *node) int {
	if n == nil {
		return 1
	}
	k := n.v
	last = &k
	return kept(n.l) + kept(n.r) + k
}

// touched writes an object that a package variable leads to, by a parameter.
func touched(n *node, p *int) int {
	if n == nil {
		*p++
		return *p % 5
	}
	return touched(n.l, p) + touched(n.r, p)
}

// shadowed has a local of the name.
func shadowed(n *node) int {
	best := 0
	if n == nil {
		best++
		return best
	}
	best += shadowed(n.l) * 2
	best -= shadowed(n.r)
	return best
}

// between writes a package variable between the calls, which nobody reads there.
func between(n *node) int {
	if n == nil {
		return 2
	}
	a := between(n.l)
	weights[3] = 1
	return a*3%100 - between(n.r)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	best, table, seen, last = 0, nil, map[int]int{}, nil
	all := make([]node, 30)
	for i := range all {
		all[i].v = rng.Intn(90)
		if j := 2*i + 1; j < len(all) {
			all[i].l = &all[j]
		}
		if j := 2*i + 1 + rng.Intn(2); j < len(all) {
			all[i].r = &all[j]
		}
	}
	n := &all[0]
	root = n
	SetLimit(80)
	weights[3] = 1
	return fmt.Sprint(weighted(n), limited(n), record(n), best, lazy(n), noted(n), seen, viaRoot(n), kept(n), *last, touched(n, &best), best, shadowed(n), between(n))
}
