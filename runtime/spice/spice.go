// Package spice is a fork/join runtime in which a fork costs about a nanosecond while nobody is idle, so that a recursive
// function can offer every one of its calls without a cut-off to guess.
//
// # How to write a task function
//
// A task function has the form func(t *spice.Task, arg A) R. Where the sequential code makes two independent calls, the
// task function forks the second, makes the first, and joins:
//
//	func sum(t *spice.Task, n *Node) int64 {
//		if n == nil {
//			return 0
//		}
//		right := spice.Fork(t, sum, n.Right)   // may be taken by an idle worker
//		left := sum(right.Task(), n.Left)      // runs now, in this goroutine
//		r, ok := right.Join()
//		if !ok {                               // nobody took it: run it here
//			r = sum(t, n.Right)
//		}
//		return left + r + n.Val
//	}
//
// It is started by [Run], or by [Do] when it does not fit that form:
//
//	total := spice.Run(sum, root)
//
// The rules, which the command spicevet checks:
//
//   - Join or drop every future, once, on every way out of the function, in the opposite order of the forks.
//   - While a future is pending pass on its [Future.Task], to the next fork and to the inline call; after the last join t
//     itself again. A fork whose Task is not passed on can never be given away.
//   - With several calls the first runs inline and the last is forked first. Calls that nobody takes then run in the order
//     of the sequential program, and the oldest call, which is the largest, is given away first.
//   - When Join returns false make the same call that was forked, with the same arguments.
//   - Between a fork and its join neither side may write what the other reads or writes.
//   - A task belongs to the call and the goroutine that received it. Do not store it, send it, or use it in a closure that
//     runs elsewhere; do not copy futures; declare them outside of loops. None of this is unsafe if the task is only
//     passed on through interfaces and function values, but there every fork allocates.
//   - Fork a plain function. A method value, a closure or, inside generic code, an instance of a generic function is an
//     allocation for each fork: make it once and hand it down.
//   - An argument of more than one word goes by [ForkArgs], as a pointer to a struct in the same frame.
//   - Loops that run for long without a fork call [Task.Tick].
//
// Tasks may lock, block and call Run. A call that waits for what another call does is on its own: nothing promises that
// both run at the same time.
//
// # How it runs
//
// A fork writes four words into the caller's frame and nothing else. Workers that are idle raise a flag, which forks and
// ticks look at; a busy worker that sees it copies its oldest pending call to the heap and hands it over, at most once in
// 20 µs of work. So a run of a few microseconds stays on its goroutine, and when all workers are busy nothing is shared.
//
// A panic in a call that another worker took continues at its Join, with the same value; the stack where it happened is
// printed if nobody recovers it. [runtime.Goexit] continues there, too. What the sequential program would have met first
// wins. When Run is left, in whatever way, nothing that it forked is running.
//
// # Environment
//
// SPICE=always and SPICE=never replace the mode of every pool that does not choose its own, in any program: see [Always]
// and [Never]. SPICE=always with -race is how to test code that forks. SPICE_WORKERS=n sets the number of workers, which
// otherwise follows GOMAXPROCS.
package spice

import "sync/atomic"

// A Task is the place in a fork/join computation where the running code stands. A *Task is valid in the call that
// received it (or that owns the future it came from), and only on that call's goroutine.
//
// It is a link in the frame that forked: the fork's own call, and the link of the enclosing fork. The chain from the
// running code outwards lists every call that could still be given away, oldest last. Pushing and popping a link are the
// frame's own stores; nobody else ever looks at them.
type Task struct {
	prev *Task // the enclosing link; nil when this one was promoted, or is the root of a run
	call call  // what to run; when prev is nil, who owns the chain
}

// A call is what a link stands for. While the link is latent it is the forked function, as a func type whose method
// table carries the types of argument and result: a link-time constant, where a closure would be an allocation a fork.
// A promoted link holds its job, and the root of a run its strand.
type call interface {
	// owner returns the strand whose chain ends at this link, nil if the link is latent.
	owner() *strand
}

// hungry is the number of promotions that idle workers of all pools ask for: the heartbeat. Busy workers load it at every
// Future.Task and at every Tick, from an address that is a constant, and do nothing while it is 0. It has a cache line to
// itself, whatever the linker places beside it.
var hungry struct {
	_ [64]byte
	atomic.Int64
	_ [64]byte
}

// A Future is a call that was announced by Fork and is not joined yet. It lives in the frame that forked: declare it
// outside of loops, do not copy it, and join or drop it before the frame returns.
type Future[A, R any] struct {
	link Task
	arg  A
}

// Fork announces the call fn(arg), which another worker may take until it is joined. t is the task to continue from:
// the caller's own, or f.Task() of the future f forked before this one in the same function.
//
// A fork costs about a nanosecond for an argument of one word (a pointer, an integer). Longer arguments belong in a
// struct that ForkArgs points to.
func Fork[A, R any](t *Task, fn func(*Task, A) R, arg A) Future[A, R] {
	// The future holds the argument by value, in this frame, so escape analysis would let arg point to a local variable
	// of the caller, and a promotion would hand that pointer to another goroutine. A store through a pointer counts as a
	// flow to the heap: with it, what arg and fn refer to is allocated there. The box is dead and leaves no machine code.
	var box struct {
		fn  func(*Task, A) R
		arg A
	}
	p := &box
	p.fn, p.arg = fn, arg
	return Future[A, R]{Task{t, forked[A, R](fn)}, arg}
}

// Task returns the task to pass on while f is pending: to the call that runs inline, and to the next Fork.
func (f *Future[A, R]) Task() *Task {
	if hungry.Load() != 0 {
		for !beat(&f.link) { // once; see beat
		}
	}
	return &f.link
}

// Join ends f. With true it returns the result that another worker computed, after waiting for it if need be; false
// means that nobody took the call, and the caller runs it here. Futures are joined in the opposite order of their forks.
//
// If the call panicked on the other worker, Join panics with the same value; if it called runtime.Goexit, so does Join.
func (f *Future[A, R]) Join() (r R, ok bool) {
	if f.link.prev == nil {
		return f.join()
	}
	return
}

// Drop ends f when its result is not wanted. A call that nobody started will never run; one that is running is waited
// for, so that nothing of it outlives the frame, and its result, or its panic, is forgotten.
func (f *Future[A, R]) Drop() {
	if f.link.prev == nil {
		drop(&f.link)
	}
}

// Tick lets idle workers take one of the calls that are pending at t. It belongs in loops that do not fork.
func (t *Task) Tick() {
	if hungry.Load() != 0 {
		for !beat(t) { // once; see beat
		}
	}
}
