package pairing

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/cfg"
)

// A branching is the question at the end of a block with two successors.
type branching struct {
	last bool // the block's last node is the question
	ask  func([]*state) (yes, no []*state)
}

// branch returns the question that b asks, or nil if it is not known.
func (f *function) branch(b *cfg.Block) *branching {
	if len(b.Succs) != 2 {
		return nil
	}
	switch to := b.Succs[0]; to.Kind {
	case cfg.KindIfThen, cfg.KindForBody:
		e, ok := last(b).(ast.Expr)
		if !ok {
			return nil
		}
		again := to.Kind == cfg.KindForBody
		return &branching{true, func(states []*state) (yes, no []*state) {
			return f.cond(e, states, again)
		}}
	case cfg.KindRangeBody:
		if r := rangeOf(b); r != nil {
			return &branching{false, func(states []*state) (yes, no []*state) {
				return f.another(r, states)
			}}
		}
	case cfg.KindSwitchCaseBody:
		clause, ok := to.Stmt.(*ast.CaseClause)
		if !ok {
			return nil
		}
		switch sw := f.names.tags[clause].(type) {
		case *ast.SwitchStmt:
			e, ok := last(b).(ast.Expr)
			if !ok {
				return nil
			}
			return &branching{true, func(states []*state) (yes, no []*state) {
				if sw.Tag == nil {
					return f.cond(e, states, false)
				}
				states = f.expr(e, states)
				a, negated, ok := f.subjects.compare(sw.Tag, token.EQL, e, false)
				return f.split(states, a, negated, ok, e.Pos(), false)
			}}
		case *ast.TypeSwitchStmt:
			if len(clause.List) != 1 {
				return nil
			}
			x := switched(sw)
			t := f.info.TypeOf(clause.List[0])
			if x == nil || t == nil {
				return nil
			}
			return &branching{false, func(states []*state) (yes, no []*state) {
				a, ok := f.subjects.typeIs(x, t)
				return f.split(states, a, false, ok, clause.Pos(), false)
			}}
		}
	}
	return nil
}

func last(b *cfg.Block) ast.Node {
	if len(b.Nodes) == 0 {
		return nil
	}
	return b.Nodes[len(b.Nodes)-1]
}

// switched returns the x of switch y := x.(type).
func switched(sw *ast.TypeSwitchStmt) ast.Expr {
	var e ast.Expr
	switch a := sw.Assign.(type) {
	case *ast.ExprStmt:
		e = a.X
	case *ast.AssignStmt:
		e = a.Rhs[0]
	}
	if ta, ok := ast.Unparen(e).(*ast.TypeAssertExpr); ok {
		return ta.X
	}
	return nil
}
