// Package spice is a fork/join runtime in which a fork costs under a nanosecond while nobody is idle.
package spice

// A Task is the place in a fork/join computation where the running code stands.
type Task struct {
	prev *Task
}

// A Future is a call that was announced by Fork and is not joined yet.
type Future[A, R any] struct {
	t   Task
	arg A
}

// An ArgsFuture is the Future of ForkArgs.
type ArgsFuture[A, R any] struct {
	t    Task
	args *A
}

// Fork announces the call fn(arg), which another worker may take until it is joined.
func Fork[A, R any](t *Task, fn func(*Task, A) R, arg A) Future[A, R] {
	return Future[A, R]{Task{t}, arg}
}

// ForkArgs is Fork for arguments of more than one word.
func ForkArgs[A, R any](t *Task, fn func(*Task, A) R, args *A) ArgsFuture[A, R] {
	return ArgsFuture[A, R]{Task{t}, args}
}

// Task returns the task to pass on while f is pending.
func (f *Future[A, R]) Task() *Task { return &f.t }

// Join ends f; false means that nobody took the call and the caller runs it here.
func (f *Future[A, R]) Join() (r R, ok bool) { return r, false }

// Drop ends f when its result is not wanted.
func (f *Future[A, R]) Drop() {}

// Task returns the task to pass on while f is pending.
func (f *ArgsFuture[A, R]) Task() *Task { return &f.t }

// Join ends f; false means that nobody took the call and the caller runs it here.
func (f *ArgsFuture[A, R]) Join() (r R, ok bool) { return r, false }

// Drop ends f when its result is not wanted.
func (f *ArgsFuture[A, R]) Drop() {}

// Tick lets idle workers take work in loops that do not fork.
func (t *Task) Tick() {}

// Run calls fn(t, arg) on the default pool and returns its result.
func Run[A, R any](fn func(*Task, A) R, arg A) R { return fn(new(Task), arg) }

// Do is Run for any signature.
func Do(fn func(*Task)) { fn(new(Task)) }

// Parallel reports whether the default pool has more than one worker.
func Parallel() bool { return true }
