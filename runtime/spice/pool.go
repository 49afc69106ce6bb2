package spice

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
)

// A Mode says which forks are given to other workers.
type Mode uint8

const (
	// Auto gives away what idle workers ask for. The environment variable SPICE, set to auto, always or never, can
	// replace it in a program as it is.
	Auto Mode = iota
	// Always promotes every fork that is passed on (by Future.Task), runs it on a goroutine of its own and never takes
	// it back. Fork and join are the only happens-before edges, so that a test with -race finds every race that the
	// structure of forks allows. It is slow. When thousands of goroutines are alive, a call starts no earlier than its
	// Join, still on its own goroutine and still unordered with the code before the Join; a run that is nested deeper
	// than the race detector can follow goes on sequentially from there.
	Always
	// Never promotes nothing: the sequential program.
	Never
)

// Options configure a Pool. The zero value is a good default.
type Options struct {
	// Workers is how many goroutines work at once, the callers of Do included. 0 means as many as GOMAXPROCS says at
	// the time, or SPICE_WORKERS if that is set.
	Workers int
	Mode    Mode
}

// A Pool is a set of workers. Most programs need none of their own: Run and Do use the default pool.
//
// Its goroutines are started when a Do needs them and end a quarter of a second after the last one.
type Pool struct {
	mode     Mode
	follows  bool  // limit is GOMAXPROCS
	interval int64 // defaultInterval, except in tests

	limit atomic.Int32 // how many may be busy at once
	state atomic.Int64 // how many are busy, and more: see busyMask
	led   atomic.Bool  // a leader is awake; changes under mu

	asks     atomic.Int64  // promotions that the leader wants: this pool's part of hungry
	round    atomic.Uint32 // number of the leader's latest ask
	refusals atomic.Int64  // strands that could not answer it

	mu      sync.Mutex
	queue   queue     // offered jobs, oldest first
	spares  []*worker // parked
	workers int       // goroutines, in whatever state
	closing bool
	gone    bool       // closed, and no goroutine is left
	gate    sync.Mutex // held from the first Close until gone

	counts counts
}

// The bits of Pool.state.
const (
	busyMask = 1<<30 - 1         // goroutines that run user code: callers and workers, but no parked joiners
	draining = 1 << 30           // Close was called
	closed   = 1 << 31           // and the last run has ended
	entry    = 1<<32 + 1         // what a caller adds: its busy bit, and one to the count of entries in the high half
	entries  = -1 &^ (1<<32 - 1) // that count
)

// counts is what tests observe of a pool. Never read by the scheduler.
type counts struct {
	promoted, takenBack, waited, wakeups, asks, sleeps, links atomic.Int64
}

// std is the default pool.
var std = NewPool(Options{})

// NewPool returns a pool. It starts no goroutine yet.
func NewPool(o Options) *Pool {
	p := &Pool{mode: o.Mode, interval: defaultInterval}
	if p.mode == Auto {
		p.mode = modeOf(os.Getenv("SPICE"))
	}
	n := o.Workers
	if n <= 0 {
		n = workersOf(os.Getenv("SPICE_WORKERS"))
	}
	switch {
	case p.mode == Never:
		n = 1
	case n <= 0:
		p.follows = true
		n = runtime.GOMAXPROCS(0)
	}
	p.limit.Store(int32(min(n, maxWorkers)))
	return p
}

// maxWorkers bounds Options.Workers.
const maxWorkers = 1 << 16

// modeOf reads the value of SPICE.
func modeOf(v string) Mode {
	switch v {
	case "", "auto":
		return Auto
	case "always":
		return Always
	case "never":
		return Never
	}
	fmt.Fprintf(os.Stderr, "spice: SPICE=%s is not a mode; want auto, always or never. Going on with auto.\n", v)
	return Auto
}

// workersOf reads the value of SPICE_WORKERS, 0 if it does not say.
func workersOf(v string) int {
	if v == "" {
		return 0
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 {
		fmt.Fprintf(os.Stderr, "spice: SPICE_WORKERS=%s is not a number of workers; want 1 or more. Going on with GOMAXPROCS.\n", v)
		return 0
	}
	return n
}

// slots returns how many may be busy at once. While that is 1 no leader is awake to notice that GOMAXPROCS grew.
func (p *Pool) slots() int {
	n := int(p.limit.Load())
	if n <= 1 && p.follows {
		return p.follow()
	}
	return n
}

// follow looks at GOMAXPROCS again.
func (p *Pool) follow() int {
	if p.follows {
		p.limit.Store(int32(min(runtime.GOMAXPROCS(0), maxWorkers)))
	}
	return int(p.limit.Load())
}

func (p *Pool) busy() int { return int(p.state.Load() & busyMask) }

// Close waits until every Do on p that began before has returned, and ends the pool's goroutines. A Do that begins while
// Close waits, as one of a task that Close waits for may, runs on its caller's goroutine alone; one that begins after
// Close has returned panics. Close may be called more than once, also at the same time. It must not be called by a task
// of the pool, which would wait for itself.
func (p *Pool) Close() {
	p.mu.Lock()
	if !p.closing {
		p.closing = true
		p.gate.Lock()
		p.state.Or(draining)
	}
	p.mu.Unlock()
	p.drain()
	p.gate.Lock() // a mutex and not a channel, which must not be closed from outside of the synctest bubble it was made in
	p.gate.Unlock()
}

// drain closes p if it is draining and nobody is busy.
func (p *Pool) drain() {
	for {
		n := p.state.Load()
		if n&draining == 0 || n&busyMask != 0 && n&closed == 0 {
			return
		}
		if n&closed != 0 || p.state.CompareAndSwap(n, n|closed) {
			break
		}
	}
	p.mu.Lock()
	spares := p.dismiss()
	p.end()
	p.mu.Unlock()
	for _, w := range spares {
		p.wake(w, leave)
	}
}

// end opens the gate of Close when p is closed and its last goroutine has ended. p.mu is held.
func (p *Pool) end() {
	if p.workers == 0 && !p.gone && p.state.Load()&closed != 0 {
		p.gone = true
		p.gate.Unlock()
	}
}

// A queue is a list of offered jobs.
type queue struct {
	first, last *job
	len         atomic.Int32 // changes under the pool's lock; a leader that spins reads it without
}

func (q *queue) push(j *job) {
	j.prev = q.last
	if q.last != nil {
		q.last.next = j
	} else {
		q.first = j
	}
	q.last = j
	q.len.Add(1)
}

func (q *queue) remove(j *job) {
	if j.prev != nil {
		j.prev.next = j.next
	} else {
		q.first = j.next
	}
	if j.next != nil {
		j.next.prev = j.prev
	} else {
		q.last = j.prev
	}
	j.prev, j.next = nil, nil
	q.len.Add(-1)
}
