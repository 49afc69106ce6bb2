package pairing

import (
	"go/ast"
	"go/token"
	"slices"
)

// unwind executes the deferred calls of the frame that s leaves by ret.
func (f *function) unwind(s *state, ret *ast.ReturnStmt) []*state {
	f.atReturn(s, ret)
	states := []*state{s}
	for _, d := range slices.Backward(slices.Clone(s.defers)) {
		states = distinct(f.call(d.Call, states))
	}
	for _, s := range states {
		s.defers = nil
		f.exit(s, ret)
	}
	return states
}

// atReturn notes which futures are pending at a return statement.
func (f *function) atReturn(s *state, ret *ast.ReturnStmt) {
	if len(f.frames) > 0 {
		return
	}
	d := f.returns[ret]
	if d == nil {
		f.returns[ret] = &departure{pending: slices.Clone(s.young)}
		return
	}
	d.varied = d.varied || !slices.Equal(d.pending, s.young)
}

// exit notes the futures that are pending where their frame ends.
func (f *function) exit(s *state, ret *ast.ReturnStmt) {
	for c, st := range s.cells {
		if st.is != pending || !f.owned(c) {
			continue
		}
		l := f.loss(c, st.by)
		l.exits[ret.Pos()] = true
		if len(f.frames) > 0 || ret.Pos() == f.body.Rbrace {
			l.implicit = true
		} else {
			l.returns[ret] = true
		}
		s.set(c, unforked, token.NoPos)
	}
	if len(f.frames) == 0 {
		f.exits = append(f.exits, s)
	}
}

// owned reports whether the frame of cell c is the innermost one.
func (f *function) owned(c int) bool {
	if len(f.frames) == 0 {
		return true
	}
	lit, at := f.frames[len(f.frames)-1].lit, f.cells[c].root.Pos()
	return lit.Pos() <= at && at < lit.End()
}

// loss returns the record of the fork at site.
func (f *function) loss(c int, site token.Pos) *loss {
	l := f.lost[site]
	if l == nil {
		l = &loss{cell: c, exits: make(map[token.Pos]bool), returns: make(map[*ast.ReturnStmt]bool)}
		f.lost[site] = l
	}
	return l
}
