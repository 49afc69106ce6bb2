package nulljoin

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/lines"
	"github.com/spicego/spice/internal/spiceapi"
	"github.com/spicego/spice/internal/spicessa"
)

// callText returns how to write the call that the future stands for, where it
// is joined. It is empty when that is not one call, or when what it is spelled
// with may mean something else there.
func (c *checker) callText(j *join) string {
	if len(j.forks) != 1 || j.forks[0].Instr.Parent() != j.parent() {
		return ""
	}
	fork := c.code.Syntax(j.forks[0].Instr)
	if fork == nil || len(fork.Args) != 3 || fork.Pos() > j.syntax.Pos() {
		return ""
	}
	task, fn, arg := fork.Args[0], fork.Args[1], fork.Args[2]
	for _, e := range []ast.Expr{task, fn, arg} {
		if !c.keeps(e, fork, j.syntax) {
			return ""
		}
	}
	text := c.text(arg)
	if j.forks[0].Func == spiceapi.ForkArgs {
		if addr, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok && addr.Op == token.AND {
			text = c.text(addr.X)
		} else {
			text = "*" + text
		}
	}
	return c.text(fn) + "(" + c.text(task) + ", " + text + ")"
}

// text returns the source of e without parentheses around it.
func (c *checker) text(e ast.Expr) string {
	e = ast.Unparen(e)
	file := c.pass.Fset.File(e.Pos())
	src, err := c.pass.ReadFile(file.Name())
	if start, end := file.Offset(e.Pos()), file.Offset(e.End()); err == nil && end <= len(src) {
		return string(src[start:end])
	}
	return types.ExprString(e)
}

// parent returns the function that joins.
func (j *join) parent() *ssa.Function {
	if j.call == nil {
		return nil
	}
	return j.call.Parent()
}

// keeps reports whether e, written at the fork, means the same where the join
// is: nothing in it is called, no name means something else there, and nothing
// that it reads is assigned to in between, in the order of the text.
func (c *checker) keeps(e ast.Expr, fork, join ast.Node) bool {
	info := c.pass.TypesInfo
	read := make(map[string]bool)
	good := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			good = false
		case *ast.CallExpr:
			switch api := spiceapi.CallOf(info, n); {
			case api.Func == spiceapi.FutureTask: // of a future that is older, and pending
			case info.Types[n.Fun].IsType(), info.Types[n.Fun].IsBuiltin():
			default:
				good = false
			}
		case *ast.Ident:
			if obj := info.Uses[n]; obj != nil && obj.Parent() != nil && obj.Parent() != types.Universe && !c.sees(obj, join.Pos()) {
				good = false
			}
			read[n.Name] = true
		case *ast.SelectorExpr:
			read[types.ExprString(n)] = true
		}
		return good
	})
	if !good {
		return false
	}
	changed := func(lhs ast.Expr) {
		lhs = ast.Unparen(lhs)
		// Assigning to a part of x.y, or to x, changes x.y.
		text := types.ExprString(lhs)
		for r := range read {
			if r == text || strings.HasPrefix(r, text+".") || strings.HasPrefix(text, r+".") || strings.HasPrefix(text, r+"[") {
				good = false
			}
		}
	}
	for cur := range c.in.Root().Preorder((*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil), (*ast.RangeStmt)(nil)) {
		n := cur.Node()
		if n.Pos() <= fork.Pos() || n.Pos() >= join.Pos() {
			continue
		}
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Pos() <= join.Pos() && join.End() <= n.End() {
				continue // the statement of the join itself
			}
			for _, lhs := range n.Lhs {
				if n.Tok == token.DEFINE {
					if id, ok := lhs.(*ast.Ident); ok && info.Defs[id] != nil {
						continue
					}
				}
				changed(lhs)
			}
		case *ast.IncDecStmt:
			changed(n.X)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				changed(n.Key)
				if n.Value != nil {
					changed(n.Value)
				}
			}
		}
	}
	return good
}

