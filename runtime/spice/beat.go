package spice

import (
	"sync/atomic"
	"time"
	"unsafe"
)

const (
	// defaultInterval is the work after which a strand may promote one call. A promotion costs about a microsecond, both
	// sides together, so a twentieth of the time at most goes into promotions.
	defaultInterval = int64(20 * time.Microsecond)
	// burst is how many promotions a strand can save up. The first ask of a run that has been working for a while is
	// answered with that many at once, so that all workers start soon.
	burst = 8
)

// beat is the slow path of every poll: somebody is hungry. It promotes the oldest latent calls of the chain whose newest
// link is t, as many as its pool asks for and its strand may give.
//
// Oldest first is a must: a promoted link ends the chain, so that a promotion hides all older links.
//
// It returns true, always. The polls call it in a loop, which ends after that one call, because the compiler places what
// it takes for a loop out of line, and a plain call in the middle of the hot path, where jumping over it costs a tree sum
// 3 to 20 %, depending on where the function happens to be placed.
//
//go:noinline
func beat(t *Task) bool {
	newest := launder(t)
	if newest == nil || polledInVain(newest) {
		return true
	}
	now := nanotime()
	var oldest [burst]*Task // the latent links seen last, as a ring
	var marks *owned
	n := 0
	l := newest
	for ; l.prev != nil; l = l.prev {
		oldest[n%burst] = l
		n++
		if m, ok := l.call.(*waymark); ok {
			if s := m.by.strand; s != nil && now < s.rest {
				if marks != nil {
					marks.strand = s
				}
				refuse(newest, s)
				return true
			}
		} else if n%waymarkEvery == 0 {
			if marks == nil {
				marks = new(owned)
			}
			l.call = &waymark{l.call.(latent), marks}
		}
	}
	if l.call == nil {
		return true // forked on a zero Task
	}
	s := l.call.owner()
	if s == nil {
		return true // forked on a nil Task
	}
	if s.pool.mode == Always {
		for i := n - 1; i >= max(0, n-burst); i-- {
			s.promoteLone(oldest[i%burst])
		}
		return true
	}
	s.pool.counts.links.Add(int64(n))
	if marks != nil {
		marks.strand = s
		s.rest = now + walkShare*(nanotime()-now)
	}
	k := s.grant(n, now)
	if k == 0 {
		refuse(newest, s)
	}
	for i := n - 1; i >= n-k; i-- {
		s.offer(oldest[i%burst])
	}
	return true
}

// grant says how many of n latent calls s promotes now, and takes them off what the pool asks for and off the credit of s.
func (s *strand) grant(n int, now int64) int {
	p := s.pool
	s.spent = max(s.spent, now-burst*p.interval)
	credit := min(int64(n), (now-s.spent)/p.interval)
	for {
		asks := p.asks.Load()
		k := min(asks, credit)
		if k <= 0 {
			return 0
		}
		if p.asks.CompareAndSwap(asks, asks-k) {
			hungry.Add(-k)
			s.spent += k * p.interval
			return int(k)
		}
	}
}

// ask sets the number of promotions that p wants.
func (p *Pool) ask(n int64) {
	if n > 0 {
		p.refusals.Store(0)
		p.round.Add(1)
		rounds.Add(1)
		p.counts.asks.Add(1)
	}
	hungry.Add(n - p.asks.Swap(n))
}

// refuse notes that s, polling at link, has nothing to give in this round of its pool's asks. When all who are busy have
// said so the ask is withdrawn: otherwise each of them would come here at every fork. The leader asks again soon.
func refuse(link *Task, s *strand) {
	vain(link).Store(rounds.Load())
	p := s.pool
	if round := p.round.Load(); s.refused != round {
		s.refused = round
		if p.refusals.Add(1) >= int64(p.busy()) {
			p.ask(0)
		}
	}
}

// An ask stays up until it is answered, and a strand that cannot answer would walk its chain at every poll. inVain
// remembers who has polled in vain, by the 4 KB of stack in which the polling frame is, since the strand is known only
// after the walk. Two strands that share an entry miss an ask at worst, and the next round has another number.
var (
	rounds atomic.Uint32 // number of the latest ask of all pools
	inVain [64]atomic.Uint32
)

func vain(link *Task) *atomic.Uint32 {
	return &inVain[uintptr(unsafe.Pointer(link))>>12%uintptr(len(inVain))]
}

// polledInVain is false while a run in mode Always is active, which must promote at every poll.
func polledInVain(link *Task) bool {
	return vain(link).Load() == rounds.Load() && loneRuns.Load() == 0
}

// A walk takes a nanosecond a link or more, and lists a million long are walked like trees 20 deep. So a long walk leaves
// a mark at every waymarkEvery-th link, from which the next walk learns whose chain it is on, and turns back if this
// strand has walked too much lately.
type waymark struct {
	latent
	by *owned
}

// owned is filled in at the end of the walk, where the strand is known.
type owned struct{ strand *strand }

const (
	waymarkEvery = 1024
	// walkShare bounds the share of a strand's time that goes into long walks: one walk in walkShare times its length.
	walkShare = 50
)
