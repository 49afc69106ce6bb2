package prove

import (
	"go/ast"
)

// exitFailure says that a statement between the calls may leave.
func (j *judge) exitFailure(a, b *member, s ast.Stmt) *failure {
	return &failure{a: a, b: b, code: ControlFlow,
		reason: "the calls are independent, but what stands between them may leave (" + j.at(s.Pos()) + "), and that is not rewritten yet",
		rel:    []Related{{s.Pos(), "leaves"}}}
}
