package pairing

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/spicego/spice/internal/spiceapi"
)

// call executes a call; a deferred one at the time when it runs.
func (f *function) call(call *ast.CallExpr, in []*state) []*state {
	if len(in) == 0 {
		return in
	}
	if tv := f.info.Types[call.Fun]; tv.IsType() {
		return f.exprs(call.Args, in)
	}
	if b, ok := typeutil.Callee(f.info, call).(*types.Builtin); ok {
		if b.Name() == "len" || b.Name() == "cap" {
			if _, ok := f.names.place(call.Args[0]); ok {
				return in
			}
		}
		return f.exprs(call.Args, in)
	}
	if c := spiceapi.CallOf(f.info, call); c.Func != spiceapi.None {
		return f.runtimeCall(c, in)
	}
	if fn, of, bound := f.names.method(f.names.local(call.Fun)); fn != spiceapi.None {
		return f.method(call, fn, of, bound, in)
	}
	if lit, named := f.literal(call.Fun); lit != nil {
		return f.enter(lit, call, named, in)
	}

	return f.ordinary(call, in)
}

// method executes a call of a runtime's method through a variable: a method
// value, which has its future, or a method expression, which gets it.
func (f *function) method(call *ast.CallExpr, fn spiceapi.Func, of place, bound bool, in []*state) []*state {
	args := call.Args
	if !bound && len(args) > 0 {
		of, bound = f.names.future(args[0])
		args = args[1:]
	}
	if !bound {
		return f.exprs(call.Args, in)
	}
	in = f.exprs(args, in)
	if fn.Settles() {
		f.settle(of, fn, call, in)
	}
	return in
}

// An effect is what a function does with the future that one argument points to.
type effect struct {
	of   place
	what Effect
}

// ordinary executes a call of a function that is not seen here: what it does
// with futures is in its summary, if it has one.
func (f *function) ordinary(call *ast.CallExpr, in []*state) []*state {
	in = f.callee(call.Fun, in)
	fn := typeutil.StaticCallee(f.info, call)
	var effects []effect
	for i, arg := range call.Args {
		of, ok := f.names.future(arg)
		if what := f.effectOf(fn, call, i); ok && what != Unknown && spiceapi.IsFuturePointer(f.info.TypeOf(arg)) {
			effects = append(effects, effect{of, what})
			continue
		}
		in = f.expr(arg, in)
	}
	if f.neverReturns(call, fn) {
		return nil
	}
	for _, e := range effects {
		if e.what == Settles {
			f.settle(e.of, spiceapi.None, call, in)
		}
	}
	return in
}

// effectOf returns what fn does with argument i of a call.
func (f *function) effectOf(fn *types.Func, call *ast.CallExpr, i int) Effect {
	if fn == nil {
		return Unknown
	}
	summary := f.summaryOf(fn)
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if s := f.info.Selections[sel]; s != nil && s.Kind() == types.MethodExpr {
			i-- // the receiver is no parameter
		}
	}
	if summary == nil || i < 0 || i >= len(summary.Params) {
		return Unknown
	}
	return summary.Params[i]
}

// callee evaluates the function of a call: its receiver, if it has one.
func (f *function) callee(fun ast.Expr, in []*state) []*state {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.SelectorExpr:
		return f.selector(fun, in)
	case *ast.IndexExpr:
		return f.callee(fun.X, in)
	case *ast.IndexListExpr:
		return f.callee(fun.X, in)
	}
	return f.expr(fun, in)
}

// neverReturns reports whether a call ends the path although the graph goes
// on: through an interface such as testing.TB, or in an expression.
func (f *function) neverReturns(call *ast.CallExpr, fn *types.Func) bool {
	if fn != nil {
		return f.cfgs.NoReturn(fn)
	}
	m, ok := typeutil.Callee(f.info, call).(*types.Func)
	if !ok {
		return false
	}
	switch m.Name() {
	case "Fatal", "Fatalf", "FailNow", "SkipNow":
		return true
	case "Skip", "Skipf":
		return m.Pkg() != nil && m.Pkg().Path() == "testing"
	}
	return false
}

// runtimeCall executes a call of the runtime.
func (f *function) runtimeCall(c spiceapi.Call, in []*state) []*state {
	switch c.Func {
	case spiceapi.Join, spiceapi.Drop, spiceapi.FutureTask:
		of, ok := f.names.receiver(c)
		if !ok {
			return f.expr(c.Recv, in)
		}
		if c.Func.Settles() {
			f.settle(of, c.Func, c.Expr, in)
		}
		return in
	}
	if c.Recv != nil {
		in = f.expr(c.Recv, in)
	}
	return f.exprs(c.Args, in)
}
