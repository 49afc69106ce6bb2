// Package shapes has loops and forks that the shared cases do not have.
package shapes

import (
	"maps"
	"slices"
	"sync"

	par "github.com/spicego/spice/runtime/spice"
)

type node struct {
	left, right, next *node
	kids              []*node
	val               int
}

func (n *node) each(yield func(*node) bool) {
	for _, k := range n.kids {
		if !yield(k) {
			return
		}
	}
}

func weigh(n *node) int { return n.val * n.val }

func sum(t *par.Task, n *node) int {
	if n == nil {
		return 0
	}
	f := par.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r + n.val
}

// baseCase sorts small inputs by insertion.
func baseCase(t *par.Task, xs []int) struct{} {
	if len(xs) <= 32 {
		for i := 1; i < len(xs); i++ {
			for j := i; j > 0 && xs[j] < xs[j-1]; j-- {
				xs[j], xs[j-1] = xs[j-1], xs[j]
			}
		}
		return struct{}{}
	}
	m := len(xs) / 2
	f := par.Fork(t, baseCase, xs[m:])
	baseCase(f.Task(), xs[:m])
	if _, ok := f.Join(); !ok {
		baseCase(t, xs[m:])
	}
	return struct{}{}
}

type span struct {
	out    []int
	lo, hi int
}

// baseCaseBehind has it behind an early return of the large case.
func baseCaseBehind(t *par.Task, s span) struct{} {
	if s.hi-s.lo > 64 {
		m := s.lo + (s.hi-s.lo)/2
		f := par.Fork(t, baseCaseBehind, span{s.out, m, s.hi})
		baseCaseBehind(f.Task(), span{s.out, s.lo, m})
		if _, ok := f.Join(); !ok {
			baseCaseBehind(t, span{s.out, m, s.hi})
		}
		return struct{}{}
	}
	for i := s.lo; i < s.hi; i++ {
		s.out[i] = i * i
	}
	return struct{}{}
}

// named gives the length a name, and uses two slices of one length.
func named(t *par.Task, xs, ys []int) (z int) {
	n := len(xs)
	switch {
	case n < 16:
		for _, x := range xs {
			for _, y := range ys {
				z += x * y
			}
		}
	case n < 1<<20:
		for _, x := range xs { // want "tick: .*loop"
			z += x
		}
	}
	return z
}

// baseCaseList is a base case of another size than that of the list.
func baseCaseList(t *par.Task, n *node) (z int) {
	if len(n.kids) < 8 {
		for m := n.next; m != nil; m = m.next { // want "tick: .*loop"
			z += weigh(m)
		}
		for _, k := range n.kids {
			for m := k; m != nil; m = m.next { // want "tick: .*loop"
				z += weigh(m)
			}
		}
	}
	return z
}

// largeCase is the other side of the test.
func largeCase(t *par.Task, xs []int) (z int) {
	if len(xs) < 100 {
		return 0
	}
	for _, x := range xs { // want "tick: .*loop"
		z += x
	}
	return z
}

// bits loops over the bits of a number.
func bits(t *par.Task, x uint64, n int) (z int) {
	for x != 0 {
		x &= x - 1
		z++
	}
	for ; n > 0; n /= 10 {
		z++
	}
	for b := 1; b < n; b <<= 1 {
		z++
	}
	for y := x; y != 0; y >>= 3 {
		z++
	}
	for free := x; free != 0; {
		bit := free & -free
		free &^= bit
		z++
	}
	return z
}

