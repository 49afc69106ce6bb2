package spice

// Run calls fn(t, arg) on the default pool and returns its result. fn runs on the caller's goroutine, which is one of the
// pool's workers for as long as Run lasts; idle workers take part when the run is long enough to be worth it.
//
// Run may be called from any number of goroutines at once, and inside a task. When all workers are busy it is the
// sequential program. When it returns, by a result, a panic or runtime.Goexit, nothing that fn forked is still running.
func Run[A, R any](fn func(*Task, A) R, arg A) R {
	s := std.enter("Run")
	defer s.leave()
	return fn(&s.root, arg)
}

// Do is Run for any signature: fn is a closure that leaves its results in variables of the caller.
func Do(fn func(*Task)) { std.Do(fn) }

// Do is the function Do on the workers of p. It panics when p was closed.
func (p *Pool) Do(fn func(*Task)) {
	s := p.enter("Do")
	defer s.leave()
	fn(&s.root)
}

// Parallel reports whether Run can use more than the caller's goroutine. A function with a sequential and a parallel path
// asks it first; the answer follows GOMAXPROCS, SPICE and SPICE_WORKERS.
func Parallel() bool {
	return std.limit.Load() > 1 || std.mode == Always || std.slots() > 1
}

// enter makes the caller a worker of p until it leaves.
func (p *Pool) enter(name string) *strand {
	if p.mode == Always {
		return p.enterLone(name)
	}
	n := p.state.Add(entry)
	if n&draining != 0 {
		return p.enterLate(name)
	}
	s := strands.Get().(*strand)
	s.pool = p
	s.root.call = s
	if slots := p.slots(); slots > 1 {
		s.spent = nanotime()
		if !p.led.Load() && int(n&busyMask) < slots {
			p.rouse()
		}
	}
	return s
}

// enterLate takes back the entry of a caller that came after Close. Until Close returns, the caller may be a task of a
// run that Close waits for. So it is not turned away but runs alone, as in mode Never, and Close does not wait for it:
// callers that keep coming must not keep Close from returning.
func (p *Pool) enterLate(name string) *strand {
	p.depart()
	if p.state.Load()&closed != 0 {
		panic("spice: " + name + " on a Pool after its Close; close a pool when its last user is done")
	}
	return new(strand)
}

// leave is deferred by whoever entered, so that it runs when fn panics, too.
func (s *strand) leave() {
	s.settle()
	p := s.pool
	if p == nil { // it came late
		return
	}
	if p.mode == Always {
		p.leaveLone()
		return
	}
	*s = strand{}
	strands.Put(s)
	p.depart()
}

// depart takes back an entry. The slot that gets free may be the one that a leader was missing, the run the last one that
// Close waits for.
func (p *Pool) depart() {
	n := p.state.Add(-1)
	if n&draining != 0 {
		p.drain()
	}
	if slots := int(p.limit.Load()); slots > 1 && int(n&busyMask) < slots && !p.led.Load() && p.mode == Auto {
		p.rouse()
	}
}
