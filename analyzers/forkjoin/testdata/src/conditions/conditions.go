// Package conditions has futures whose fork and join hang on the same
// condition, said in the same way or in another.
package conditions

import (
	"fmt"

	"github.com/spicego/spice/runtime/spice"
)

type node struct {
	left, right *node
	kids        []*node
	kind, val   int
	big         bool
	name        string
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
