package spice

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"
)

// pools calls f with a pool of every mode, and with 1, 2 and 16 workers.
func pools(t *testing.T, f func(t *testing.T, p *Pool)) {
	for name, o := range map[string]Options{
		"one":    {Workers: 1},
		"two":    {Workers: 2},
		"many":   {Workers: 16},
		"always": {Mode: Always},
		"never":  {Mode: Never},
	} {
		t.Run(name, func(t *testing.T) {
			p := NewPool(o)
			defer p.Close()
			f(t, p)
		})
	}
}

func TestSameResultInEveryMode(t *testing.T) {
	tree, want := newTree(20000), int64(20000*20001/2)
	pools(t, func(t *testing.T, p *Pool) {
		data := shuffled(20000)
		p.Do(func(k *Task) {
			if got := sumPar(k, tree); got != want {
				t.Errorf("sum = %d, want %d", got, want)
			}
			if got := fibPar(k, 18); got != 2584 {
				t.Errorf("fib(18) = %d", got)
			}
			if got := queensPar(k, board{n: 7}); got != 40 {
				t.Errorf("7 queens: %d solutions", got)
			}
			if got, want := tripPar(k, 13), tripSeq(13); got != want {
				t.Errorf("trip(13) = %d, want %d", got, want)
			}
			sortPar(k, halves{data, make([]int32, len(data))})
		})
		if !sorted(data) {
			t.Error("not sorted")
		}
	})
}

// TestRandomShapes forks in the order and at the places that a random program says, several times in a frame.
func TestRandomShapes(t *testing.T) {
	p := NewPool(Options{Workers: 4})
	defer p.Close()
	always := NewPool(Options{Mode: Always})
	defer always.Close()
	rapid.Check(t, func(r *rapid.T) {
		g := grow(r, 5)
		want := g.seq()
		for _, p := range []*Pool{p, always} {
			var got int
			p.Do(func(t *Task) { got = shapePar(t, g) })
			if got != want {
				r.Fatalf("got %d, want %d", got, want)
			}
		}
	})
}

// A shape is a call tree. What is computed depends on the order of the calls' results, not on that of their execution.
type shape struct {
	kids []*shape
	drop bool // leave early after the first
	work int
}

func grow(r *rapid.T, depth int) *shape {
	s := &shape{drop: rapid.IntRange(0, 9).Draw(r, "drop") == 0, work: rapid.IntRange(0, 2000).Draw(r, "work")}
	if depth > 0 {
		for range rapid.IntRange(0, 4).Draw(r, "kids") {
			s.kids = append(s.kids, grow(r, depth-1))
		}
	}
	return s
}

func (s *shape) spin() int {
	x := 1
	for range s.work {
		x = x*31 + 7
	}
	return x & 0xff
}

func (s *shape) seq() int {
	x := s.spin()
	for _, k := range s.kids {
		x = x*3 + k.seq()
		if s.drop {
			break
		}
	}
	return x
}

func shapePar(t *Task, s *shape) int {
	x := s.spin()
	var f [4]Future[*shape, int]
	n := len(s.kids)
	last := t
	for i := n - 1; i > 0; i-- {
		f[i] = Fork(last, shapePar, s.kids[i])
		last = f[i].Task()
	}
	if n > 0 {
		x = x*3 + shapePar(last, s.kids[0])
	}
	if s.drop {
		for i := 1; i < n; i++ {
			f[i].Drop()
		}
		return x
	}
	for i := 1; i < n; i++ {
		outer := t
		if i+1 < n {
			outer = f[i+1].Task()
		}
		r, ok := f[i].Join()
		if !ok {
			r = shapePar(outer, s.kids[i])
		}
		x = x*3 + r
	}
	return x
}

