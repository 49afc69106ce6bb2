package spice

// How a job changes hands in mode Auto: offered by its forker; taken by a worker, or taken back; finished; joined.

// offer promotes link and puts its job in the pool's queue.
func (s *strand) offer(link *Task) {
	p := s.pool
	j := link.call.(latent).promote(link, s)
	p.counts.promoted.Add(1)
	p.mu.Lock()
	p.queue.push(j)
	p.mu.Unlock()
}

// takeable reports whether there is a job and a slot to run it in. p.mu is held.
func (p *Pool) takeable() bool { return p.queue.first != nil && p.busy() < p.slots() }

// take claims the oldest offered job and a slot. Others are to be woken for what is left to do: a leader for the slots
// that are still free, and one more for the next job, so that a burst of jobs reaches everybody by a tree of wake-ups.
// p.mu is held.
func (p *Pool) take() (*job, wakes) {
	j := p.queue.first
	p.queue.remove(j)
	j.state = running
	j.done = make(chan struct{}) // by a worker, hence outside of any synctest bubble
	p.state.Add(1)
	var w wakes
	w.leader = p.appoint()
	if p.takeable() && len(p.spares) > 0 {
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
	s := &strand{pool: w.pool, spent: nanotime() - w.pool.interval} // it may give one call away at once
	s.root.call = s
	defer w.pool.finish(j)
	s.run(j)
}

// finish hands the result of j over. A forker that waits for it takes over the slot.
func (p *Pool) finish(j *job) {
	p.mu.Lock()
	j.state = finished
	awaited := j.awaited
	if !awaited {
		p.state.Add(-1)
	}
	p.mu.Unlock()
	if awaited {
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

// retract takes back what nobody started of j and of the jobs that its strand promoted before.
func (p *Pool) retract(j *job) {
	p.mu.Lock()
	for ; j != nil; j = j.older {
		if j.state == offered {
			p.queue.remove(j)
			j.state = retracted
		}
	}
	p.mu.Unlock()
}
