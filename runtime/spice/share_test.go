package spice

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// until polls until cond holds, which another worker is to bring about.
func until(t *Task, cond func() bool) {
	for !cond() {
		t.Tick()
		runtime.Gosched()
	}
}

// on runs f on a pool with n workers.
func on(n int, f func(*Task)) {
	p := NewPool(Options{Workers: n})
	defer p.Close()
	p.Do(f)
}

// meet returns a task function and a flag: the function raises the flag and ends when the other flag is up.
func meet(mine, other *atomic.Bool) func(*Task, int) int {
	return func(t *Task, n int) int {
		mine.Store(true)
		until(t, other.Load)
		return n
	}
}

// TestOnlyLatentCall has one fork, and the inline call waits for it: the only call there is must be given away. (Spice
// issue 10 and chili issue 33: there it never is.)
func TestOnlyLatentCall(t *testing.T) {
	on(2, func(k *Task) {
		var a, b atomic.Bool
		f := Fork(k, meet(&a, &b), 7)
		meet(&b, &a)(f.Task(), 0)
		if r, ok := f.Join(); r != 7 || !ok {
			t.Errorf("Join = %d, %t; want what the other worker returned", r, ok)
		}
	})
}

// TestTickInLoop is the same with a loop that only ticks between fork and join.
func TestTickInLoop(t *testing.T) {
	on(2, func(k *Task) {
		var a atomic.Bool
		f := Fork(k, func(*Task, int) int { a.Store(true); return 1 }, 0)
		for k := f.Task(); !a.Load(); {
			k.Tick()
			runtime.Gosched()
		}
		if _, ok := f.Join(); !ok {
			t.Error("the call ran elsewhere, and Join says nobody took it")
		}
	})
}

// TestParkedJoinerLendsItsSlot parks the caller at a join of a job, in which two calls wait for each other: with two
// workers that needs the caller's slot. (Spice issue 10: a thread was lost for as long as the job runs.)
func TestParkedJoinerLendsItsSlot(t *testing.T) {
	on(2, func(k *Task) {
		var taken, a, b atomic.Bool
		f := Fork(k, func(t *Task, n int) int {
			taken.Store(true)
			g := Fork(t, meet(&a, &b), 1)
			x := meet(&b, &a)(g.Task(), 2)
			y, ok := g.Join()
			if !ok {
				return -1
			}
			return x + y + n
		}, 4)
		until(f.Task(), taken.Load)
		if r, ok := f.Join(); r != 7 || !ok {
			t.Errorf("Join = %d, %t", r, ok)
		}
	})
}

// TestMutexAcrossJoin holds a lock while it joins. A joiner that ran other work meanwhile would want the lock again on
// its own stack. (rayon issues 592, 1174, 1205 and many more.)
func TestMutexAcrossJoin(t *testing.T) {
	var mu sync.Mutex
	var count int
	var locked func(t *Task, n int) int
	locked = func(t *Task, n int) int {
		if n == 0 {
			return 1
		}
		f := Fork(t, locked, n-1)
		x := locked(f.Task(), n-1)
		mu.Lock()
		count++
		g := Fork(t, fibPar, 10)
		fibPar(g.Task(), 12)
		if _, ok := g.Join(); !ok {
			fibPar(t, 10)
		}
		mu.Unlock()
		y, ok := f.Join()
		if !ok {
			y = locked(t, n-1)
		}
		return x + y
	}
	p := NewPool(Options{Workers: 4})
	defer p.Close()
	defer hammer(p)()
	p.Do(func(k *Task) {
		if got := locked(k, 8); got != 256 {
			t.Errorf("got %d", got)
		}
	})
	if count != 255 {
		t.Errorf("count = %d", count)
	}
}

// hammer asks p for work all the time, lets it answer all the time, and wakes workers for the answers, so that calls are
// promoted at nearly every fork, and many are taken.
func hammer(p *Pool) (stop func()) {
	p.interval = 1
	var done atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() {
		for !done.Load() {
			p.mu.Lock()
			var w *worker
			if p.led.Load() {
				p.ask(1000)
			}
			if p.takeable() {
				w = p.spare()
			}
			p.mu.Unlock()
			p.wake(w, look)
			runtime.Gosched()
		}
	})
	return func() {
		done.Store(true)
		wg.Wait()
	}
}

// The shapes that corrupted Spice's queue (tzcnt/runtime-benchmarks, fix-stale-job-tail.patch), promoting every fork.
func TestForkAfterJoin(t *testing.T) {
	var fn func(t *Task, n int) int
	fn = func(t *Task, n int) int {
		if n < 2 {
			return 1
		}
		sum := 0
		for range 3 { // fork, call, join, and again in the same frame
			f := Fork(t, fn, n-2)
			sum += fn(f.Task(), n-1)
			r, ok := f.Join()
			if !ok {
				r = fn(t, n-2)
			}
			sum += r
		}
		return sum
	}
	everyFork(t, fn, 7)
}

func TestForkCallCallJoin(t *testing.T) {
	var fn func(t *Task, n int) int
	fn = func(t *Task, n int) int {
		if n < 2 {
			return 1
		}
		f := Fork(t, fn, n-2)
		sum := fn(f.Task(), n-1) + 2*fn(f.Task(), n-2)
		r, ok := f.Join()
		if !ok {
			r = fn(t, n-2)
		}
		return sum + 3*r
	}
	everyFork(t, fn, 9)
}

