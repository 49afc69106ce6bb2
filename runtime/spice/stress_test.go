package spice

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// TestStress moves and scans the stacks on which links are, while calls are promoted all the time: garbage collections one
// after the other, stacks that grow during the recursion and shrink in between, more threads than processors and fewer.
// Each setting is a child of this test.
func TestStress(t *testing.T) {
	if os.Getenv("SPICE_STRESS") != "" {
		stress(t)
		return
	}
	bin := os.Args[0]
	for _, env := range []string{
		"GOMAXPROCS=1",
		"GOMAXPROCS=2 GOGC=5",
		"GOMAXPROCS=64 GOGC=5",
		"GODEBUG=gccheckmark=1",
		"GODEBUG=gcshrinkstackoff=1 GOGC=5",
		"GODEBUG=adaptivestackstart=1,invalidptr=1 GOGC=5",
	} {
		t.Run(env, func(t *testing.T) { stressChild(t, bin, env) })
	}
	t.Run("checkptr", func(t *testing.T) {
		if raceEnabled {
			t.Skip("-race checks pointers anyway")
		}
		needGo(t)
		checked := filepath.Join(t.TempDir(), "checked.test")
		out, err := exec.Command("go", "test", "-c", "-gcflags=-d=checkptr", "-o", checked, ".").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		stressChild(t, checked, "GOGC=5")
	})
}

func stressChild(t *testing.T, bin, env string) {
	cmd := exec.Command(bin, "-test.run=^TestStress$", "-test.timeout=5m")
	cmd.Env = append(append(os.Environ(), strings.Fields(env)...), "SPICE_STRESS=1", "SPICE=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", env, err, out)
	}
}

func stress(t *testing.T) {
	rounds := 30
	if raceEnabled {
		rounds = 6
	}
	p := NewPool(Options{Workers: 4})
	defer p.Close()
	defer hammer(p)()
	var over atomic.Bool
	var wg sync.WaitGroup
	defer wg.Wait()
	defer over.Store(true)
	wg.Go(func() {
		for !over.Load() {
			runtime.GC()
		}
	})
	tree, n := newTree(20000), int64(20000)
	for i := range rounds {
		var callers sync.WaitGroup
		for range 2 { // fresh goroutines, with the smallest of stacks
			callers.Go(func() {
				p.Do(func(k *Task) {
					if got := sumPar(k, tree); got != n*(n+1)/2 {
						t.Errorf("sum = %d", got)
					}
					if got := *boxed(k, &[2]*int{new(200 + i), new(3)}); got != (200+i)*3 {
						t.Errorf("boxed = %d, want %d", got, (200+i)*3)
					}
					if got := leaky(k, tree); got != n*(n+1)/2 {
						t.Errorf("leaky sum = %d", got)
					}
				})
			})
		}
		data := shuffled(10000)
		p.Do(func(k *Task) { sortPar(k, halves{data, make([]int32, len(data))}) })
		if !sorted(data) {
			t.Error("not sorted")
		}
		callers.Wait()
	}
	if p.counts.promoted.Load() == 0 {
		t.Error("nothing was promoted")
	}
	t.Logf("%d promoted, %d taken back, %d waited", p.counts.promoted.Load(), p.counts.takenBack.Load(), p.counts.waited.Load())
}

// boxed multiplies *a[0] by *a[1], passing and returning everything in fresh objects that nothing else refers to, so that
// a link, a job or a result that the collector missed shows. Its frames are large.
func boxed(t *Task, a *[2]*int) *int {
	var pad [64]int
	pad[*a[0]&63] = *a[1]
	if *a[0] == 1 {
		return new(pad[1])
	}
	m := *a[0] / 2
	f := Fork(t, boxed, &[2]*int{new(*a[0] - m), a[1]})
	x := boxed(f.Task(), &[2]*int{new(m), new(*a[1])})
	y, ok := f.Join()
	if !ok {
		y = boxed(t, &[2]*int{new(*a[0] - m), new(*a[1])})
	}
	return new(*x + *y)
}
