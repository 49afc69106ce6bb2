package pairing

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/spicego/spice/internal/spiceapi"
)

// stmt executes one node of a block.
func (f *function) stmt(n ast.Node, in []*state) []*state {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return f.assignment(n, in)
	case *ast.ValueSpec:
		return f.declaration(n, in)
	case *ast.ExprStmt:
		if call, ok := ast.Unparen(n.X).(*ast.CallExpr); ok {
			if c := spiceapi.CallOf(f.info, call); c.Func.Forks() {
				f.discard(c)
			}
		}
		return f.expr(n.X, in)
	case *ast.IncDecStmt:
		in = f.expr(n.X, in)
		step := int64(1)
		if n.Tok == token.DEC {
			step = -1
		}
		for _, s := range in {
			f.count(n.X, step, n.Pos(), s)
		}
		return in
	case *ast.SendStmt:
		return f.expr(n.Value, f.expr(n.Chan, in))
	case *ast.GoStmt:
		f.elsewhere(n.Call, in)
		return in
	case *ast.DeferStmt:
		for _, s := range in {
			if !slices.Contains(s.defers, n) {
				s.defers = append(s.defers, n)
			}
		}
		return in
	case *ast.ReturnStmt:
		return f.returned(n, in)
	case ast.Expr:
		if f.names.heads[n] || f.isRanged(n) {
			return in
		}
		return f.expr(n, in)
	}
	return in
}

// returned executes a return statement: deferred calls see its values in the
// named results.
func (f *function) returned(n *ast.ReturnStmt, in []*state) []*state {
	typ := f.typ
	if len(f.frames) > 0 {
		typ = f.frames[len(f.frames)-1].lit.Type
	}
	named := namedResults(typ)
	for i, r := range n.Results {
		if len(named) != len(n.Results) || isBlank(named[i]) || f.asked(named[i]) == nil {
			in = f.expr(r, in)
			continue
		}
		if isBool(f.info.TypeOf(named[i])) {
			in = f.assignBool(named[i], r, in)
			continue
		}
		in = f.expr(r, in)
		for _, s := range in {
			if f.same(named[i], r) {
				continue
			}
			f.forget(named[i], s)
			f.note(named[i], r, s)
			// Somebody who returns an error that is not spelled nil, and of
			// which nothing is known, returns one.
			if a := (atom{f.subjects.of(named[i]), token.EQL, isNil}); zeroOf(f.info.TypeOf(named[i])) == isNil {
				if _, known := decide(s.facts, a); !known {
					s.learn(fact{a, false, r.Pos()})
				}
			}
		}
	}
	return in
}

// namedResults returns the names of the results of a function.
func namedResults(typ *ast.FuncType) (named []*ast.Ident) {
	if typ.Results != nil {
		for _, field := range typ.Results.List {
			named = append(named, field.Names...)
		}
	}
	return named
}

// same reports whether two expressions name one variable.
func (f *function) same(x, y ast.Expr) bool {
	v := f.names.local(x)
	return v != nil && v == f.names.local(y)
}

// isRanged reports whether e is an array whose length only a range clause wants.
func (f *function) isRanged(e ast.Expr) bool {
	_, ok := f.names.place(e)
	if !ok || !holds(f.info.TypeOf(e)) {
		return false
	}
	for _, loop := range f.names.loops {
		if r, ok := loop.(*ast.RangeStmt); ok && r.X == e {
			return r.Value == nil
		}
	}
	return false
}
