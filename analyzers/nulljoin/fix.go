package nulljoin

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

func (c *checker) callText(j *join) string                    { return "" }
func (c *checker) fixIgnored(j *join) *analysis.SuggestedFix  { return nil }
func (c *checker) fixInverted(j *join) *analysis.SuggestedFix { return nil }
func (c *checker) fixTask(j *join, call *ssa.Call, syntax *ast.CallExpr) *analysis.SuggestedFix {
	return nil
}
