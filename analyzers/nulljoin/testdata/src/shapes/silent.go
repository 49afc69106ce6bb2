// Package shapes has spellings of the same call, and of other calls, that the
// shared cases do not have.
package shapes

import (
	"fmt"
	"slices"
	"sync"

	. "github.com/spicego/spice/runtime/spice"
)

type node struct {
	left, right *node
	kids        []*node
	val         int
}

func (n *node) Right() *node { return n.right }

func sum(t *Task, n *node) int {
	if n == nil {
		return 0
	}
	f := Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r + n.val
}

// getter forks what a method returns and runs what it returns.
func getter(t *Task, n *node) int {
	f := Fork(t, sum, n.Right())
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

// methodValue joins through a method value, and one that is captured.
func methodValue(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	join := f.Join
	l := sum(f.Task(), n.left)
	return l + func() int {
		if r, ok := join(); ok {
			return r
		}
		return sum(t, n.right)
	}()
}

// methodExpr joins through a method expression.
func methodExpr(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := (*Future[*node, int]).Join(&f)
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

// pointer joins through a pointer.
func pointer(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	p := &f
	l := sum(p.Task(), n.left)
	r, ok := p.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

// spelledOut has the body of the forked literal in the fallback.
func spelledOut(t *Task, n *node, factor int) int {
	scaled := func(t *Task, n *node) int { return factor * sum(t, n) }
	f := Fork(t, scaled, n.right)
	l := scaled(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = factor * sum(t, n.right)
	}
	return l + r
}

type pairArgs struct{ a, b *node }
type pairResult struct{ x, y int }

func pair(t *Task, a, b *node) (int, int) { return sum(t, a), sum(t, b) }

func pairFork(t *Task, p pairArgs) (r pairResult) {
	r.x, r.y = pair(t, p.a, p.b)
	return r
}

func pairFork2(t *Task, p pairArgs) pairResult {
	x, y := pair(t, p.a, p.b)
	return pairResult{x, y}
}

// adapted forks through a function of one argument and one result.
func adapted(t *Task, n *node) int {
	args := pairArgs{n.right, n.left}
	f := ForkArgs(t, pairFork, &args)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r.x, r.y = pair(t, n.right, n.left)
	}
	return l + r.x + r.y
}

// adaptedFields takes the arguments from the struct.
func adaptedFields(t *Task, n *node) int {
	args := pairArgs{n.right, n.left}
	f := ForkArgs(t, pairFork2, &args)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		x, y := pair(t, args.a, args.b)
		r = pairResult{x, y}
	}
	return l + r.x + r.y
}

// adaptedSwapped swaps them.
func adaptedSwapped(t *Task, n *node) int {
	args := pairArgs{n.right, n.left}
	f := ForkArgs(t, pairFork, &args)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r.x, r.y = pair(t, args.b, args.a) // want "nulljoin: .*argument"
	}
	return l + r.x + r.y
}

// traced does more than run the call, but runs it.
func traced(t *Task, n *node) int {
	fmt.Println("sum", n)
	v := sum(t, n)
	fmt.Println("done", v)
	return v
}

func viaTraced(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = traced(t, n.right)
	}
	return l + r
}

// viaOnce runs the call in a literal that another function calls.
func viaOnce(t *Task, n *node, once *sync.Once) int {
	f := Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		once.Do(func() { r = sum(t, n.right) })
	}
	return l + r
}

// nothingToDo does not run the call for an empty tree.
func nothingToDo(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok && n.right != nil {
		r = sum(t, n.right)
	}
	return l + r
}

// gaveUpEarly leaves when the left half failed, where the right one would be
// run otherwise.
func gaveUpEarly(t *Task, n *node) (int, error) {
	f := Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		if l < 0 {
			return 0, fmt.Errorf("left half: %d", l)
		}
		r = sum(t, n.right)
	}
	return l + r, nil
}

// whole says xs in three ways.
func whole(t *Task, xs []int) int {
	if len(xs) < 2 {
		return len(xs)
	}
	m := len(xs) / 2
	f := Fork(t, whole, xs[m:])
	l := whole(f.Task(), xs[:m])
	r, ok := f.Join()
	if !ok {
		r = whole(t, xs[m:len(xs)])
	}
	return l + r
}

type span struct{ lo, hi int }

