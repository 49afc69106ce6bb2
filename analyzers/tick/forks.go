package tick

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/spiceapi"
	"github.com/spicego/spice/internal/spicessa"
)

// A fork is a Fork whose future is kept in a variable of its function.
type fork struct {
	call  *ssa.Call
	store *ssa.Store // of the future into the variable
	place spicessa.Place
	uses  *spicessa.Uses // of the variable; nil for a slice

	name ast.Expr // the variable as it is spelled there, or nil

	// Where it is pending: on some path, and on all of them.
	may, must map[ssa.Instruction]bool
}

// A stale is a call that gets a task from before a fork that is pending.
type stale struct {
	call *ssa.Call
	arg  int // which of the call's SSA arguments
	fork *fork
}

// forksOf reports the forks of fn that cannot be reached and the calls that
// get a task from before them.
func (c *checker) forksOf(fn *ssa.Function) {
	var forks []*fork
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if f := c.forkAt(fn, instr); f != nil {
				forks = append(forks, f)
			}
		}
	}
	// Youngest first, so that a call is reported for the youngest fork it hides.
	slices.SortStableFunc(forks, func(a, b *fork) int {
		switch {
		case a == b:
			return 0
		case before(a.store, b.store):
			return 1
		case before(b.store, a.store):
			return -1
		}
		return 0
	})
	said := make(map[*ssa.Call]bool)
	blamed := make(map[*fork]bool)
	var found []stale
	for _, f := range forks {
		for _, s := range c.staleIn(f) {
			blamed[f] = true
			if !said[s.call] {
				said[s.call] = true
				found = append(found, s)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b stale) int { return int(a.call.Pos() - b.call.Pos()) })
	for _, s := range found {
		c.reportStale(s)
	}
	slices.SortStableFunc(forks, func(a, b *fork) int { return int(a.call.Pos() - b.call.Pos()) })
	for _, f := range forks {
		if !blamed[f] && c.hidden(f) {
			c.reportHidden(f)
		}
	}
}

// forkAt returns instr as a fork, if its future can be followed.
func (c *checker) forkAt(fn *ssa.Function, instr ssa.Instruction) *fork {
	call, ok := instr.(*ssa.Call)
	if !ok || !spicessa.CallOf(call).Func.Forks() || len(*call.Referrers()) != 1 {
		return nil
	}
	store, ok := (*call.Referrers())[0].(*ssa.Store)
	if !ok || store.Val != call {
		return nil
	}
	f := &fork{call: call, store: store, place: spicessa.PlaceOf(store.Addr)}
	switch root := f.place.Root.(type) {
	case *ssa.Alloc:
		if root.Parent() != fn {
			return nil // forked in a literal, into a variable around it
		}
		f.uses = spicessa.UsesOf(root)
		if f.uses.Leaks {
			return nil
		}
	case *ssa.MakeSlice, *ssa.Slice:
	default:
		return nil
	}
	f.name = c.names[c.code.Syntax(call)]
	f.flow(fn)
	return f
}

// flow finds out where f is pending.
func (f *fork) flow(fn *ssa.Function) {
	mayIn := make(map[*ssa.BasicBlock]bool)
	mustIn := make(map[*ssa.BasicBlock]bool)
	after := func(b *ssa.BasicBlock, pending bool, at func(ssa.Instruction, bool)) bool {
		for _, instr := range b.Instrs {
			if at != nil {
				at(instr, pending)
			}
			switch {
			case instr == f.store:
				pending = true
			case f.ends(instr):
				pending = false
			}
		}
		return pending
	}
	for _, b := range fn.Blocks {
		mustIn[b] = b != fn.Blocks[0] && b != fn.Recover
	}
	for changed := true; changed; {
		changed = false
		for _, b := range fn.Blocks {
			may, must := false, mustIn[b] && len(b.Preds) > 0
			for _, p := range b.Preds {
				may = may || after(p, mayIn[p], nil)
				must = must && after(p, mustIn[p], nil)
			}
			if may != mayIn[b] || must != mustIn[b] {
				mayIn[b], mustIn[b] = may, must
				changed = true
			}
		}
	}
	f.may = make(map[ssa.Instruction]bool)
	f.must = make(map[ssa.Instruction]bool)
	for _, b := range fn.Blocks {
		after(b, mayIn[b], func(instr ssa.Instruction, p bool) {
			if p {
				f.may[instr] = true
			}
		})
		after(b, mustIn[b], func(instr ssa.Instruction, p bool) {
			if p {
				f.must[instr] = true
			}
		})
	}
}

