package tick

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
)

// definitions says what is assigned to each variable: an expression, or nil
// for everything that is not simply the value of one, such as parameters,
// range clauses, x++ and what happens through a pointer to it.
type definitions map[types.Object][]ast.Expr

func definitionsOf(info *types.Info, in *inspector.Inspector) definitions {
	defs := make(definitions)
	define := func(lhs, rhs ast.Expr) {
		if id, ok := ast.Unparen(lhs).(*ast.Ident); ok {
			if obj := info.ObjectOf(id); obj != nil {
				defs[obj] = append(defs[obj], rhs)
			}
		}
	}
	for cur := range in.Root().Preorder(
		(*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil), (*ast.IncDecStmt)(nil),
		(*ast.RangeStmt)(nil), (*ast.UnaryExpr)(nil), (*ast.Field)(nil),
	) {
		switch n := cur.Node().(type) {
		case *ast.AssignStmt:
			plain := len(n.Lhs) == len(n.Rhs) && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE)
			for i, lhs := range n.Lhs {
				if plain {
					define(lhs, n.Rhs[i])
				} else {
					define(lhs, nil)
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if len(n.Names) == len(n.Values) {
					define(name, n.Values[i])
				} else if len(n.Values) > 0 {
					define(name, nil)
				}
			}
		case *ast.IncDecStmt:
			define(n.X, nil)
		case *ast.RangeStmt:
			define(n.Key, nil)
			define(n.Value, nil)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				define(n.X, nil)
			}
		case *ast.Field:
			for _, name := range n.Names {
				define(name, nil)
			}
		}
	}
	return defs
}

// of returns the one expression that is ever assigned to the variable that e
// names, or nil.
func (d definitions) of(info *types.Info, e ast.Expr) ast.Expr {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	if exprs := d[info.ObjectOf(id)]; len(exprs) == 1 {
		return exprs[0]
	}
	return nil
}

// namesOf returns what the results of calls are assigned to.
func namesOf(in *inspector.Inspector) map[*ast.CallExpr]ast.Expr {
	names := make(map[*ast.CallExpr]ast.Expr)
	name := func(lhs, rhs ast.Expr) {
		if call, ok := ast.Unparen(rhs).(*ast.CallExpr); ok {
			names[call] = lhs
		}
	}
	for cur := range in.Root().Preorder((*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				for i := range n.Lhs {
					name(n.Lhs[i], n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			if len(n.Names) == len(n.Values) {
				for i := range n.Names {
					name(n.Names[i], n.Values[i])
				}
			}
		}
	}
	return names
}
