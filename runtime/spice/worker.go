package spice

import (
	"runtime"
	"time"
)

// A worker is a goroutine of a pool. It leads, runs a job, or is parked; which, is decided under the pool's lock.
type worker struct {
	pool  *Pool
	fresh bool // its goroutine is not started yet
	wakes chan order
}

// An order is what a worker is woken for.
type order uint8

const (
	lead  order = iota // it was appointed leader
	look               // there may be an offered job
	leave              // end
)

// appoint makes a worker the leader, if there is no leader and a slot is free. p.mu is held; the caller wakes the worker
// afterwards.
//
// Whenever a slot gets free, or the leader resigns, somebody must come here: a slot that is free while a run is active
// has a leader, or the run goes on alone for ever.
func (p *Pool) appoint() *worker {
	busy := p.busy()
	if p.led.Load() || busy >= p.slots() || busy == 0 && p.workers == 0 || p.state.Load()&closed != 0 {
		return nil
	}
	p.led.Store(true)
	return p.spare()
}

// spare returns a parked worker, or a new one. p.mu is held.
func (p *Pool) spare() *worker {
	if n := len(p.spares); n > 0 {
		w := p.spares[n-1]
		p.spares = p.spares[:n-1]
		return w
	}
	p.workers++
	return &worker{pool: p, fresh: true}
}

// dismiss returns the parked workers, who are no longer parked. p.mu is held.
func (p *Pool) dismiss() []*worker {
	s := p.spares
	p.spares = nil
	return s
}

// rouse appoints a leader if one is missing. A run pays for this only when the pool has been idle for long.
func (p *Pool) rouse() {
	p.mu.Lock()
	w := p.appoint()
	p.mu.Unlock()
	p.wake(w, lead)
}

// wake gives w, if there is one, an order.
func (p *Pool) wake(w *worker, o order) {
	switch {
	case w == nil:
	case w.fresh:
		p.counts.wakeups.Add(1)
		w.fresh = false
		outside(func() { go w.work(o) })
	default:
		p.counts.wakeups.Add(1)
		w.wakes <- o
	}
}

// work is the worker's goroutine.
func (w *worker) work(o order) {
	w.wakes = make(chan order, 1) // here, and so not in a bubble
	defer w.pool.quit()
	for o != leave {
		var j *job
		if o == lead {
			j, o = w.lead()
		} else {
			j, o = w.next()
		}
		if j != nil {
			w.do(j)
			o = look
		}
	}
}

// quit ends a worker's goroutine: after an order, or because a job called runtime.Goexit.
func (p *Pool) quit() {
	p.mu.Lock()
	p.workers--
	p.end()
	w := p.appoint()
	p.mu.Unlock()
	p.wake(w, lead)
}

// next decides what a worker does that has nothing to do and is not the leader: take a job, lead, or park.
func (w *worker) next() (*job, order) {
	p := w.pool
	p.mu.Lock()
	switch {
	case p.state.Load()&closed != 0:
		p.mu.Unlock()
		return nil, leave
	case p.queue.first != nil && p.busy() < p.slots():
		j, wake := p.take()
		p.mu.Unlock()
		p.wakeAll(wake)
		return j, look
	case !p.led.Load() && p.busy() < p.slots():
		p.led.Store(true)
		p.mu.Unlock()
		return nil, lead
	}
	p.spares = append(p.spares, w)
	p.mu.Unlock()
	return nil, <-w.wakes
}

// take claims the oldest offered job and the slot to run it in. Others are to be woken for what is left to do: a leader
// for the slots that are still free, and one more for the next job, so that a burst of jobs reaches everybody by a tree
// of wake-ups. p.mu is held.
func (p *Pool) take() (*job, wakes) {
	j := p.queue.first
	p.queue.remove(j)
	j.state = running
	j.done = make(chan struct{})
	p.state.Add(1)
	var w wakes
	w.leader = p.appoint()
	if p.queue.first != nil && p.busy() < p.slots() && len(p.spares) > 0 {
		w.looker = p.spare()
	}
	return j, w
}

type wakes struct{ leader, looker *worker }

func (p *Pool) wakeAll(w wakes) {
	p.wake(w.leader, lead)
	p.wake(w.looker, look)
}

// do runs j and ends it, however it ends.
func (w *worker) do(j *job) {
	s := &strand{pool: w.pool, spent: nanotime() - interval} // it may give one call away at once
	s.root.call = s
	defer w.pool.finish(j)
	s.run(j)
}

