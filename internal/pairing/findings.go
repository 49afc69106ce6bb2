package pairing

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/spicego/spice/internal/spiceapi"
)

// findings turns what was seen into mistakes, in the order of their positions.
func (f *function) findings() []*Finding {
	found := slices.Clone(f.thrown)
	for site, l := range f.lost {
		if x := f.leaving(site, l); x != nil {
			found = append(found, x)
		}
	}
	for j, s := range f.joins {
		if x := f.joining(j.at, s); x != nil {
			found = append(found, x)
		}
	}
	keepMendable(found)
	slices.SortFunc(found, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Future, b.Future))
	})
	return found
}

// leaving returns the mistake at a fork that some path leaves pending.
func (f *function) leaving(site token.Pos, l *loss) *Finding {
	c := f.cells[l.cell]
	if c.many && f.settled[site] {
		return nil // how many of the elements are forked is not known
	}
	call := f.forkedBy[site]
	x := &Finding{
		Kind:   Left,
		Pos:    site,
		End:    call.End(),
		Future: c.name,
		Call:   spiceapi.CallOf(f.info, call).Func,
		At:     slices.Sorted(maps.Keys(l.exits)),
		Var:    c.root,
		Func:   f.node,
	}
	if c.many {
		x.Future = f.spelled[site]
	}
	if len(x.At) == 0 {
		x.Kind, x.At = Overwritten, []token.Pos{l.again}
		return x
	}
	if !l.implicit && !l.again.IsValid() && f.settled[site] {
		x.Leaving = f.leaves(l)
	}
	return x
}

// leaves returns the return statements at which a future is lost, or nil if it
// is not pending on all paths to one of them.
func (f *function) leaves(l *loss) []Leave {
	var list []Leave
	for ret := range l.returns {
		d := f.returns[ret]
		i := slices.Index(d.pending, l.cell)
		if d.varied || i < 0 {
			return nil
		}
		list = append(list, Leave{ret, len(d.pending) - 1 - i})
	}
	slices.SortFunc(list, func(a, b Leave) int { return cmp.Compare(a.Return.Pos(), b.Return.Pos()) })
	return list
}

// keepMendable takes Leaving from findings where a younger future is pending at
// the same return statement and stays so: dropping the older one first would be
// the next mistake.
func keepMendable(found []*Finding) {
	for again := true; again; {
		again = false
		drops := make(map[Leave]bool)
		for _, x := range found {
			for _, l := range x.Leaving {
				drops[l] = true
			}
		}
		for _, x := range found {
			if slices.ContainsFunc(x.Leaving, func(l Leave) bool {
				return l.Depth > 0 && !drops[Leave{l.Return, l.Depth - 1}]
			}) {
				x.Leaving, again = nil, true
			}
		}
	}
}

// joining returns the mistake at a Join, a Drop or a call that stands for one.
func (f *function) joining(at *ast.CallExpr, s *sighting) *Finding {
	c := f.cells[s.cell]
	x := &Finding{Pos: at.Pos(), End: at.End(), Future: s.name, Call: s.fn, Var: c.root, Func: f.node}
	switch {
	case s.done.IsValid():
		x.Kind, x.At, x.Always = Twice, []token.Pos{s.done}, !s.fresh && !s.unforked && !s.gone
	case s.unforked && !s.forked && !f.lostBefore(s.cell, at.Pos()):
		x.Kind = NotForked
	case s.younger >= 0 && !s.ordered && f.lost[s.early] == nil:
		// A younger one that is forgotten altogether is the mistake itself.
		x.Kind, x.At = Order, []token.Pos{s.early}
		if s.younger != s.cell {
			x.Younger = f.cells[s.younger].name
		}
	default:
		return nil
	}
	return x
}

// lostBefore reports whether a fork of cell c in front of pos is pending where
// it should not be: then a join at pos that no fork reaches, because of a
// condition the wrong way round, is the same mistake.
func (f *function) lostBefore(c int, pos token.Pos) bool {
	for site, l := range f.lost {
		if l.cell == c && site < pos {
			return true
		}
	}
	return false
}

// summary returns what the function does with the futures that its parameters
// point to, or nil when there are none.
func (f *function) summary(exits []*state) *Summary {
	var s Summary
	some := false
	for _, field := range f.typ.Params.List {
		names := field.Names
		if len(names) == 0 {
			names = []*ast.Ident{nil}
		}
		for _, name := range names {
			e := Unknown
			if t := f.info.TypeOf(field.Type); t != nil && spiceapi.IsFuturePointer(t) {
				some = true
				e = f.effect(name, exits)
			}
			s.Params = append(s.Params, e)
		}
	}
	if !some {
		return nil
	}
	return &s
}

// effect returns what the function does with the future of one parameter.
func (f *function) effect(name *ast.Ident, exits []*state) Effect {
	if name == nil || name.Name == "_" {
		return Untouched
	}
	v, _ := f.info.Defs[name].(*types.Var)
	if f.names != nil && (f.names.writes[v] > 0 || f.names.moved[v]) {
		return Unknown
	}
	c, ok := f.index[place{root: v, path: "*"}]
	if !ok {
		return Untouched // never mentioned
	}
	effect := Unknown
	for i, s := range exits {
		e := Unknown
		switch {
		case s.held[c]:
		case s.cells[c].is == lent:
			e = Untouched
		case s.cells[c].is == settled:
			e = Settles
		}
		if i > 0 && e != effect {
			return Unknown
		}
		effect = e
	}
	return effect
}
