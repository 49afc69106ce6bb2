package rewrite

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/spicego/spice/rewrite/prove"
)

// parallel writes the body of a parallel path. For a group of calls c1 … ck it emits
//
//	fk := Fork(t, ck); …; f2 := Fork(f3.Task(), c2)      before the statement of c1, last call first
//	c1 with the task f2.Task()                           in its place, or before its statement
//	join f2; …; join fk                                  each before the statement of its call, oldest call first
//
// so that what nobody takes runs in the order of the sequential program, and joins are last in, first out. Everything
// else stays as the user wrote it, but for calls of functions that have a parallel path: they get the task of the
// youngest pending future.
type parallel struct {
	*function
	editor
	names   nameSet
	task    string // the name of the task parameter
	self    string // of a generic function, the name of the parameter that forks take
	ok      string // the name of a join's second result
	calls   int    // how many forked calls have names so far
	groups  map[ast.Stmt]*prove.Group
	grouped map[*ast.CallExpr]*member
	long    map[ast.Stmt]bool       // loops that need a tick
	renamed map[types.Object]string // names of variables that cannot keep theirs
	spelled bool                    // types can be spelled in the body
	failure error
}

// A context is what the place of a piece of code says about it.
type context struct {
	task string   // the expression of the task to pass on; "" where no task may be used
	loop ast.Stmt // the outermost loop around
}

func newParallel(f *function) *parallel {
	p := &parallel{function: f, editor: editor{source: f.src}, names: f.localNames(), groups: map[ast.Stmt]*prove.Group{}, grouped: map[*ast.CallExpr]*member{}, renamed: map[types.Object]string{}}
	p.task = p.names.fresh("t", "task", "spiceTask")
	p.ok = p.names.fresh("ok", "done", "joined")
	if f.shape.generic() {
		p.self = p.names.fresh("self", "again", "forkSelf")
	}
	p.long = p.longLoops()
	for _, g := range f.verdict.Groups {
		p.groups[g.List[0]] = g
	}
	return p
}

func (p *parallel) body() (string, error) {
	p.list(p.decl.Body.List, context{task: p.task})
	if p.failure != nil {
		return "", p.failure
	}
	for _, g := range p.verdict.Groups {
		for _, c := range g.Calls {
			if p.grouped[c.Expr] == nil {
				return "", fmt.Errorf("internal error: the call at %s was proved independent and not found again", p.pkg.Fset.Position(c.Expr.Pos()))
			}
		}
	}
	return p.editor.render(p.decl.Body), nil
}

// list visits a list of statements, group by group.
func (p *parallel) list(list []ast.Stmt, c context) {
	for i := 0; i < len(list); {
		g := p.groups[list[i]]
		if g == nil {
			p.visit(list[i], c)
			i++
			continue
		}
		if i+len(g.List) > len(list) || list[i+len(g.List)-1] != g.List[len(g.List)-1] {
			p.failure = fmt.Errorf("internal error: a group of calls is not in one list of statements")
			return
		}
		p.group(g, c)
		i += len(g.List)
	}
}

// visit gives each call of a function with a parallel path the task of its place, and looks for groups further in.
func (p *parallel) visit(root ast.Node, c context) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			p.list(n.List, c)
			return false
		case *ast.CaseClause:
			for _, e := range n.List {
				p.visit(e, c)
			}
			p.list(n.Body, c)
			return false
		case *ast.CommClause:
			if n.Comm != nil {
				p.visit(n.Comm, c)
			}
			p.list(n.Body, c)
			return false
		case *ast.ForStmt:
			p.forStmt(n, c)
			return false
		case *ast.RangeStmt:
			p.rangeStmt(n, c)
			return false
		case *ast.GoStmt:
			p.call(n.Call, context{loop: c.loop}, c)
			return false
		case *ast.DeferStmt:
			p.call(n.Call, context{loop: c.loop}, c)
			return false
		case *ast.CallExpr:
			p.call(n, c, c)
			return false
		case *ast.FuncLit:
			p.list(n.Body.List, context{}) // runs who knows when and where
			return false
		}
		return true
	})
}

func (p *parallel) forStmt(n *ast.ForStmt, c context) {
	in := c
	if in.loop == nil {
		in.loop = n
	}
	if n.Init != nil {
		p.visit(n.Init, c)
	}
	if n.Cond != nil {
		p.visit(n.Cond, in)
	}
	if n.Post != nil {
		p.visit(n.Post, in)
	}
	p.loopBody(n, n.Body, in)
}

func (p *parallel) rangeStmt(n *ast.RangeStmt, c context) {
	in := c
	if in.loop == nil {
		in.loop = n
	}
	p.visit(n.X, c)
	if n.Key != nil {
		p.visit(n.Key, in)
	}
	if n.Value != nil {
		p.visit(n.Value, in)
	}
	p.loopBody(n, n.Body, in)
}

func (p *parallel) loopBody(loop ast.Stmt, body *ast.BlockStmt, c context) {
	p.list(body.List, c)
	if c.task != "" && p.long[loop] {
		p.tick(body, c)
	}
}

// call visits a call made with the task of c, whose operands are evaluated in the context of the operands.
func (p *parallel) call(call *ast.CallExpr, c, operands context) {
	if p.grouped[call] != nil {
		return // done, operands included
	}
	for _, a := range call.Args {
		p.visit(a, operands)
	}
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.FuncLit:
		// Called on the spot, unless by go or defer: the literal runs here, with the task of this place.
		p.list(fun.Body.List, context{task: c.task})
	case *ast.SelectorExpr:
		p.visit(fun.X, operands)
	case *ast.Ident:
	default:
		p.visit(fun, operands)
	}
	g, id := p.paths.callee(p.pkg.TypesInfo, call)
	if g == nil || g.parName == "" {
		return
	}
	if c.task == "" || p.spread(call) {
		if id.Name != g.obj.Name() {
			p.replace(id, func() string { return g.obj.Name() })
		}
		return
	}
	p.replace(call, func() string { return p.parCall(g, call, c.task, p.operands(g, call)) })
}
