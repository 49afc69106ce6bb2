package spice

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

// settled waits for a condition that another goroutine brings about without being asked.
func settled(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for range 6000 {
		if cond() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("waited a minute for: %s", what)
}

func mustPanic(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if s, _ := recover().(string); !strings.Contains(s, want) {
			t.Errorf("panicked with %q, want %q in it", s, want)
		}
	}()
	f()
}

func TestClose(t *testing.T) {
	pools(t, func(t *testing.T, p *Pool) {
		tree := newTree(1000)
		p.Do(func(k *Task) { sumPar(k, tree) })
		p.Close()
		p.Close()
		mustPanic(t, "after its Close", func() { p.Do(func(*Task) {}) })
		mustPanic(t, "after its Close", func() { p.Do(func(*Task) {}) })
		p.Close()
	})
}

func TestCloseUnused(t *testing.T) {
	pools(t, func(t *testing.T, p *Pool) { p.Close() })
}

// TestCloseDuringRun closes a pool, twice at once, while a run is at work. The run keeps its workers, and may run more on
// the pool, until it ends; then both Close return, and nothing is left.
func TestCloseDuringRun(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for _, mode := range []Mode{Auto, Always} {
		p := NewPool(Options{Workers: 2, Mode: mode})
		var closed atomic.Int32
		var wg sync.WaitGroup
		p.Do(func(k *Task) {
			for range 2 {
				wg.Go(func() { p.Close(); closed.Add(1) })
			}
			for p.state.Load()&draining == 0 {
				runtime.Gosched()
			}
			var a, b atomic.Bool
			f := Fork(k, meet(&a, &b), 1)
			meet(&b, &a)(f.Task(), 0)
			if _, ok := f.Join(); !ok {
				t.Error("the call was not taken")
			}
			p.Do(func(k *Task) { sumPar(k, newTree(1000)) })
			if closed.Load() != 0 {
				t.Error("Close returned during a run")
			}
		})
		wg.Wait()
		mustPanic(t, "after its Close", func() { p.Do(func(*Task) {}) })
	}
}

// TestCloseRacesWithDo: whatever the order, a Do runs to its end or panics, and Close returns.
func TestCloseRacesWithDo(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for range 200 {
		p := NewPool(Options{Workers: 3})
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				defer func() { recover() }()
				for {
					p.Do(func(k *Task) {
						if fibPar(k, 12) != 144 {
							t.Error("wrong result")
						}
					})
				}
			})
		}
		runtime.Gosched()
		wg.Go(p.Close)
		wg.Wait()
	}
}

// TestIdlePoolEnds: a while after the last run there is no goroutine of the pool, and nothing wakes up any more.
func TestIdlePoolEnds(t *testing.T) {
	ignore := goleak.IgnoreCurrent()
	p := NewPool(Options{Workers: 3})
	p.Do(func(k *Task) {
		var a, b atomic.Bool
		f := Fork(k, meet(&a, &b), 1)
		meet(&b, &a)(f.Task(), 0)
		f.Join()
	})
	workers := func() int {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.workers
	}
	if workers() == 0 {
		t.Error("no worker was started for a run that needed one")
	}
	settled(t, "the workers end", func() bool { return workers() == 0 })
	goleak.VerifyNone(t, ignore)
	woke, slept := p.counts.wakeups.Load(), p.counts.sleeps.Load()
	time.Sleep(50 * time.Millisecond)
	if n := p.counts.wakeups.Load() - woke + p.counts.sleeps.Load() - slept; n != 0 {
		t.Errorf("%d wake-ups in an idle process", n)
	}
	if hungry.Load() != 0 {
		t.Errorf("hungry is %d with nobody asking", hungry.Load())
	}
	// And it starts again.
	works(t, p)
	p.Close()
}

// TestShortRuns: runs of a few microseconds neither wake a worker, once there is a leader, nor give anything away.
func TestShortRuns(t *testing.T) {
	p := NewPool(Options{Workers: 4})
	p.interval = int64(time.Hour) // no run is long enough, on however slow a machine
	defer p.Close()
	tree := newTree(1000)
	p.Do(func(k *Task) { sumPar(k, tree) })
	woke := p.counts.wakeups.Load()
	if woke != 1 {
		t.Errorf("the first run woke %d workers, want the leader", woke)
	}
	for range 1000 {
		p.Do(func(k *Task) { sumPar(k, tree) })
	}
	if n := p.counts.wakeups.Load() - woke; n != 0 && p.led.Load() {
		t.Errorf("1000 short runs woke %d workers", n)
	}
	if n := p.counts.promoted.Load(); n != 0 {
		t.Errorf("%d promotions", n)
	}
}