// middle computes the middle in two ways.
func middle(t *Task, s span) int {
	if s.hi-s.lo < 2 {
		return 1
	}
	f := Fork(t, middle, span{s.lo + (s.hi-s.lo)/2, s.hi})
	l := middle(f.Task(), span{s.lo, (s.lo + s.hi) / 2})
	r, ok := f.Join()
	if !ok {
		r = middle(t, span{(s.lo + s.hi) / 2, s.hi})
	}
	return l + r
}

// clipped runs a call with a slice of the same elements.
func clipped(t *Task, xs []int) int {
	m := len(xs) / 2
	f := Fork(t, whole, slices.Clip(xs[m:]))
	l := whole(f.Task(), xs[:m])
	r, ok := f.Join()
	if !ok {
		r = whole(t, xs[m:])
	}
	return l + r
}

// either forks one of two and runs the same.
func either(t *Task, n *node) int {
	var f Future[*node, int]
	if n.val > 0 {
		f = Fork(t, sum, n.right)
	} else {
		f = Fork(t, sum, n.left)
	}
	ct := f.Task()
	l := sum(ct, n.kids[0])
	r, ok := f.Join()
	if !ok {
		if n.val > 0 {
			r = sum(t, n.right)
		} else {
			r = sum(t, n.left)
		}
	}
	return l + r
}

// accumulated adds up on both branches.
func accumulated(t *Task, n *node) (total int) {
	f := Fork(t, sum, n.right)
	total += sum(f.Task(), n.left)
	r, ok := f.Join()
	total += r
	if !ok {
		total += sum(t, n.right)
	}
	return
}

// shape is implemented by types that have a task method.
type shape interface {
	area(t *Task, depth int) int
}

// dynamic forks a method of an interface.
func dynamic(t *Task, s shape, depth int) int {
	f := Fork(t, s.area, depth-1)
	l := s.area(f.Task(), depth)
	r, ok := f.Join()
	if !ok {
		r = s.area(t, depth-1)
	}
	return l + r
}

type base struct{ weight int }

func (b *base) weigh(t *Task, n *node) int { return b.weight * sum(t, n) }

type derived struct{ base }

// promoted forks a method of an embedded field.
func (d *derived) promoted(t *Task, n *node) int {
	f := Fork(t, d.weigh, n.right)
	l := d.weigh(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = d.base.weigh(t, n.right)
	}
	return l + r
}

// asserted forks something of a type that it asserts twice.
func asserted(t *Task, v any) int {
	f := Fork(t, sum, v.(*node).right)
	l := sum(f.Task(), v.(*node).left)
	r, ok := f.Join()
	if !ok {
		r = sum(t, v.(*node).right)
	}
	return l + r
}

// waitFor leaves the fallback to its caller.
func waitFor(f *Future[*node, int]) (int, bool) {
	r, ok := f.Join()
	return r, ok
}

// poll says so in another way.
func poll(f *Future[*node, int]) (int, error) {
	r, ok := f.Join()
	if !ok {
		return 0, fmt.Errorf("not taken")
	}
	return r, nil
}

// over has the fallback inside a range over a function.
func over(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	ct := f.Task()
	total := 0
	for k := range slices.Values(n.kids) {
		total += sum(ct, k)
	}
	for range slices.Values(n.kids[:1]) {
		r, ok := f.Join()
		if !ok {
			r = sum(t, n.right)
		}
		total += r
		break
	}
	return total
}

// combined asks a copy of the answer with another condition.
func combined(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if missing := !ok; missing || n.val < 0 {
		r = sum(t, n.right)
	}
	return l + r
}

// retried runs the call in a loop until it is done.
func retried(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	for !ok {
		r, ok = sum(t, n.right), true
	}
	return l + r
}

// gone jumps to the fallback.
func gone(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		goto run
	}
	return l + r
run:
	return l + sum(t, n.right)
}

type job struct {
	n *node
	f Future[*node, int]
}

// inStruct has the future and the argument in one struct.
func inStruct(t *Task, n *node) int {
	var j job
	j.n = n.right
	j.f = Fork(t, sum, j.n)
	l := sum(j.f.Task(), n.left)
	r, ok := j.f.Join()
	if !ok {
		r = sum(t, j.n)
	}
	return l + r
}

// ahead keeps the argument of the pending fork in a variable.
func ahead(t *Task, n *node) int {
	cur := n
	f := Fork(t, sum, cur)
	total := 0
	for _, k := range n.kids {
		total += sum(f.Task(), k.left)
		r, ok := f.Join()
		if !ok {
			r = sum(t, cur)
		}
		total += r
		cur = k
		f = Fork(t, sum, cur)
	}
	f.Drop()
	return total
}
