package spice

import "sync"

// A strand is one goroutine's part of a run: a caller inside Run, or a worker inside a job. It owns a chain of links, of
// which it is the root, and it alone promotes from it.
type strand struct {
	root    Task // its call is the strand
	pool    *Pool
	jobs    *job     // promoted and not joined yet, newest first
	spent   int64    // the promotion credit is the time since then; see grant
	rest    int64    // no long walk before then; see waymark
	refused uint32   // the last round of asks in which the strand had nothing to give
	raised  *failure // the last failure of a job that a Join of this strand raised again
}

func (s *strand) owner() *strand { return s }

// strands holds strands between runs, so that a Run does not allocate. A frame may not hold one: links in other frames
// point to the root, and what beat reaches must be on the heap or in its own goroutine's frames.
var strands = sync.Pool{New: func() any { return new(strand) }}

// keep records that s promoted j.
func (s *strand) keep(j *job) { j.older, s.jobs = s.jobs, j }

// forget removes j, which is the newest unless joins are out of order or a panic skipped some.
func (s *strand) forget(j *job) {
	for p := &s.jobs; *p != nil; p = &(*p).older {
		if *p == j {
			*p, j.older = j.older, nil
			return
		}
	}
	panic("spice: Join or Drop on another goroutine than the fork's, or after its Run; see the rules taskuse and forkjoin of spicevet")
}

// settle ends the jobs that nobody joined, because a panic, Goexit or a forgotten Join skipped it: first all that nobody
// started are taken back, then those that run are waited for. What they returned or panicked with is forgotten; the
// sequential program would not have run them.
func (s *strand) settle() {
	if s.jobs == nil {
		return
	}
	if s.pool.mode != Always {
		s.pool.retract(s.jobs)
	}
	for j := s.jobs; j != nil; j = s.jobs {
		if s.pool.mode == Always && !j.lone.started {
			j.joined = true
			s.forget(j)
			continue
		}
		j.await()
	}
}
