package longloop

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Definitions says what is assigned to each variable: an expression, or nil
// for everything that is not simply the value of one, such as parameters,
// range clauses, x++ and what happens through a pointer to it.
type Definitions map[types.Object][]ast.Expr

// DefinitionsOf collects what the files assign.
func DefinitionsOf(info *types.Info, files []*ast.File) Definitions {
	defs := make(Definitions)
	define := func(lhs, rhs ast.Expr) {
		if id, ok := ast.Unparen(lhs).(*ast.Ident); ok {
			if obj := info.ObjectOf(id); obj != nil {
				defs[obj] = append(defs[obj], rhs)
			}
		}
	}
	visit := func(n ast.Node) bool {
		switch n := n.(type) {
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
		return true
	}
	for _, file := range files {
		ast.Inspect(file, visit)
	}
	return defs
}

// of returns the one expression that is ever assigned to the variable that e
// names, or nil.
func (d Definitions) of(info *types.Info, e ast.Expr) ast.Expr {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	if exprs := d[info.ObjectOf(id)]; len(exprs) == 1 {
		return exprs[0]
	}
	return nil
}
