package spice

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// ending is how a call ends.
type ending int

const (
	returns ending = iota
	panics
	exits
)

func (e ending) String() string { return [...]string{"returns", "panics", "exits"}[e] }

// end ends a call, after waiting for begun and announcing itself.
func (e ending) end(name string) {
	switch e {
	case panics:
		panic(errors.New(name))
	case exits:
		runtime.Goexit()
	}
}

// outcome runs f on a goroutine of its own and says how it ended.
func outcome(f func()) (how ending, value any) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		returned := false
		defer func() {
			value = recover()
			switch {
			case value != nil:
				how = panics
			case !returned:
				how = exits
			}
		}()
		f()
		returned = true
	}()
	<-done
	return how, value
}

// TestFailures is the table of how the inline call and the forked call end, and whether the forked one was taken. The
// inline call comes first in the sequential program, so that its failure wins; the forked call's is raised at the join,
// wherever it ran. In every case nothing runs any more when Do is left, and the pool goes on working.
func TestFailures(t *testing.T) {
	for _, taken := range []bool{true, false} {
		for _, left := range []ending{returns, panics, exits} {
			for _, right := range []ending{returns, panics, exits} {
				for _, mode := range []Mode{Auto, Always, Never} {
					if taken && mode == Never || !taken && mode == Always {
						continue
					}
					t.Run(fmt.Sprintf("mode=%d,taken=%t,left=%s,right=%s", mode, taken, left, right), func(t *testing.T) {
						p := NewPool(Options{Workers: 2, Mode: mode})
						defer p.Close()
						if mode == Auto && !taken {
							p.limit.Store(1)
						}
						var begun, leaving, over atomic.Bool
						right_ := func(_ *Task, n int) int {
							begun.Store(true)
							defer over.Store(true)
							for taken && !leaving.Load() {
								runtime.Gosched()
							}
							right.end("right")
							return n
						}
						how, value := outcome(func() {
							p.Do(func(k *Task) {
								f := Fork(k, right_, 1)
								inner := f.Task()
								if taken {
									until(inner, begun.Load)
								}
								leaving.Store(true)
								left.end("left")
								if r, ok := f.Join(); ok != taken {
									t.Errorf("Join says taken: %t", ok)
								} else if !ok {
									r = right_(k, 1)
									_ = r
								}
							})
						})
						want, name := left, "left"
						if left == returns {
							want, name = right, "right"
						}
						if how != want || how == panics && value.(error).Error() != name {
							t.Errorf("Do %s with %v, want it to end as %s", how, value, name)
						}
						if begun.Load() != over.Load() {
							t.Error("the forked call is still running after Do")
						}
						if !taken && left != returns && begun.Load() {
							t.Error("a call that nobody took ran although the code before it failed")
						}
						works(t, p)
					})
				}
			}
		}
	}
}

// works checks that p still shares work.
func works(t *testing.T, p *Pool) {
	t.Helper()
	if p.mode == Never || p.limit.Load() == 1 {
		return
	}
	p.Do(func(k *Task) {
		var a, b atomic.Bool
		f := Fork(k, meet(&a, &b), 1)
		meet(&b, &a)(f.Task(), 0)
		if _, ok := f.Join(); !ok {
			t.Error("the pool does not share work any more")
		}
	})
}

// TestInlinePanicRetractsSiblings: of two jobs one is running and one unclaimed when the inline call panics. Do waits for
// the first; the second never runs.
func TestInlinePanicRetractsSiblings(t *testing.T) {
	p := NewPool(Options{Workers: 2})
	defer p.Close()
	var begun, leaving, over, never atomic.Bool
	how, value := outcome(func() {
		p.Do(func(k *Task) {
			f2 := Fork(k, func(*Task, int) int {
				begun.Store(true)
				for !leaving.Load() {
					runtime.Gosched()
				}
				for range 1000 {
					runtime.Gosched()
				}
				over.Store(true)
				return 0
			}, 0)
			f1 := Fork(f2.Task(), func(*Task, int) int { never.Store(true); return 0 }, 0)
			until(f1.Task(), begun.Load)
			s := k.call.owner()
			s.offer(&f1.link) // nobody asks, all are busy
			leaving.Store(true)
			panic("inline")
		})
	})
	if how != panics || value != "inline" {
		t.Errorf("Do %s with %v", how, value)
	}
	if !over.Load() {
		t.Error("Do did not wait for the running call")
	}
	if never.Load() {
		t.Error("the unclaimed call ran")
	}
	if n := p.queue.len.Load(); n != 0 {
		t.Errorf("%d jobs are left in the queue", n)
	}
}

