package tick

import (
	"go/ast"

	"golang.org/x/tools/go/ast/inspector"
)

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
