package prove

import (
	"github.com/spicego/spice/internal/effects"
)

// Whether two accesses may meet.

// clashing returns two accesses, one of each list, that may meet in memory that one of them writes.
func (j *judge) clashing(xs, ys []*effects.Touch) *clash {
	var best *clash
	for _, x := range xs {
		for _, y := range ys {
			if !x.Write && !y.Write {
				continue
			}
			if !j.mayMeet(x, y, xs, ys) {
				continue
			}
			c := &clash{x: x, y: y}
			if best == nil || j.weight(c) > j.weight(best) {
				best = c
			}
		}
	}
	return best
}

// weight orders clashes: those that say most about the cause come first.
func (j *judge) weight(c *clash) int {
	w := 0
	if c.x.Tail || c.y.Tail {
		w += 8
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
