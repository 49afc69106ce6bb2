// Package between has statements before, between and after its calls.
package between

import (
	"fmt"
	"math/rand"
)

type tree struct {
	v    int
	l, r *tree
}

type config struct{ depth, seen int }

// scaled changes a parameter between the calls, by nothing the calls touch.
func scaled(t *tree, k int) int {
	if t == nil {
		return k
	}
	a := scaled(t.l, k)
	k *= 2
	k += t.v % 3
	k %= 1000
	b := scaled(t.r, k)
	return (a - b) % 1009
}

// deeper changes the configuration between the calls.
func deeper(t *tree, c *config) int {
	if t == nil {
		return c.depth
	}
	a := deeper(t.l, c)
	c.depth++
	b := deeper(t.r, c)
	return a - b
}

// deeperOwn changes a copy.
func deeperOwn(t *tree, c config) int {
	if t == nil {
		return c.depth
	}
	a := deeperOwn(t.l, c)
	c.depth++
	b := deeperOwn(t.r, c)
	return a*2 - b
}

// looked writes between the calls what neither of them reads.
func looked(t *tree, c *config, seen *[4]int) int {
	if t == nil {
		return c.depth
	}
	a := looked(t.l, c, seen)
	seen[t.v&3]++
	b := looked(t.r, c, seen)
	return a*2 - b + t.v
}

// marked writes between the calls the node itself, which the calls do not read.
func marked(t *tree, depth int) int {
	if t == nil {
		return depth
	}
	a := marked(t.l, depth+1)
	t.v = a
	b := marked(t.r, depth+1)
	return a + b
}

// printed shows the first result by a panic that cannot come.
func tested(t *tree, k int) int {
	if t == nil {
		return k
	}
	a := tested(t.l, k)
	if a == t.v {
		k++
	}
	b := tested(t.r, k)
	return (a - b) % 101
}

// testedLate does it after both calls.
func testedLate(t *tree, k int) int {
	if t == nil {
		return k
	}
	a := testedLate(t.l, k)
	b := testedLate(t.r, k)
	if a == t.v {
		b++
	}
	return (a - b) % 101
}

// first calls something pure on the first result between the calls.
func first(t *tree) []int {
	if t == nil {
		return []int{1}
	}
	a := first(t.l)
	s := sum(a)
	b := first(t.r)
	return []int{s + t.v, b[0] - s%7}
}

func sum(xs []int) (n int) {
	for _, x := range xs {
		n += x
	}
	return n
}

// grown appends to the first result between the calls.
func grown(t *tree) []int {
	if t == nil {
		return nil
	}
	out := grown(t.l)
	out = append(out, t.v)
	for i := range out {
		out[i]++
	}
	more := grown(t.r)
	return append(out, more...)
}

// pending keeps its own list of what to do next, in a slice read by the second call's argument.
func pending(t *tree) int {
	if t == nil {
		return 1
	}
	todo := []*tree{t.l, t.r}
	a := pending(todo[0])
	todo = todo[1:]
	b := pending(todo[0])
	return a*3%100 - b + t.v
}

// chosen picks the second node by the first result.
func chosen(t *tree) int {
	if t == nil {
		return 1
	}
	todo := []*tree{t.l, t.r, t.r, t.l}
	a := chosen(todo[0])
	b := chosen(todo[a&3])
	return (a*3 - b + t.v) & 1023
}

// noted writes the first result into memory that the second argument is read from.
func noted(t *tree, k int) int {
	if t == nil {
		return k
	}
	var box [2]int
	p := &box[1]
	box[0] = noted(t.l, 1)
	*p = box[0] & 7
	return box[0] - noted(t.r, box[1])
}

// twice evaluates an argument that is the same for both calls once.
func twice(t *tree, k int) int {
	if t == nil {
		return k
	}
	n := k + sum([]int{t.v, k}) // the sum of what is known
	// First the left one.
	a := twice(t.l, n%50) /* left */
	// Then the right one.
	b := twice(t.r, n%49) // right
	// Both are here.
	return a - b
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]tree, 30)
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
	var seen [4]int
	c := &config{depth: 1}
	s := fmt.Sprint(scaled(t, 2), deeper(t, c), deeperOwn(t, *c), looked(t, c, &seen), seen, tested(t, 1), testedLate(t, 1), first(t), grown(t),
		pending(t), chosen(t), noted(t, 2), twice(t, 3))
	return s + fmt.Sprint(marked(t, 0), t.v)
}
