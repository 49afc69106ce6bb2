package pairing

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/spicego/spice/internal/spiceapi"
)

// A wave is a loop that runs over the elements of an array or slice of futures:
// upwards, downwards, or in a way that is not known. Two waves in the same
// direction, one that forks and one that joins, meet the oldest future first.
type wave struct {
	loop ast.Stmt
	up   bool
}

// sameWave reports whether futures forked in one wave are joined in the same
// order by another.
func (f *function) sameWave(forks, joins wave) bool {
	return forks.loop != nil && joins.loop != nil && forks.loop != joins.loop && forks.up == joins.up
}

// waveOf returns the innermost loop around at if index runs over its rounds in
// one direction.
func (f *function) waveOf(index ast.Expr, at ast.Node) wave {
	loop := f.loopAround(at.Pos())
	if loop == nil || index == nil {
		return wave{}
	}
	v, up := f.counter(loop)
	if v == nil {
		return wave{}
	}
	switch follows, same := f.follows(index, v); {
	case !follows:
		return wave{}
	case same:
		return wave{loop, up}
	default:
		return wave{loop, !up}
	}
}

// loopAround returns the innermost loop whose body holds pos.
func (f *function) loopAround(pos token.Pos) ast.Stmt {
	var innermost ast.Stmt
	for _, loop := range f.names.loops {
		body := bodyOf(loop)
		if body.Pos() <= pos && pos < body.End() {
			innermost = loop // they are in source order
		}
	}
	return innermost
}

func bodyOf(loop ast.Stmt) *ast.BlockStmt {
	switch loop := loop.(type) {
	case *ast.ForStmt:
		return loop.Body
	case *ast.RangeStmt:
		return loop.Body
	}
	return nil
}

// counter returns the variable that a loop counts with, and its direction.
func (f *function) counter(loop ast.Stmt) (v *types.Var, up bool) {
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		if loop.Key == nil || !f.counts(loop) {
			return nil, false
		}
		v = f.names.local(loop.Key)
		up = true
	case *ast.ForStmt:
		switch post := loop.Post.(type) {
		case *ast.IncDecStmt:
			v, up = f.names.local(post.X), post.Tok == token.INC
		case *ast.AssignStmt:
			if len(post.Lhs) == 1 && f.info.Types[post.Rhs[0]].Value != nil {
				switch post.Tok {
				case token.ADD_ASSIGN:
					v, up = f.names.local(post.Lhs[0]), true
				case token.SUB_ASSIGN:
					v, up = f.names.local(post.Lhs[0]), false
				}
			}
		}
	}
	if v == nil || f.writtenIn(bodyOf(loop), v) {
		return nil, false
	}
	return v, up
}

// counts reports whether the keys of a range clause are 0, 1, 2 and so on, as
// those of a map, a string, a channel or a function are not.
func (f *function) counts(loop *ast.RangeStmt) bool {
	t := f.info.TypeOf(loop.X)
	if t == nil {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Slice, *types.Array:
		return true
	case *types.Pointer:
		return true // to an array
	case *types.Basic:
		return t.Info()&types.IsInteger != 0
	}
	return false
}

// writtenIn reports whether a statement in body changes v.
func (f *function) writtenIn(body *ast.BlockStmt, v *types.Var) bool {
	found := f.names.moved[v]
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				found = found || f.names.local(lhs) == v
			}
		case *ast.IncDecStmt:
			found = found || f.names.local(n.X) == v
		}
		return !found
	})
	return found
}

// follows reports whether index is v with a constant added, or taken from
// something that stays the same, in which case it runs the other way.
func (f *function) follows(index ast.Expr, v *types.Var) (follows, same bool) {
	index = ast.Unparen(index)
	if f.names.local(index) == v {
		return true, true
	}
	b, ok := index.(*ast.BinaryExpr)
	if !ok || b.Op != token.ADD && b.Op != token.SUB {
		return false, false
	}
	if follows, same := f.follows(b.X, v); follows {
		return f.fixed(b.Y), same
	}
	if follows, same := f.follows(b.Y, v); follows {
		return f.fixed(b.X), same != (b.Op == token.SUB)
	}
	return false, false
}

// fixed reports whether e is a constant, a length, or a sum of these.
func (f *function) fixed(e ast.Expr) bool {
	e = ast.Unparen(e)
	if f.info.Types[e].Value != nil {
		return true
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		return f.subjects.isLen(e)
	case *ast.Ident:
		v := f.names.local(e)
		return v != nil && !f.names.moved[v] && f.names.writes[v] <= 1
	case *ast.BinaryExpr:
		return f.fixed(e.X) && f.fixed(e.Y)
	}
	return false
}

// approach notes that s comes to a loop that joins or drops the elements of an
// array or slice: from here on, nothing in it counts as forgotten. How often
// the loop goes round is not known.
func (f *function) approach(loop ast.Stmt, s *state) {
	for c := range f.cells {
		if f.cells[c].many && s.cells[c].is == pending && f.settlesIn(loop, c) {
			s.set(c, settling, s.cells[c].by)
		}
	}
}

// settlesIn reports whether a call in loop joins or drops an element of cell
// c, or could.
func (f *function) settlesIn(loop ast.Stmt, c int) bool {
	found := false
	ast.Inspect(bodyOf(loop), func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || found {
			return !found
		}
		rc := spiceapi.CallOf(f.info, call)
		if rc.Func.Settles() {
			p, ok := f.names.receiver(rc)
			found = ok && p.root == f.cells[c].root
			return !found
		}
		for _, arg := range call.Args {
			if p, ok := f.names.future(arg); ok && p.root == f.cells[c].root {
				found = true
			}
		}
		return !found
	})
	return found
}
