// Package spiceapi says which object of a type-checked program is part of the
// runtime: Fork, Join, Tick, the Task type and so on. It is the one place of
// the tools that knows the runtime's import path and names.
//
// Objects are compared, never names: another package may have a Fork, and the
// runtime may be imported under another name, by a dot, or through an alias.
// Instances of generic functions and types are seen through their origin.
package spiceapi

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// Path is the import path of the runtime.
const Path = "github.com/spicego/spice/runtime/spice"

// isRuntime reports whether pkg is the runtime itself. A copy in the vendor
// directory of a GOPATH tree has the path of the tree in front.
func isRuntime(pkg *types.Package) bool {
	return pkg != nil && (pkg.Path() == Path || strings.HasSuffix(pkg.Path(), "/vendor/"+Path))
}

// ImportedBy reports whether pkg imports the runtime directly. Code that does
// not cannot fork, so an analyzer may leave such a package at once.
func ImportedBy(pkg *types.Package) bool {
	for _, imp := range pkg.Imports() {
		if isRuntime(imp) {
			return true
		}
	}
	return false
}

// A Func is one of the runtime's functions or methods. None stands for
// everything else.
type Func uint8

const (
	None       Func = iota
	Fork            // Fork(t, fn, arg)
	ForkArgs        // ForkArgs(t, fn, &args)
	Join            // future.Join()
	Drop            // future.Drop()
	FutureTask      // future.Task()
	Tick            // task.Tick()
	Err             // task.Err()
	Now             // task.Now()
	Run             // Run(fn, arg)
	Do              // Do(fn)
	DoContext       // DoContext(ctx, fn)
	PoolDo          // pool.Do(fn)
	Parallel        // Parallel()
)

// funcs maps a name, qualified by the receiver's type if there is one, to its Func.
var funcs = map[string]Func{
	"Fork":            Fork,
	"ForkArgs":        ForkArgs,
	"Run":             Run,
	"Do":              Do,
	"DoContext":       DoContext,
	"Parallel":        Parallel,
	"Future.Join":     Join,
	"Future.Drop":     Drop,
	"Future.Task":     FutureTask,
	"ArgsFuture.Join": Join,
	"ArgsFuture.Drop": Drop,
	"ArgsFuture.Task": FutureTask,
	"Task.Tick":       Tick,
	"Task.Err":        Err,
	"Task.Now":        Now,
	"Pool.Do":         PoolDo,
}

// String returns the name that a message should use.
func (f Func) String() string {
	return [...]string{
		None:       "none",
		Fork:       "Fork",
		ForkArgs:   "ForkArgs",
		Join:       "Join",
		Drop:       "Drop",
		FutureTask: "Task",
		Tick:       "Tick",
		Err:        "Err",
		Now:        "Now",
		Run:        "Run",
		Do:         "Do",
		DoContext:  "DoContext",
		PoolDo:     "Pool.Do",
		Parallel:   "Parallel",
	}[f]
}

// Forks reports whether f makes a future.
func (f Func) Forks() bool { return f == Fork || f == ForkArgs }

// Settles reports whether f ends a future.
func (f Func) Settles() bool { return f == Join || f == Drop }

// Starts reports whether f starts a run, as opposed to work inside one.
func (f Func) Starts() bool { return f == Run || f == Do || f == DoContext || f == PoolDo }

// FuncOf returns which of the runtime's functions obj is.
func FuncOf(obj types.Object) Func {
	fn, ok := obj.(*types.Func)
	if !ok || !isRuntime(fn.Pkg()) {
		return None
	}
	fn = fn.Origin()
	recv := fn.Signature().Recv()
	if recv == nil {
		if fn.Parent() != fn.Pkg().Scope() {
			return None
		}
		return funcs[fn.Name()]
	}
	_, named := pointee(recv.Type())
	if named == nil {
		return None
	}
	return funcs[named.Obj().Name()+"."+fn.Name()]
}

// A Call is a call of one of the runtime's functions.
type Call struct {
	Func Func
	Recv ast.Expr   // the receiver of a method, also in a method expression; nil for functions
	Args []ast.Expr // the arguments without the receiver
	Expr *ast.CallExpr
}

// CallOf returns call as a call of the runtime. Its Func is None when it is
// something else, a call through a variable included.
func CallOf(info *types.Info, call *ast.CallExpr) Call {
	fn := FuncOf(typeutil.Callee(info, call))
	if fn == None {
		return Call{}
	}
	c := Call{Func: fn, Args: call.Args, Expr: call}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		switch s := info.Selections[sel]; {
		case s == nil: // a qualified identifier
		case s.Kind() == types.MethodVal:
			c.Recv = sel.X
		case s.Kind() == types.MethodExpr && len(call.Args) > 0:
			c.Recv, c.Args = call.Args[0], call.Args[1:]
		}
	}
	return c
}

// IsTask reports whether t is *Task, the form in which tasks are passed on.
func IsTask(t types.Type) bool {
	ptr, named := pointee(t)
	return ptr && is(named, "Task")
}

// IsTaskValue reports whether t is Task itself, which nobody should hold.
func IsTaskValue(t types.Type) bool {
	ptr, named := pointee(t)
	return !ptr && is(named, "Task")
}

// IsFuture reports whether t is a Future or an ArgsFuture by value.
func IsFuture(t types.Type) bool {
	ptr, named := pointee(t)
	return !ptr && (is(named, "Future") || is(named, "ArgsFuture"))
}

// IsFuturePointer reports whether t is a pointer to a Future or an ArgsFuture.
func IsFuturePointer(t types.Type) bool {
	ptr, named := pointee(t)
	return ptr && (is(named, "Future") || is(named, "ArgsFuture"))
}

// TaskParam returns the first parameter of sig that is a *Task, or nil. A
// function with one is a task function.
func TaskParam(sig *types.Signature) *types.Var {
	for v := range sig.Params().Variables() {
		if IsTask(v.Type()) {
			return v
		}
	}
	return nil
}

// pointee returns the named type of t, and whether t points to it.
func pointee(t types.Type) (ptr bool, named *types.Named) {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		ptr, t = true, types.Unalias(p.Elem())
	}
	named, _ = t.(*types.Named)
	return ptr, named
}

// is reports whether named is the runtime's type of that name, or an instance of it.
func is(named *types.Named, name string) bool {
	return named != nil && named.Obj().Name() == name && isRuntime(named.Obj().Pkg())
}
