package tick

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/spicego/spice/internal/lines"
	"github.com/spicego/spice/internal/spiceapi"
)

// redundantTicks reports ticks with a call of Task, or another tick, directly
// before or behind them: both look at the same flag.
func (c *checker) redundantTicks(in *inspector.Inspector) {
	for cur := range in.Root().Preorder((*ast.BlockStmt)(nil), (*ast.CaseClause)(nil), (*ast.CommClause)(nil)) {
		var list []ast.Stmt
		switch n := cur.Node().(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		}
		for i, stmt := range list {
			if !c.isTick(stmt) {
				continue
			}
			switch {
			case i+1 < len(list) && c.firstCall(list[i+1]) == spiceapi.FutureTask:
				c.reportRedundant(stmt, list[i+1].Pos(), "the call of Task behind it ticks, too")
			case i+1 < len(list) && c.isTick(list[i+1]):
				c.reportRedundant(stmt, list[i+1].Pos(), "there is another one directly behind it")
			case i > 0 && c.endsInTask(list[i-1]):
				c.reportRedundant(stmt, list[i-1].Pos(), "the call of Task before it ticks, too")
			}
		}
	}
}

// isTick reports whether stmt is a tick and nothing else.
func (c *checker) isTick(stmt ast.Stmt) bool {
	expr, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := ast.Unparen(expr.X).(*ast.CallExpr)
	return ok && spiceapi.CallOf(c.info, call).Func == spiceapi.Tick && !c.callsIn(call.Fun)
}

// callsIn reports whether e has a call.
func (c *checker) callsIn(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		_, ok := n.(*ast.CallExpr)
		found = found || ok
		return !found
	})
	return found
}

// endsInTask reports whether stmt only keeps the task of a future in a
// variable: ct := f.Task().
func (c *checker) endsInTask(stmt ast.Stmt) bool {
	a, ok := stmt.(*ast.AssignStmt)
	if !ok || len(a.Rhs) != 1 {
		return false
	}
	call, ok := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
	return ok && spiceapi.CallOf(c.info, call).Func == spiceapi.FutureTask
}

// firstCall returns which function of the runtime stmt calls before it calls
// or waits for anything else.
func (c *checker) firstCall(stmt ast.Stmt) spiceapi.Func {
	switch s := stmt.(type) {
	case *ast.ExprStmt:
		return c.firstIn(s.X)
	case *ast.AssignStmt:
		for _, e := range append(s.Lhs[:len(s.Lhs):len(s.Lhs)], s.Rhs...) {
			if f := c.firstIn(e); f != spiceapi.None {
				return f
			}
		}
	case *ast.ReturnStmt:
		for _, e := range s.Results {
			if f := c.firstIn(e); f != spiceapi.None {
				return f
			}
		}
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
			for _, spec := range d.Specs {
				for _, e := range spec.(*ast.ValueSpec).Values {
					if f := c.firstIn(e); f != spiceapi.None {
						return f
					}
				}
			}
		}
	case *ast.IfStmt:
		if s.Init != nil {
			return c.firstCall(s.Init)
		}
		return c.firstIn(s.Cond)
	case *ast.SwitchStmt:
		if s.Init != nil {
			return c.firstCall(s.Init)
		}
		if s.Tag != nil {
			return c.firstIn(s.Tag)
		}
	case *ast.BlockStmt:
		if len(s.List) > 0 {
			return c.firstCall(s.List[0])
		}
	}
	return spiceapi.None
}

// other stands for a call of something that is not the runtime's.
const other = ^spiceapi.Func(0)

// firstIn returns what e calls first: operands come before the call itself,
// from the left.
func (c *checker) firstIn(e ast.Expr) spiceapi.Func {
	first := spiceapi.None
	var visit func(n ast.Node)
	visit = func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if first != spiceapi.None {
				return false
			}
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.UnaryExpr:
				if n.Op == token.ARROW {
					first = other
				}
			case *ast.CallExpr:
				if tv := c.info.Types[n.Fun]; tv.IsType() {
					return true
				}
				visit(n.Fun)
				for _, arg := range n.Args {
					visit(arg)
				}
				if first == spiceapi.None {
					if _, ok := typeutil.Callee(c.info, n).(*types.Builtin); !ok {
						if first = spiceapi.CallOf(c.info, n).Func; first == spiceapi.None {
							first = other
						}
					}
				}
				return false
			}
			return true
		})
	}
	visit(e)
	return first
}

// reportRedundant reports a tick that can go, with the fix that deletes it.
func (c *checker) reportRedundant(tick ast.Stmt, at token.Pos, why string) {
	start, end := lines.Whole(c.pass, tick)
	c.pass.Report(analysis.Diagnostic{
		Pos:     tick.Pos(),
		End:     tick.End(),
		Message: "this tick is redundant: " + why + "; delete it",
		SuggestedFixes: []analysis.SuggestedFix{{
			Message:   "Delete the tick",
			TextEdits: []analysis.TextEdit{{Pos: start, End: end}},
		}},
		Related: []analysis.RelatedInformation{{Pos: at, Message: "this ticks"}},
	})
}