// ends reports whether f is not known to be pending behind instr: it is joined
// or dropped, its variable is assigned to, or its address is given away.
func (f *fork) ends(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Store:
		return instr != f.store && spicessa.PlaceOf(instr.Addr).Overlaps(f.place)
	case *ssa.Call:
		if call := spicessa.CallOf(instr); call.Func != spiceapi.None {
			return call.Func.Settles() && spicessa.PlaceOf(call.Recv).Overlaps(f.place)
		}
		if f.given(instr) {
			return true
		}
		for _, v := range operands(instr) {
			if made, ok := spicessa.Resolve(v).(*ssa.MakeClosure); ok && f.endsIn(made) {
				return true
			}
		}
	}
	return false
}

// given reports whether call gets the address of the future.
func (f *fork) given(call ssa.CallInstruction) bool {
	for _, arg := range call.Common().Args {
		if _, isPtr := arg.Type().Underlying().(*types.Pointer); isPtr || f.uses == nil {
			if spicessa.PlaceOf(arg).Overlaps(f.place) {
				return true
			}
		}
	}
	return false
}

// endsIn reports whether the literal joins, drops, sets or gives away the future.
func (f *fork) endsIn(made *ssa.MakeClosure) bool {
	if f.uses == nil || !slices.Contains(f.uses.Made, made) {
		return false
	}
	lit := made.Fn.(*ssa.Function)
	for _, call := range f.uses.Calls {
		if call.Func.Settles() && within(call.Instr.Parent(), lit) {
			return true
		}
	}
	for _, store := range append(f.uses.Stores[:len(f.uses.Stores):len(f.uses.Stores)], f.uses.Parts...) {
		if within(store.Parent(), lit) {
			return true
		}
	}
	for _, call := range f.uses.Given {
		if within(call.Parent(), lit) {
			return true
		}
	}
	return false
}

// hidden reports whether nothing gets the future's Task or the future itself
// while it is pending. What is never joined or dropped is left to forkjoin.
func (c *checker) hidden(f *fork) bool {
	settled := false
	for instr := range f.may {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		switch api := spicessa.CallOf(call); {
		case api.Func == spiceapi.None:
			if f.given(call) {
				return false
			}
		case api.Recv == nil || !spicessa.PlaceOf(api.Recv).Overlaps(f.place):
		case api.Func == spiceapi.FutureTask:
			return false
		case api.Func.Settles():
			settled = true
		}
	}
	if f.uses == nil {
		return settled
	}
	if slices.ContainsFunc(f.uses.Made, leaves) {
		return false
	}
	for _, call := range f.uses.Calls {
		if call.Instr.Parent() == f.call.Parent() {
			if _, deferred := call.Instr.(*ssa.Defer); deferred && call.Func.Settles() {
				settled = true
			}
			continue
		}
		switch {
		case call.Func == spiceapi.FutureTask:
			return false
		case call.Func.Settles():
			settled = true
		}
	}
	for _, call := range f.uses.Given {
		if call.Parent() != f.call.Parent() {
			return false
		}
	}
	return settled
}

// leaves reports whether the literal goes where nobody can see when it is called.
func leaves(made *ssa.MakeClosure) bool {
	for _, ref := range *made.Referrers() {
		switch ref := ref.(type) {
		case ssa.CallInstruction, *ssa.DebugRef, *ssa.Phi:
		case *ssa.Store:
			if _, local := ref.Addr.(*ssa.Alloc); !local {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// staleIn returns the calls that get an older task wherever f is pending.
func (c *checker) staleIn(f *fork) []stale {
	var found []stale
	look := func(call *ssa.Call) {
		if f.given(call) {
			return // it may take the task from the future
		}
		if api := spicessa.CallOf(call); api.Func != spiceapi.None && !api.Func.Forks() {
			return
		}
		for i, arg := range call.Call.Args {
			if spiceapi.IsTask(arg.Type()) && f.older(arg, nil) {
				found = append(found, stale{call, i, f})
				return
			}
		}
	}
	var inside func(fn *ssa.Function, depth int)
	visit := func(call *ssa.Call, depth int) {
		look(call)
		for i, v := range operands(call) {
			made, ok := spicessa.Resolve(v).(*ssa.MakeClosure)
			if !ok || depth > 4 || f.endsIn(made) {
				continue
			}
			lit := made.Fn.(*ssa.Function)
			if within(f.call.Parent(), lit) {
				continue // a recursive call: what is pending here is not pending for the task there
			}
			if i == 0 || lit.Synthetic == "range-over-func yield" {
				inside(lit, depth+1)
			}
		}
	}
	inside = func(fn *ssa.Function, depth int) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok {
					visit(call, depth)
				}
			}
		}
	}
	for _, b := range f.call.Parent().Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok && f.must[instr] {
				visit(call, 0)
			}
		}
	}
	return found
}

