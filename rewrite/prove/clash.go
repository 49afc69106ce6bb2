package prove

import (
	"sort"

	"github.com/spicego/spice/internal/effects"
)

// Whether two accesses may meet.

// clashing returns two accesses, one of each list, that may meet in memory that one of them writes.
func (j *judge) clashing(xs, ys []*effects.Touch) *clash {
	for _, x := range xs {
		for _, y := range ys {
			if j.conflict(x, y, xs, ys) {
				return &clash{x: x, y: y}
			}
		}
	}
	return nil
}

// clashes returns such pairs, at most a few, the ones that say most first.
func (j *judge) clashes(xs, ys []*effects.Touch, kind clashKind) []*clash {
	var out []*clash
	for _, x := range xs {
		for _, y := range ys {
			if j.conflict(x, y, xs, ys) {
				out = append(out, &clash{x, y, kind})
			}
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return j.weight(out[a]) > j.weight(out[b]) })
	return out[:min(len(out), 12)]
}

func (j *judge) conflict(x, y *effects.Touch, xs, ys []*effects.Touch) bool {
	if !x.Write && !y.Write || x.Beyond && !x.Write && y.Beyond && !y.Write {
		return false
	}
	return j.mayMeet(x, y, xs, ys)
}

// weight orders clashes: those that say most about the cause come first.
func (j *judge) weight(c *clash) int {
	w := 0
	if c.x.Tail || c.y.Tail {
		w += 8
	}
	if c.x.Beyond || c.y.Beyond {
		w -= 8
	}
	if c.x.Place.Root.Kind == effects.GlobalRoot || c.y.Place.Root.Kind == effects.GlobalRoot {
		w += 4
	}
	if c.x.Write && c.y.Write {
		w += 2
	}
	if c.x.Place == c.y.Place {
		w++
	}
	return w
}

func (j *judge) mayMeet(x, y *effects.Touch, xs, ys []*effects.Touch) bool {
	p, q := x.Place, y.Place
	pk, qk := p.Root.Kind, q.Root.Kind
	switch {
	case pk == effects.UnknownRoot || qk == effects.UnknownRoot:
		return true
	case pk == effects.FreshRoot || qk == effects.FreshRoot:
		if p.Root != q.Root {
			return false
		}
	}
	if p.Root == q.Root && p.Apart(q) || !x.MayShare(&y.Access) {
		return false
	}
	if pk == effects.ParamRoot && qk == effects.ParamRoot && j.separate(x, y) {
		return false
	}
	rx, ok1 := j.regionOf(x, xs)
	ry, ok2 := j.regionOf(y, ys)
	if ok1 && ok2 && rx.apart(ry, j) {
		return false
	}
	return true
}
