package pairing

import (
	"go/ast"
	"go/constant"
	"go/token"
)

// Sets of flags and small counters are computed on each path as far as their
// values are known there: open |= 1 … if open&1 != 0.

// most is the greatest value that is computed, so that the states of a loop
// are finite.
const most = 64

// computed evaluates a comparison of what is known to s.
func (f *function) computed(e ast.Expr, s *state) (is, certain bool) {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok {
		return false, false
	}
	switch b.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		return false, false
	}
	if f.isGiven(b.X) && f.subjects.constant(b.Y) == isNil {
		return b.Op == token.NEQ, true
	}
	x, y := f.value(b.X, s), f.value(b.Y, s)
	if x == nil || y == nil {
		return false, false
	}
	return constant.Compare(x, b.Op, y), true
}

// isGiven reports whether e is a parameter of a literal in execution that
// points to a future: the caller wrote &f.
func (f *function) isGiven(e ast.Expr) bool {
	v := f.names.local(e)
	if v == nil {
		return false
	}
	of, ok := f.names.given[v]
	return ok && of.path != "*"
}

// value returns the whole number that e is known to be, or nil.
func (f *function) value(e ast.Expr, s *state) constant.Value {
	e = ast.Unparen(e)
	if c := f.subjects.constant(e); c != nil {
		return whole(c)
	}
	switch e := e.(type) {
	case *ast.Ident:
		sub := f.asked(e)
		for _, x := range s.facts {
			if sub != nil && x.atom.subject == sub && x.is && x.atom.op == token.EQL {
				return whole(x.atom.value)
			}
		}
	case *ast.BinaryExpr:
		return operate(f.value(e.X, s), e.Op, f.value(e.Y, s))
	}
	return nil
}

// operate returns x op y for the operations of flags and counters.
func operate(x constant.Value, op token.Token, y constant.Value) constant.Value {
	if x == nil || y == nil {
		return nil
	}
	switch op {
	case token.ADD, token.SUB, token.AND, token.OR, token.XOR, token.AND_NOT:
		return constant.BinaryOp(x, op, y)
	case token.REM:
		if constant.Sign(y) != 0 {
			return constant.BinaryOp(x, op, y)
		}
	}
	return nil
}

// whole returns c if it is a whole number.
func whole(c constant.Value) constant.Value {
	if c.Kind() != constant.Int {
		return nil
	}
	return c
}

// operations are the assignments that are computed.
var operations = map[token.Token]token.Token{
	token.ADD_ASSIGN:     token.ADD,
	token.SUB_ASSIGN:     token.SUB,
	token.AND_ASSIGN:     token.AND,
	token.OR_ASSIGN:      token.OR,
	token.XOR_ASSIGN:     token.XOR,
	token.AND_NOT_ASSIGN: token.AND_NOT,
}

// update executes lhs op= rhs.
func (f *function) update(n *ast.AssignStmt, s *state) {
	lhs, op := n.Lhs[0], operations[n.Tok]
	y := f.value(n.Rhs[0], s)
	if one := constant.MakeInt64(1); y != nil && constant.Compare(y, token.EQL, one) {
		switch op {
		case token.ADD:
			f.count(lhs, 1, n.Pos(), s)
			return
		case token.SUB:
			f.count(lhs, -1, n.Pos(), s)
			return
		}
	}
	v := operate(f.value(lhs, s), op, y)
	f.assigned(lhs, s)
	if v == nil {
		return
	}
	if i, exact := constant.Int64Val(v); exact && -most <= i && i <= most {
		f.learnEqual(lhs, v, n.Pos(), s)
	}
}
