package spice

import (
	"bytes"
	"runtime"
	"runtime/debug"
)

// A failure is how a job ended that did not return.
type failure struct {
	value any    // what it panicked with
	exit  bool   // or it called runtime.Goexit
	stack []byte // where
}

// run calls the job's function with s as the root of its chain, and records a panic or Goexit.
func (s *strand) run(j *job) {
	returned := false
	defer func() {
		if !returned {
			v := recover() // nil during Goexit, which goes on and ends the goroutine
			j.failure = &failure{value: v, exit: v == nil, stack: s.trace()}
		}
		s.settle()
	}()
	j.body.run(&s.root)
	returned = true
}

// A raised panic is printed, when nobody recovers it, like this one: first the stack where it happened, then its value.
type origin struct{ stack []byte }

func (o origin) Error() string {
	return "panic in a call that Fork gave to another goroutine:\n" + string(bytes.TrimSpace(o.stack)) + "\n"
}

// trace returns the stack of the panic that is being handled, up to where it began: if a Join raised it, that is on
// another goroutine.
func (s *strand) trace() []byte {
	stack := debug.Stack()
	if s.raised != nil && bytes.Contains(stack, []byte("spice.(*failure).raise(")) {
		stack = append(append(stack, '\n'), s.raised.stack...)
	}
	return stack
}

// raise continues the failure on the forker's goroutine. recover returns the original value; a crash also prints the
// original stack, because the panic that is superseded here is printed before the one that superseded it.
func (f *failure) raise(s *strand) {
	s.raised = f
	if f.exit {
		runtime.Goexit()
	}
	defer func() { panic(f.value) }()
	panic(origin{f.stack})
}
