package nulljoin

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/spiceapi"
	"github.com/spicego/spice/internal/spicessa"
)

// passesOn finds out which functions pass all their arguments on to others. It
// is an analyzer of its own because its facts are about every package that
// uses the runtime, and because tests of nulljoin need not list them.
var passesOn = &analysis.Analyzer{
	Name:       "passeson",
	Doc:        "passeson: find functions that pass all their arguments on",
	Run:        runPassesOn,
	Requires:   []*analysis.Analyzer{spicessa.Analyzer},
	ResultType: reflect.TypeFor[passed](),
	FactTypes:  []analysis.Fact{new(PassesOn)},
}

// passed says to which functions the imported ones pass all their arguments
// on. The functions are known by their full names.
type passed map[string][]string

// PassesOn is the fact about a function that calls others with just the
// arguments that it was called with, whatever else it does.
type PassesOn struct {
	To []string // their full names, sorted
}

func (*PassesOn) AFact() {}

func (p *PassesOn) String() string { return "passes on to " + strings.Join(p.To, ", ") }

func runPassesOn(pass *analysis.Pass) (any, error) {
	known := make(passed)
	code := pass.ResultOf[spicessa.Analyzer].(*spicessa.Code)
	if code == nil {
		return known, nil
	}
	for _, f := range pass.AllObjectFacts() {
		if fn, ok := f.Object.(*types.Func); ok && fn.Pkg() != pass.Pkg {
			known[fn.FullName()] = f.Fact.(*PassesOn).To
		}
	}
	for _, fn := range code.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() || spiceapi.TaskParam(obj.Signature()) == nil {
			continue
		}
		if to := known.from(fn, nil); len(to) > 0 {
			pass.ExportObjectFact(obj, &PassesOn{To: to})
		}
	}
	return known, nil
}

// from returns the functions to which fn passes its arguments on, also through
// others.
func (p passed) from(fn *ssa.Function, seen []*ssa.Function) []string {
	if slices.Contains(seen, fn) || len(seen) > 4 {
		return nil
	}
	seen = append(seen, fn)
	var to []string
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			callee := call.Call.StaticCallee()
			if callee == nil || !slices.Equal(withoutTasks(call.Call.Args), withoutTasks(values(fn.Params))) {
				continue
			}
			obj, ok := callee.Object().(*types.Func)
			if !ok || spiceapi.FuncOf(obj) != spiceapi.None || spiceapi.TaskParam(obj.Signature()) == nil {
				continue
			}
			name := obj.Origin().FullName()
			to = append(to, name)
			to = append(to, p[name]...)
			if inner := body(callee); inner != nil {
				to = append(to, p.from(inner, seen)...)
			}
		}
	}
	slices.Sort(to)
	return slices.Compact(to)
}

func values(params []*ssa.Parameter) []ssa.Value {
	vs := make([]ssa.Value, len(params))
	for i, p := range params {
		vs[i] = p
	}
	return vs
}

func withoutTasks(vs []ssa.Value) []ssa.Value {
	var rest []ssa.Value
	for _, v := range vs {
		if !spiceapi.IsTask(v.Type()) {
			rest = append(rest, v)
		}
	}
	return rest
}

// passesTo returns the invocation that an imported function makes of what the
// fork stands for, if it passes its arguments on to that; otherwise nil.
func (p passed) passesTo(inv *invocation, forked []*invocation) *invocation {
	if inv.fn.op != opFunc && inv.fn.op != opMethod {
		return nil
	}
	to := p[inv.fn.obj.(*types.Func).FullName()]
	for _, f := range forked {
		if f.fn.op != inv.fn.op {
			continue
		}
		if slices.Contains(to, f.fn.obj.(*types.Func).FullName()) {
			fn := *f.fn
			fn.val, fn.args = nil, inv.fn.args // on the receiver that it has
			return &invocation{fn: &fn, args: inv.args, task: inv.task, at: inv.at, in: inv.in}
		}
	}
	return nil
}
