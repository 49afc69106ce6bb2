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
// Future.Task and at every Tick, from an address that is a constant, and do nothing while it is 0.
var hungry atomic.Int64

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

// Tick lets idle workers take work. It belongs in loops that do not fork.
func (t *Task) Tick() {
	if hungry.Load() != 0 {
		for !beat(t) { // once; see beat
		}
	}
}
