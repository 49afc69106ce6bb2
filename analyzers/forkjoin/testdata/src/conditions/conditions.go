// Package conditions has futures whose fork and join hang on the same
// condition, said in the same way or in another.
package conditions

import (
	"errors"
	"fmt"

	"github.com/spicego/spice/runtime/spice"
)

type node struct {
	left, mid, right *node
	kids             []*node
	kind, val        int
	big              bool
}

type future = spice.Future[*node, int]

func sum(t *spice.Task, n *node) int {
	if n == nil {
		return 0
	}
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r + n.val
}

// field asks the same field twice.
func field(t *spice.Task, n *node) int {
	var f future
	ct := t
	if n.kind > 2 {
		f = spice.Fork(t, sum, n.right)
		ct = f.Task()
	}
	l := sum(ct, n.left)
	if n.kind > 2 {
		f.Drop()
	}
	return l
}

// fieldChanged changes it in between.
func fieldChanged(t *spice.Task, n *node) int {
	var f future
	ct := t
	if n.kind > 2 {
		f = spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
		ct = f.Task()
	}
	n.kind--
	l := sum(ct, n.left)
	if n.kind > 2 {
		f.Drop()
	}
	return l
}

// implied is joined under a weaker condition.
func implied(t *spice.Task, n *node, depth int) int {
	var f future
	ct := t
	if depth > 10 {
		f = spice.Fork(t, sum, n.right)
		ct = f.Task()
	}
	l := sum(ct, n.left)
	if depth >= 5 {
		f.Drop()
	}
	return l
}

// notImplied is joined under a stronger one.
func notImplied(t *spice.Task, n *node, depth int) int {
	var f future
	ct := t
	if depth > 5 {
		f = spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
		ct = f.Task()
	}
	l := sum(ct, n.left)
	if depth > 10 {
		f.Drop()
	}
	return l
}

// boundary is right for whole numbers only, which these are.
func boundary(t *spice.Task, n *node, depth int) int {
	var f future
	ct := t
	if depth > 4 {
		f = spice.Fork(t, sum, n.right)
		ct = f.Task()
	}
	l := sum(ct, n.left)
	if 5 <= depth {
		f.Drop()
	}
	return l
}

// length asks whether there is anything in two ways.
func length(t *spice.Task, ks []*node) int {
	var f future
	ct := t
	if len(ks) > 0 {
		f = spice.Fork(t, sum, ks[0])
		ct = f.Task()
	}
	l := sum(ct, nil)
	if len(ks) == 0 {
		return l
	}
	f.Drop()
	return l
}

// swapped compares the same two variables the other way round.
func swapped(t *spice.Task, n *node, lo, hi int) int {
	var f future
	ct := t
	if lo < hi {
		f = spice.Fork(t, sum, n.right)
		ct = f.Task()
	}
	l := sum(ct, n.left)
	if hi <= lo {
		return l
	}
	f.Drop()
	return l
}

// named gives the condition a name for the second time.
func named(t *spice.Task, n *node, depth int) int {
	var f future
	deep := depth > 4
	ct := t
	if depth > 4 {
		f = spice.Fork(t, sum, n.right)
		ct = f.Task()
	}
	l := sum(ct, n.left)
	if !deep {
		return l
	}
	f.Drop()
	return l
}

// both needs two conditions, and asks for them one by one.
func both(t *spice.Task, n *node, a, b bool) int {
	var f future
	ct := t
	if a && b {
		f = spice.Fork(t, sum, n.right)
		ct = f.Task()
	}
	l := sum(ct, n.left)
	if a {
		if b {
			f.Drop()
		}
	}
	return l
}

// either joins when one of them holds, but forks when the other does.
func either(t *spice.Task, n *node, a, b bool) int {
	var f future
	ct := t
	if a || b {
		f = spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
		ct = f.Task()
	}
	l := sum(ct, n.left)
	if a {
		f.Drop()
	}
	return l
}

// switched asks in a switch and in an if.
func switched(t *spice.Task, n *node, kind int) int {
	var f future
	ct := t
	switch kind {
	case 1, 2:
		f = spice.Fork(t, sum, n.right)
		ct = f.Task()
	case 3:
		return 3
	}
	l := sum(ct, n.left)
	if kind == 1 || kind == 2 {
		f.Drop()
	}
	return l
}

