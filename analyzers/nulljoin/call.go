package nulljoin

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/spiceapi"
	"github.com/spicego/spice/internal/spicessa"
)

// An invocation is a call, made or announced: which function, on which
// receiver, with which arguments.
type invocation struct {
	fn      *term   // a method has its receiver in it
	args    []*term // without the tasks
	task    *term   // the task among the arguments, or nil
	at      ssa.Instruction
	in      *frame
	formula bool // the result is computed from that of this call rather than passed on
}

// invocation returns call in a frame.
func (b *builder) invocation(call ssa.CallInstruction, in *frame, depth int) *invocation {
	inv := &invocation{at: call, in: in}
	if in != nil {
		inv.at = in.at
	}
	common := call.Common()
	args := common.Args
	if common.IsInvoke() {
		inv.fn = &term{op: opMethod, obj: origin(common.Method), args: []*term{b.term(common.Value, in, depth+1)}, typ: common.Method.Type()}
	} else {
		inv.fn = b.term(common.Value, in, depth+1)
		if fn := common.StaticCallee(); fn != nil && inv.fn.op == opFunc && fn.Signature.Recv() != nil && len(args) > 0 {
			inv.fn = &term{op: opMethod, obj: inv.fn.obj, val: fn, args: []*term{b.term(args[0], in, depth+1)}, typ: fn.Type()}
			args = args[1:]
		}
	}
	for _, arg := range args {
		inv.add(b.term(arg, in, depth+1), arg.Type())
	}
	return inv
}

// add adds an argument. Tasks are kept apart: which one is right is a question
// of its own.
func (inv *invocation) add(arg *term, typ types.Type) {
	if spiceapi.IsTask(typ) {
		inv.task = arg
	} else {
		inv.args = append(inv.args, arg)
	}
}

// body returns the function that is called, if it can be looked into.
func (inv *invocation) body() *ssa.Function {
	switch inv.fn.op {
	case opFunc, opMethod, opLiteral:
	default:
		return nil
	}
	switch v := inv.fn.val.(type) {
	case *ssa.Function:
		return body(v)
	case *ssa.MakeClosure:
		fn := v.Fn.(*ssa.Function)
		if fn.Synthetic != "" {
			// A method value: the method itself, if it is declared here.
			if obj, ok := fn.Object().(*types.Func); ok && !types.IsInterface(obj.Signature().Recv().Type()) {
				return body(fn.Prog.FuncValue(obj.Origin()))
			}
			return nil
		}
		return body(fn)
	}
	return nil
}

// body returns fn, or what it is an instance of, if that has a body.
func body(fn *ssa.Function) *ssa.Function {
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if len(fn.Blocks) == 0 || fn.Synthetic != "" && fn.Syntax() == nil {
		return nil
	}
	return fn
}

// frame returns what fn's parameters and captured variables are in this call.
func (inv *invocation) frame(b *builder, fn *ssa.Function) *frame {
	f := &frame{up: inv.in, at: inv.at, params: make(map[*ssa.Parameter]*term), free: make(map[*ssa.FreeVar]*term)}
	if inv.in != nil {
		f.depth = inv.in.depth + 1
	}
	params := fn.Params
	if inv.fn.op == opMethod && len(params) > 0 {
		f.params[params[0]] = inv.fn.args[0]
		params = params[1:]
	}
	args := inv.args
	for _, p := range params {
		if spiceapi.IsTask(p.Type()) {
			f.params[p] = inv.task
		} else if len(args) > 0 {
			f.params[p], args = args[0], args[1:]
		}
	}
	if inv.fn.op == opLiteral {
		for i, fv := range fn.FreeVars {
			if i < len(inv.fn.args) {
				f.free[fv] = inv.fn.args[i]
			}
		}
	}
	return f
}

// chain returns inv and the calls that it comes down to, because a function
// does nothing but make the next one.
func (b *builder) chain(inv *invocation) []*invocation {
	all := []*invocation{inv}
	seen := make(map[*ssa.Function]bool)
	for len(all) < 6 {
		fn := inv.body()
		if fn == nil || seen[fn] {
			break
		}
		seen[fn] = true
		call, formula := core(fn)
		if call == nil {
			break
		}
		next := b.invocation(call, inv.frame(b, fn), 0)
		next.formula = formula || inv.formula
		all = append(all, next)
		inv = next
	}
	return all
}

// core returns the one call that fn makes if fn does nothing besides, and
// whether fn computes its result from that of the call. Calls whose results go
// into the arguments are part of them.
func core(fn *ssa.Function) (found *ssa.Call, formula bool) {
	if len(fn.Blocks) != 1 || fn.Recover != nil {
		return nil, false
	}
	var calls []*ssa.Call
	var ret *ssa.Return
	for _, instr := range fn.Blocks[0].Instrs {
		switch instr := instr.(type) {
		case *ssa.Call:
			if _, ok := instr.Call.Value.(*ssa.Builtin); ok {
				continue
			}
			switch spicessa.CallOf(instr).Func {
			case spiceapi.None:
				calls = append(calls, instr)
			case spiceapi.Tick:
			default:
				return nil, false
			}
		case *ssa.Store:
			if !isLocal(instr.Addr) {
				return nil, false
			}
		case *ssa.Return:
			ret = instr
		case *ssa.Defer, *ssa.Go, *ssa.Send, *ssa.MapUpdate, *ssa.Panic, *ssa.Select, *ssa.RunDefers:
			return nil, false
		}
	}
	if ret == nil {
		return nil, false
	}
	for _, call := range calls {
		hasTask := false
		for _, arg := range call.Call.Args {
			hasTask = hasTask || spiceapi.IsTask(arg.Type())
		}
		if hasTask {
			if found != nil {
				return nil, false
			}
			found = call
		}
	}
	if found == nil && len(calls) > 0 {
		found = calls[len(calls)-1]
	}
	if found == nil {
		return nil, false
	}
	for _, call := range calls {
		if call != found && len(*call.Referrers()) == 0 {
			return nil, false // made for its effects
		}
	}
	for _, result := range ret.Results {
		if !passes(result, found, make(map[ssa.Value]bool)) {
			formula = true
		}
	}
	return found, formula
}

// passes reports whether v is the result of call, or one of its results, or
// what they are wrapped in.
func passes(v ssa.Value, call *ssa.Call, seen map[ssa.Value]bool) bool {
	if v == call || seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.Extract:
		return v.Tuple == call
	case *ssa.ChangeType:
		return passes(v.X, call, seen)
	case *ssa.ChangeInterface:
		return passes(v.X, call, seen)
	case *ssa.MakeInterface:
		return passes(v.X, call, seen)
	case *ssa.Field:
		return passes(v.X, call, seen)
	case *ssa.UnOp:
		cell, ok := v.X.(*ssa.Alloc)
		if !ok {
			return false
		}
		stored := func(addr ssa.Value) bool {
			for _, ref := range *addr.Referrers() {
				if store, ok := ref.(*ssa.Store); ok && store.Addr == addr && !passes(store.Val, call, seen) {
					return false
				}
			}
			return true
		}
		if !stored(cell) {
			return false
		}
		for _, ref := range *cell.Referrers() {
			if field, ok := ref.(*ssa.FieldAddr); ok && !stored(field) {
				return false
			}
		}
		return true
	}
	return false
}
