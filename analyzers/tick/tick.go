package tick

import (
	_ "embed"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/spicego/spice/analyzers/ignore"
	"github.com/spicego/spice/internal/docs"
	"github.com/spicego/spice/internal/spiceapi"
	"github.com/spicego/spice/internal/spicessa"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "tick",
	Doc:      docs.Of(doc, "tick"),
	URL:      "https://pkg.go.dev/github.com/spicego/spice/analyzers/tick",
	Run:      ignore.Honour(run),
	Requires: []*analysis.Analyzer{ignore.Analyzer, inspect.Analyzer, ctrlflow.Analyzer, spicessa.Analyzer},
}

func run(pass *analysis.Pass) (any, error) {
	if !spiceapi.ImportedBy(pass.Pkg) {
		return nil, nil
	}
	c := &checker{
		pass: pass,
		info: pass.TypesInfo,
		cfgs: pass.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs),
		code: pass.ResultOf[spicessa.Analyzer].(*spicessa.Code),
	}
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	c.defs = definitionsOf(c.info, in)
	c.names = namesOf(in)
	for cur := range in.Root().Preorder((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch fn := cur.Node().(type) {
		case *ast.FuncDecl:
			if fn.Body != nil && !written(fn) {
				c.loopsOf(fn.Type, fn.Body, c.cfgs.FuncDecl(fn))
			}
		case *ast.FuncLit:
			c.loopsOf(fn.Type, fn.Body, c.cfgs.FuncLit(fn))
		}
	}
	c.redundantTicks(in)
	for _, fn := range c.code.Funcs {
		c.forksOf(fn)
	}
	return nil, nil
}

// A checker looks at one package.
type checker struct {
	pass *analysis.Pass
	info *types.Info
	cfgs *ctrlflow.CFGs
	code *spicessa.Code
	defs definitions

	names map[*ast.CallExpr]ast.Expr // what the result of a call is assigned to
}

// written reports whether spicefy wrote fn: what it writes must stay as it is,
// and where a tick belongs into it, spicefy has put one.
func written(fn *ast.FuncDecl) bool {
	if fn.Doc == nil {
		return false
	}
	for _, comment := range fn.Doc.List {
		if dir, ok := ast.ParseDirective(comment.Pos(), comment.Text); ok && dir.Tool == "spice" && dir.Name == "path" {
			return true
		}
	}
	return false
}
