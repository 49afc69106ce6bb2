package spice

import (
	"math/bits"
	"reflect"
	"runtime"
	"sync"
	"testing"
	"time"
)

// The benchmarks compare, each within one process: the sequential code, spice on one worker, spice on all, a goroutine for
// each call, and goroutines above a cut-off that was tuned by hand on two cores. The variants are interleaved, the
// least time of many counts, and what is reported are ratios to the sequential code; only "seq-ns" is a time.
//
// A recursive function of a few instructions is up to 8 % faster or slower when the linker moves it by 32 bytes, and not in
// the same direction for the sequential and the parallel code. So the two cheapest programs, the tree sum and fib, exist
// in copies, and what counts is the mean of both positions.

// A program is one workload.
type program struct {
	inner int // how many times one measurement runs it
	seq   []placed[func()]
	spice []placed[func(*Task)]
	goes  func()  // a goroutine per call
	share float64 // of the work that goes does, 1 if not given
	cut   func()  // a cut-off tuned by hand
}

// placed is a copy of a variant, with the code of its recursive function.
type placed[F any] struct {
	run  F
	code any
}

// half says in which half of a cache line the code begins.
func (p placed[F]) half() int { return int(reflect.ValueOf(p.code).Pointer()>>5) & 1 }

// budget is how long one program is measured. The whole of -bench takes about a minute.
const budget = 8 * time.Second

func (w *program) run(b *testing.B) {
	if testing.Short() {
		b.Skip("measures for seconds")
	}
	one, all := NewPool(Options{Workers: 1}), NewPool(Options{Workers: runtime.GOMAXPROCS(0)})
	defer one.Close()
	defer all.Close()

	var variants []*variant
	add := func(half int, f func()) *variant {
		v := &variant{f, half, 1 << 62}
		variants = append(variants, v)
		return v
	}
	var seqs, ones, alls []*variant
	for i := range w.seq {
		seq, par := w.seq[i], w.spice[i]
		seqs = append(seqs, add(seq.half(), seq.run))
		ones = append(ones, add(par.half(), func() { one.Do(par.run) }))
		alls = append(alls, add(par.half(), func() { all.Do(par.run) }))
	}
	cut := add(0, w.cut)

	measure := func(v *variant, inner int) {
		runtime.Gosched()
		start := time.Now()
		for range inner {
			v.f()
		}
		v.least = min(v.least, time.Since(start)/time.Duration(inner))
	}
	for _, v := range variants {
		measure(v, w.inner)
	}
	woke, promoted := all.counts.wakeups.Load(), all.counts.promoted.Load()
	samples := 0
	for end := time.Now().Add(budget); samples < 5 || time.Now().Before(end); samples++ {
		for _, v := range variants {
			measure(v, w.inner)
		}
	}
	runs := float64(samples * w.inner * len(alls))
	woke, promoted = all.counts.wakeups.Load()-woke, all.counts.promoted.Load()-promoted

	goes := &variant{f: w.goes, least: 1 << 62}
	for range 3 { // slow
		measure(goes, max(1, w.inner/100))
	}

	seq := mean(seqs)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(seq, "seq-ns")
	b.ReportMetric(mean(ones)/seq, "1worker/seq")
	b.ReportMetric(mean(alls)/seq, "all/seq")
	b.ReportMetric(seq/mean(alls), "speedup")
	b.ReportMetric(float64(cut.least)/seq, "cutoff/seq")
	if w.share == 0 {
		w.share = 1
	}
	b.ReportMetric(float64(goes.least)/w.share/seq, "goroutines/seq")
	b.ReportMetric(float64(promoted)/runs, "promoted/run")
	b.ReportMetric(float64(woke)/runs, "wakeups/run")
	b.ReportMetric(bytesPerRun(ones[0].f), "B/run-1worker")
}

type variant struct {
	f     func()
	half  int
	least time.Duration
}

// mean is the mean of the least times in either half, or the least time if all are in one.
func mean(vs []*variant) float64 {
	least := map[int]time.Duration{}
	for _, v := range vs {
		if d, ok := least[v.half]; !ok || v.least < d {
			least[v.half] = v.least
		}
	}
	sum := 0.0
	for _, d := range least {
		sum += float64(d)
	}
	return sum / float64(len(least))
}

