package tour

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"slices"
	"strings"
	"testing"
)

// randomExpr makes an expression of that many operations over three variables.
func randomExpr(rng *rand.Rand, operations int) Expr {
	if operations == 0 {
		if rng.Intn(2) == 0 {
			return Var(rng.Intn(3))
		}
		return Num(rng.Intn(10))
	}
	if rng.Intn(8) == 0 {
		return &Neg{randomExpr(rng, operations-1)}
	}
	left := rng.Intn(operations)
	return &Binary{"+-*"[rng.Intn(3)], randomExpr(rng, left), randomExpr(rng, operations-1-left)}
}

func TestEval(t *testing.T) {
	x, y := Var(0), Var(1)
	for _, test := range []struct {
		e    Expr
		want float64
	}{
		{Num(7), 7},
		{&Binary{'+', x, &Neg{y}}, -1},
		{&Binary{'*', &Binary{'-', x, Num(1)}, &Binary{'/', y, Num(2)}}, 1.5},
		{&Binary{'^', y, x}, 9},
	} {
		if got := Eval(test.e, []float64{2, 3}); got != test.want {
			t.Errorf("%v is %v, want %v", test.e, got, test.want)
		}
	}
}

func TestEvalPanics(t *testing.T) {
	bad := &Binary{'+', &Binary{'?', Num(1), Num(2)}, &Binary{'!', Num(1), Num(2)}}
	defer func() {
		if got, want := fmt.Sprint(recover()), "tour: unknown operator ?"; !strings.HasPrefix(got, want) {
			t.Errorf("panic %q, want the one of the left operand, %q", got, want)
		}
	}()
	Eval(bad, nil)
}

func TestFold(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	vars := []float64{2, -3, 5}
	before := folded
	for range 50 {
		e := randomExpr(rng, 40)
		if got, want := Eval(Fold(e), vars), Eval(e, vars); got != want {
			t.Errorf("folded expression is %v, want %v", got, want)
		}
	}
	if folded == before {
		t.Error("nothing was folded")
	}
}

func TestNearest(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	random := func() Point { return Point{rng.Float64(), rng.Float64(), rng.Float64()} }
	points := make([]Point, 5000)
	for i := range points {
		points[i] = random()
	}
	tree := NewKD(slices.Clone(points), 0)
	for range 100 {
		p := random()
		want := slices.MinFunc(points, func(a, b Point) int { return cmp.Compare(squared(a, p), squared(b, p)) })
		if got, d := tree.Nearest(p, Point{}, math.Inf(1)); got != want || d != squared(want, p) {
			t.Errorf("nearest to %v is %v, want %v", p, got, want)
		}
	}
}

func TestSort(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for _, n := range []int{0, 1, 2, 12, 13, 25, 100, 4097} {
		s := make([]int, n)
		for i := range s {
			s[i] = rng.Intn(n)
		}
		want := slices.Sorted(slices.Values(s))
		if Sort(s); !slices.Equal(s, want) {
			t.Errorf("%d elements: not sorted", n)
		}
	}
	words := strings.Fields("the quick brown fox jumps over a lazy dog and then it runs away from the rest of them")
	want := slices.Sorted(slices.Values(words))
	if Sort(words); !slices.Equal(words, want) {
		t.Errorf("got %q, want %q", words, want)
	}
}

func TestMul(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	random := func(n int) ([]int, *big.Int) {
		digits, text := make([]int, n), make([]byte, n)
		for i := range digits {
			digits[i] = rng.Intn(10)
			text[n-1-i] = byte('0' + digits[i])
		}
		value, _ := new(big.Int).SetString(string(text), 10)
		return digits, value
	}
	for _, n := range []int{1, 31, 32, 33, 200, 1000} {
		x, bigX := random(n)
		y, bigY := random(n/2 + 1)
		product := Mul(x, y)
		text := make([]byte, len(product))
		for i, d := range product {
			text[len(text)-1-i] = byte('0' + d)
		}
		if want := new(big.Int).Mul(bigX, bigY).String(); string(text) != want {
			t.Errorf("%v times %v is %s, want %s", bigX, bigY, text, want)
		}
	}
}

func TestUsage(t *testing.T) {
	files, bytes, depth := 0, int64(0), 0
	rng := rand.New(rand.NewSource(1))
	var random func(level int) *Dir
	random = func(level int) *Dir {
		var list *Dir
		for range rng.Intn(7 - level) {
			depth = max(depth, level+1)
			d := &Dir{Name: fmt.Sprint("d", level), Next: list}
			for range rng.Intn(5) {
				size := rng.Int63n(1 << 20)
				d.Files = append(d.Files, size)
				files++
				bytes += size
			}
			d.Sub = random(level + 1)
			list = d
		}
		return list
	}
	for range 20 {
		files, bytes, depth = 0, 0, 0
		root := random(0)
		if f, b := root.Usage(); f != files || b != bytes {
			t.Errorf("%d files of %d bytes, want %d of %d", f, b, files, bytes)
		}
		if d := root.Depth(); d != depth {
			t.Errorf("depth %d, want %d", d, depth)
		}
	}
}
