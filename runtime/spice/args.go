package spice

// An ArgsFuture is the Future of ForkArgs.
type ArgsFuture[A, R any] struct {
	link Task
	args *A
}

// ForkArgs is Fork for arguments of more than one word: *args is read only if the call is promoted. A future over four
// words would be returned through memory, at 10 to 40 ns a fork; a pointer to a struct in the same frame costs about 3.
// *args must stay unchanged until the join.
func ForkArgs[A, R any](t *Task, fn func(*Task, A) R, args *A) ArgsFuture[A, R] {
	// What *args refers to must be on the heap, args itself must not: see Fork.
	var box struct {
		fn  func(*Task, A) R
		arg A
	}
	p := &box
	p.fn, p.arg = fn, *args
	return ArgsFuture[A, R]{Task{t, forkedArgs[A, R](fn)}, args}
}

// Task returns the task to pass on while f is pending: to the call that runs inline, and to the next Fork.
func (f *ArgsFuture[A, R]) Task() *Task {
	if hungry.Load() != 0 {
		for !beat(&f.link) { // once; see beat
		}
	}
	return &f.link
}

// Join ends f; see Future.Join.
func (f *ArgsFuture[A, R]) Join() (r R, ok bool) {
	if f.link.prev == nil {
		return f.join()
	}
	return
}

// Drop ends f when its result is not wanted; see Future.Drop.
func (f *ArgsFuture[A, R]) Drop() {
	if f.link.prev == nil {
		drop(&f.link)
	}
}
