package spice

import (
	"runtime"
	"time"
)

const (
	// spin is how long the leader watches for the answer to an ask before it sleeps.
	spin = int64(5 * time.Microsecond)
	// minPause and maxPause bound the time between two asks, or two looks whether there is somebody to ask.
	minPause = 50 * time.Microsecond
	maxPause = 250 * time.Microsecond
	// patience is how long a leader stays awake when nobody needs it: long enough that a program which runs something a
	// few times a second does not pay for waking it, and short enough that tests which look for leaked goroutines (goleak
	// waits 0.4 s) find none.
	patience = int64(250 * time.Millisecond)
)

// lead looks for work on behalf of all who are idle: it asks the busy, takes the first job that is offered, and passes the
// lead on. It returns that job, or what to do when nobody needs a leader.
func (w *worker) lead() (*job, order) {
	p := w.pool
	pause := minPause
	last, needed := p.state.Load(), nanotime()
	for {
		p.follow()
		p.mu.Lock()
		if p.state.Load()&closed != 0 {
			p.led.Store(false)
			p.ask(0)
			p.mu.Unlock()
			return nil, leave
		}
		if p.takeable() {
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

		state := p.state.Load()
		if want > 0 || state&busyMask == 0 && state&entries != last&entries {
			pause, needed = minPause, nanotime()
		}
		last = state
		if want > 0 && p.answered() {
			continue
		}
		if nanotime()-needed > patience {
			if o, ok := w.resign(last); ok {
				return nil, o
			}
		}
		runtime.Gosched() // whoever waits for this P goes first
		w.alarm.sleep(pause)
		p.counts.sleeps.Add(1)
		pause = min(2*pause, maxPause)
	}
}

// answered spins until a job is offered, for the time that it takes a busy worker to reach its next fork and promote. The
// ask stays up while the leader sleeps afterwards: leaves may be long.
func (p *Pool) answered() bool {
	for end := nanotime() + spin; nanotime() < end; {
		if p.queue.len.Load() > 0 {
			return true
		}
	}
	return false
}

// want is how many more jobs the free slots could take. p.mu is held.
func (p *Pool) want() int64 {
	busy := p.busy()
	if busy == 0 || !p.led.Load() {
		return 0
	}
	return max(0, int64(p.slots()-busy)-int64(p.queue.len.Load()))
}

// resign gives the lead up, unless somebody came meanwhile. An idle pool ends its goroutines; when all slots are taken
// this one parks.
func (w *worker) resign(last int64) (order, bool) {
	p := w.pool
	p.mu.Lock()
	p.led.Store(false)
	p.ask(0)
	// A caller enters and then looks for a leader, and the leader resigns and then looks for a caller: one of them sees
	// the other. The same with a slot that gets free.
	state := p.state.Load()
	switch busy := int(state & busyMask); {
	case busy >= p.slots():
		p.spares = append(p.spares, w)
		p.mu.Unlock()
		return <-w.wakes, true
	case busy > 0 || state&entries != last&entries:
		p.led.Store(true)
		p.mu.Unlock()
		return 0, false
	}
	spares := p.dismiss()
	p.mu.Unlock()
	for _, s := range spares {
		p.wake(s, leave)
	}
	return leave, true
}
