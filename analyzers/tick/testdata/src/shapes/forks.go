package shapes

import . "github.com/spicego/spice/runtime/spice"

// dropsLate drops in a defer and never shows the fork.
func dropsLate(t *Task, n *node) int {
	f := Fork(t, sum, n.right) // want "tick: .*Task"
	defer f.Drop()
	return weigh(n)
}

// joinsInLiteral joins in a literal and never shows the fork.
func joinsInLiteral(t *Task, n *node) int {
	f := Fork(t, sum, n.right) // want "tick: .*Task"
	rest := func() int {
		r, ok := f.Join()
		if !ok {
			r = sum(t, n.right)
		}
		return r
	}
	l := weigh(n)
	return l + rest()
}

// showsInLiteral shows it in a literal.
func showsInLiteral(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	first := func() int { return sum(f.Task(), n.left) }
	l := first()
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

// methodValue shows it through a method value.
func methodValue(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	task := f.Task
	l := sum(task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

// hiddenSecond shows the first fork of a variable and not the second.
func hiddenSecond(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	f = Fork(t, sum, n.next) // want "tick: .*Task"
	l += weigh(n)
	s, ok := f.Join()
	if !ok {
		s = sum(t, n.next)
	}
	return l + r + s
}

// staleInLiteral passes the old task on in a literal called on the spot.
func staleInLiteral(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	l := func() int {
		return sum(t, n.left) // want "tick: .*pass f.Task"
	}()
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

// staleInRange does so in the body of a range over a function.
func staleInRange(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	total := sum(f.Task(), n.left)
	for k := range n.each {
		total += sum(t, k) // want "tick: .*pass f.Task"
	}
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return total + r
}

// staleMiddle passes the task of the older of two futures.
func staleMiddle(t *Task, n *node) int {
	fr := Fork(t, sum, n.right)
	tr := fr.Task()
	fl := Fork(tr, sum, n.left)
	total := sum(fl.Task(), n.next)
	total += sum(tr, n.kids[0]) // want "tick: .*fl"
	l, ok := fl.Join()
	if !ok {
		l = sum(tr, n.left)
	}
	total += sum(tr, n.kids[1])
	r, ok := fr.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return total + l + r
}

// staleFallback runs the fallback of the inner future with the task from
// before the outer one.
func staleFallback(t *Task, n *node) int {
	fr := Fork(t, sum, n.right)
	fl := Fork(fr.Task(), sum, n.left)
	total := sum(fl.Task(), n.next)
	l, ok := fl.Join()
	if !ok {
		l = sum(t, n.left) // want "tick: .*fr"
	}
	r, ok := fr.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return total + l + r
}

// chosen has the task that is right for each case in one variable.
func chosen(t *Task, n *node) int {
	var f Future[*node, int]
	ct := t
	if n.val > 3 {
		f = Fork(t, sum, n.right)
		ct = f.Task()
	}
	l := sum(ct, n.left)
	if n.val > 3 {
		f.Drop()
	}
	return l
}

// rounds has a task variable that moves on.
func rounds(t *Task, n *node) (total int) {
	var f Future[*node, int]
	for _, k := range n.kids {
		f = Fork(t, sum, k.right)
		ct := f.Task()
		total += sum(ct, k.left) + sum(ct, k.next)
		r, ok := f.Join()
		if !ok {
			r = sum(t, k.right)
		}
		total += r + sum(t, k)
	}
	return total
}

// inner forks in a literal between fork and join, with the right task.
func inner(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	l := func(t *Task) int {
		g := Fork(t, sum, n.next)
		l := sum(g.Task(), n.left)
		r, ok := g.Join()
		if !ok {
			r = sum(t, n.next)
		}
		return l + r
	}(f.Task())
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

// array has two futures in an array.
func array(t *Task, n *node) int {
	var fs [2]Future[*node, int]
	fs[0] = Fork(t, sum, n.right)
	fs[1] = Fork(t, sum, n.next) // want "tick: .*fs\\[0\\]"
	total := sum(fs[1].Task(), n.left)
	a, okA := fs[1].Join()
	b, okB := fs[0].Join()
	if !okA {
		a = sum(t, n.next)
	}
	if !okB {
		b = sum(t, n.right)
	}
	return total + a + b
}

// ticks next to each other.
func ticks(t *Task, n *node) int {
	t.Tick() // want "tick: .*redundant"
	t.Tick()
	f := Fork(t, sum, n.right)
	ct := f.Task()
	ct.Tick() // want "tick: .*redundant"
	l := sum(ct, n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	t.Tick()
	if n.val > 0 {
		t.Tick()
	}
	return l + r
}

// notNext has work between tick and task.
func notNext(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	t.Tick()
	l := weigh(n) + sum(f.Task(), n.left)
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}

// nextIf has the task in a condition and in a return.
func nextIf(t *Task, n *node) int {
	f := Fork(t, sum, n.right)
	defer f.Drop()
	t.Tick() // want "tick: .*redundant"
	if l := sum(f.Task(), n.left); l > 0 {
		return l
	}
	t.Tick() // want "tick: .*redundant"
	return sum(f.Task(), n.next)
}
