package spice

import "sync/atomic"

// lone is the part of a job that mode Always uses. Only its forker writes it.
type lone struct {
	started bool
	fork    byte // where the race detector keeps the order between the fork and the job's start,
	join    byte // and between the job's end and the join
}

// Under the race detector every synchronization orders what its two sides did. In mode Always a test wants fork and join
// to be the only order there is, so everything else that this file does about goroutines stands between hideSync and
// showSync.
var (
	loneLive atomic.Int64 // goroutines of jobs
	loneRuns atomic.Int64 // that have entered and not left
)

// The race detector gives up at 8128 goroutines. Blocking a fork until others end would deadlock, so from liveEager
// goroutines on a job starts at its join, which waits for it anyway: no more are alive then than joins are nested. From
// liveMost on the join runs it. Variables, for tests.
var (
	liveEager int64 = 1000
	liveMost  int64 = 5000
)

func (p *Pool) enterLone(name string) *strand {
	hideSync()
	late := p.state.Add(entry)&draining != 0
	if !late {
		loneRuns.Add(1)
		hungry.Add(1)
	}
	showSync()
	if late {
		return p.enterLate(name)
	}
	s := &strand{pool: p}
	s.root.call = s
	return s
}

func (p *Pool) leaveLone() {
	hideSync()
	hungry.Add(-1)
	loneRuns.Add(-1)
	n := p.state.Add(-1)
	showSync()
	if n&draining != 0 {
		p.drain()
	}
}

// promoteLone promotes link and starts its job.
func (s *strand) promoteLone(link *Task) {
	j := link.call.(latent).promote(link, s)
	j.done = make(chan struct{})
	release(&j.lone.fork)
	hideSync()
	if loneLive.Load() < liveEager {
		j.start()
	}
	showSync()
}

func (j *job) start() {
	loneLive.Add(1)
	j.lone.started = true
	go j.runLone()
}

func (j *job) runLone() {
	acquire(&j.lone.fork)
	s := &strand{pool: j.forker.pool}
	s.root.call = s
	defer func() {
		release(&j.lone.join)
		hideSync()
		loneLive.Add(-1)
		close(j.done)
		showSync()
	}()
	s.run(j)
}

// awaitLone is job.await in mode Always.
func (j *job) awaitLone() bool {
	hideSync()
	if !j.lone.started && loneLive.Load() < liveMost {
		j.start()
	}
	if j.lone.started {
		<-j.done
	}
	showSync()
	if j.lone.started {
		acquire(&j.lone.join)
	}
	return j.lone.started
}
