package tick

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/spicego/spice/internal/lines"
	"github.com/spicego/spice/internal/spiceapi"
)

// loopsOf reports the loops of a task function that may run long and never
// tick.
func (c *checker) loopsOf(typ *ast.FuncType, body *ast.BlockStmt) {
	task := c.taskParam(typ)
	if task == nil {
		return
	}
	for _, loop := range c.loops.Find(body) {
		c.reportLoop(task, loop)
	}
}

// taskParam returns the parameter that is the task, or nil. A task without a
// name is a task that its function does not want.
func (c *checker) taskParam(typ *ast.FuncType) *types.Var {
	for _, field := range typ.Params.List {
		for _, name := range field.Names {
			if v, ok := c.info.Defs[name].(*types.Var); ok && name.Name != "_" && spiceapi.IsTask(v.Type()) {
				return v
			}
		}
	}
	return nil
}

// ticks reports whether n has a call that ticks or may do so.
func (c *checker) ticks(n ast.Node, inside []*ast.FuncLit) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit: // what it does, it does when it is called
			return false
		case *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.CallExpr:
			found = found || c.callTicks(n, inside)
		}
		return !found
	})
	return found
}

// callTicks reports whether call ticks, gets a task or something that holds
// one, or calls code that cannot be seen here.
func (c *checker) callTicks(call *ast.CallExpr, inside []*ast.FuncLit) bool {
	switch spiceapi.CallOf(c.info, call).Func {
	case spiceapi.None:
	case spiceapi.Err, spiceapi.Now, spiceapi.Parallel:
		return false // they look at another flag, or at none
	default:
		return true
	}
	if tv, ok := c.info.Types[call.Fun]; ok && (tv.IsType() || tv.IsBuiltin()) {
		return false
	}
	for _, arg := range call.Args {
		if carries(c.info.TypeOf(arg), 0) || c.funcTicks(arg, inside) == yes {
			return true
		}
	}
	switch typeutil.Callee(c.info, call).(type) {
	case *types.Func:
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && c.info.Selections[sel] != nil {
			return carries(c.info.TypeOf(sel.X), 0)
		}
		return false
	case *types.Builtin:
		return false
	default:
		return c.funcTicks(call.Fun, inside) != no
	}
}

// An answer to a question about code that may not be in sight.
type answer uint8

const (
	no answer = iota
	yes
	unknown
)

// funcTicks reports whether a call of the function value e ticks.
func (c *checker) funcTicks(e ast.Expr, inside []*ast.FuncLit) answer {
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		for _, lit := range inside {
			if lit == e {
				return no // it calls itself
			}
		}
		if c.ticks(e.Body, append(inside[:len(inside):len(inside)], e)) {
			return yes
		}
		return no
	case *ast.Ident:
		obj, ok := c.info.ObjectOf(e).(*types.Var)
		if !ok {
			return no
		}
		defs := c.defs[obj]
		if len(defs) == 0 {
			return unknown
		}
		result := no
		for _, def := range defs {
			if def == nil {
				return unknown
			}
			if _, ok := ast.Unparen(def).(*ast.FuncLit); !ok {
				if fn, ok := c.info.Uses[nameOf(def)].(*types.Func); ok && fn.Signature().Recv() == nil {
					continue // a declared function has no task but those it is given
				}
				return unknown
			}
			if c.funcTicks(def, inside) == yes {
				result = yes
			}
		}
		return result
	case *ast.CallExpr:
		// What a declared function returns has no task but those it is given.
		if _, ok := typeutil.Callee(c.info, e).(*types.Func); ok && !c.callTicks(e, inside) {
			return no
		}
	}
	return unknown
}

// nameOf returns the identifier that e ends in, or nil.
func nameOf(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	}
	return nil
}

// carries reports whether a value of type t is or holds a task or a future.
func carries(t types.Type, depth int) bool {
	if t == nil || depth > 4 {
		return false
	}
	if spiceapi.IsTask(t) || spiceapi.IsFuture(t) || spiceapi.IsFuturePointer(t) {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Pointer:
		return carries(t.Elem(), depth+1)
	case *types.Slice:
		return carries(t.Elem(), depth+1)
	case *types.Array:
		return carries(t.Elem(), depth+1)
	case *types.Map:
		return carries(t.Elem(), depth+1)
	case *types.Struct:
		for f := range t.Fields() {
			if carries(f.Type(), depth+1) {
				return true
			}
		}
	case *types.Tuple:
		for v := range t.Variables() {
			if carries(v.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

// reportLoop reports a loop at its for, with a tick to insert.
func (c *checker) reportLoop(task *types.Var, stmt ast.Stmt) {
	body := bodyOf(stmt)
	d := analysis.Diagnostic{
		Pos: stmt.Pos(),
		End: body.Lbrace,
	}
	tick := c.tickText(task, body)
	if tick == "" {
		d.Message = "this loop may run long and never ticks, so idle workers get nothing until it ends; tick in it with the task at hand"
	} else {
		d.Message = "this loop may run long and never ticks, so idle workers get nothing until it ends; call " + tick + " in it, or pass the task on"
		at, text := lines.End(c.pass, body.Lbrace+1), "\n"+tick
		if len(body.List) > 0 && c.sameLine(at, body.List[0].Pos()) || c.sameLine(at, body.Rbrace) {
			text += "\n"
		}
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "Tick in each round",
			TextEdits: []analysis.TextEdit{{Pos: at, End: at, NewText: []byte(text)}},
		}}
	}
	c.pass.Report(d)
}

func (c *checker) sameLine(a, b token.Pos) bool {
	file := c.pass.Fset.File(a)
	return file.Line(a) == file.Line(b)
}

func bodyOf(stmt ast.Stmt) *ast.BlockStmt {
	switch s := stmt.(type) {
	case *ast.ForStmt:
		return s.Body
	case *ast.RangeStmt:
		return s.Body
	}
	return nil
}
