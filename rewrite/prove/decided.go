package prove

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Calls that are made or not depending on an earlier one.

// decided looks for a branch between the calls of a pair that depends on the first one and decides about the second one.
func (j *judge) decided(p pair) (finding, bool) {
	t := j.tainted(p.a.instr, true)
	for _, b := range j.n.fn.Blocks {
		br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !t[br.Cond] || !j.reaches(p.a.instr, br) || !j.reaches(br, p.b.instr) {
			continue
		}
		if !j.controlled(b)[p.b.instr.Block()] {
			continue
		}
		return j.decision(p, br), true
	}
	return finding{}, false
}

func (j *judge) decision(p pair, br *ssa.If) finding {
	pos := j.pos[br]
	if v, ok := br.Cond.(ssa.Instruction); ok && v.Pos().IsValid() {
		pos = v.Pos()
	}
	rel := []Related{{p.a.instr.Common().Pos(), "the first call"}, {p.b.instr.Common().Pos(), "the second call"}}
	second := j.exprOf(p.b.instr)
	if second != nil && p.a != p.b {
		if op := j.rightOf(second); op != nil {
			return finding{ShortCircuit, fmt.Sprintf("the second call (%s) stands to the right of %s and may never be made", j.at(second.Lparen), op.Op), rel}
		}
	}
	if second != nil && j.underIf(second, br, p) {
		return finding{Pruned, fmt.Sprintf("whether the second call (%s) is made depends on the first one (%s)", j.at(second.Lparen), j.at(p.a.instr.Common().Pos())), rel}
	}
	where := ""
	if pos.IsValid() {
		where = " (" + j.at(pos) + ")"
	}
	return finding{EarlyExit, "whether the function goes on after a call depends on its result" + where, rel}
}

// rightOf returns the && or || whose right operand holds the call.
func (j *judge) rightOf(c *ast.CallExpr) *ast.BinaryExpr {
	var found *ast.BinaryExpr
	ast.Inspect(j.n.decl, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.LAND || b.Op == token.LOR) && enclosing(b.Y, c.Lparen) {
			found = b
		}
		return true
	})
	return found
}

// underIf reports whether the second call stands inside a statement that the branch belongs to, and the first one before it.
func (j *judge) underIf(c *ast.CallExpr, br *ssa.If, p pair) bool {
	under := false
	first := p.a.instr.Common().Pos()
	ast.Inspect(j.n.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			inBody := enclosing(n.Body, c.Lparen) || n.Else != nil && enclosing(n.Else, c.Lparen)
			if inBody && !enclosing(n.Body, first) && j.condOf(br, n.Cond) {
				under = true
			}
		case *ast.SwitchStmt:
			if enclosing(n.Body, c.Lparen) && !enclosing(n.Body, first) {
				under = true
			}
		case *ast.ForStmt:
			if enclosing(n.Body, c.Lparen) && !enclosing(n.Body, first) {
				under = true
			}
		}
		return true
	})
	return under
}

// condOf reports whether the branch tests the condition or a part of it.
func (j *judge) condOf(br *ssa.If, cond ast.Expr) bool {
	if v, ok := br.Cond.(ssa.Instruction); ok && v.Pos().IsValid() {
		return enclosing(cond, v.Pos())
	}
	return true
}
