package spice

// A worker is a goroutine of a pool. It leads, runs a job, waits for a job that it promoted, or is parked. Which, is decided
// under the pool's lock.
type worker struct {
	pool  *Pool
	fresh bool // its goroutine is not started yet
	wakes chan order
	alarm alarm // of the leader
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
// Whoever frees a slot or gives up the lead comes here: while a run is active and a slot is free, there is a leader. An
// idle pool needs one only to end the workers that are parked.
func (p *Pool) appoint() *worker {
	busy := p.busy()
	if p.led.Load() || busy >= p.slots() || busy == 0 && len(p.spares) == 0 || p.state.Load()&closed != 0 {
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
	if w == nil {
		return
	}
	p.counts.wakeups.Add(1)
	if w.fresh {
		w.fresh = false
		outside(func() { go w.work(o) })
		return
	}
	w.wakes <- o
}

// work is the worker's goroutine.
func (w *worker) work(o order) {
	w.wakes = make(chan order, 1) // made here, outside of any synctest bubble
	defer w.pool.quit()
	defer w.alarm.close()
	for o != leave {
		var j *job
		if o == lead {
			j, o = w.lead()
		} else {
			j, o = w.next()
		}
		if j != nil {
			w.do(j)
		}
	}
}

// quit ends a worker's goroutine: by order, or because a job called runtime.Goexit.
func (p *Pool) quit() {
	p.mu.Lock()
	p.workers--
	p.end()
	w := p.appoint()
	p.mu.Unlock()
	p.wake(w, lead)
}

// next decides what a worker does that has ended a job or was told to look: take a job, lead, or park.
func (w *worker) next() (*job, order) {
	p := w.pool
	p.follow()
	p.mu.Lock()
	switch {
	case p.state.Load()&closed != 0:
		p.mu.Unlock()
		return nil, leave
	case p.takeable():
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
