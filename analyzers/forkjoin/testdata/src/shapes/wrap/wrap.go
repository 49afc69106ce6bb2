// Package wrap has functions that others hand their futures to.
package wrap

import "github.com/spicego/spice/runtime/spice"

// Must returns what it gets.
func Must[F any](f F) F { return f }

// A Closer may do anything.
type Closer interface{ Close(f any) }

// Done drops f.
func Done[A, R any](f *spice.Future[A, R]) { f.Drop() }

// Pending only looks.
func Pending[A, R any](f *spice.Future[A, R]) bool { return f != nil }

// Finish joins f, in a closure, or drops it.
func Finish[A, R any](t *spice.Task, f *spice.Future[A, R], fn func(*spice.Task, A) R, arg A) (r R) {
	if t == nil {
		f.Drop()
		return r
	}
	defer func() {
		if v, ok := f.Join(); ok {
			r = v
		} else {
			r = fn(t, arg)
		}
	}()
	return r
}

// A Span ends what it was made for.
type Span struct{ end func() }

// New keeps f.
func New[A, R any](f *spice.Future[A, R]) *Span { return &Span{f.Drop} }

// End ends it.
func (s *Span) End() { s.end() }
