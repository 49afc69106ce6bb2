// Package spicessa is the SSA form of code that uses the runtime, for the
// analyzers that ask what a value is rather than how it is spelled: a name for
// a value, a copy of it, a variable that a literal captures and nobody changes
// are all the value itself.
//
// Nothing is built for packages that do not import the runtime.
package spicessa

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/spiceapi"
)

// Analyzer builds the SSA form of a package. Its result is nil when the
// package does not import the runtime, which saves the time: buildssa itself
// would build every package.
var Analyzer = &analysis.Analyzer{
	Name:       "spicessa",
	Doc:        "spicessa: build the SSA form of code that uses the runtime",
	Run:        run,
	Requires:   buildssa.Analyzer.Requires,
	ResultType: reflect.TypeFor[*Code](),
}

// Code is the SSA form of a package.
type Code struct {
	Funcs []*ssa.Function // those with a body, literals after what they stand in
	calls map[token.Pos]*ast.CallExpr
}

func run(pass *analysis.Pass) (any, error) {
	if !spiceapi.ImportedBy(pass.Pkg) {
		return (*Code)(nil), nil
	}
	built, err := buildssa.Analyzer.Run(pass)
	if err != nil {
		return nil, err
	}
	code := &Code{calls: make(map[token.Pos]*ast.CallExpr)}
	for _, fn := range built.(*buildssa.SSA).SrcFuncs {
		if len(fn.Blocks) > 0 {
			code.Funcs = append(code.Funcs, fn)
		}
	}
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				code.calls[call.Lparen] = call
			}
			return true
		})
	}
	return code, nil
}

// Syntax returns the expression that instr was built from, or nil.
func (c *Code) Syntax(instr ssa.CallInstruction) *ast.CallExpr {
	return c.calls[instr.Common().Pos()]
}

// A Call is a call of one of the runtime's functions.
type Call struct {
	Func  spiceapi.Func
	Recv  ssa.Value   // the receiver, for methods: a task, or the address of a future
	Args  []ssa.Value // the arguments without the receiver
	Instr ssa.CallInstruction
}

// CallOf returns instr as a call of the runtime, also through a method value,
// a method expression or a variable that holds one. Its Func is None when it is
// something else.
func CallOf(instr ssa.Instruction) Call {
	call, ok := instr.(ssa.CallInstruction)
	if !ok || call.Common().IsInvoke() {
		return Call{}
	}
	return callOf(call, Resolve(call.Common().Value))
}

// callOf is CallOf for a callee that is known to be that value.
func callOf(call ssa.CallInstruction, callee ssa.Value) Call {
	args := call.Common().Args
	if closure, ok := callee.(*ssa.MakeClosure); ok {
		bound := closure.Fn.(*ssa.Function)
		if bound.Synthetic == "" || len(closure.Bindings) != 1 {
			return Call{}
		}
		callee, args = bound, append([]ssa.Value{closure.Bindings[0]}, args...)
	}
	fn, ok := callee.(*ssa.Function)
	if !ok {
		return Call{}
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return Call{}
	}
	c := Call{Func: spiceapi.FuncOf(obj), Args: args, Instr: call}
	if c.Func == spiceapi.None {
		return Call{}
	}
	if obj.Signature().Recv() != nil {
		if len(args) == 0 {
			return Call{}
		}
		c.Recv, c.Args = args[0], args[1:]
	}
	return c
}
