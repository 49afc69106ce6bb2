package shapes

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"shapes/wrap"
	"sync"
	"testing"

	"github.com/spicego/spice/runtime/spice"
)

// golang/go#25720: the deferred closure is registered before the fork.
func deferBeforeFork(t *spice.Task, n *node) (total int) {
	var f future
	defer func() { total += finish(t, &f, n.right) }()
	f = spice.Fork(t, sum, n.right)
	return sum(f.Task(), n.left)
}

// golang/go#58850: released in a defer.
func releasedInDefer(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	defer f.Drop()
	if n.val > 0 {
		return 1
	}
	return sum(f.Task(), n.left)
}

// golang/go#29587: joining the outer future joins no inner one.
func outerCoversNothing(t *spice.Task, n *node) int {
	outer := spice.Fork(t, sum, n.right)
	defer outer.Drop()
	ot := outer.Task()
	inner := spice.Fork(ot, sum, n.left) // want `forkjoin: future inner is not joined`
	return sum(inner.Task(), n.left)
}

// golang/go#31856: forked in a literal that is called at once.
func forkedInLiteral(t *spice.Task, n *node) int {
	var f future
	func() { f = spice.Fork(t, sum, n.right) }()
	return sum(f.Task(), n.left) + finish(t, &f, n.right)
}

// golang/go#16230: a future as a named result is the caller's, and not our rule.
func namedResult(t *spice.Task, n *node) (f future) {
	f = spice.Fork(t, sum, n.right)
	return
}

// golang/go#64547: the function ends at the end of the file: see end.go.

// timakin/bodyclose#30, #18, #39: released by a called function, or through an interface.
func releasedByCallee(t *spice.Task, n *node, x wrap.Closer) int {
	f := spice.Fork(t, sum, n.right)
	g := spice.Fork(f.Task(), sum, n.left)
	x.Close(&g)
	return finish(t, &f, n.right)
}

// bodyclose#77: forked under a condition, joined always.
func forkedMaybe(t *spice.Task, n *node) int {
	var f future
	defer f.Drop()
	if n.val > 3 {
		f = spice.Fork(t, sum, n.right)
		return sum(f.Task(), n.left)
	}
	return 0
}

