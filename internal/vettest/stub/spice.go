// Package spice has the signatures of the runtime.
package spice

import (
	"context"
	"time"
)

type Task struct{ prev *Task }

type Future[A, R any] struct {
	t   Task
	arg A
}

type ArgsFuture[A, R any] struct {
	t    Task
	args *A
}

func Fork[A, R any](t *Task, fn func(*Task, A) R, arg A) Future[A, R] {
	return Future[A, R]{Task{t}, arg}
}

func ForkArgs[A, R any](t *Task, fn func(*Task, A) R, args *A) ArgsFuture[A, R] {
	return ArgsFuture[A, R]{Task{t}, args}
}

func (f *Future[A, R]) Task() *Task          { return &f.t }
func (f *Future[A, R]) Join() (r R, ok bool) { return r, false }
func (f *Future[A, R]) Drop()                {}

func (f *ArgsFuture[A, R]) Task() *Task          { return &f.t }
func (f *ArgsFuture[A, R]) Join() (r R, ok bool) { return r, false }
func (f *ArgsFuture[A, R]) Drop()                {}

func (t *Task) Tick()          {}
func (t *Task) Err() error     { return nil }
func (t *Task) Now() time.Time { return time.Time{} }

func Run[A, R any](fn func(*Task, A) R, arg A) R { return fn(new(Task), arg) }
func Do(fn func(*Task))                          { fn(new(Task)) }
func Parallel() bool                             { return true }

func DoContext(ctx context.Context, fn func(*Task) error) error { return fn(new(Task)) }

type Options struct{ Workers int }

type Pool struct{ workers int }

func NewPool(o Options) *Pool     { return &Pool{o.Workers} }
func (p *Pool) Do(fn func(*Task)) { fn(new(Task)) }
func (p *Pool) Close()            {}

// A Grain learns below which size a call is too small to share.
type Grain struct{ limit int }

func (g *Grain) Small(n int) bool { return n < g.limit }