// TestFollowsGOMAXPROCS changes it before, during and after a run.
func TestFollowsGOMAXPROCS(t *testing.T) {
	if v := os.Getenv("SPICE_WORKERS"); v != "" {
		t.Skip("SPICE_WORKERS is set")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p := NewPool(Options{})
	defer p.Close()
	if p.mode != Auto {
		t.Skip("SPICE is set")
	}
	if n := p.slots(); n != 1 {
		t.Errorf("%d workers with GOMAXPROCS 1", n)
	}
	runtime.GOMAXPROCS(3)
	if n := p.slots(); n != 3 {
		t.Errorf("%d workers after GOMAXPROCS grew to 3", n)
	}
	works(t, p)
	p.Do(func(k *Task) {
		for i, n := range []int{2, 4, 1, 2} {
			runtime.GOMAXPROCS(n)
			if got := fibPar(k, 18+i); got != fibSeq(18+i) {
				t.Error("wrong result")
			}
		}
	})
	works(t, p)
	if n := p.follow(); n != 2 {
		t.Errorf("%d workers with GOMAXPROCS 2", n)
	}
}

func TestEnvironment(t *testing.T) {
	for _, c := range []struct {
		mode, workers string
		o             Options
		wantMode      Mode
		want          int
	}{
		{"", "", Options{Workers: 3}, Auto, 3},
		{"auto", "5", Options{}, Auto, 5},
		{"auto", "5", Options{Workers: 3}, Auto, 3},
		{"always", "5", Options{}, Always, 5},
		{"never", "5", Options{}, Never, 1},
		{"never", "", Options{Mode: Always, Workers: 2}, Always, 2},
		{"always", "", Options{Mode: Never, Workers: 2}, Never, 1},
		{"allways", "many", Options{}, Auto, runtime.GOMAXPROCS(0)},
		{"", "-1", Options{}, Auto, runtime.GOMAXPROCS(0)},
		{"", "", Options{Workers: maxWorkers + 1}, Auto, maxWorkers},
	} {
		t.Setenv("SPICE", c.mode)
		t.Setenv("SPICE_WORKERS", c.workers)
		p := NewPool(c.o)
		if p.mode != c.wantMode || p.slots() != c.want {
			t.Errorf("SPICE=%s SPICE_WORKERS=%s %+v: mode %d with %d workers, want mode %d with %d",
				c.mode, c.workers, c.o, p.mode, p.slots(), c.wantMode, c.want)
		}
	}
}

// TestDefaultPool runs this test's binary under each setting of SPICE.
func TestDefaultPool(t *testing.T) {
	if want := os.Getenv("SPICE_WANT_PARALLEL"); want != "" {
		if got := Parallel(); got != (want == "true") {
			t.Errorf("Parallel() = %t", got)
		}
		if got := Run(sumPar, newTree(1000)); got != 500500 {
			t.Errorf("Run = %d", got)
		}
		if n := std.counts.promoted.Load(); std.mode == Never && n != 0 {
			t.Errorf("%d promotions", n)
		}
		return
	}
	for _, c := range []struct{ env, want string }{
		{"SPICE=always SPICE_WORKERS=1", "true"},
		{"SPICE=never SPICE_WORKERS=8", "false"},
		{"SPICE=auto SPICE_WORKERS=8", "true"},
		{"SPICE=auto SPICE_WORKERS=1", "false"},
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestDefaultPool$")
		cmd.Env = append(append(os.Environ(), strings.Fields(c.env)...), "SPICE_WANT_PARALLEL="+c.want)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", c.env, err, out)
		}
	}
}

// TestBubble runs inside a testing/synctest bubble: the first use of a pool, with no worker to be found outside, and
// later uses. What is started for the pool must not belong to the bubble, which would never end.
func TestBubble(t *testing.T) {
	for name, o := range map[string]Options{
		"auto":   {Workers: 2},
		"always": {Mode: Always},
		"never":  {Mode: Never},
	} {
		t.Run(name, func(t *testing.T) {
			outer := NewPool(o)
			defer outer.Close()
			for range 3 {
				synctest.Test(t, func(t *testing.T) {
					if !inBubble() {
						t.Error("not in a bubble, it seems")
					}
					inner := NewPool(o)
					for _, p := range []*Pool{outer, inner} {
						works(t, p)
						parksInBubble(t, p)
						before := time.Now()
						p.Do(func(k *Task) {
							if got := sumPar(k, newTree(1000)); got != 500500 {
								t.Errorf("sum = %d", got)
							}
						})
						if d := time.Since(before); d != 0 {
							t.Errorf("the bubble's clock went on by %v", d)
						}
					}
					if who := bubbled(); who != "" {
						t.Errorf("a worker is in the bubble:\n%s", who)
					}
					inner.Close()
				})
			}
			if inBubble() {
				t.Error("in a bubble, it seems")
			}
		})
	}
}

// bubbled returns the stack of a worker in a bubble, if there is one.
func bubbled() string {
	buf := make([]byte, 1<<20)
	for _, g := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		header, _, _ := strings.Cut(g, "\n")
		if strings.Contains(header, "synctest bubble") && strings.Contains(g, "(*worker).work(") {
			return g
		}
	}
	return ""
}

// parksInBubble makes a caller park at a join.
func parksInBubble(t *testing.T, p *Pool) {
	if p.mode == Never {
		return
	}
	p.Do(func(k *Task) {
		var begun atomic.Bool
		f := Fork(k, func(t *Task, n int) int {
			begun.Store(true)
			for range 1000 {
				runtime.Gosched()
			}
			return n
		}, 3)
		until(f.Task(), begun.Load)
		if r, ok := f.Join(); r != 3 || !ok {
			t.Errorf("Join = %d, %t", r, ok)
		}
	})
}

// TestBubbleFailures: panics and Goexit inside a bubble.
func TestBubbleFailures(t *testing.T) {
	p := NewPool(Options{Workers: 2})
	defer p.Close()
	for _, e := range []ending{panics, exits} {
		synctest.Test(t, func(t *testing.T) {
			how, _ := outcome(func() {
				p.Do(func(k *Task) {
					var begun atomic.Bool
					f := Fork(k, func(*Task, int) int { begun.Store(true); e.end("taken"); return 0 }, 0)
					until(f.Task(), begun.Load)
					f.Join()
				})
			})
			if how != e {
				t.Errorf("Do %s, want it to end like the call that was taken, which %s", how, e)
			}
		})
	}
}
