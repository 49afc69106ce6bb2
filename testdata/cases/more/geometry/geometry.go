// Package geometry has divide and conquer over points and boxes.
package geometry

import (
	"cmp"
	"fmt"
	"math"
	"math/rand"
	"slices"
)

type point struct{ x, y float64 }

func (p point) to(q point) float64 { return math.Hypot(p.x-q.x, p.y-q.y) }

// closest wants the points sorted by x and leaves them so.
func closest(ps []point) float64 {
	if len(ps) < 4 {
		best := math.Inf(1)
		for i, p := range ps {
			for _, q := range ps[i+1:] {
				best = min(best, p.to(q))
			}
		}
		return best
	}
	m := len(ps) / 2
	x := ps[m].x
	d := min(closest(ps[:m]), closest(ps[m:]))
	var strip []point
	for _, p := range ps {
		if math.Abs(p.x-x) < d {
			strip = append(strip, p)
		}
	}
	slices.SortFunc(strip, func(a, b point) int { return cmp.Compare(a.y, b.y) })
	for i, p := range strip {
		for _, q := range strip[i+1:] {
			if q.y-p.y >= d {
				break
			}
			d = min(d, p.to(q))
		}
	}
	return d
}

// closestMerging sorts by y on the way up, in place.
func closestMerging(ps []point) float64 {
	if len(ps) < 4 {
		best := math.Inf(1)
		for i, p := range ps {
			for _, q := range ps[i+1:] {
				best = min(best, p.to(q))
			}
		}
		slices.SortFunc(ps, func(a, b point) int { return cmp.Compare(a.y, b.y) })
		return best
	}
	m := len(ps) / 2
	x := ps[m].x
	l, r := ps[:m], ps[m:]
	dl := closestMerging(l)
	dr := closestMerging(r)
	d := min(dl, dr)
	slices.SortFunc(ps, func(a, b point) int { return cmp.Compare(a.y, b.y) })
	for i, p := range ps {
		for _, q := range ps[i+1 : min(len(ps), i+8)] {
			if math.Abs(p.x-x) < d {
				d = min(d, p.to(q))
			}
		}
	}
	return d
}

// closestStrip keeps one strip for all calls.
func closestStrip(ps []point, strip []point) float64 {
	if len(ps) < 4 {
		best := math.Inf(1)
		for i, p := range ps {
			for _, q := range ps[i+1:] {
				best = min(best, p.to(q))
			}
		}
		return best
	}
	m := len(ps) / 2
	x := ps[m].x
	d := min(closestStrip(ps[:m], strip), closestStrip(ps[m:], strip))
	strip = strip[:0]
	for _, p := range ps {
		if math.Abs(p.x-x) < d {
			strip = append(strip, p)
		}
	}
	for i, p := range strip {
		for _, q := range strip[i+1:] {
			d = min(d, p.to(q))
		}
	}
	return d
}

// closestBound gives the second call what the first one found.
func closestBound(ps []point, d float64) float64 {
	if len(ps) < 4 {
		for i, p := range ps {
			for _, q := range ps[i+1:] {
				d = min(d, p.to(q))
			}
		}
		return d
	}
	m := len(ps) / 2
	d = closestBound(ps[:m], d)
	d = closestBound(ps[m:], d)
	return d
}

type box struct{ lo, hi point }

func (b box) cut(axis int) (box, box) {
	l, r := b, b
	if axis == 0 {
		m := (b.lo.x + b.hi.x) / 2
		l.hi.x, r.lo.x = m, m
	} else {
		m := (b.lo.y + b.hi.y) / 2
		l.hi.y, r.lo.y = m, m
	}
	return l, r
}

func (b box) has(p point) bool {
	return b.lo.x <= p.x && p.x < b.hi.x && b.lo.y <= p.y && p.y < b.hi.y
}

// crowded counts the boxes that hold few points.
func crowded(b box, ps []point, axis, depth int) (boxes int, most int) {
	var in []point
	for _, p := range ps {
		if b.has(p) {
			in = append(in, p)
		}
	}
	if len(in) < 3 || depth == 0 {
		return 1, len(in)
	}
	l, r := b.cut(axis)
	ln, lm := crowded(l, in, 1-axis, depth-1)
	rn, rm := crowded(r, in, 1-axis, depth-1)
	return ln + rn, max(lm, rm)
}

type tree struct {
	at   point
	l, r *tree
}

// grow builds a tree with nodes in a literal, from a part sorted in place.
func grow(ps []point, axis int) (*tree, int) {
	if len(ps) == 0 {
		return nil, 0
	}
	slices.SortFunc(ps, func(a, b point) int {
		if axis == 0 {
			return cmp.Compare(a.x, b.x)
		}
		return cmp.Compare(a.y, b.y)
	})
	m := len(ps) / 2
	t := &tree{at: ps[m]}
	var dl, dr int
	t.l, dl = grow(ps[:m], 1-axis)
	t.r, dr = grow(ps[m+1:], 1-axis)
	return t, 1 + max(dl, dr)
}

// hull returns the points left of a line in order, into fresh slices.
func hull(a, b point, ps []point) []point {
	var left []point
	far, best := point{}, 0.0
	for _, p := range ps {
		if d := (b.x-a.x)*(p.y-a.y) - (b.y-a.y)*(p.x-a.x); d > 0 {
			left = append(left, p)
			if d > best {
				far, best = p, d
			}
		}
	}
	if len(left) == 0 {
		return nil
	}
	return append(append(hull(a, far, left), far), hull(far, b, left)...)
}

// hullTo shares the room of left: both calls filter it in place.
func hullTo(a, b point, ps []point, depth int) int {
	left := ps[:0]
	far, best := point{}, 0.0
	for _, p := range ps {
		if d := (b.x-a.x)*(p.y-a.y) - (b.y-a.y)*(p.x-a.x); d > 0 {
			left = append(left, p)
			if d > best {
				far, best = p, d
			}
		}
	}
	if len(left) == 0 || depth == 0 {
		return 0
	}
	return hullTo(a, far, left, depth-1) + 1 + hullTo(far, b, left, depth-1)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	ps := make([]point, 60)
	for i := range ps {
		ps[i] = point{rng.Float64(), rng.Float64()}
	}
	slices.SortFunc(ps, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	s := fmt.Sprint(closest(ps), closestStrip(ps, make([]point, 0, 60)), closestBound(ps, 9), len(hull(ps[0], ps[59], ps)))
	b, m := crowded(box{hi: point{1, 1}}, ps, 0, 7)
	s += fmt.Sprint(b, m, closestMerging(slices.Clone(ps)))
	s += fmt.Sprint(hullTo(ps[0], ps[59], slices.Clone(ps), 6))
	t, d := grow(ps, 0)
	return s + fmt.Sprint(t.at, t.l.at, d)
}
