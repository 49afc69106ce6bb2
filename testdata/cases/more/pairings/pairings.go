// Package pairings has functions whose calls stand in odd company.
package pairings

import (
	"fmt"
	"math/rand"
)

type node struct {
	v    int
	l, r *node
}

type queue struct{ at int }

func (q *queue) pop() int {
	q.at++
	return q.at
}

// popped takes its arguments from a queue of the frame.
func popped(n *node, k int) int {
	if n == nil {
		return k
	}
	q := queue{k}
	return popped(n.l, q.pop()) - 2*popped(n.r, q.pop())%1009
}

// poppedShared takes them from a queue that the calls use too.
func poppedShared(n *node, q *queue) int {
	if n == nil {
		return q.pop()
	}
	k := q.pop()
	return poppedShared(n.l, q) - poppedShared(n.r, q) + k
}

// mixed has a pure call of another function between its calls.
func mixed(n *node) int {
	if n == nil {
		return 1
	}
	return mixed(n.l)*3 + weigh(n) - mixed(n.r)%1009
}

func weigh(n *node) int {
	if n == nil {
		return 0
	}
	return n.v + weigh(n.l) + weigh(n.r)
}

// mixedBad has a call between them that writes what the second one reads.
func mixedBad(n *node, box *int) int {
	if n == nil {
		return *box
	}
	return mixedBad(n.l, box)*3 + stuff(box, n.v) - mixedBad(n.r, box)%1009
}

func stuff(box *int, v int) int {
	*box = v
	return v
}

// mixedOwn has a call between them that writes a local.
func mixedOwn(n *node, k int) int {
	if n == nil {
		return k
	}
	box := k
	sum := mixedOwn(n.l, k+1)*3 + stuff(&box, n.v) - mixedOwn(n.r, k)%1009
	return sum + box
}

// shown prints between its calls, into a string of its own.
func shown(n *node) string {
	if n == nil {
		return ""
	}
	return shown(n.l) + fmt.Sprint(n.v) + shown(n.r)
}

// raised raises a panic between its calls for some inputs.
func raised(n *node) int {
	if n == nil {
		return 0
	}
	return raised(n.l) + check(n.v) + raised(n.r)
}

func check(v int) int {
	if v > 1000 {
		panic("too large")
	}
	return v
}

// doubled calls itself twice with the same arguments.
func doubled(n *node, d int) int {
	if n == nil || d == 0 {
		return d
	}
	return doubled(n.l, d-1) + doubled(n.l, d-1)*2
}

// chained uses one result as the receiver of the other call's argument list.
func (n *node) chained(k int) *node {
	if n == nil || k == 0 {
		return n
	}
	return n.l.chained(k - 1).chained(k / 2)
}

// wide makes four calls of which two pairs belong together.
func wide(n *node) int {
	if n == nil {
		return 2
	}
	a, b := wide(n.l), wide(n.r)
	if n.v%2 == 0 {
		return a - b
	}
	var c, d int
	if n.l != nil {
		c = wide(n.l.r)
		d = wide(n.l.l)
	}
	return (a-b)*2%1009 + c - d
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]node, 20)
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
	q := &queue{}
	box := 3
	c := n.chained(3)
	return fmt.Sprint(popped(n, 1), poppedShared(n, q), q.at, mixed(n), mixedBad(n, &box), box, mixedOwn(n, 2), shown(n), raised(n),
		doubled(n, 4), c == nil, wide(n))
}