// older reports whether the task v is from before f was forked.
func (f *fork) older(v ssa.Value, seen []*ssa.Phi) bool {
	fn := f.call.Parent()
	switch v := spicessa.Resolve(v).(type) {
	case *ssa.Parameter:
		return within(fn, v.Parent()) // not that of a literal called in between
	case *ssa.Call:
		api := spicessa.CallOf(v)
		if api.Func != spiceapi.FutureTask || spicessa.PlaceOf(api.Recv).Overlaps(f.place) {
			return false
		}
		if v.Parent() != fn {
			return within(fn, v.Parent())
		}
		return before(v, f.store)
	case *ssa.Phi:
		if slices.Contains(seen, v) {
			return true
		}
		for _, edge := range v.Edges {
			if !f.older(edge, append(seen, v)) {
				return false
			}
		}
		return true
	}
	return false
}

// before reports whether a always runs before b does, in one function.
func before(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
}

// within reports whether inner is outer or a literal inside it.
func within(inner, outer *ssa.Function) bool {
	for ; inner != nil; inner = inner.Parent() {
		if inner == outer {
			return true
		}
	}
	return false
}

// operands returns what is called and its arguments.
func operands(call ssa.CallInstruction) []ssa.Value {
	common := call.Common()
	return append([]ssa.Value{common.Value}, common.Args...)
}

// reportHidden reports a fork that nobody can find.
func (c *checker) reportHidden(f *fork) {
	name := "the future"
	if f.name != nil {
		name = types.ExprString(f.name)
	}
	syntax := c.code.Syntax(f.call)
	if syntax == nil {
		return
	}
	c.pass.Report(analysis.Diagnostic{
		Pos:     syntax.Pos(),
		End:     syntax.End(),
		Message: "nobody gets the Task of " + name + " while it is pending, so idle workers cannot find this fork; pass " + name + ".Task() to the work between fork and join, or do not fork",
	})
}

// reportStale reports a call that gets a task from before a pending fork.
func (c *checker) reportStale(s stale) {
	syntax := c.code.Syntax(s.call)
	if syntax == nil {
		return
	}
	name := "the pending future"
	if s.fork.name != nil {
		name = types.ExprString(s.fork.name)
	}
	what := "call"
	if spicessa.CallOf(s.call).Func.Forks() {
		what = "fork"
	}
	d := analysis.Diagnostic{
		Pos: syntax.Pos(),
		End: syntax.End(),
		Message: "this " + what + " gets a task from before " + name + " was forked, from where idle workers cannot find " + name +
			"; pass " + name + ".Task()",
	}
	if at := c.code.Syntax(s.fork.call); at != nil {
		d.Related = []analysis.RelatedInformation{{Pos: at.Pos(), Message: name + " is forked here"}}
	}
	receivers := len(s.call.Call.Args) - len(syntax.Args)
	if i := s.arg - receivers; s.fork.name != nil && i >= 0 && i < len(syntax.Args) && spiceapi.IsTask(c.info.TypeOf(syntax.Args[i])) {
		if f := c.object(s.fork.name); f != nil {
			if text := c.taskOf(f, syntax.Pos()); text != "" {
				d.SuggestedFixes = []analysis.SuggestedFix{{
					Message:   "Pass " + text,
					TextEdits: []analysis.TextEdit{{Pos: syntax.Args[i].Pos(), End: syntax.Args[i].End(), NewText: []byte(text)}},
				}}
			}
		}
	}
	c.pass.Report(d)
}