// TestDropWaits: nothing of a dropped call outlives the Drop, and how it ends is nobody's business.
func TestDropWaits(t *testing.T) {
	for _, e := range []ending{returns, panics, exits} {
		on(2, func(k *Task) {
			var begun, over atomic.Bool
			f := Fork(k, func(*Task, int) int {
				begun.Store(true)
				defer over.Store(true)
				for range 1000 {
					runtime.Gosched()
				}
				e.end("dropped")
				return 0
			}, 0)
			until(f.Task(), begun.Load)
			f.Drop()
			if !over.Load() {
				t.Error("the call is still running after Drop")
			}
		})
	}
}

// TestForgottenJoin: a job that nobody joins is ended by Do.
func TestForgottenJoin(t *testing.T) {
	for _, o := range []Options{{Workers: 2}, {Mode: Always}} {
		p := NewPool(o)
		var begun, over atomic.Bool
		p.Do(func(k *Task) {
			f := Fork(k, func(*Task, int) int {
				begun.Store(true)
				defer over.Store(true)
				for range 1000 {
					runtime.Gosched()
				}
				return 0
			}, 0)
			until(f.Task(), begun.Load)
		})
		if !over.Load() {
			t.Error("the call is still running after Do")
		}
		p.Close()
	}
}

// TestPanicIsTheOriginal recovers, after two hops, the very value, and gets at its own stack by crashing.
func TestPanicIsTheOriginal(t *testing.T) {
	if os.Getenv("SPICE_CRASH") != "" {
		p := NewPool(Options{Mode: Always})
		p.Do(outerHop)
		return
	}
	p := NewPool(Options{Mode: Always})
	defer p.Close()
	how, value := outcome(func() { p.Do(outerHop) })
	if how != panics || value != errDeep {
		t.Errorf("got %v, want the value itself", value)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestPanicIsTheOriginal$")
	cmd.Env = append(os.Environ(), "SPICE_CRASH=1")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("the child did not crash:\n%s", out)
	}
	for _, want := range []string{"deep trouble", "spice.theDeepPlace(", "spice.outerHop("} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the crash does not show %s:\n%s", want, out)
		}
	}
	t.Logf("%s", out)
}

var errDeep = errors.New("deep trouble")

//go:noinline
func theDeepPlace() { panic(errDeep) }

func innerHop(*Task, int) int { theDeepPlace(); return 0 }

func outerHop(k *Task) {
	f := Fork(k, middleHop, 0)
	f.Task()
	f.Join()
}

func middleHop(k *Task, _ int) int {
	f := Fork(k, innerHop, 0)
	f.Task()
	r, _ := f.Join()
	return r
}

// TestRecoverInATask swallows the panic of a taken call in the middle of the tree, with a job of a skipped frame
// pending.
func TestRecoverInATask(t *testing.T) {
	tree := newTree(200)
	var guarded func(t *Task, n int) int
	guarded = func(k *Task, n int) (r int) {
		if n == 0 {
			panic(errDeep)
		}
		defer func() {
			if v := recover(); v != nil {
				r = 1
			}
		}()
		g := Fork(k, sumPar, tree)
		f := Fork(g.Task(), guarded, n-1)
		x := 0
		if n%2 == 0 {
			x = guarded(f.Task(), n-1)
		}
		y, ok := f.Join()
		if !ok {
			y = guarded(g.Task(), n-1)
		}
		if s, ok := g.Join(); ok && s != 200*201/2 {
			t.Error("wrong sum", s)
		}
		return x + y
	}
	var want int
	never := NewPool(Options{Mode: Never})
	never.Do(func(k *Task) { want = guarded(k, 9) })
	auto := NewPool(Options{Workers: 4})
	defer auto.Close()
	defer hammer(auto)()
	for _, p := range []*Pool{NewPool(Options{Mode: Always}), auto} {
		p.Do(func(k *Task) {
			if got := guarded(k, 9); got != want {
				t.Errorf("got %d, want %d", got, want)
			}
		})
	}
}