func TestNestedRuns(t *testing.T) {
	tree, want := newTree(500), int64(500*501/2)
	var nested func(t *Task, n *node) int64
	nested = func(_ *Task, n *node) int64 {
		if n == nil {
			return 0
		}
		return Run(func(t *Task, n *node) int64 {
			right := Fork(t, nested, n.right)
			left := nested(right.Task(), n.left)
			r, ok := right.Join()
			if !ok {
				r = nested(t, n.right)
			}
			return left + r + n.val
		}, n)
	}
	if got := Run(nested, tree); got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

func TestPoolsThatCallEachOther(t *testing.T) {
	a, b := NewPool(Options{Workers: 2}), NewPool(Options{Workers: 2})
	defer a.Close()
	defer b.Close()
	var ping func(t *Task, n int) int
	ping = func(t *Task, n int) int {
		if n == 0 {
			return 1
		}
		p := a
		if n%2 == 0 {
			p = b
		}
		f := Fork(t, ping, n-1)
		f.Task()
		var x int
		p.Do(func(t *Task) { x = ping(t, n-1) })
		y, ok := f.Join()
		if !ok {
			y = ping(t, n-1)
		}
		return x + y
	}
	var got int
	a.Do(func(t *Task) { got = ping(t, 10) })
	if got != 1<<10 {
		t.Errorf("got %d, want %d", got, 1<<10)
	}
}

// TestManyCallers has a thousand callers at once. Each is a worker of its own, so nobody is idle and nothing is promoted
// while they run.
func TestManyCallers(t *testing.T) {
	p := NewPool(Options{Workers: 2})
	defer p.Close()
	tree, want := newTree(2000), int64(2000*2001/2)
	var wg sync.WaitGroup
	var inside atomic.Int64
	gate := make(chan struct{})
	for range 1000 {
		wg.Go(func() {
			p.Do(func(k *Task) {
				if inside.Add(1) == 1000 {
					close(gate)
				}
				<-gate
				if got := sumPar(k, tree); got != want {
					t.Errorf("got %d, want %d", got, want)
				}
			})
		})
	}
	<-gate
	n := runtime.NumGoroutine()
	if n > 1000+50 {
		t.Errorf("%d goroutines for 1000 callers", n)
	}
	wg.Wait()
}

func TestMillionJoins(t *testing.T) {
	p := NewPool(Options{Workers: 2})
	defer p.Close()
	var sum int
	one := func(_ *Task, n int) int { return n & 1 }
	p.Do(func(t *Task) {
		var f Future[int, int]
		for i := range 1_000_000 {
			f = Fork(t, one, i)
			f.Task()
			r, ok := f.Join()
			if !ok {
				r = one(t, i)
			}
			sum += r
		}
	})
	if sum != 500_000 {
		t.Errorf("sum = %d", sum)
	}
}

type list struct {
	next *list
	val  int
}

func length(t *Task, l *list) int {
	if l == nil {
		return 0
	}
	f := Fork(t, value, l)
	n := length(f.Task(), l.next)
	v, ok := f.Join()
	if !ok {
		v = value(t, l)
	}
	return n + v
}

func value(_ *Task, l *list) int { return l.val }

// TestDeepChain recurses a million deep while a worker is idle: every ask finds a chain as long.
func TestDeepChain(t *testing.T) {
	depth := 1_000_000
	if raceEnabled {
		depth = 50_000
	}
	var l *list
	for range depth {
		l = &list{l, 1}
	}
	p := NewPool(Options{Workers: 4})
	defer p.Close()
	p.Do(func(k *Task) {
		if n := length(k, l); n != depth {
			t.Errorf("length = %d, want %d", n, depth)
		}
	})
}

// TestLongWalksAreBounded shows a chain of 100,000 links to 1,000 asks. Only the first walks it to the end; the others
// turn back at the first mark.
func TestLongWalksAreBounded(t *testing.T) {
	p := NewPool(Options{Workers: 2})
	defer p.Close()
	p.led.Store(true) // there is a leader: this test
	const depth = 100_000
	s := p.enter("Do")
	defer s.leave()
	var descend func(t *Task, n int) int
	descend = func(k *Task, n int) int {
		if n > 0 {
			f := Fork(k, descend, 0)
			descend(&f.link, n-1)
			f.Join()
			return 0
		}
		s.spent = nanotime() // no credit
		p.ask(1)
		beat(k)
		if got := p.counts.links.Load(); got != depth {
			t.Errorf("the first walk saw %d links, want %d", got, depth)
		}
		s.rest = 1 << 62
		for range 1000 {
			p.ask(1)
			beat(k)
		}
		if got := p.counts.links.Load(); got != depth {
			t.Errorf("later walks saw %d links, want none to pass a mark", got-depth)
		}
		p.ask(0)
		// A marked link is still one that can be promoted.
		s.rest, s.spent = 0, 0
		p.ask(1)
		beat(k)
		if got := p.counts.promoted.Load(); got != 1 {
			t.Errorf("%d promotions, want 1", got)
		}
		return 0
	}
	descend(&s.root, depth)
	p.led.Store(false)
}

// TestHeapTasks passes the task through an interface, so that it leaks and the futures are on the heap.
func TestHeapTasks(t *testing.T) {
	p := NewPool(Options{Workers: 4})
	defer p.Close()
	tree, want := newTree(30000), int64(30000)*30001/2
	p.Do(func(k *Task) {
		if got := leaky(k, tree); got != want {
			t.Errorf("got %d, want %d", got, want)
		}
	})
}

type summer interface{ sum(*Task, *node) int64 }
type plain struct{}

var leak summer = plain{}

func leaky(t *Task, n *node) int64 { return leak.sum(t, n) }

func (plain) sum(t *Task, n *node) int64 {
	if n == nil {
		return 0
	}
	right := Fork(t, leaky, n.right)
	left := leak.sum(right.Task(), n.left)
	r, ok := right.Join()
	if !ok {
		r = leak.sum(t, n.right)
	}
	return left + r + n.val
}

func TestZeroFuture(t *testing.T) {
	var f Future[int, string]
	if r, ok := f.Join(); r != "" || ok {
		t.Errorf("Join of a zero Future = %q, %t", r, ok)
	}
	f.Drop()
	var a ArgsFuture[halves, string]
	if r, ok := a.Join(); r != "" || ok {
		t.Errorf("Join of a zero ArgsFuture = %q, %t", r, ok)
	}
	a.Drop()
}

// TestWithoutRun forks on tasks that belong to no run: sequential code.
func TestWithoutRun(t *testing.T) {
	hungry.Add(1)
	defer hungry.Add(-1)
	tree := newTree(100)
	for _, k := range []*Task{nil, new(Task)} {
		if got := sumPar(k, tree); got != 5050 {
			t.Errorf("got %d", got)
		}
		k.Tick()
	}
}

// TestJoinTwice takes the result once.
func TestJoinTwice(t *testing.T) {
	p := NewPool(Options{Mode: Always})
	defer p.Close()
	p.Do(func(k *Task) {
		f := Fork(k, func(*Task, int) int { return 7 }, 0)
		f.Task()
		if r, ok := f.Join(); r != 7 || !ok {
			t.Errorf("Join = %d, %t", r, ok)
		}
		if _, ok := f.Join(); ok {
			t.Error("the second Join returned a result, too")
		}
		f.Drop()
	})
}

// TestBigResults joins results that do not fit into registers.
func TestBigResults(t *testing.T) {
	type big [40]int
	fn := func(_ *Task, n int) (b big) {
		for i := range b {
			b[i] = n + i
		}
		return b
	}
	pools(t, func(t *testing.T, p *Pool) {
		p.Do(func(k *Task) {
			f := Fork(k, fn, 3)
			f.Task()
			r, ok := f.Join()
			if !ok {
				r = fn(k, 3)
			}
			if r[39] != 42 {
				t.Errorf("got %v", r)
			}
		})
	})
}
