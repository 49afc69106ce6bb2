package spice

import "sync/atomic"

// lone is the part of a job that mode Always uses. Only its forker writes it.
type lone struct {
	started bool
	fork    byte // where the race detector keeps the order between the fork and the job's start,
	join    byte // and between the job's end and the join
}

// Under the race detector every synchronization orders what its two sides did. In mode Always a test wants fork and join
// to be the only order there is, so everything else that this file does about goroutines stands between noSync and
// sync, which hide it.
var lone_ struct {
	live atomic.Int64 // goroutines of jobs
	runs atomic.Int64 // that have entered and not left
}

// The race detector gives up at 8128 goroutines.
var (
	liveEager int64 = 1000 // from here on a job starts at its join
	liveMost  int64 = 5000 // and from here on it does not start, and the join runs it
)

func (p *Pool) enterLone(name string) *strand {
	noSync()
	n := p.state.Add(entry)
	if n&closed == 0 {
		lone_.runs.Add(1)
		hungry.Add(1)
	} else {
		p.state.Add(-1)
	}
	sync_()
	if n&closed != 0 {
		panic(closedPool(name))
	}
	s := &strand{pool: p}
	s.root.call = s
	return s
}

func (p *Pool) leaveLone() {
	noSync()
	hungry.Add(-1)
	lone_.runs.Add(-1)
	n := p.state.Add(-1)
	sync_()
	if n&draining != 0 {
		p.drain()
	}
}

// promoteLone promotes link and starts its job.
func (s *strand) promoteLone(link *Task) {
	j := link.call.(latent).promote(link, s)
	j.done = make(chan struct{})
	release(&j.lone.fork)
	noSync()
	if lone_.live.Load() < liveEager {
		j.start()
	}
	sync_()
}

func (j *job) start() {
	lone_.live.Add(1)
	j.lone.started = true
	go j.runLone()
}

func (j *job) runLone() {
	acquire(&j.lone.fork)
	s := &strand{pool: j.forker.pool}
	s.root.call = s
	defer func() {
		release(&j.lone.join)
		noSync()
		lone_.live.Add(-1)
		close(j.done)
		sync_()
	}()
	s.run(j)
}

// awaitLone is job.await in mode Always.
func (j *job) awaitLone() bool {
	noSync()
	if !j.lone.started && lone_.live.Load() < liveMost {
		j.start()
	}
	if j.lone.started {
		<-j.done
	}
	sync_()
	if j.lone.started {
		acquire(&j.lone.join)
	}
	return j.lone.started
}
