package spice

import (
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// racy programs, and some that are not. Each runs on one goroutine by mode Never; mode Always must let the race detector
// see what mode Auto could let go wrong.
var racy = map[string]struct {
	race bool
	run  func(t *Task, x *int)
}{
	"fork against inline": {true, func(k *Task, x *int) {
		f := Fork(k, set, x)
		f.Task()
		*x = 2
		join(k, &f, x)
	}},
	"fork against a later fork": {true, func(k *Task, x *int) {
		g := Fork(k, set, x)
		g.Task()
		f := Fork(&g.link, set, x)
		f.Task()
		join(k, &f, x)
		join(k, &g, x)
	}},
	// The first call has ended when the second is forked. Nothing but chance orders them.
	"ended against a later fork": {true, func(k *Task, x *int) {
		g := Fork(k, set, x)
		g.Task()
		nap()
		f := Fork(&g.link, set, x)
		f.Task()
		join(k, &f, x)
		join(k, &g, x)
	}},
	"ended against inline": {true, func(k *Task, x *int) {
		g := Fork(k, set, x)
		g.Task()
		nap()
		*x = 2
		join(k, &g, x)
	}},
	// Runs in two tasks must not order what the tasks do.
	"against a nested run": {true, func(k *Task, x *int) {
		nested := func(_ *Task, x *int) int {
			std.Do(func(k *Task) {
				f := Fork(k, set, new(int))
				f.Task()
				f.Join()
			})
			*x++
			std.Do(func(k *Task) {})
			return 0
		}
		f := Fork(k, nested, x)
		f.Task()
		nap()
		nested(&f.link, x)
		f.Join()
	}},
	"nephew against uncle": {true, func(k *Task, x *int) {
		f := Fork(k, func(k *Task, x *int) int {
			g := Fork(k, set, x)
			g.Task()
			return join(k, &g, x)
		}, x)
		f.Task()
		g := Fork(&f.link, func(*Task, *int) int { return 0 }, x)
		g.Task()
		*x = 3
		join(&f.link, &g, x)
		f.Join()
	}},
	"after the join": {false, func(k *Task, x *int) {
		f := Fork(k, set, x)
		f.Task()
		join(k, &f, x)
		*x = 2
	}},
	"before the fork": {false, func(k *Task, x *int) {
		*x = 2
		f := Fork(k, set, x)
		f.Task()
		join(k, &f, x)
	}},
	"disjoint": {false, func(k *Task, x *int) {
		tree, data := newTree(2000), shuffled(2000)
		sumPar(k, tree)
		sortPar(k, halves{data, make([]int32, len(data))})
		tripPar(k, 10)
	}},
	"after a drop": {false, func(k *Task, x *int) {
		f := Fork(k, set, x)
		f.Task()
		f.Drop()
		*x = 2
	}},
}

//go:noinline
func set(_ *Task, x *int) int { *x = 1; return 1 }

func join(k *Task, f *Future[*int, int], x *int) int {
	r, ok := f.Join()
	if !ok {
		r = set(k, x)
	}
	return r
}

// nap lets other goroutines end, by nothing that orders.
func nap() { time.Sleep(20 * time.Millisecond) }

// TestAlwaysShowsRaces runs the programs above in children of this test under the race detector, with goroutines that
// start at the fork, and with goroutines that start at the join because too many are alive.
func TestAlwaysShowsRaces(t *testing.T) {
	if name := os.Getenv("SPICE_RACY"); name != "" {
		if os.Getenv("SPICE_LATE") != "" {
			liveEager = 0
		}
		std.Do(func(k *Task) { racy[name].run(k, new(int)) })
		return
	}
	if !raceEnabled {
		t.Skip("needs -race")
	}
	for name, c := range racy {
		for _, late := range []string{"", "1"} {
			cmd := exec.Command(os.Args[0], "-test.run=^TestAlwaysShowsRaces$")
			cmd.Env = append(os.Environ(), "SPICE=always", "SPICE_RACY="+name, "SPICE_LATE="+late)
			out, err := cmd.CombinedOutput()
			if found := strings.Contains(string(out), "DATA RACE"); found != c.race {
				t.Errorf("%s (late=%s): race found: %t\n%s", name, late, found, out)
			} else if !found && err != nil {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		}
	}
}

// TestAlwaysTakesEverything: every fork that is passed on is promoted, runs elsewhere, and is never taken back.
func TestAlwaysTakesEverything(t *testing.T) {
	for _, eager := range []int64{liveEager, 3, 0} {
		withLive(t, eager, liveMost, func(p *Pool) {
			p.Do(func(k *Task) {
				var count func(t *Task, n int) int
				count = func(k *Task, n int) int {
					if n < 2 {
						return 0
					}
					f := Fork(k, count, n-2)
					x := count(f.Task(), n-1)
					y, ok := f.Join()
					if !ok {
						t.Error("a fork was not given to another goroutine")
					}
					return x + y + 1
				}
				if got, want := count(k, 12), fibSeq(13)-1; got != want {
					t.Errorf("%d forks, want %d", got, want)
				}
			})
		})
	}
}

// TestAlwaysIsBounded runs trees and lists far larger than the number of goroutines that may be alive.
func TestAlwaysIsBounded(t *testing.T) {
	n := 300_000
	if raceEnabled {
		n = 50_000
	}
	tree := newTree(n)
	var l *list
	for range n {
		l = &list{l, 1}
	}
	withLive(t, 100, 500, func(p *Pool) {
		var most atomic.Int64
		p.Do(func(k *Task) {
			if got := sumPar(k, tree); got != int64(n)*int64(n+1)/2 {
				t.Errorf("sum = %d", got)
			}
			// The fork is the long call: the goroutines nest.
			var tail func(t *Task, l *list) int
			tail = func(t *Task, l *list) int {
				if l == nil {
					return 0
				}
				if n := loneLive.Load(); n > most.Load() {
					most.Store(n)
				}
				f := Fork(t, tail, l.next)
				v := value(f.Task(), l)
				r, ok := f.Join()
				if !ok {
					r = tail(t, l.next)
				}
				return v + r
			}
			if got := tail(k, l); got != n {
				t.Errorf("length = %d", got)
			}
		})
		if most.Load() > 510 {
			t.Errorf("%d goroutines were alive, want about 500 at most", most.Load())
		}
	})
	if n := loneLive.Load(); n != 0 {
		t.Errorf("%d goroutines are still counted", n)
	}
}

// withLive calls f with a pool in mode Always and other bounds on its goroutines.
func withLive(t *testing.T, eager, most int64, f func(p *Pool)) {
	t.Helper()
	e, m := liveEager, liveMost
	defer func() { liveEager, liveMost = e, m }()
	liveEager, liveMost = eager, most
	p := NewPool(Options{Mode: Always})
	defer p.Close()
	f(p)
}
