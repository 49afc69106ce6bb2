package tour

import (
	"cmp"
	"slices"
)

// A Point is a place in space.
type Point [3]float64

// A KD is a k-d tree of points: those below Lo are not greater than At on the axis of the node, those below Hi not less.
type KD struct {
	At     Point
	Axis   int
	Lo, Hi *KD
}

// NewKD makes a tree of points, which it reorders.
func NewKD(points []Point, axis int) *KD {
	if len(points) == 0 {
		return nil
	}
	slices.SortFunc(points, func(a, b Point) int { return cmp.Compare(a[axis], b[axis]) })
	m := len(points) / 2
	next := (axis + 1) % len(points[m])
	return &KD{
		At:   points[m],
		Axis: axis,
		Lo:   NewKD(points[:m], next),
		Hi:   NewKD(points[m+1:], next), // the median itself stays out
	}
}

// Nearest returns the point of t that is nearest to p and its squared distance, or best and within if no point is nearer
// than that.
func (t *KD) Nearest(p, best Point, within float64) (Point, float64) {
	if t == nil {
		return best, within
	}
	if d := squared(t.At, p); d < within {
		best, within = t.At, d
	}
	near, far := t.Lo, t.Hi
	gap := p[t.Axis] - t.At[t.Axis]
	if gap > 0 {
		near, far = far, near
	}
	best, within = near.Nearest(p, best, within)
	if gap*gap < within {
		best, within = far.Nearest(p, best, within)
	}
	return best, within
}

func squared(a, b Point) (d float64) {
	for i := range a {
		d += (a[i] - b[i]) * (a[i] - b[i])
	}
	return d
}
