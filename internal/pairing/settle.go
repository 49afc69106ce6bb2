package pairing

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/spicego/spice/internal/spiceapi"
)

// discard notes a Fork whose result is thrown away.
func (f *function) discard(c spiceapi.Call) {
	if slices.ContainsFunc(f.thrown, func(x *Finding) bool { return x.Pos == c.Expr.Pos() }) {
		return
	}
	f.thrown = append(f.thrown, &Finding{
		Kind: Discarded, Pos: c.Expr.Pos(), End: c.Expr.End(), Call: c.Func, Func: f.node,
	})
}

// fork executes lhs = Fork(…).
func (f *function) fork(lhs ast.Expr, call spiceapi.Call, in []*state) []*state {
	in = f.target(lhs, f.exprs(call.Args, in))
	if isBlank(lhs) {
		f.discard(call)
		return in
	}
	p, ok := f.names.place(lhs)
	if !ok {
		return in // it goes into something of others
	}
	c, ok := f.cell(p)
	if !ok {
		return in
	}
	site := call.Expr.Pos()
	f.forkedBy[site] = call.Expr
	for _, s := range in {
		switch {
		case s.held[c] || s.cells[c].is == gone && f.cells[c].many:
		case f.cells[c].path == "*":
			s.set(c, gone, token.NoPos) // the caller's to join
		case f.cells[c].many:
			s.set(c, pending, site)
			f.waves[site] = f.waveOf(p.last, lhs)
			f.spelled[site] = types.ExprString(lhs)
		default:
			f.replace(c, site, s)
			s.fork(c, site)
		}
	}
	return in
}

// settle executes a Join or a Drop of the future at p, or a call that does
// either of them.
func (f *function) settle(p place, fn spiceapi.Func, call *ast.CallExpr, in []*state) {
	c, ok := f.cell(p)
	if !ok {
		return
	}
	for _, s := range in {
		at, what := call, fn
		if fr := f.repeats(c, s); fr != nil {
			at, what = fr.call, spiceapi.None
		}
		key := juncture{at, c}
		sight := f.joins[key]
		if sight == nil {
			sight = &sighting{cell: c, fn: what, younger: -1, name: f.cells[c].name}
			if p.last != nil {
				sight.name = p.root.Name() + "[" + types.ExprString(p.last) + "]"
			}
			f.joins[key] = sight
		}
		f.see(sight, p, call, s)
		switch {
		case s.held[c]:
		case !f.cells[c].many:
			s.set(c, settled, at.Pos())
		case s.cells[c].is == pending:
			s.set(c, settling, s.cells[c].by)
		}
	}
}

// see adds to a sighting what s brings to it.
func (f *function) see(sight *sighting, p place, call *ast.CallExpr, s *state) {
	c := sight.cell
	st := s.cells[c]
	switch st.is {
	case unforked:
		sight.unforked = true
		return
	case settled:
		sight.forked = true
		if !sight.done.IsValid() || st.by < sight.done {
			sight.done = st.by
		}
		return
	case gone:
		sight.forked, sight.ordered, sight.gone = true, true, true
		return
	}
	sight.forked, sight.fresh = true, true
	f.settled[st.by] = true
	younger := -1
	if f.cells[c].many {
		if f.sameWave(f.waves[st.by], f.waveOf(p.last, call)) {
			younger = c
		}
	} else {
		younger = s.younger(c)
	}
	if younger < 0 {
		sight.ordered = true
	} else {
		sight.younger, sight.early = younger, s.cells[younger].by
	}
}

// repeats returns the frame of a literal that was called through a variable
// when the future had been settled already: then the call is the mistake.
func (f *function) repeats(c int, s *state) *frame {
	for i := range f.frames {
		fr := &f.frames[i]
		if fr.call != nil && fr.entry.cells[c].is == settled && s.cells[c] == fr.entry.cells[c] {
			return fr
		}
	}
	return nil
}