// bodyclose#29: forked again while there is an error.
func retried(t *spice.Task, n *node) int {
	var f future
	for {
		f = spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined when control comes back to this Fork`
		if l := sum(f.Task(), n.left); l >= 0 {
			break
		}
	}
	return finish(t, &f, n.right)
}

// bodyclose#29: the same with a drop before the next try.
func retriedDropped(t *spice.Task, n *node) int {
	var f future
	for {
		f = spice.Fork(t, sum, n.right)
		if l := sum(f.Task(), n.left); l >= 0 {
			break
		}
		f.Drop()
	}
	return finish(t, &f, n.right)
}

// bodyclose#4, #27: returned to the caller.
func returned(t *spice.Task, n *node) *future {
	f := spice.Fork(t, sum, n.right)
	return &f
}

type holder struct {
	f  future
	fs []future
}

func (h *holder) get() *future { return &h.f }

// bodyclose#42: stored in a field, released through a getter.
func (h *holder) stored(t *spice.Task, n *node) int {
	h.f = spice.Fork(t, sum, n.right)
	l := sum(h.f.Task(), n.left)
	h.get().Drop()
	return l
}

var kept future

// bodyclose#36: stored in a package variable.
func storedGlobally(t *spice.Task, n *node) int {
	kept = spice.Fork(t, sum, n.right)
	return sum(kept.Task(), n.left)
}

type lookalike struct{}

func (lookalike) Join() (int, bool) { return 0, false }
func (lookalike) Drop()             {}

func fork() lookalike { return lookalike{} }

// bodyclose#52, #47, #59; golang/go#26165: another type with these methods.
func otherType() int {
	f := fork()
	f.Join()
	f.Join()
	g := fork()
	r, _ := g.Join()
	return r
}

// bodyclose#58, PR #66: joined on one branch only.
func oneBranch(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	l := sum(f.Task(), n.left)
	if l > 0 {
		l += finish(t, &f, n.right)
	}
	return l
}

// tooltitude/support#49: a generic wrapper around the fork.
func wrapped(t *spice.Task, n *node) int {
	f := wrap.Must(spice.Fork(t, sum, n.right))
	return sum(f.Task(), n.left)
}

// sqlclosecheck#49, #35: a deferred closure with the join in an if.
func deferredIfJoin(t *spice.Task, n *node) (total int) {
	f := spice.Fork(t, sum, n.right)
	defer func() {
		if r, ok := f.Join(); ok {
			total += r
		}
	}()
	return sum(f.Task(), n.left)
}

// sqlclosecheck#43, #7, PR #37: deferred functions that get the future.
func deferredFunctions(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	defer wrap.Done(&f)
	ft := f.Task()
	g := spice.Fork(ft, sum, n.left)
	defer func(x *future) { x.Drop() }(&g)
	return sum(g.Task(), n.left)
}

// sqlclosecheck PR #34: a plain return is not handing over.
func plainReturn(t *spice.Task, n *node, out *int) {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	*out = sum(f.Task(), n.left)
	return
}

// rowserrcheck#16: a captured variable.
func captured(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	l := 0
	each(n.kids, func(k *node) { l += sum(f.Task(), k) })
	return l + finish(t, &f, n.right)
}

// rowserrcheck#16: a captured variable that only lends its task, and is forgotten.
func capturedForgotten(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	l := 0
	each(n.kids, func(k *node) { l += sum(f.Task(), k) })
	return l
}

func each(ks []*node, do func(*node)) {
	for _, k := range ks {
		do(k)
	}
}

// golangci-lint#943: two forks, one join.
func phi(t *spice.Task, n *node, right bool) int {
	var f future
	x := n.left
	if right {
		x = n.right
		f = spice.Fork(t, sum, n.right)
	} else {
		f = spice.Fork(t, sum, n.left)
	}
	return sum(f.Task(), n.kids[0]) + finish(t, &f, x)
}

// go-critic#609, go-spancheck#12: released in a deferred closure only.
func deferredClosure(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	defer func() { f.Drop() }()
	if n.val == 0 {
		return 0
	}
	return sum(f.Task(), n.left)
}

// go-spancheck#24: a condition first, then the join always.
func deferredCondition(t *spice.Task, n *node) (total int) {
	f := spice.Fork(t, sum, n.right)
	defer func() {
		if total < 0 {
			total = 0
		}
		f.Drop()
	}()
	return sum(f.Task(), n.left)
}

// go-spancheck PR #31: the closure joins when there is an error only.
func deferredOnError(t *spice.Task, n *node) (err error) {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	defer func() {
		if err != nil {
			f.Drop()
		}
	}()
	if sum(f.Task(), n.left) < 0 {
		return errors.New("negative")
	}
	return nil
}

// go-spancheck#26: a variable of an inner block, and a return outside.
func innerBlock(t *spice.Task, n *node) int {
	total := 0
	{
		f := spice.Fork(t, sum, n.right)
		total = sum(f.Task(), n.left) + finish(t, &f, n.right)
	}
	if total < 0 {
		return 0
	}
	return total
}

// go-spancheck#33; fabric-smart-client#1778: handed to a wrapper.
func handedOver(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	s := wrap.New(&f)
	l := sum(f.Task(), n.left)
	s.End()
	return l
}

// go-spancheck#41: released without being acquired.
func releaseOnly(t *spice.Task, n *node) int {
	var f future
	r, ok := f.Join() // want `forkjoin: future f is joined here, but it is not forked`
	if !ok {
		r = sum(t, n)
	}
	return r
}

// go-spancheck#41: released too early.
func releaseEarly(t *spice.Task, n *node) int {
	var f future
	f.Drop()                        // want `forkjoin: future f is dropped here, but it is not forked`
	f = spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	return sum(f.Task(), n.left)
}

// gosec#1584: the release function goes up a chain.
func releaseReturned(t *spice.Task, n *node) func() {
	f := spice.Fork(t, sum, n.right)
	return f.Drop
}

// gosec#1590: released in a goroutine, which another rule forbids.
func releasedInGoroutine(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	go func() { f.Drop() }()
	return sum(f.Task(), n.left)
}

type closer struct{ close func() }

// gosec#1591, #1595: a field of a literal, and a field set later.
func inLiteral(t *spice.Task, n *node) *closer {
	f := spice.Fork(t, sum, n.right)
	c := &closer{close: f.Drop}
	c.close = func() { f.Drop() }
	defer func() { c.close() }()
	return c
}

var release func()

// gosec#1601: a package variable.
func releaseGlobal(t *spice.Task, n *node) {
	f := spice.Fork(t, sum, n.right)
	release = f.Drop
}

// gosec#1637: a struct handed to a goroutine.
func structToGoroutine(t *spice.Task, n *node) {
	var h holder
	h.f = spice.Fork(t, sum, n.right)
	go h.get().Drop()
}

// gosec#1668: appended to a slice and joined in a loop.
func appended(t *spice.Task, n *node) int {
	var fs []future
	total := 0
	for _, k := range n.kids {
		fs = append(fs, spice.Fork(t, sum, k))
	}
	for i := len(fs) - 1; i >= 0; i-- {
		total += finish(t, &fs[i], n.kids[i])
	}
	return total
}

// gvisor#11203; komuw/ong#297: two deferred closures.
func twoDefers(t *spice.Task, n *node) (total int) {
	f := spice.Fork(t, sum, n.right)
	ft := f.Task()
	defer func() { total += finish(t, &f, n.right) }()
	g := spice.Fork(ft, sum, n.left)
	defer func() { total += finish(ft, &g, n.left) }()
	return sum(g.Task(), n.kids[0])
}

// gvisor#11203: two deferred closures that join one future.
func twoDefersOneFuture(t *spice.Task, n *node) (total int) {
	f := spice.Fork(t, sum, n.right)
	defer func() { f.Drop() }() // want `forkjoin: future f is dropped, but it is already joined or dropped`
	defer func() { total += finish(t, &f, n.right) }()
	return sum(f.Task(), n.left)
}

// gvisor#11671: facts about instances of generic functions.
func genericHelper(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	return l + wrap.Finish(t, &f, sum, n.right)
}

// gvisor#11671: and what they do not say.
func genericHelperLate(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	l := sum(f.Task(), n.left)
	if wrap.Pending(&f) {
		return l
	}
	return l + wrap.Finish(t, &f, sum, n.right)
}

// go-tools#360, #1623; golang/go#18022: a statement before the pattern.
func statementBefore(t *spice.Task, n *node) int {
	fmt.Fprintln(os.Stderr, "start")
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	n.val++
	l := sum(f.Task(), n.left)
	n.val--
	return l
}

// go-tools#581, #1195: one field twice.
func fieldTwice(t *spice.Task, n *node) int {
	var h holder
	h.f = spice.Fork(t, sum, n.right)
	l := sum(h.f.Task(), n.left)
	l += finish(t, &h.f, n.right)
	h.f.Drop() // want `forkjoin: future h.f is dropped, but it is already joined or dropped`
	return l
}

// go-tools#444: a loop that ends the goroutine.
func loopGoexit(t *spice.Task, n *node) {
	f := spice.Fork(t, sum, n.right)
	for {
		defer f.Drop()
		runtime.Goexit()
	}
}

// go-tools#488: a defer in a loop that is left at once.
func deferBreak(t *spice.Task, n *node, ch chan int) {
	var f future
	for range ch {
		f = spice.Fork(t, sum, n.right)
		defer f.Drop()
		break
	}
}

// go-critic#1022: joined, then the end of the process.
func joinedThenExit(t *spice.Task, n *node) {
	f := spice.Fork(t, sum, n.right)
	if sum(f.Task(), n.left)+finish(t, &f, n.right) == 0 {
		os.Exit(1)
	}
}

type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// nilaway#70, go-tools#924: a fatal call through interfaces.
func fatal(t *spice.Task, n *node, tb testing.TB, own tester) int {
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	if l < 0 {
		tb.Fatalf("negative: %d", l)
		return 0
	}
	if l > 1000 {
		own.Fatalf("large: %d", l)
		return 0
	}
	if l == 77 {
		tb.Skip("not this one")
	}
	return l + finish(t, &f, n.right)
}

// opennota/check#22: the same text in a nested closure.
func nestedSameText(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	defer f.Drop()
	l := func() int {
		f := spice.Fork(t, sum, n.left)
		defer f.Drop()
		return sum(f.Task(), n.kids[0])
	}()
	return l + sum(f.Task(), n.left)
}

// Clang thread safety: a condition that stays.
func sameCondition(t *spice.Task, n *node, deep bool) int {
	var f future
	ct := t
	if deep {
		f = spice.Fork(t, sum, n.right)
		ct = f.Task()
	}
	l := sum(ct, n.left)
	if deep {
		l += finish(t, &f, n.right)
	}
	return l
}

// Read in lostcancel: of two acquires into one variable the last is seen.
func twoIntoOne(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined before f gets another value`
	f = spice.Fork(t, sum, n.left)
	return sum(f.Task(), n.kids[0]) + finish(t, &f, n.left)
}

// Read in bodyclose: a function is skipped when its results have the type.
func resultHasType(t *spice.Task, n *node) (*future, int) {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	return nil, sum(f.Task(), n.left)
}

// Read in spancheck: paths through the end of nested blocks.
func nestedEnds(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right) // want `forkjoin: future f is not joined`
	l := sum(f.Task(), n.left)
	if l > 0 {
		if l > 10 {
			l = 10
		}
		if l > 5 {
			return l
		}
	}
	return l + finish(t, &f, n.right)
}

// Read in spancheck: closures in closures.
func closureInClosure(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right)
	defer func() {
		func() {
			defer func() { f.Drop() }()
		}()
	}()
	return sum(f.Task(), n.left)
}

// A once is not known to call its function.
func once(t *spice.Task, n *node) int {
	var o sync.Once
	f := spice.Fork(t, sum, n.right)
	l := sum(f.Task(), n.left)
	o.Do(f.Drop)
	return l
}