// typed asks for a type twice.
func typed(t *spice.Task, n *node, x any) int {
	var f future
	ct := t
	switch x.(type) {
	case fmt.Stringer:
		f = spice.Fork(t, sum, n.right)
		ct = f.Task()
	}
	l := sum(ct, n.left)
	switch x.(type) {
	case fmt.Stringer:
		f.Drop()
	}
	return l
}

// state keeps the flag in a struct.
func state(t *spice.Task, n *node) int {
	var s struct {
		f      future
		forked bool
	}
	ct := t
	if n.kind > 2 {
		s.f = spice.Fork(t, sum, n.right)
		ct = s.f.Task()
		s.forked = true
	}
	l := sum(ct, n.left)
	if s.forked {
		s.f.Drop()
	}
	return l
}

// flagInNode keeps it in the node.
func flagInNode(t *spice.Task, n *node) int {
	var f future
	ct := t
	n.big = false
	if n.kind > 2 {
		f = spice.Fork(t, sum, n.right)
		ct = f.Task()
		n.big = true
	}
	l := sum(ct, n.left)
	if n.big {
		f.Drop()
	}
	return l
}

// counted counts the futures.
func counted(t *spice.Task, n *node) int {
	var f, g future
	open := 0
	ct := t
	if n.kind > 2 {
		f = spice.Fork(ct, sum, n.right)
		ct = f.Task()
		open++
		if n.kind > 3 {
			g = spice.Fork(ct, sum, n.left)
			ct = g.Task()
			open++
		}
	}
	l := sum(ct, n.kids[0])
	if open > 1 {
		g.Drop()
	}
	if open > 0 {
		f.Drop()
	}
	return l
}

// pointer is nil where nothing is forked.
func pointer(t *spice.Task, n *node) int {
	var f future
	var p *future
	ct := t
	if n.kind > 2 {
		f = spice.Fork(t, sum, n.right)
		p = &f
		ct = p.Task()
	}
	l := sum(ct, n.left)
	if p != nil {
		p.Drop()
	}
	return l
}

// function is nil there.
func function(t *spice.Task, n *node) int {
	var f future
	var drop func()
	ct := t
	if n.kind > 2 {
		f = spice.Fork(t, sum, n.right)
		drop = f.Drop
		ct = f.Task()
	}
	l := sum(ct, n.left)
	if drop != nil {
		drop()
	}
	return l
}

// pipelined is one element behind.
func pipelined(t *spice.Task, n *node) int {
	var f future
	total := 0
	for i, k := range n.kids {
		if i > 0 {
			r, ok := f.Join()
			if !ok {
				r = sum(t, n.kids[i-1])
			}
			total += r
		}
		f = spice.Fork(t, sum, k)
		total += sum(f.Task(), k.left)
	}
	if len(n.kids) > 0 {
		f.Drop()
	}
	return total
}

// pipelinedLost forgets the last one.
func pipelinedLost(t *spice.Task, n *node) int {
	var f future
	total := 0
	for i, k := range n.kids {
		if i > 0 {
			f.Drop()
		}
		f = spice.Fork(t, sum, k) // want `forkjoin: future f is not joined`
		total += sum(f.Task(), k.left)
	}
	return total
}

// first has a flag for the first round.
func first(t *spice.Task, n *node) int {
	var f future
	total := 0
	first := true
	for _, k := range n.kids {
		if !first {
			f.Drop()
		}
		first = false
		f = spice.Fork(t, sum, k)
		total += sum(f.Task(), k.left)
	}
	if !first {
		f.Drop()
	}
	return total
}

// turns forks in the first of two rounds and joins in the second.
func turns(t *spice.Task, n *node) int {
	var f future
	total := 0
	for i := 0; i < 2; i++ {
		if i == 0 {
			f = spice.Fork(t, sum, n.right)
			total = sum(f.Task(), n.left)
		} else {
			f.Drop()
		}
	}
	return total
}

// atLeastOnce joins in a loop over an array, which goes round.
func atLeastOnce(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	total := sum(f.Task(), n.left)
	for i := range [3]int{} {
		if i == 0 {
			f.Drop()
		}
		total += i
	}
	return total
}

// eachRound joins in each round of it.
func eachRound(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	total := sum(f.Task(), n.left)
	for i := range 3 {
		f.Drop() // want `forkjoin: future f is dropped, but it is already joined or dropped`
		total += i
	}
	return total
}

