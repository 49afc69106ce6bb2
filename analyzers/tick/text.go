package tick

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/spicego/spice/internal/spiceapi"
)

// tickText returns the statement that ticks at the start of body: with the
// task of the youngest future that is pending there, so that it can be reached,
// otherwise with the function's own. It is empty when that task has no name
// there.
func (c *checker) tickText(task *types.Var, body *ast.BlockStmt) string {
	if f := c.pendingAround(body); f != nil {
		text := c.taskOf(f, body.Lbrace+1)
		if text == "" {
			return ""
		}
		return text + ".Tick()"
	}
	if !c.sees(task, body.Lbrace+1) {
		return ""
	}
	return task.Name() + ".Tick()"
}

// pendingAround returns the future that is forked last before body and joined
// behind it, going by the order of the text, or nil.
func (c *checker) pendingAround(body *ast.BlockStmt) (future types.Object) {
	file := c.file(body.Pos())
	if file == nil {
		return nil
	}
	var enclosing *ast.BlockStmt // of the innermost function
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || n.Pos() > body.Pos() || n.End() < body.End() {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncDecl:
			enclosing = n.Body
		case *ast.FuncLit:
			enclosing = n.Body
		}
		return true
	})
	if enclosing == nil {
		return nil
	}
	forked := make(map[types.Object]bool)
	joined := make(map[types.Object]bool)
	var order []types.Object
	ast.Inspect(enclosing, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.End() < body.Pos() && len(n.Lhs) == 1 && len(n.Rhs) == 1 {
				if call, ok := ast.Unparen(n.Rhs[0]).(*ast.CallExpr); ok && spiceapi.CallOf(c.info, call).Func.Forks() {
					if obj := c.object(n.Lhs[0]); obj != nil {
						forked[obj], joined[obj] = true, false
						order = append(order, obj)
					}
				}
			}
		case *ast.CallExpr:
			if call := spiceapi.CallOf(c.info, n); call.Func.Settles() && call.Recv != nil && n.End() < body.Pos() {
				joined[c.object(call.Recv)] = true
			}
		}
		return true
	})
	for _, obj := range order {
		if !joined[obj] {
			future = obj
		}
	}
	return future
}

// taskOf returns how to write the task of the future that f holds at pos: the
// variable that has it, if there is one, otherwise a call. It is empty when
// neither can be named there.
func (c *checker) taskOf(f types.Object, pos token.Pos) string {
	var held types.Object
	for obj := range c.defs {
		if c.holdsTaskOf(f, obj, pos) && (held == nil || obj.Pos() < held.Pos()) {
			held = obj
		}
	}
	if held != nil {
		return held.Name()
	}
	if !c.sees(f, pos) {
		return ""
	}
	return f.Name() + ".Task()"
}

// holdsTaskOf reports whether the variable obj was assigned f.Task() before
// pos and nothing else, and f one fork.
func (c *checker) holdsTaskOf(f, obj types.Object, pos token.Pos) bool {
	if !spiceapi.IsTask(obj.Type()) || obj.Name() == "_" || len(c.defs[obj]) != 1 || len(c.defs[f]) != 1 {
		return false
	}
	call, ok := ast.Unparen(c.defs[obj][0]).(*ast.CallExpr)
	if !ok || call.End() > pos {
		return false
	}
	api := spiceapi.CallOf(c.info, call)
	return api.Func == spiceapi.FutureTask && c.object(api.Recv) == f && c.sees(obj, pos)
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

// object returns the variable that e names, or nil.
func (c *checker) object(e ast.Expr) types.Object {
	if e == nil {
		return nil
	}
	if addr, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && addr.Op == token.AND {
		e = addr.X // (&f).Join()
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if v, ok := c.info.ObjectOf(id).(*types.Var); ok {
			return v
		}
	}
	return nil
}

func (c *checker) file(pos token.Pos) *ast.File {
	for _, f := range c.pass.Files {
		if f.FileStart <= pos && pos <= f.FileEnd {
			return f
		}
	}
	return nil
}
