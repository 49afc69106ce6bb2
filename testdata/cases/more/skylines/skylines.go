// Package skylines merges outlines of houses.
package skylines

import (
	"fmt"
	"math/rand"
)

type house struct{ from, to, h int }

type edge struct{ x, h int }

// Outline returns the corners from left to right.
func Outline(hs []house) []edge {
	switch n := len(hs); n {
	case 0:
		return nil
	case 1:
		return []edge{{hs[0].from, hs[0].h}, {hs[0].to, 0}}
	default:
		l := Outline(hs[:n/2])
		r := Outline(hs[n/2:])
		return join(l, r)
	}
}

func join(l, r []edge) (out []edge) {
	var hl, hr int
	for len(l) > 0 || len(r) > 0 {
		var x int
		switch {
		case len(r) == 0 || len(l) > 0 && l[0].x < r[0].x:
			x, hl, l = l[0].x, l[0].h, l[1:]
		case len(l) == 0 || r[0].x < l[0].x:
			x, hr, r = r[0].x, r[0].h, r[1:]
		default:
			x, hl, hr, l, r = l[0].x, l[0].h, r[0].h, l[1:], r[1:]
		}
		if h := max(hl, hr); len(out) == 0 || out[len(out)-1].h != h {
			out = append(out, edge{x, h})
		}
	}
	return out
}

type best struct{ sum, pre, suf, most int }

// Run of the largest sum, combined from four numbers.
func Most(xs []int) best {
	if len(xs) == 1 {
		x := xs[0]
		return best{x, x, x, x}
	}
	m := len(xs) / 2
	l, r := Most(xs[:m]), Most(xs[m:])
	return best{
		sum:  l.sum + r.sum,
		pre:  max(l.pre, l.sum+r.pre),
		suf:  max(r.suf, r.sum+l.suf),
		most: max(l.most, r.most, l.suf+r.pre),
	}
}

// mostOf keeps the best in its receiver while it combines.
func (b *best) mostOf(xs []int) (sum int) {
	if len(xs) == 1 {
		b.most = max(b.most, xs[0])
		return xs[0]
	}
	m := len(xs) / 2
	sum = b.mostOf(xs[:m]) + b.mostOf(xs[m:])
	b.most = max(b.most, sum)
	return sum
}

// majority returns the candidate that may fill more than half, or -1.
func majority(xs []int) int {
	if len(xs) == 1 {
		return xs[0]
	}
	m := len(xs) / 2
	l := majority(xs[:m])
	r := majority(xs[m:])
	if l == r {
		return l
	}
	if count(xs, l) > len(xs)/2 {
		return l
	}
	if count(xs, r) > len(xs)/2 {
		return r
	}
	return -1
}

func count(xs []int, x int) (n int) {
	for _, y := range xs {
		if x == y {
			n++
		}
	}
	return n
}

// majorityEarly does not ask the right half when the left one has the whole.
func majorityEarly(xs []int) int {
	if len(xs) == 1 {
		return xs[0]
	}
	m := len(xs) / 2
	l := majorityEarly(xs[:m])
	if count(xs, l) > len(xs)/2 {
		return l
	}
	r := majorityEarly(xs[m:])
	if count(xs, r) > len(xs)/2 {
		return r
	}
	return -1
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	hs := make([]house, 12)
	xs := make([]int, 40)
	ys := make([]int, 21)
	for i := range hs {
		from := rng.Intn(60)
		hs[i] = house{from, from + 1 + rng.Intn(20), 1 + rng.Intn(15)}
	}
	for i := range xs {
		xs[i] = rng.Intn(41) - 20
		ys[i%21] = rng.Intn(2)
	}
	b := &best{}
	return fmt.Sprint(Outline(hs), Most(xs), b.mostOf(xs), b.most, majority(ys), majorityEarly(ys))
}