// exchanged swaps two flags.
func exchanged(t *spice.Task, n *node) int {
	var f future
	a, b := false, false
	ct := t
	if n.kind > 2 {
		f = spice.Fork(t, sum, n.right)
		ct = f.Task()
		a = true
	}
	a, b = b, a
	l := sum(ct, n.left)
	if b {
		f.Drop()
	}
	return l
}

// copied asks for the child and for its name.
func copied(t *spice.Task, n *node) int {
	var f future
	ct := t
	right := n.right
	if n.right != nil {
		f = spice.Fork(t, sum, right)
		ct = f.Task()
	}
	l := sum(ct, n.left)
	if right == nil {
		return l
	}
	f.Drop()
	return l
}

// copiedAway has the name for another child by then.
func copiedAway(t *spice.Task, n *node) int {
	var f future
	ct := t
	child := n.right
	if n.right != nil {
		f = spice.Fork(t, sum, child) // want `forkjoin: future f is not joined`
		ct = f.Task()
	}
	child = n.left
	l := sum(ct, child)
	if child == nil {
		return l
	}
	f.Drop()
	return l
}

// recorded sets the flag in a literal that is called at once.
func recorded(t *spice.Task, n *node) int {
	var f future
	forked := false
	func() {
		if n.kind > 2 {
			f = spice.Fork(t, sum, n.right)
			forked = true
		}
	}()
	if !forked {
		return sum(t, n)
	}
	f.Drop()
	return 0
}

// ended leaves by an error that stays.
func ended(t *spice.Task, n *node) (int, error) {
	var f future
	err := check(n)
	if err == nil {
		f = spice.Fork(t, sum, n.right)
		n.val = sum(f.Task(), n.left)
	}
	if err != nil {
		return 0, err
	}
	f.Drop()
	return n.val, nil
}

func check(n *node) error { return nil }

// many has so many flags that their combinations are not followed to the end.
func many(t *spice.Task, n *node, a, b, c, d, e, g, h, i, j, k, l, m, o, p, q bool) int {
	var f future
	ct := t
	if a && b && c && d && e && g && h && i && j && k && l && m && o && p && q {
		f = spice.Fork(t, sum, n.right)
		ct = f.Task()
	}
	v := sum(ct, n.left)
	if a && b && c && d && e && g && h && i && j && k && l && m && o && p && q {
		f.Drop()
	}
	return v
}

var errBad = fmt.Errorf("bad")

// onError drops in a deferred call when there is an error, and joins otherwise.
func onError(t *spice.Task, n *node) (v int, err error) {
	f := spice.Fork(t, sum, n.right)
	defer func() {
		if err != nil {
			f.Drop()
		}
	}()
	v = sum(f.Task(), n.left)
	if v < 0 {
		return 0, errBad
	}
	if v > 100 {
		return 0, fmt.Errorf("%d is too large", v)
	}
	if err = check(n); err != nil {
		return
	}
	if err := check(n.left); err != nil {
		return 0, err
	}
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return v + r, nil
}

// onErrorLost has a way out without an error.
func onErrorLost(t *spice.Task, n *node) (v int, err error) {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	defer func() {
		if err != nil {
			f.Drop()
		}
	}()
	v = sum(f.Task(), n.left)
	if v < 0 {
		return 0, errBad
	}
	if v == 0 {
		return 0, nil
	}
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return v + r, nil
}