// bytesPerRun is what f allocates: the least of a few measurements, since the count is of the whole process.
func bytesPerRun(f func()) float64 {
	const runs = 5
	least := uint64(1 << 62)
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range runs {
			f()
		}
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return float64(least) / runs
}

var sink int64

func BenchmarkTree1000(b *testing.B) { benchTree(b, 1000, 200) }
func BenchmarkTree1M(b *testing.B)   { benchTree(b, 1_000_000, 1) }

func benchTree(b *testing.B, n, inner int) {
	tree := newTree(n)
	w := &program{inner: inner,
		goes: func() { sink += sumGo(tree) },
		cut:  func() { sink += sumCut(tree, 5) },
	}
	for _, f := range []func(*node) int64{sumSeq, sumSeq2, sumSeq3} {
		w.seq = append(w.seq, placed[func()]{func() { sink += f(tree) }, f})
	}
	for _, f := range []func(*Task, *node) int64{sumPar, sumPar2, sumPar3} {
		w.spice = append(w.spice, placed[func(*Task)]{func(t *Task) { sink += f(t, tree) }, f})
	}
	w.run(b)
}

func BenchmarkFib(b *testing.B) {
	const n = 30
	w := &program{inner: 1,
		goes:  func() { sink += int64(fibGo(n - 8)) }, // 1.3 million goroutines take too long
		share: float64(fibSeq(n-8)) / float64(fibSeq(n)),
		cut:   func() { sink += int64(fibCut(n, 22)) },
	}
	for _, f := range []func(int) int{fibSeq, fibSeq2, fibSeq3} {
		w.seq = append(w.seq, placed[func()]{func() { sink += int64(f(n)) }, f})
	}
	for _, f := range []func(*Task, int) int{fibPar, fibPar2, fibPar3} {
		w.spice = append(w.spice, placed[func(*Task)]{func(t *Task) { sink += int64(f(t, n)) }, f})
	}
	w.run(b)
}

func BenchmarkMergeSort(b *testing.B) {
	data := shuffled(1 << 20)
	s, tmp := make([]int32, len(data)), make([]int32, len(data))
	fresh := func(sort func()) func() {
		return func() { copy(s, data); sort() }
	}
	w := &program{inner: 1,
		seq:   []placed[func()]{{fresh(func() { sortSeq(s, tmp) }), sortSeq}},
		spice: []placed[func(*Task)]{{func(t *Task) { copy(s, data); sortPar(t, halves{s, tmp}) }, sortPar}},
		goes:  fresh(func() { sortGo(s, tmp) }),
		cut:   fresh(func() { sortCut(s, tmp, 1<<15) }),
	}
	w.run(b)
}

func BenchmarkQueens(b *testing.B) {
	const n = 11
	w := &program{inner: 1,
		seq:   []placed[func()]{{func() { sink += int64(queensSeq(board{n: n})) }, queensSeq}},
		spice: []placed[func(*Task)]{{func(t *Task) { sink += int64(queensPar(t, board{n: n})) }, queensPar}},
		goes:  func() { sink += int64(queensGo(board{n: n})) },
		cut:   func() { sink += int64(queensCut(board{n: n}, 3)) },
	}
	w.run(b)
}

// Copies, see above. The functions between them move the next ones by 32 bytes, where it takes that.

func sumSeq2(n *node) int64 {
	if n == nil {
		return 0
	}
	return sumSeq2(n.left) + sumSeq2(n.right) + n.val
}

//go:noinline
func moves3(a, b int) int { return a*3 + b }

var _ = moves3(1, 2)

func sumSeq3(n *node) int64 {
	if n == nil {
		return 0
	}
	return sumSeq3(n.left) + sumSeq3(n.right) + n.val
}

func sumPar2(t *Task, n *node) int64 {
	if n == nil {
		return 0
	}
	right := Fork(t, sumPar2, n.right)
	left := sumPar2(right.Task(), n.left)
	r, ok := right.Join()
	if !ok {
		r = sumPar2(t, n.right)
	}
	return left + r + n.val
}

//go:noinline
func moves5(a, b int) int { return a*5 + b }

var _ = moves5(1, 2)