// finish hands the result of j over. A forker that waits for it takes over the slot.
func (p *Pool) finish(j *job) {
	p.mu.Lock()
	j.state = finished
	if !j.awaited {
		p.state.Add(-1)
	}
	p.mu.Unlock()
	if j.awaited {
		close(j.done)
	}
}

// await is job.await in mode Auto.
func (p *Pool) await(j *job) bool {
	p.mu.Lock()
	switch j.state {
	case offered:
		p.queue.remove(j)
		j.state = retracted
		p.mu.Unlock()
		p.counts.takenBack.Add(1)
		return false
	case running:
		// Park, and lend the slot to another worker. The forker runs nothing else meanwhile: not on top of a frame that
		// may hold a lock, and not for longer than the job takes.
		j.awaited = true
		p.state.Add(-1)
		w := p.appoint()
		p.mu.Unlock()
		p.wake(w, lead)
		p.counts.waited.Add(1)
		<-j.done
	case finished:
		p.mu.Unlock()
	case retracted:
		p.mu.Unlock()
		return false
	}
	return true
}

// retract takes back what nobody started of j and the jobs promoted before it.
func (p *Pool) retract(j *job) {
	if p.mode == Always {
		return // a job that was not started by its join never starts
	}
	p.mu.Lock()
	for ; j != nil; j = j.older {
		if j.state == offered {
			p.queue.remove(j)
			j.state = retracted
		}
	}
	p.mu.Unlock()
}

const (
	// spin is how long the leader watches for the answer to an ask before it sleeps.
	spin = int64(5 * time.Microsecond)
	// minPause and maxPause bound the time between two asks, or two looks whether there is somebody to ask.
	minPause = 50 * time.Microsecond
	maxPause = 250 * time.Microsecond
	// patience is how long a leader stays awake when no run needs it: long enough that a program which runs something a
	// few times a second does not pay for waking it, and short enough that tests which look for leaked goroutines (goleak
	// waits 0.4 s) find none.
	patience = int64(250 * time.Millisecond)
)

// lead looks for work on behalf of all that are idle: it asks the busy, takes the first job that is offered, and passes
// the lead on. It returns that job, or what to do when there is no more need to lead.
func (w *worker) lead() (*job, order) {
	p := w.pool
	pause := minPause
	idle, seen := nanotime(), p.state.Load()
	for {
		slots := p.follow()
		p.mu.Lock()
		state := p.state.Load()
		busy := int(state & busyMask)
		if state&closed != 0 {
			p.led.Store(false)
			p.ask(0)
			p.mu.Unlock()
			return nil, leave
		}
		if p.queue.first != nil && busy < slots {
			p.led.Store(false)
			j, wake := p.take()
			p.ask(p.want())
			p.mu.Unlock()
			p.wakeAll(wake)
			return j, look
		}
		want := p.want()
		p.ask(want)
		p.mu.Unlock()

		switch {
		case want > 0:
			pause = minPause
			idle = 0
			for end := nanotime() + spin; p.queue.len.Load() == 0 && nanotime() < end; {
			}
			if p.queue.len.Load() > 0 {
				continue
			}
		case state&entries != seen&entries:
			pause, idle = minPause, 0
		default:
			pause = min(2*pause, maxPause)
		}
		seen = state
		if idle == 0 {
			idle = nanotime()
		} else if nanotime()-idle > patience {
			if o, ok := w.resign(seen); ok {
				return nil, o
			}
			idle = 0
		}
		runtime.Gosched() // whoever waits for this P goes first
		sleep(pause)
		p.counts.sleeps.Add(1)
	}
}

// want is how many jobs the free slots could take. p.mu is held.
func (p *Pool) want() int64 {
	busy := p.busy()
	if busy == 0 || !p.led.Load() {
		return 0
	}
	return max(0, int64(p.slots()-busy)-int64(p.queue.len.Load()))
}

// resign gives the lead up unless there is work again. An idle pool ends all of its goroutines; one whose slots are all
// taken keeps this one parked.
func (w *worker) resign(seen int64) (order, bool) {
	p := w.pool
	p.mu.Lock()
	p.led.Store(false)
	// A caller enters and then looks for a leader; the leader resigns and then looks for a caller. One of them sees the
	// other.
	state := p.state.Load()
	busy := int(state & busyMask)
	if state&entries != seen&entries || busy > 0 && busy < p.slots() {
		p.led.Store(true)
		p.mu.Unlock()
		return 0, false
	}
	if busy > 0 {
		p.spares = append(p.spares, w)
		p.mu.Unlock()
		return <-w.wakes, true
	}
	spares := p.dismiss()
	p.mu.Unlock()
	for _, s := range spares {
		p.wake(s, leave)
	}
	return leave, true
}