// unless is told by a flag what the deferred call has to do.
func unless(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	pending := true
	defer func() {
		if pending {
			f.Drop()
		}
	}()
	l := sum(f.Task(), n.left)
	if l < 0 {
		return l
	}
	pending = false
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

func finish(t *spice.Task, f *future, n *node) int {
	r, ok := f.Join()
	if !ok {
		r = sum(t, n)
	}
	return r
}

// bits keeps its flags in one number.
func bits(t *spice.Task, n *node) int {
	var f, g future
	open := 0
	ct := t
	if n.left != nil {
		f = spice.Fork(ct, sum, n.left)
		ct = f.Task()
		open |= 1
	}
	if n.mid != nil {
		g = spice.Fork(ct, sum, n.mid)
		ct = g.Task()
		open |= 2
	}
	v := sum(ct, n.right)
	if open&2 != 0 {
		v += finish(t, &g, n.mid)
	}
	if open&1 != 0 {
		v += finish(t, &f, n.left)
	}
	return v
}

// depth adds up what is open.
func depth(t *spice.Task, n *node) int {
	var f, g future
	open := 0
	ct := t
	if n.left != nil {
		f = spice.Fork(ct, sum, n.left)
		ct = f.Task()
		open += 1
	}
	if open == 1 && n.mid != nil {
		g = spice.Fork(ct, sum, n.mid)
		ct = g.Task()
		open += 1
	}
	v := sum(ct, n.right)
	switch open {
	case 2:
		g.Drop()
		f.Drop()
	case 1:
		f.Drop()
	}
	return v
}

// stage notes how far it came, for a deferred call.
func stage(t *spice.Task, n *node) (err error) {
	var f, g future
	stage := "none"
	defer func() {
		switch stage {
		case "two":
			g.Drop()
			fallthrough
		case "one":
			f.Drop()
		}
	}()
	f = spice.Fork(t, sum, n.left)
	ft := f.Task()
	stage = "one"
	if n.kind == 0 {
		return errors.New("x")
	}
	g = spice.Fork(ft, sum, n.mid)
	stage = "two"
	if sum(g.Task(), n.right) < 0 {
		return errors.New("y")
	}
	return nil
}

// waits has a way out of a select in a loop.
func waits(t *spice.Task, n *node, done chan struct{}, in chan int) int {
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	for {
		select {
		case <-done:
			f.Drop()
			return l
		case v, ok := <-in:
			if !ok {
				return l + finish(t, &f, n.right)
			}
			l += v
		}
	}
}

// bothFlags asks for two flags at the fork, at the join and at the fallback.
func bothFlags(t *spice.Task, n *node) int {
	var f, g future
	hasL, hasM := n.left != nil, n.mid != nil
	ct := t
	if hasL {
		f = spice.Fork(ct, sum, n.left)
		ct = f.Task()
	}
	if hasM {
		g = spice.Fork(ct, sum, n.mid)
		ct = g.Task()
	}
	v := sum(ct, n.right)
	var m, l int
	var okM, okL bool
	if hasM {
		m, okM = g.Join()
	}
	if hasL {
		l, okL = f.Join()
	}
	if hasM && !okM {
		m = sum(t, n.mid)
	}
	if hasL && !okL {
		l = sum(t, n.left)
	}
	return v + m + l
}

// retryUntil drops at the start of the next try.
func retryUntil(t *spice.Task, n *node) int {
	var f future
	forked := false
	for tries := 0; ; tries++ {
		if forked {
			f.Drop()
			forked = false
		}
		if tries > 5 {
			return -1
		}
		f = spice.Fork(t, sum, n.right)
		forked = true
		if v := sum(f.Task(), n.left); v > 0 {
			forked = false
			return v + finish(t, &f, n.right)
		}
	}
}

// ptrs gives a pointer to a deferred literal that asks whether it is nil.
func ptrs(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	defer func(p *future) {
		if p != nil {
			p.Drop()
		}
	}(&f)
	return sum(f.Task(), n.left)
}

// minDepth names a condition of two parts.
func minDepth(t *spice.Task, n *node, d int) int {
	var f future
	ct := t
	par := d < 8 && n.left != nil
	if par {
		f = spice.Fork(t, sum, n.left)
		ct = f.Task()
	}
	v := sum(ct, n.right)
	switch {
	case !par && n.left != nil:
		v += sum(t, n.left)
	case par:
		v += finish(t, &f, n.left)
	}
	return v
}

// nestedLoop forks in a loop inside a loop.
func nestedLoop(t *spice.Task, n *node) int {
	var f, g future
	total := 0
	for _, a := range n.kids {
		f = spice.Fork(t, sum, a)
		ft := f.Task()
		for _, b := range a.kids {
			if b == nil {
				continue
			}
			g = spice.Fork(ft, sum, b)
			v := sum(g.Task(), b.left)
			if v < 0 {
				g.Drop()
				break
			}
			total += v + finish(ft, &g, b)
		}
		total += finish(t, &f, a)
	}
	return total
}

// bitsLost has one of the tests the wrong way round.
func bitsLost(t *spice.Task, n *node) int {
	var f, g future
	open := 0
	ct := t
	if n.left != nil {
		f = spice.Fork(ct, sum, n.left) // want `forkjoin: future f is not joined`
		ct = f.Task()
		open |= 1
	}
	if n.mid != nil {
		g = spice.Fork(ct, sum, n.mid)
		ct = g.Task()
		open |= 2
	}
	v := sum(ct, n.right)
	if open&2 != 0 {
		v += finish(t, &g, n.mid)
	}
	if open&1 == 0 {
		v += finish(t, &f, n.left)
	}
	return v
}