// TestTwoGroupsOfFour is the matrix product: four calls, and when they are done four more that add to them.
func TestTwoGroupsOfFour(t *testing.T) {
	var fn func(t *Task, n int) int
	group := func(t *Task, n int) (sum int) {
		f3 := Fork(t, fn, n-1)
		f2 := Fork(f3.Task(), fn, n-1)
		f1 := Fork(f2.Task(), fn, n-1)
		sum = fn(f1.Task(), n-1)
		r, ok := f1.Join()
		if !ok {
			r = fn(f2.Task(), n-1)
		}
		sum = 3*sum + r
		if r, ok = f2.Join(); !ok {
			r = fn(f3.Task(), n-1)
		}
		sum = 3*sum + r
		if r, ok = f3.Join(); !ok {
			r = fn(t, n-1)
		}
		return 3*sum + r
	}
	fn = func(t *Task, n int) int {
		if n == 0 {
			return 1
		}
		return (group(t, n) + 7*group(t, n)) % 1009
	}
	everyFork(t, fn, 4)
}

// everyFork compares fn(n) in mode Never with mode Always and with a pool that is asked all the time.
func everyFork(t *testing.T, fn func(*Task, int) int, n int) {
	t.Helper()
	var want int
	never := NewPool(Options{Mode: Never})
	never.Do(func(k *Task) { want = fn(k, n) })
	always, auto := NewPool(Options{Mode: Always}), NewPool(Options{Workers: 4})
	defer always.Close()
	defer auto.Close()
	defer hammer(auto)()
	for _, p := range []*Pool{always, auto} {
		p.Do(func(k *Task) {
			if got := fn(k, n); got != want {
				t.Errorf("got %d, want %d (mode %d)", got, want, p.mode)
			}
		})
	}
}

// TestOrderIsSequential looks at the order in which untaken calls run: that of the sequential program.
func TestOrderIsSequential(t *testing.T) {
	var order []int
	note := func(_ *Task, n int) int { order = append(order, n); return n }
	on(1, func(k *Task) {
		f3 := Fork(k, note, 3)
		f2 := Fork(f3.Task(), note, 2)
		note(f2.Task(), 1)
		if _, ok := f2.Join(); !ok {
			note(f3.Task(), 2)
		}
		if _, ok := f3.Join(); !ok {
			note(k, 3)
		}
	})
	if !slices.Equal(order, []int{1, 2, 3}) {
		t.Errorf("order %v", order)
	}
}

// TestOldestGoesFirst promotes one of three latent calls.
func TestOldestGoesFirst(t *testing.T) {
	p := NewPool(Options{Workers: 2})
	defer p.Close()
	p.led.Store(true) // there is a leader, and it takes nothing: this test
	defer p.led.Store(false)
	s := p.enter("Do")
	defer s.leave()
	id := func(_ *Task, n int) int { return n }
	f3 := Fork(&s.root, id, 3)
	f2 := Fork(&f3.link, id, 2)
	f1 := Fork(&f2.link, id, 1)
	for i := range 3 {
		s.spent = 0
		p.ask(1)
		f1.link.Tick()
		for j, l := range []*Task{&f3.link, &f2.link, &f1.link} {
			if promoted := l.prev == nil; promoted != (j <= i) {
				t.Fatalf("after ask %d: link %d promoted: %t", i+1, j, promoted)
			}
		}
	}
	// Nobody took them: all are taken back.
	for i, f := range []*Future[int, int]{&f1, &f2, &f3} {
		if _, ok := f.Join(); ok {
			t.Errorf("future %d: Join returned a result that nobody computed", i+1)
		}
	}
	if n := p.queue.len.Load(); n != 0 {
		t.Errorf("%d jobs are left in the queue", n)
	}
}

// TestCreditIsSaved lets a strand save up promotions, and no more than burst of them.
func TestCreditIsSaved(t *testing.T) {
	p := NewPool(Options{Workers: 64})
	const now = int64(1) << 40
	for _, c := range []struct {
		idle         int64 // since when nothing was promoted
		latent, asks int64
		want         int
	}{
		{0, 9, 9, 0},
		{defaultInterval - 1, 9, 9, 0},
		{defaultInterval, 9, 9, 1},
		{3*defaultInterval + 1, 9, 9, 3},
		{3 * defaultInterval, 2, 9, 2},
		{3 * defaultInterval, 9, 1, 1},
		{1000 * defaultInterval, 99, 99, burst},
	} {
		s := &strand{pool: p, spent: now - c.idle}
		p.ask(c.asks)
		if got := s.grant(int(c.latent), now); got != c.want {
			t.Errorf("%+v: %d promotions", c, got)
		}
		if left := p.asks.Load(); left != c.asks-int64(c.want) {
			t.Errorf("%+v: %d asks left", c, left)
		}
		if c.want > 0 && c.want == int(c.idle/defaultInterval) {
			p.ask(9)
			if got := s.grant(9, now); got != 0 {
				t.Errorf("%+v: %d promotions on credit that was spent", c, got)
			}
		}
	}
	p.ask(0)
}

// TestRefusalsWithdrawTheAsk: when all who are busy have nothing to give, polls cost nothing until the next ask; before
// that the ask stays up for the others.
func TestRefusalsWithdrawTheAsk(t *testing.T) {
	p := NewPool(Options{Workers: 4})
	p.led.Store(true)
	a, b := p.enter("Do"), p.enter("Do")
	p.ask(2)
	a.root.Tick()
	a.root.Tick()
	if p.asks.Load() != 2 {
		t.Fatal("one of two refused, and the ask was withdrawn")
	}
	vain(&b.root).Store(0) // the two roots may be close to each other, which two stacks are not
	b.root.Tick()
	if p.asks.Load() != 0 {
		t.Error("all refused, and the ask is still up")
	}
	a.leave()
	b.leave()
	p.led.Store(false)
	p.Close()
}
