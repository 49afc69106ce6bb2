package spice_test

import (
	"fmt"

	"github.com/spicego/spice/runtime/spice"
)

type Node struct {
	Left, Right *Node
	Val         int64
}

func newNode(depth int) *Node {
	if depth == 0 {
		return nil
	}
	return &Node{newNode(depth - 1), newNode(depth - 1), 1}
}

// sum is a task function: the recursive calls are independent, so the second may run elsewhere.
func sum(t *spice.Task, n *Node) int64 {
	if n == nil {
		return 0
	}
	right := spice.Fork(t, sum, n.Right) // may be taken by an idle worker
	left := sum(right.Task(), n.Left)    // runs now, in this goroutine
	r, ok := right.Join()
	if !ok { // nobody took it
		r = sum(t, n.Right)
	}
	return left + r + n.Val
}

func Example() {
	fmt.Println(spice.Run(sum, newNode(16)))
	// Output: 65535
}

// A function keeps its signature, and its sequential code for when there is nothing to gain.
func Sum(n *Node) int64 {
	if spice.Parallel() {
		return spice.Run(sum, n)
	}
	return sumSeq(n)
}

func sumSeq(n *Node) int64 {
	if n == nil {
		return 0
	}
	return sumSeq(n.Left) + sumSeq(n.Right) + n.Val
}

func ExampleParallel() {
	fmt.Println(Sum(newNode(10)))
	// Output: 1023
}

// More than one argument goes into a struct, more than one result as well.
type span struct {
	s      []int
	lo, hi int
}

type extremes struct{ min, max int }

func minMax(t *spice.Task, a span) extremes {
	if a.hi-a.lo == 1 {
		return extremes{a.s[a.lo], a.s[a.lo]}
	}
	mid := (a.lo + a.hi) / 2
	upper := span{a.s, mid, a.hi}
	f := spice.ForkArgs(t, minMax, &upper)
	x := minMax(f.Task(), span{a.s, a.lo, mid})
	y, ok := f.Join()
	if !ok {
		y = minMax(t, upper)
	}
	return extremes{min(x.min, y.min), max(x.max, y.max)}
}

func ExampleForkArgs() {
	s := []int{3, 1, 4, 1, 5, 9, 2, 6}
	fmt.Println(spice.Run(minMax, span{s, 0, len(s)}))
	// Output: {1 9}
}

// With several forks in one function the last call is forked first, each fork continues from the one before, and the joins
// come in the opposite order. Calls that nobody takes then run in the order of the sequential program.
func ExampleFuture_Task() {
	var visit func(t *spice.Task, depth int) int
	visit = func(t *spice.Task, depth int) int {
		if depth == 0 {
			return 1
		}
		third := spice.Fork(t, visit, depth-1)
		second := spice.Fork(third.Task(), visit, depth-1)
		a := visit(second.Task(), depth-1)
		b, ok := second.Join()
		if !ok {
			b = visit(third.Task(), depth-1)
		}
		c, ok := third.Join()
		if !ok {
			c = visit(t, depth-1)
		}
		return a + b + c
	}
	fmt.Println(spice.Run(visit, 8))
	// Output: 6561
}

// A function that returns early drops what it has forked.
func ExampleFuture_Drop() {
	var find func(t *spice.Task, n *Node) bool
	find = func(t *spice.Task, n *Node) bool {
		if n == nil || n.Val == 7 {
			return n != nil
		}
		right := spice.Fork(t, find, n.Right)
		if find(right.Task(), n.Left) {
			right.Drop()
			return true
		}
		r, ok := right.Join()
		if !ok {
			r = find(t, n.Right)
		}
		return r
	}
	tree := newNode(10)
	tree.Left.Right.Val = 7
	fmt.Println(spice.Run(find, tree))
	// Output: true
}

func ExampleTask_Tick() {
	spice.Do(func(t *spice.Task) {
		tree := newNode(8)
		second := spice.Fork(t, sum, tree)
		inner := second.Task()
		hash := 0
		for i := range 100_000 { // a loop that does not fork
			hash = hash*31 + i
			inner.Tick() // an idle worker may take the second call now
		}
		s, ok := second.Join()
		if !ok {
			s = sum(t, tree)
		}
		fmt.Println(s, hash != 0)
	})
	// Output: 255 true
}

func ExamplePool() {
	p := spice.NewPool(spice.Options{Workers: 4})
	defer p.Close()
	var total int64
	p.Do(func(t *spice.Task) { total = sum(t, newNode(12)) })
	fmt.Println(total)
	// Output: 4095
}
