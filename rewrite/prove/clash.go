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

// clashingCalls does the same for two recursive calls, without what a directive of the user settles.
func (j *judge) clashingCalls(xs, ys []*effects.Touch) *clash {
	for _, x := range xs {
		for _, y := range ys {
			if j.conflict(x, y, xs, ys) && !j.settled(x, y) {
				return &clash{x: x, y: y}
			}
		}
	}
	return nil
}

// settled reports whether a directive says that the two accesses, by two recursive calls, do not meet:
//
//	//spice:assume disjoint   the calls touch no common memory that either writes
//	//spice:assume tree       from one node, different fields never reach a common node
//
// Neither can speak of package variables: everybody sees that both calls write them.
func (j *judge) settled(x, y *effects.Touch) bool {
	if x.Place.Root.Kind == effects.GlobalRoot || y.Place.Root.Kind == effects.GlobalRoot ||
		x.Place.Root.Kind == effects.UnknownRoot || y.Place.Root.Kind == effects.UnknownRoot {
		return false
	}
	if a, ok := j.marks.find("disjoint"); ok {
		j.assume(j.classify(j.groupPair(), &clash{x: x, y: y}), a)
		return true
	}
	if a, ok := j.marks.find("tree"); ok && branching(x.Place, y.Place) {
		j.assume(SharedWrite, a)
		return true
	}
	return false
}

// branching reports whether the ways to two places part at two fields of one node, each of which leads on to another node; or whether
// one of them is a part of the node that the other one leads on from.
func branching(p, q *effects.Place) bool {
	if p.Root != q.Root {
		return false
	}
	a, b := p.Steps(), q.Steps()
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	if i == len(a) || i == len(b) || a[i] < 0 || b[i] < 0 {
		return false
	}
	leads := func(s []effects.Step) bool {
		for _, t := range s {
			if t == effects.Deref {
				return true
			}
		}
		return false
	}
	return leads(a[i:]) || leads(b[i:])
}

// clashes returns such pairs, at most a few, the ones that say most first.
func (j *judge) clashes(xs, ys []*effects.Touch, kind clashKind) []*clash {
	var out []*clash
	for _, x := range xs {
		for _, y := range ys {
			if j.conflict(x, y, xs, ys) && !(kind == callCall && j.settled(x, y)) {
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