// sees reports whether the name of obj means obj at pos.
func (c *checker) sees(obj types.Object, pos token.Pos) bool {
	scope := c.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	_, found := scope.LookupParent(obj.Name(), pos)
	return found == obj
}

// fresh returns the first of the names that means nothing at pos, nor behind
// it in the same block, and that is not in text; empty if there is none.
func (c *checker) fresh(pos token.Pos, text string, names ...string) string {
	scope := c.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return ""
	}
	for _, name := range names {
		if _, found := scope.LookupParent(name, token.NoPos); found == nil && !strings.Contains(text, name) {
			return name
		}
	}
	return ""
}

// fixIgnored tests the answer and runs the call, or returns nil where it
// cannot tell how.
func (c *checker) fixIgnored(j *join) *analysis.SuggestedFix {
	text := c.callText(j)
	if text == "" || !c.taskKept(j) || c.settledBefore(j.place, j.call) {
		return nil
	}
	cur, ok := c.in.Root().FindByPos(j.syntax.Pos(), j.syntax.End())
	if !ok {
		return nil
	}
	parent := cur.Parent()
	for {
		if _, ok := parent.Node().(*ast.ParenExpr); !ok {
			break
		}
		parent = parent.Parent()
	}
	if !inList(parent) {
		return nil
	}
	fix := &analysis.SuggestedFix{Message: "Run the call when nobody took it"}
	edit := func(pos, end token.Pos, text string) {
		fix.TextEdits = append(fix.TextEdits, analysis.TextEdit{Pos: pos, End: end, NewText: []byte(text)})
	}
	join := c.text(j.syntax.Fun)
	discard := func(stmt ast.Stmt) *analysis.SuggestedFix {
		ok := c.fresh(stmt.Pos(), text, "ok", "taken", "joined")
		if ok == "" {
			return nil
		}
		edit(stmt.Pos(), stmt.End(), "if _, "+ok+" := "+join+"(); !"+ok+" {\n"+text+"\n}")
		return fix
	}
	switch stmt := parent.Node().(type) {
	case *ast.ExprStmt:
		return discard(stmt)
	case *ast.AssignStmt:
		if len(stmt.Lhs) != 2 || len(stmt.Rhs) != 1 {
			return nil
		}
		result, answer := stmt.Lhs[0], stmt.Lhs[1]
		name, _ := answer.(*ast.Ident)
		if name == nil || !simple(result) {
			return nil
		}
		switch {
		case name.Name == "_" && isBlank(result):
			return discard(stmt)
		case name.Name != "_":
			// r, ok := f.Join(), where nothing looks at ok.
			run := "\nif !" + name.Name + " {\n"
			if !isBlank(result) {
				run += c.text(result) + " = "
			}
			behind := lines.End(c.pass, stmt.End())
			edit(behind, behind, run+text+"\n}")
			return fix
		case stmt.Tok == token.DEFINE:
			ok := c.fresh(stmt.Pos(), text, "ok", "taken", "joined")
			if ok == "" {
				return nil
			}
			edit(name.Pos(), name.End(), ok)
			behind := lines.End(c.pass, stmt.End())
			edit(behind, behind, "\nif !"+ok+" {\n"+c.text(result)+" = "+text+"\n}")
			return fix
		default:
			ok := c.fresh(stmt.Pos(), text, "ok", "taken", "joined")
			v := c.fresh(stmt.Pos(), text, "v", "got", "result")
			if ok == "" || v == "" {
				return nil
			}
			to := c.text(result) + " = "
			edit(stmt.Pos(), stmt.End(), "if "+v+", "+ok+" := "+join+"(); "+ok+" {\n"+to+v+"\n} else {\n"+to+text+"\n}")
			return fix
		}
	}
	return nil
}

