package pairing

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/spicego/spice/internal/spiceapi"
)

// expr evaluates e for its value, which may go anywhere.
func (f *function) expr(e ast.Expr, in []*state) []*state {
	if len(in) == 0 {
		return in
	}
	e = ast.Unparen(e)
	if p, ok := f.mentioned(e); ok {
		f.escape(p, in)
	}
	if _, ok := f.names.place(e); ok {
		if ix, ok := e.(*ast.IndexExpr); ok {
			in = f.expr(ix.Index, in)
		}
		return in
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		return f.call(e, in)
	case *ast.FuncLit:
		if !f.names.inPlace[e] {
			f.captured(e, in)
		}
	case *ast.UnaryExpr:
		if p, ok := f.names.place(e.X); ok && e.Op == token.AND {
			if holds(f.info.TypeOf(e.X)) {
				f.escape(p, in)
			}
			return in
		}
		return f.expr(e.X, in)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			yes, no := f.cond(e, in, false)
			return distinct(append(yes, no...))
		case token.EQL, token.NEQ:
			return f.compared(e.Y, f.compared(e.X, in))
		}
		return f.expr(e.Y, f.expr(e.X, in))
	case *ast.SelectorExpr:
		return f.selector(e, in)
	case *ast.IndexExpr:
		return f.expr(e.Index, f.expr(e.X, in))
	case *ast.IndexListExpr:
		return f.expr(e.X, in)
	case *ast.SliceExpr:
		for _, x := range []ast.Expr{e.X, e.Low, e.High, e.Max} {
			if x != nil {
				in = f.expr(x, in)
			}
		}
	case *ast.StarExpr:
		return f.expr(e.X, in)
	case *ast.TypeAssertExpr:
		return f.expr(e.X, in)
	case *ast.KeyValueExpr:
		return f.expr(e.Value, in)
	case *ast.CompositeLit:
		for _, x := range e.Elts {
			in = f.expr(x, in)
		}
	}
	return in
}

func (f *function) exprs(list []ast.Expr, in []*state) []*state {
	for _, e := range list {
		in = f.expr(e, in)
	}
	return in
}

// compared evaluates an operand of == or !=: comparing a pointer to a future
// does nothing with the future.
func (f *function) compared(e ast.Expr, in []*state) []*state {
	if t := f.info.TypeOf(e); t != nil && spiceapi.IsFuturePointer(t) {
		if _, ok := f.names.pointee(e); ok {
			return in
		}
	}
	return f.expr(e, in)
}

// selector evaluates x.y that is not part of a local variable.
func (f *function) selector(e *ast.SelectorExpr, in []*state) []*state {
	s := f.info.Selections[e]
	if s == nil {
		return in // a qualified identifier
	}
	if s.Kind() == types.MethodExpr {
		return in
	}
	if s.Kind() == types.MethodVal && spiceapi.FuncOf(s.Obj()) != spiceapi.None {
		// A method value that goes somewhere: its task does no harm.
		if p, ok := f.names.bound(e); ok {
			if spiceapi.FuncOf(s.Obj()).Settles() {
				f.escape(p, in)
			}
			return in
		}
	}
	if _, ok := f.names.place(e.X); ok && s.Kind() == types.FieldVal && !holds(f.info.TypeOf(e)) {
		return in // a field, through a pointer, that is no future
	}
	return f.expr(e.X, in)
}
