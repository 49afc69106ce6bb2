package rewrite

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// shortLoop is the largest constant number of rounds that a loop may have without a tick.
const shortLoop = 16

// needsTick reports whether a loop of the parallel path can keep idle workers waiting: it runs for an unknown time,
// calls sequential code, and passes no task on.
func (p *parallel) needsTick(loop ast.Stmt, body *ast.BlockStmt) bool {
	if p.short(loop) {
		return false
	}
	calls, ticks := false, false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			ticks = ticks || p.ticked[n]
		case *ast.CallExpr:
			if p.grouped[n] != nil {
				ticks = true
			} else if g, _ := p.paths.callee(p.pkg.TypesInfo, n); g != nil {
				ticks = true
			} else if tv := p.pkg.TypesInfo.Types[n.Fun]; !tv.IsType() && !tv.IsBuiltin() {
				calls = true
			}
		}
		return true
	})
	return calls && !ticks
}

// tick lets a loop tick in each round.
func (p *parallel) tick(loop ast.Stmt, body *ast.BlockStmt, c context) {
	p.ticked[loop] = true
	text := "\n" + c.task + ".Tick()"
	if len(body.List) > 0 && p.tok.Line(body.Lbrace) == p.tok.Line(body.List[0].Pos()) {
		text += "\n"
	}
	p.edits = append(p.edits, edit{pos: body.Lbrace + 1, end: body.Lbrace + 1, text: func() string { return text }})
}

// short reports whether a loop has a small constant number of rounds.
func (p *parallel) short(loop ast.Stmt) bool {
	small := func(e ast.Expr) bool {
		tv := p.pkg.TypesInfo.Types[e]
		if tv.Value == nil || tv.Value.Kind() != constant.Int && tv.Value.Kind() != constant.Float {
			return false
		}
		v, exact := constant.Int64Val(constant.ToInt(tv.Value))
		return exact && v <= shortLoop
	}
	switch l := loop.(type) {
	case *ast.RangeStmt:
		t := p.pkg.TypesInfo.TypeOf(l.X).Underlying()
		if ptr, ok := t.(*types.Pointer); ok {
			t = ptr.Elem().Underlying()
		}
		if a, ok := t.(*types.Array); ok {
			return a.Len() <= shortLoop
		}
		if lit, ok := ast.Unparen(l.X).(*ast.CompositeLit); ok {
			return len(lit.Elts) <= shortLoop
		}
		return small(l.X)
	case *ast.ForStmt:
		init, ok := l.Init.(*ast.AssignStmt)
		if !ok || init.Tok != token.DEFINE || len(init.Lhs) != 1 {
			return false
		}
		cond, ok := l.Cond.(*ast.BinaryExpr)
		if !ok || cond.Op != token.LSS && cond.Op != token.LEQ {
			return false
		}
		post, ok := l.Post.(*ast.IncDecStmt)
		return ok && post.Tok == token.INC && small(cond.Y) && p.pkg.TypesInfo.Types[init.Rhs[0]].Value != nil
	}
	return false
}