func sumPar3(t *Task, n *node) int64 {
	if n == nil {
		return 0
	}
	right := Fork(t, sumPar3, n.right)
	left := sumPar3(right.Task(), n.left)
	r, ok := right.Join()
	if !ok {
		r = sumPar3(t, n.right)
	}
	return left + r + n.val
}

func fibSeq2(n int) int {
	if n < 2 {
		return n
	}
	return fibSeq2(n-1) + fibSeq2(n-2)
}

//go:noinline
func moves7(a, b int) int { return a*7 + b }

var _ = moves7(1, 2)

func fibSeq3(n int) int {
	if n < 2 {
		return n
	}
	return fibSeq3(n-1) + fibSeq3(n-2)
}

func fibPar2(t *Task, n int) int {
	if n < 2 {
		return n
	}
	b := Fork(t, fibPar2, n-2)
	x := fibPar2(b.Task(), n-1)
	y, ok := b.Join()
	if !ok {
		y = fibPar2(t, n-2)
	}
	return x + y
}

//go:noinline
func moves9(a, b int) int { return a*9 + b }

var _ = moves9(1, 2)

func fibPar3(t *Task, n int) int {
	if n < 2 {
		return n
	}
	b := Fork(t, fibPar3, n-2)
	x := fibPar3(b.Task(), n-1)
	y, ok := b.Join()
	if !ok {
		y = fibPar3(t, n-2)
	}
	return x + y
}

// A goroutine for each call.

func sumGo(n *node) int64 {
	if n == nil {
		return 0
	}
	var r int64
	var wg sync.WaitGroup
	wg.Go(func() { r = sumGo(n.right) })
	l := sumGo(n.left)
	wg.Wait()
	return l + r + n.val
}

func fibGo(n int) int {
	if n < 2 {
		return n
	}
	var y int
	var wg sync.WaitGroup
	wg.Go(func() { y = fibGo(n - 2) })
	x := fibGo(n - 1)
	wg.Wait()
	return x + y
}

func sortGo(s, tmp []int32) {
	if len(s) <= 32 {
		insertion(s)
		return
	}
	m := len(s) / 2
	var wg sync.WaitGroup
	wg.Go(func() { sortGo(s[m:], tmp[m:]) })
	sortGo(s[:m], tmp[:m])
	wg.Wait()
	merge(s, tmp, m)
}

func queensGo(b board) int {
	if b.row == b.n {
		return 1
	}
	return placesGo(b, b.free())
}

func placesGo(b board, free uint32) int {
	if free == 0 {
		return 0
	}
	bit := free & -free
	var y int
	var wg sync.WaitGroup
	wg.Go(func() { y = placesGo(b, free&^bit) })
	x := queensGo(b.place(bit))
	wg.Wait()
	return x + y
}

// The same above a cut-off.

func sumCut(n *node, depth int) int64 {
	if depth == 0 || n == nil {
		return sumSeq(n)
	}
	var r int64
	var wg sync.WaitGroup
	wg.Go(func() { r = sumCut(n.right, depth-1) })
	l := sumCut(n.left, depth-1)
	wg.Wait()
	return l + r + n.val
}

func fibCut(n, cut int) int {
	if n < cut {
		return fibSeq(n)
	}
	var y int
	var wg sync.WaitGroup
	wg.Go(func() { y = fibCut(n-2, cut) })
	x := fibCut(n-1, cut)
	wg.Wait()
	return x + y
}

func sortCut(s, tmp []int32, cut int) {
	if len(s) <= cut {
		sortSeq(s, tmp)
		return
	}
	m := len(s) / 2
	var wg sync.WaitGroup
	wg.Go(func() { sortCut(s[m:], tmp[m:], cut) })
	sortCut(s[:m], tmp[:m], cut)
	wg.Wait()
	merge(s, tmp, m)
}

func queensCut(b board, rows int8) int {
	if b.row >= rows {
		return queensSeq(b)
	}
	var counts [16]int
	var wg sync.WaitGroup
	for free := b.free(); free != 0; free &= free - 1 {
		col := free & -free
		wg.Go(func() { counts[bits.TrailingZeros32(col)] = queensCut(b.place(col), rows) })
	}
	wg.Wait()
	sum := 0
	for _, c := range counts {
		sum += c
	}
	return sum
}
