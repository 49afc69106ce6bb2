package tour

import (
	"cmp"
	"slices"

	"github.com/spicego/spice/runtime/spice"
)

// The functions of the tour that can run in parallel, as a person would write them who has read the documentation of
// the runtime. The benchmark compares them with what spicefy wrote.

type evalCall struct {
	e    Expr
	vars []float64
}

func handEval(e Expr, vars []float64) float64 {
	return spice.Run(evalTask, evalCall{e, vars})
}

func evalTask(t *spice.Task, a evalCall) float64 { return eval(t, a.e, a.vars) }

func eval(t *spice.Task, e Expr, vars []float64) float64 {
	switch e := e.(type) {
	case Num:
		return float64(e)
	case Var:
		return vars[e]
	case *Neg:
		return -eval(t, e.X, vars)
	case *Binary:
		args := evalCall{e.Y, vars}
		right := spice.ForkArgs(t, evalTask, &args)
		x := eval(right.Task(), e.X, vars)
		y, ok := right.Join()
		if !ok {
			y = eval(t, e.Y, vars)
		}
		return apply(e.Op, x, y)
	}
	panic("tour: not an expression")
}

type kdCall struct {
	points []Point
	axis   int
}

func handKD(points []Point, axis int) *KD {
	return spice.Run(kdTask, kdCall{points, axis})
}

func kdTask(t *spice.Task, a kdCall) *KD { return newKD(t, a.points, a.axis) }

func newKD(t *spice.Task, points []Point, axis int) *KD {
	if len(points) == 0 {
		return nil
	}
	slices.SortFunc(points, func(a, b Point) int { return cmp.Compare(a[axis], b[axis]) })
	m := len(points) / 2
	next := (axis + 1) % len(points[m])
	args := kdCall{points[m+1:], next}
	right := spice.ForkArgs(t, kdTask, &args)
	lo := newKD(right.Task(), points[:m], next)
	hi, ok := right.Join()
	if !ok {
		hi = newKD(t, points[m+1:], next)
	}
	return &KD{points[m], axis, lo, hi}
}

type sortCall[T cmp.Ordered] struct{ s, spare []T }

func handSort[T cmp.Ordered](s []T) {
	spice.Run(sortTask[T], sortCall[T]{s, make([]T, len(s))})
}

func sortTask[T cmp.Ordered](t *spice.Task, a sortCall[T]) struct{} {
	sortHalves(t, a.s, a.spare)
	return struct{}{}
}

func sortHalves[T cmp.Ordered](t *spice.Task, s, spare []T) {
	if len(s) <= 12 {
		for i := 1; i < len(s); i++ {
			for j := i; j > 0 && s[j] < s[j-1]; j-- {
				s[j], s[j-1] = s[j-1], s[j]
			}
		}
		return
	}
	m := len(s) / 2
	args := sortCall[T]{s[m:], spare[m:]}
	right := spice.ForkArgs(t, sortTask[T], &args)
	sortHalves(right.Task(), s[:m], spare[:m])
	if _, ok := right.Join(); !ok {
		sortHalves(t, s[m:], spare[m:])
	}
	head, tail := spare[:copy(spare, s[:m])], s[m:]
	for i := range s {
		t.Tick()
		if len(head) == 0 {
			return
		}
		if len(tail) > 0 && tail[0] < head[0] {
			s[i], tail = tail[0], tail[1:]
		} else {
			s[i], head = head[0], head[1:]
		}
	}
}

type mulCall struct{ x, y []int }

func handKaratsuba(x, y []int) []int { return spice.Run(mulTask, mulCall{x, y}) }

func mulTask(t *spice.Task, a mulCall) []int { return multiply(t, a.x, a.y) }

func multiply(t *spice.Task, x, y []int) []int {
	n := len(x)
	z := make([]int, 2*n)
	if n <= schoolbook {
		for i, a := range x {
			for j, b := range y {
				z[i+j] += a * b
			}
		}
		return z
	}
	h := n / 2
	crossArgs := mulCall{sum(x[:h], x[h:]), sum(y[:h], y[h:])}
	crossLater := spice.ForkArgs(t, mulTask, &crossArgs)
	highArgs := mulCall{x[h:], y[h:]}
	highLater := spice.ForkArgs(crossLater.Task(), mulTask, &highArgs)
	low := multiply(highLater.Task(), x[:h], y[:h])
	high, ok := highLater.Join()
	if !ok {
		high = multiply(crossLater.Task(), x[h:], y[h:])
	}
	cross, ok := crossLater.Join()
	if !ok {
		cross = multiply(t, crossArgs.x, crossArgs.y)
	}
	copy(z, low)
	copy(z[n:], high)
	for i := range cross {
		t.Tick()
		z[h+i] += cross[i] - low[i] - high[i]
	}
	return z
}

type used struct {
	files int
	bytes int64
}

func handUsage(d *Dir) (int, int64) {
	u := spice.Run(usage, d)
	return u.files, u.bytes
}

func usage(t *spice.Task, d *Dir) used {
	if d == nil {
		return used{}
	}
	later := spice.Fork(t, usage, d.Next)
	sub := usage(later.Task(), d.Sub)
	u, ok := later.Join()
	if !ok {
		u = usage(t, d.Next)
	}
	for _, size := range d.Files {
		t.Tick()
		u.bytes += size
	}
	return used{u.files + sub.files + len(d.Files), u.bytes + sub.bytes}
}

func handDepth(d *Dir) int { return spice.Run(depth, d) }

func depth(t *spice.Task, d *Dir) int {
	if d == nil {
		return 0
	}
	later := spice.Fork(t, depth, d.Next)
	sub := depth(later.Task(), d.Sub)
	next, ok := later.Join()
	if !ok {
		next = depth(t, d.Next)
	}
	return max(1+sub, next)
}
