package rewrite

import (
	"go/ast"
	"go/token"

	"github.com/spicego/spice/internal/longloop"
)

// longLoops returns the loops of the parallel path in which idle workers would have to wait: they get a tick a round.
func (p *parallel) longLoops() map[ast.Stmt]bool {
	if p.paths.definitions == nil {
		p.paths.definitions = longloop.DefinitionsOf(p.pkg.TypesInfo, p.pkg.Syntax)
	}
	f := longloop.New(p.pkg.TypesInfo, p.paths.definitions)
	f.Ticks = p.passesTask
	long := map[ast.Stmt]bool{}
	for _, s := range f.Find(p.decl.Body) {
		long[s] = true
	}
	return long
}

// passesTask reports whether n has a call that gets a task in the parallel path.
func (p *parallel) passesTask(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			if g, _ := p.paths.callee(p.pkg.TypesInfo, n); g != nil && g.parName != "" && !p.spread(n) {
				found = true
			}
		}
		return !found
	})
	return found
}

// tick lets a loop tick in each round.
func (p *parallel) tick(body *ast.BlockStmt, c context) {
	text := "\n" + c.task + ".Tick()"
	if len(body.List) > 0 && p.tok.Line(body.Lbrace) == p.tok.Line(body.List[0].Pos()) {
		text += "\n"
	}
	_, comment := p.lineComment(body.Lbrace + 1)
	p.insertAt(body.Lbrace+1+token.Pos(comment), text)
}
