package tour

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"
	"time"
)

// TestRatio prints for every function of the tour the time of what spicefy wrote and of the sequential code, divided by
// that of the hand-written code: each the minimum of many runs that take turns.
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
	p, n := slices.Clone(points), slices.Clone(numbers)

	for _, c := range []struct {
		name            string
		rewritten, hand func()
	}{
		{"Eval", func() { Eval(expr, vars) }, func() { handEval(expr, vars) }},
		{"NewKD", func() { copy(p, points); NewKD(p, 0) }, func() { copy(p, points); handKD(p, 0) }},
		{"Sort", func() { copy(n, numbers); Sort(n) }, func() { copy(n, numbers); handSort(n) }},
		{"karatsuba", func() { karatsuba(digits, digits) }, func() { handKaratsuba(digits, digits) }},
		{"Dir.Usage", func() { dirs.Usage() }, func() { handUsage(dirs) }},
		{"Dir.Depth", func() { dirs.Depth() }, func() { handDepth(dirs) }},
	} {
		best := [2]time.Duration{math.MaxInt64, math.MaxInt64}
		for round := range 200 {
			for i, run := range []func(){c.rewritten, c.hand} {
				start := time.Now()
				run()
				if d := time.Since(start); round > 0 && d < best[i] {
					best[i] = d
				}
			}
		}
		fmt.Printf("ratio %s %.4f %d\n", c.name, float64(best[0])/float64(best[1]), best[0].Microseconds())
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
