package tour

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"
	"time"

	"github.com/spicego/spice/runtime/spice"
)

// TestRatio prints for every function of the tour the time of the parallel path that spicefy wrote, divided by that of the
// hand-written one: each the minimum of many runs that take turns. The paths are called themselves, since a wrapper goes
// to the sequential path when there is one worker.
func TestRatio(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	expr := balanced(rng, 16)
	vars := []float64{1, 2, 3}
	points := make([]Point, 20_000)
	for i := range points {
		points[i] = Point{rng.Float64(), rng.Float64(), rng.Float64()}
	}
	numbers := make([]int, 200_000)
	for i := range numbers {
		numbers[i] = rng.Int()
	}
	digits := make([]int, 2048)
	for i := range digits {
		digits[i] = rng.Intn(10)
	}
	dirs := forest(rng, 16)
	p, n, spare := slices.Clone(points), slices.Clone(numbers), slices.Clone(numbers)

	for _, c := range []struct {
		name            string
		prepare         func()
		rewritten, hand func(*spice.Task)
	}{
		{"Eval", func() {},
			func(t *spice.Task) { evalPar(t, expr, vars) },
			func(t *spice.Task) { eval(t, expr, vars) }},
		{"NewKD", func() { copy(p, points) },
			func(t *spice.Task) { newKDPar(t, p, 0) },
			func(t *spice.Task) { newKD(t, p, 0) }},
		{"mergeSort", func() { copy(n, numbers) },
			func(t *spice.Task) { mergeSortPar(t, mergeSortFork[int], n, spare) },
			func(t *spice.Task) { sortHalves(t, n, spare) }},
		{"karatsuba", func() {},
			func(t *spice.Task) { karatsubaPar(t, digits, digits) },
			func(t *spice.Task) { multiply(t, digits, digits) }},
		{"Dir.Usage", func() {},
			func(t *spice.Task) { usagePar(t, dirs) },
			func(t *spice.Task) { usage(t, dirs) }},
		{"Dir.Depth", func() {},
			func(t *spice.Task) { depthPar(t, dirs) },
			func(t *spice.Task) { depth(t, dirs) }},
	} {
		for _, workers := range []int{1, 2} {
			pool := spice.NewPool(spice.Options{Workers: workers})
			best := [2]time.Duration{math.MaxInt64, math.MaxInt64}
			for range 200 {
				for i, run := range []func(*spice.Task){c.rewritten, c.hand} {
					c.prepare()
					start := time.Now()
					pool.Do(run)
					best[i] = min(best[i], time.Since(start))
				}
			}
			pool.Close()
			fmt.Printf("ratio %s/workers=%d %.4f\n", c.name, workers, float64(best[0])/float64(best[1]))
		}
	}
}

// balanced makes a complete expression of that height.
func balanced(rng *rand.Rand, height int) Expr {
	if height == 0 {
		return Var(rng.Intn(3))
	}
	return &Binary{"+-*"[rng.Intn(3)], balanced(rng, height-1), balanced(rng, height-1)}
}

// forest makes directories that branch evenly.
func forest(rng *rand.Rand, height int) *Dir {
	if height == 0 {
		return nil
	}
	return &Dir{Files: []int64{rng.Int63n(1000)}, Sub: forest(rng, height-1), Next: forest(rng, height-1)}
}
