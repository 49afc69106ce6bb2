package tick

import (
	_ "embed"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/cfg"

	"github.com/spicego/spice/analyzers/ignore"
	"github.com/spicego/spice/internal/docs"
	"github.com/spicego/spice/internal/longloop"
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
		code: pass.ResultOf[spicessa.Analyzer].(*spicessa.Code),
	}
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	c.defs = longloop.DefinitionsOf(c.info, pass.Files)
	c.loops = longloop.New(c.info, c.defs)
	c.loops.Graph = graphs(pass, in)
	c.loops.Ticks = func(n ast.Node) bool { return c.ticks(n, nil) }
	c.loops.Other = func(lit *ast.FuncLit) bool { return c.taskParam(lit.Type) != nil }
	c.names = namesOf(in)
	for cur := range in.Root().Preorder((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch fn := cur.Node().(type) {
		case *ast.FuncDecl:
			if fn.Body != nil {
				c.loopsOf(fn.Type, fn.Body)
			}
		case *ast.FuncLit:
			c.loopsOf(fn.Type, fn.Body)
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
	code *spicessa.Code
	defs longloop.Definitions

	loops *longloop.Finder
	names map[*ast.CallExpr]ast.Expr // what the result of a call is assigned to
}

// graphs returns the control-flow graphs of the package's functions, which
// know the functions that never return.
func graphs(pass *analysis.Pass, in *inspector.Inspector) func(*ast.BlockStmt) *cfg.CFG {
	cfgs := pass.ResultOf[ctrlflow.Analyzer].(*ctrlflow.CFGs)
	byBody := make(map[*ast.BlockStmt]*cfg.CFG)
	for cur := range in.Root().Preorder((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		switch fn := cur.Node().(type) {
		case *ast.FuncDecl:
			if fn.Body != nil {
				byBody[fn.Body] = cfgs.FuncDecl(fn)
			}
		case *ast.FuncLit:
			byBody[fn.Body] = cfgs.FuncLit(fn)
		}
	}
	return func(body *ast.BlockStmt) *cfg.CFG { return byBody[body] }
}