// search is a binary search.
func search(t *par.Task, xs []int, x int) int {
	lo, hi := 0, len(xs)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		if xs[m] < x {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

var steps = []int{-1, 0, 1}

const letters = "abcdef"

// constant loops over constants in many spellings.
func constant(t *par.Task, grid *[8][8]int, xs []int, n int, b byte) (z int) {
	for range steps {
		z++
	}
	for range letters {
		z++
	}
	for range grid {
		z++
	}
	for i := range grid {
		for j := range grid[i] {
			z += grid[i][j]
		}
	}
	for _, x := range xs[:4] {
		z += x
	}
	for _, x := range xs[n : n+8] {
		z += x
	}
	for i := n; i < n+8; i++ {
		z += xs[i]
	}
	for i := range min(n, 32) {
		z += i
	}
	for i := 10; i >= 0; i-- {
		z += i
	}
	for i := 0; i != 12; i += 3 {
		z += i
	}
	for i := 0; i < n && i < 20; i++ {
		z += i
	}
	for i := byte(0); i < b; i++ {
		z++
	}
	for _, s := range map[string]int{"a": 1, "b": 2} {
		z += s
	}
	i := 0
	for i < 5 {
		z++
		i++
	}
	for i := range n % 16 {
		z += i
	}
	return z
}

// notConstant only looks like it.
func notConstant(t *par.Task, xs []int, n int) (z int) {
	for i := n; i > 0; i-- { // want "tick: .*loop"
		z += xs[i]
	}
	for i := range max(n, 32) { // want "tick: .*loop"
		z += i
	}
	for i := 0; i < 100_000; i++ { // want "tick: .*loop"
		z += i
	}
	todo := []int{1}
	for len(todo) > 0 { // want "tick: .*loop"
		todo = append(todo[1:], xs[todo[0]])
	}
	ys := []int{1, 2}
	ys = append(ys, xs...)
	for _, y := range ys { // want "tick: .*loop"
		z += y
	}
	return z
}

// overFunc ranges over functions.
func overFunc(t *par.Task, n *node, m map[int]int) (z int) {
	for k := range n.each { // want "tick: .*loop"
		z += weigh(k)
	}
	for k := range n.each {
		z += sum(t, k)
	}
	for k := range maps.Keys(m) { // want "tick: .*loop"
		z += k
	}
	return z
}

// asked asks for the error in each round, which is no tick.
func asked(t *par.Task, n *node) (z int) {
	for ; n != nil; n = n.next { // want "tick: .*loop"
		if t.Err() != nil {
			return 0
		}
		z += weigh(n)
	}
	return z
}

// wayOut ticks when it leaves.
func wayOut(t *par.Task, n *node) (z int) {
	for ; n != nil; n = n.next { // want "tick: .*loop"
		z += weigh(n)
		if z > 1<<30 {
			t.Tick()
			return z
		}
	}
	return z
}

// wayOn ticks on the way to the next round.
func wayOn(t *par.Task, n *node) (z int) {
	for ; n != nil; n = n.next {
		if n.val > 0 {
			z += weigh(n)
			continue
		}
		t.Tick()
	}
	return z
}

// post ticks in the post statement and in the condition.
func post(t *par.Task, n *node) (z int) {
	for i := 0; i < n.val; t.Tick() {
		i++
	}
	more := func() bool { t.Tick(); z++; return z < n.val }
	for more() {
	}
	return z
}

// elsewhere ticks in another goroutine.
func elsewhere(t *par.Task, n *node, wg *sync.WaitGroup) (z int) {
	for ; n != nil; n = n.next { // want "tick: .*loop"
		go func() { t.Tick() }()
		defer t.Tick()
		z++
	}
	return z
}

// onTheSpot loops in a literal that is called on the spot.
func onTheSpot(t *par.Task, n *node) int {
	return func() (z int) {
		for ; n != nil; n = n.next { // want "tick: .*loop"
			z += weigh(n)
		}
		return z
	}()
}

// given passes a literal that ticks to a function that calls it.
func given(t *par.Task, n *node) bool {
	for ; n != nil; n = n.next {
		if slices.ContainsFunc(n.kids, func(k *node) bool { return sum(t, k) > 3 }) {
			return true
		}
	}
	return false
}

// recursive calls a literal that calls itself.
func recursive(t *par.Task, n *node) (z int) {
	var depth func(*node) int
	depth = func(n *node) int {
		if n == nil {
			return 0
		}
		return 1 + depth(n.left)
	}
	for ; n != nil; n = n.next { // want "tick: .*loop"
		z += depth(n)
	}
	return z
}

// visitor is called with a function that may tick.
func visitor(t *par.Task, n *node, visit func(*node) int) (z int) {
	for ; n != nil; n = n.next {
		z += visit(n)
	}
	return z
}

type walker struct {
	task *par.Task
	n    int
}

func (w *walker) step(n *node) { w.n += sum(w.task, n) }

// held keeps the task in a struct of this frame.
func held(t *par.Task, n *node) int {
	w := walker{task: t}
	for ; n != nil; n = n.next {
		w.step(n)
	}
	return w.n
}

// joins joins in a loop.
func joins(t *par.Task, n *node) (z int) {
	fs := make([]par.Future[*node, int], len(n.kids))
	ct := t
	for i, k := range n.kids {
		fs[i] = par.Fork(ct, sum, k)
		ct = fs[i].Task()
	}
	z = sum(ct, n.left)
	for i := len(fs) - 1; i >= 0; i-- {
		fs[i].Drop()
	}
	return z
}

// unnamed cannot tick: its task has no name.
func unnamed(_ *par.Task, n *node) (z int) {
	for ; n != nil; n = n.next {
		z += weigh(n)
	}
	return z
}

// nested reports the inner loop only: a tick there is one for both.
func nested(t *par.Task, grid [][]*node) (z int) {
	for _, row := range grid {
		for _, n := range row { // want "tick: .*loop"
			z += weigh(n)
		}
	}
	return z
}

// once leaves in the first round.
func once(t *par.Task, n *node) int {
	for n != nil {
		if n.val > 0 {
			return 1
		}
		break
	}
	for {
		panic("once")
	}
}

// jumps has a loop in a loop that another jumps out of.
func jumps(t *par.Task, n *node) (z int) {
outer:
	for ; n != nil; n = n.next { // want "tick: .*loop"
		for range 3 {
			if weigh(n) > 3 {
				continue outer
			}
		}
		for {
			z++
			break outer
		}
	}
	return z
}

var handler = func(t *par.Task, xs []int) (z int) {
	for _, x := range xs { // want "tick: .*loop"
		z += x
	}
	return z
}