// inList reports whether the statement stands in a list of statements, where
// others can follow it.
func inList(stmt inspector.Cursor) bool {
	switch stmt.Parent().Node().(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// simple reports whether e can be assigned to twice: evaluating it again has
// no effects.
func simple(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return simple(e.X)
	}
	return false
}

func isBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// taskKept reports whether the task of the fork is right where the future is
// joined: it is no task of a future that is joined by then.
func (c *checker) taskKept(j *join) bool {
	made, ok := spicessa.Resolve(j.forks[0].Args[0]).(*ssa.Call)
	if !ok {
		return true
	}
	api := spicessa.CallOf(made)
	if api.Func != spiceapi.FutureTask {
		return true
	}
	return !c.settledBefore(spicessa.PlaceOf(api.Recv), j.call)
}

// settledBefore reports whether the future in the place may be joined or
// dropped before instr, without another fork into it since.
func (c *checker) settledBefore(place spicessa.Place, instr ssa.Instruction) (settled bool) {
	backwards(instr, func(before ssa.Instruction) (stop, fail bool) {
		if store, ok := before.(*ssa.Store); ok && spicessa.PlaceOf(store.Addr).Overlaps(place) {
			return true, false
		}
		if api := spicessa.CallOf(before); api.Func.Settles() && spicessa.PlaceOf(api.Recv).Overlaps(place) {
			settled = true
			return true, false
		}
		return false, false
	})
	return settled
}

// fixInverted turns the one test of the answer around.
func (c *checker) fixInverted(j *join) *analysis.SuggestedFix {
	cur, ok := c.in.Root().FindByPos(j.syntax.Pos(), j.syntax.End())
	if !ok {
		return nil
	}
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 2 {
		return nil
	}
	id, ok := assign.Lhs[1].(*ast.Ident)
	if !ok {
		return nil
	}
	info := c.pass.TypesInfo
	answer := info.ObjectOf(id)
	var uses []*ast.Ident
	for n := range c.in.Root().Preorder((*ast.Ident)(nil)) {
		if use := n.Node().(*ast.Ident); use != id && info.ObjectOf(use) == answer {
			uses = append(uses, use)
		}
	}
	if len(uses) != 1 {
		return nil
	}
	at, ok := c.in.Root().FindByPos(uses[0].Pos(), uses[0].End())
	if !ok {
		return nil
	}
	fix := &analysis.SuggestedFix{Message: "Turn the test around"}
	switch parent := at.Parent().Node().(type) {
	case *ast.IfStmt:
		if parent.Cond == at.Node() {
			fix.TextEdits = []analysis.TextEdit{{Pos: uses[0].Pos(), End: uses[0].Pos(), NewText: []byte("!")}}
			return fix
		}
	case *ast.UnaryExpr:
		if test, ok := at.Parent().Parent().Node().(*ast.IfStmt); ok && parent.Op == token.NOT && test.Cond == parent {
			fix.TextEdits = []analysis.TextEdit{{Pos: parent.Pos(), End: uses[0].Pos()}}
			return fix
		}
	}
	return nil
}

// fixTask passes the task of the fork.
func (c *checker) fixTask(j *join, call *ssa.Call, syntax *ast.CallExpr) *analysis.SuggestedFix {
	if len(j.forks) != 1 || !c.taskKept(j) {
		return nil
	}
	fork := c.code.Syntax(j.forks[0].Instr)
	if fork == nil || len(fork.Args) != 3 || fork.Pos() > j.syntax.Pos() || !c.keeps(fork.Args[0], fork, syntax) {
		return nil
	}
	for _, arg := range syntax.Args {
		if spiceapi.IsTask(c.pass.TypesInfo.TypeOf(arg)) {
			text := c.text(fork.Args[0])
			return &analysis.SuggestedFix{
				Message:   "Pass " + text,
				TextEdits: []analysis.TextEdit{{Pos: arg.Pos(), End: arg.End(), NewText: []byte(text)}},
			}
		}
	}
	return nil
}
