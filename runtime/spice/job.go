package spice

import "unsafe"

// A latent call is one that can be promoted.
type latent interface {
	call
	// promote copies the call of link into a job on the heap and marks the link as promoted.
	promote(link *Task, forker *strand) *job
}

// forked is the latent call of a Future.
type forked[A, R any] func(*Task, A) R

func (forked[A, R]) owner() *strand { return nil }

func (fn forked[A, R]) promote(link *Task, forker *strand) *job {
	f := (*Future[A, R])(unsafe.Pointer(link)) // link is its first field
	return promote(link, forker, fn, f.arg)
}

// forkedArgs is the latent call of an ArgsFuture.
type forkedArgs[A, R any] func(*Task, A) R

func (forkedArgs[A, R]) owner() *strand { return nil }

func (fn forkedArgs[A, R]) promote(link *Task, forker *strand) *job {
	f := (*ArgsFuture[A, R])(unsafe.Pointer(link))
	return promote(link, forker, fn, *f.args)
}

func promote[A, R any](link *Task, forker *strand, fn func(*Task, A) R, arg A) *job {
	j := &jobOf[A, R]{job: job{forker: forker}, fn: fn, arg: arg}
	j.body = j
	link.prev, link.call = nil, j
	forker.keep(&j.job)
	return &j.job
}

// A job is a promoted call. It is on the heap and refers to no frame.
type job struct {
	forker  *strand // who promoted it and will join it
	body    body
	failure *failure // how the call ended, if it did not return

	joined bool // by the forker, whose field it is
	older  *job // the one that the forker promoted before this one and has not joined yet

	// Mode Auto, under the pool's lock.
	state      state
	awaited    bool          // the forker is parked until done is closed, and its slot is lent out
	done       chan struct{} // made by the taker, closed if awaited
	prev, next *job          // in the pool's queue, while offered

	lone lone // mode Always
}

type state uint8

const (
	offered   state = iota // in the pool's queue
	running                // a worker took it
	finished               // its result, or its failure, can be read
	retracted              // taken back by its forker
)

// A body is the part of a job that knows the types.
type body interface{ run(t *Task) }

type jobOf[A, R any] struct {
	job
	fn     func(*Task, A) R
	arg    A
	result R
}

func (j *jobOf[A, R]) run(t *Task) { j.result = j.fn(t, j.arg) }

func (j *job) owner() *strand { return j.forker }
func (j *job) header() *job   { return j }

// join is the slow path of Join: the call was promoted.
//
//go:noinline
func (f *Future[A, R]) join() (R, bool) { return collect[A, R](&f.link) }

//go:noinline
func (f *ArgsFuture[A, R]) join() (R, bool) { return collect[A, R](&f.link) }

func collect[A, R any](link *Task) (r R, ok bool) {
	l := launder(link)
	j, _ := l.call.(*jobOf[A, R])
	if j == nil || !j.await() {
		return r, false // never forked, joined before, or taken back
	}
	if j.failure != nil {
		j.failure.raise(j.forker)
	}
	return j.result, true
}

// drop is the slow path of Drop.
//
//go:noinline
func drop(link *Task) {
	l := launder(link)
	if j, ok := l.call.(interface{ header() *job }); ok {
		j.header().await()
	}
}

// await ends j for its forker: it takes the job back and returns false, or waits until another worker has finished it.
func (j *job) await() bool {
	if j.joined {
		return false
	}
	j.joined = true
	j.forker.forget(j)
	if p := j.forker.pool; p.mode != Always {
		return p.await(j)
	}
	return j.awaitLone()
}
