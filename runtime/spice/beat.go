package spice

import (
	"sync/atomic"
	"time"
	"unsafe"
)

const (
	// interval is the work after which a strand may promote one call. A promotion costs about a microsecond on both
	// sides together, so a twentieth of the time at most goes into promotions.
	interval = int64(20 * time.Microsecond)
	// burst is how many promotions a strand can save up. The first ask of a run that has been working for a while is
	// answered with that many at once, so that all workers start soon.
	burst = 8
)

// beat is the slow path of every poll: somebody is hungry. It promotes the oldest latent calls of the chain that t is the
// newest link of, as many as its pool asks for and its strand may give.
//
// Oldest first is a must: a promoted link ends the chain, so that a promotion hides all links that are older.
//
// It returns true, always. The polls call it in a loop, which ends after that one call, because the compiler places what
// it takes for a loop out of line, and a plain call in the middle of the hot path, where jumping over it costs a tree sum
// 3 to 20 %, depending on where the function happens to be placed.
//
//go:noinline
func beat(t *Task) bool {
	link := launder(t)
	if link == nil || refusedHere(link) {
		return true
	}
	var oldest [burst]*Task // the latent links seen last, as a ring
	n := 0
	l := link
	for ; l.prev != nil; l = l.prev {
		oldest[n%burst] = l
		n++
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
	k := s.grant(n)
	if k == 0 {
		refuseHere(link)
		return true
	}
	for i := n - 1; i >= n-k; i-- {
		s.offer(oldest[i%burst])
	}
	return true
}

// grant says how many of n latent calls s promotes now, and takes them off what the pool asks for and off the credit of s.
func (s *strand) grant(n int) int {
	p := s.pool
	round := p.round.Load()
	asks := p.asks.Load()
	if asks <= 0 {
		return 0
	}
	now := nanotime()
	s.spent = max(s.spent, now-burst*interval)
	k := min(asks, int64(n), (now-s.spent)/interval)
	if k <= 0 {
		p.refuse(s, round)
		return 0
	}
	for !p.asks.CompareAndSwap(asks, asks-k) {
		if asks = p.asks.Load(); asks < k {
			return 0 // others answered
		}
	}
	hungry.Add(-k)
	s.spent += k * interval
	return int(k)
}

// offer promotes link and puts its job in the pool's queue.
func (s *strand) offer(link *Task) {
	p := s.pool
	j := link.call.(latent).promote(link, s)
	p.counts.promoted.Add(1)
	p.mu.Lock()
	p.queue.push(j)
	p.mu.Unlock()
}

// refuse notes that s has nothing to give in this round. When all who are busy have said so, the ask is withdrawn:
// otherwise each of them would come here at every fork. The leader asks again soon.
func (p *Pool) refuse(s *strand, round uint32) {
	if s.refused == round {
		return
	}
	s.refused = round
	if p.refusals.Add(1) >= int64(p.busy()) {
		p.ask(0)
	}
}

// ask sets the number of promotions that p wants.
func (p *Pool) ask(n int64) {
	if n > 0 {
		p.refusals.Store(0)
		p.round.Add(1)
		asked.Add(1)
		p.counts.asks.Add(1)
	}
	hungry.Add(n - p.asks.Swap(n))
}

// A strand that cannot answer an ask which stays up for others would walk its chain at every poll. refusals remembers
// who polled in vain, by the 4 KB of stack in which the polling frame is: the strand is only known after the walk.
// Two strands whose stacks share an entry miss an ask at worst; the next ask, 50 µs later, has another number.
var (
	asked  atomic.Uint32 // number of the latest ask of all pools
	inVain [64]atomic.Uint32
)

func vain(link *Task) *atomic.Uint32 {
	return &inVain[uintptr(unsafe.Pointer(link))>>12%uintptr(len(inVain))]
}

func refusedHere(link *Task) bool { return lone_.runs.Load() == 0 && vain(link).Load() == asked.Load() }
func refuseHere(link *Task)       { vain(link).Store(asked.Load()) }
