package nulljoin

import (
	_ "embed"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/analyzers/ignore"
	"github.com/spicego/spice/internal/docs"
	"github.com/spicego/spice/internal/spiceapi"
	"github.com/spicego/spice/internal/spicessa"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "nulljoin",
	Doc:      docs.Of(doc, "nulljoin"),
	URL:      "https://pkg.go.dev/github.com/spicego/spice/analyzers/nulljoin",
	Run:      ignore.Honour(run),
	Requires: []*analysis.Analyzer{ignore.Analyzer, inspect.Analyzer, spicessa.Analyzer, passesOn},
}

func run(pass *analysis.Pass) (any, error) {
	if !spiceapi.ImportedBy(pass.Pkg) {
		return nil, nil
	}
	c := &checker{
		pass:   pass,
		code:   pass.ResultOf[spicessa.Analyzer].(*spicessa.Code),
		in:     pass.ResultOf[inspect.Analyzer].(*inspector.Inspector),
		passed: pass.ResultOf[passesOn].(passed),
		b:      &builder{uses: make(map[*ssa.Alloc]*spicessa.Uses)},
	}
	for _, fn := range c.code.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call := spicessa.CallOf(instr); call.Func == spiceapi.Join {
					c.join(call)
				}
			}
		}
	}
	return nil, nil
}

// A checker looks at one package.
type checker struct {
	pass *analysis.Pass
	code *spicessa.Code
	in   *inspector.Inspector
	b    *builder

	passed passed
}

// A join is one call of Join and what is known about it.
type join struct {
	call   *ssa.Call
	place  spicessa.Place
	syntax *ast.CallExpr
	name   string          // the future, as it is spelled
	forks  []spicessa.Call // that may have made the future; none if that is not known
	chains [][]*invocation // for each of them, what it stands for

	result, answer ssa.Value // nil if nothing was made of it
}

// join checks one call of Join.
func (c *checker) join(call spicessa.Call) {
	j := &join{place: spicessa.PlaceOf(call.Recv), syntax: c.code.Syntax(call.Instr)}
	if j.syntax == nil {
		return
	}
	j.name = futureName(c.pass.TypesInfo, j.syntax)
	plain, ok := call.Instr.(*ssa.Call)
	if !ok {
		c.reportIgnored(j) // defer f.Join()
		return
	}
	j.call = plain
	for _, ref := range *plain.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok {
			if e.Index == 0 {
				j.result = e
			} else {
				j.answer = e
			}
		}
	}
	c.b.budget = maxBudget
	j.forks = c.forksFor(j)
	for _, f := range j.forks {
		j.chains = append(j.chains, c.b.chain(c.b.announced(f)))
	}
	var seen looks
	if j.answer != nil {
		seen = looksAt(j.answer)
	}
	if !seen.tested && !seen.leaves {
		c.reportIgnored(j)
		return
	}
	if seen.tested {
		c.branches(j)
	}
}

// announced returns the invocation that a fork announces.
func (b *builder) announced(f spicessa.Call) *invocation {
	inv := &invocation{at: f.Instr, fn: b.term(f.Args[1], nil, 0)}
	if inv.fn.op == opFunc || inv.fn.op == opMethod || inv.fn.op == opLiteral {
		inv.task = &term{op: opOpaque, val: f.Args[0]}
	}
	arg := b.term(f.Args[2], nil, 0)
	if f.Func == spiceapi.ForkArgs {
		ptr, ok := f.Args[2].Type().Underlying().(*types.Pointer)
		if !ok {
			return inv
		}
		arg = b.load(arg, f.Instr, nil, ptr.Elem(), 0)
	}
	inv.args = []*term{arg}
	return inv
}

// forksFor returns the forks whose futures may be in the place when it is
// joined.
func (c *checker) forksFor(j *join) []spicessa.Call {
	var forks []spicessa.Call
	add := func(v ssa.Value) bool {
		call, ok := spicessa.Resolve(v).(*ssa.Call)
		if !ok {
			return false
		}
		api := spicessa.CallOf(call)
		if !api.Func.Forks() || len(api.Args) != 3 {
			return false
		}
		if !slices.ContainsFunc(forks, func(f spicessa.Call) bool { return f.Instr == api.Instr }) {
			forks = append(forks, api)
		}
		return true
	}
	root, ok := j.place.Root.(*ssa.Alloc)
	if ok && root.Parent() != j.call.Parent() {
		// Joined in a literal: whatever was forked into the variable.
		uses := c.b.usesOf(root)
		for _, store := range append(uses.Stores[:len(uses.Stores):len(uses.Stores)], uses.Parts...) {
			if spicessa.PlaceOf(store.Addr).Overlaps(j.place) && !add(store.Val) {
				return nil
			}
		}
		return forks
	}
	known := backwards(j.call, func(instr ssa.Instruction) (stop, fail bool) {
		switch instr := instr.(type) {
		case *ssa.Alloc:
			return instr == j.place.Root, false
		case *ssa.Store:
			switch at := spicessa.PlaceOf(instr.Addr); {
			case !at.Overlaps(j.place):
			case !add(instr.Val):
				return false, true
			default:
				return j.place.Within(at), false
			}
		}
		return false, false
	})
	if !known {
		return nil
	}
	return forks
}

// branches checks what happens when the answer is false.
func (c *checker) branches(j *join) {
	e := &explorer{join: j.call, place: j.place, ok: j.answer, runs: func(ssa.Instruction) bool { return false }}
	yes, no := e.explore(true), e.explore(false)
	if !no.decided || yes.lost || no.lost {
		return // tested in a way that cannot be followed
	}
	onlyNo := minus(no.blocks, yes.blocks)
	onlyYes := minus(yes.blocks, no.blocks)

	// Find the calls that run what was forked, and those that try to.
	cmp := &comparer{b: c.b, fork: j.call, fallback: onlyNo}
	runs := make(map[ssa.Instruction]match)
	var tries []try
	for _, b := range j.call.Parent().Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !no.blocks[b] && !yes.blocks[b] || spicessa.CallOf(call).Func != spiceapi.None {
				continue
			}
			m := c.match(j, cmp, call)
			switch {
			case m.verdict == same || m.verdict == unknown && m.attempt:
				runs[call] = m
			case onlyNo[b] && m.attempt:
				tries = append(tries, try{call, m})
			}
		}
	}
	e.runs = func(instr ssa.Instruction) bool { _, ok := runs[instr]; return ok }
	no = e.explore(false)
	if no.lost {
		return
	}
	ranThere := false
	for instr := range runs {
		ranThere = ranThere || onlyNo[instr.Block()]
	}
	switch {
	case len(tries) > 0 && !ranThere && (!no.ran || !best(tries).fn):
		// What runs it on some path behind both answers is for another join.
		c.reportTry(j, best(tries))
	case no.ran:
		c.coverage(j, no, yes.blocks)
		for _, b := range j.call.Parent().Blocks {
			for _, instr := range b.Instrs {
				if _, ok := runs[instr]; ok && onlyNo[b] {
					c.fallback(j, instr.(*ssa.Call), no, yes.blocks)
				}
			}
		}
	case len(j.forks) == 0 && !c.hasTask(j.call.Parent()):
		// The caller may run it.
	case ranIn(runs, onlyYes):
		c.reportInverted(j)
	default:
		c.reportMissing(j)
	}
}

// ranIn reports whether a call that is the forked one for certain is in one of
// the blocks.
func ranIn(runs map[ssa.Instruction]match, blocks map[*ssa.BasicBlock]bool) bool {
	for instr, m := range runs {
		if m.verdict == same && blocks[instr.Block()] {
			return true
		}
	}
	return false
}

func minus(a, b map[*ssa.BasicBlock]bool) map[*ssa.BasicBlock]bool {
	rest := make(map[*ssa.BasicBlock]bool)
	for x := range a {
		if !b[x] {
			rest[x] = true
		}
	}
	return rest
}

// hasTask reports whether fn, or a function around it, has a task to run
// something with.
func (c *checker) hasTask(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if spiceapi.TaskParam(fn.Signature) != nil {
			return true
		}
	}
	return false
}

// A match says how a call compares with what was forked.
type match struct {
	verdict verdict
	attempt bool  // it looks like an attempt to run it
	fn      bool  // the function differs
	arg     int   // otherwise the argument that does, without the tasks
	changed *term // assigned to since the fork, for a difference
	via     *ssa.Call
}

// A try is an attempt to run the forked call that runs something else.
type try struct {
	call *ssa.Call
	match
}

// best returns the try to report: one with the right function if there is one.
func best(tries []try) try {
	for _, t := range tries {
		if !t.fn {
			return t
		}
	}
	return tries[0]
}

// match compares call with what the join's future stands for.
func (c *checker) match(j *join, cmp *comparer, call *ssa.Call) match {
	if _, ok := call.Call.Value.(*ssa.Builtin); ok {
		return match{verdict: differ}
	}
	attempt := c.attempts(j, call)
	if len(j.chains) == 0 {
		if attempt {
			return match{verdict: unknown, attempt: true}
		}
		return match{verdict: differ}
	}
	chain := c.b.chain(c.b.invocation(call, nil, 0))
	result := match{verdict: differ, fn: true, attempt: attempt}
	for i, forked := range j.chains {
		cmp.fork = j.forks[i].Instr
		m := c.matchChains(cmp, forked, chain, call)
		if m.fn && m.verdict == differ {
			if passed := c.passed.passesTo(chain[len(chain)-1], forked); passed != nil {
				// It may do other things as well, so that it is not the same.
				if m = c.matchChains(cmp, forked, []*invocation{passed}, call); m.verdict == same {
					m.verdict = unknown
				}
			}
		}
		switch {
		case m.verdict == same:
			m.attempt = true
			return m
		case m.verdict == unknown:
			result = m
			result.attempt = attempt
		case result.verdict == differ && result.fn:
			result = m
			result.attempt = attempt || !m.fn
		}
	}
	if result.verdict == differ && c.containsRun(j, cmp, call) {
		return match{verdict: unknown, attempt: true}
	}
	return result
}

// matchChains compares each call that the fork comes down to with each that
// the fallback comes down to.
func (c *checker) matchChains(cmp *comparer, forked, chain []*invocation, call *ssa.Call) match {
	result := match{verdict: differ, fn: true}
	for _, f := range forked {
		for _, g := range chain {
			cmp.changed = nil
			cmp.shared = sharedCalls(f.args, g.args)
			fn := cmp.compare(f.fn, g.fn)
			if fn == differ {
				if cmp.changed != nil && result.verdict == differ && result.fn {
					result.changed = cmp.changed
				}
				continue
			}
			args, at := same, 0
			if len(f.args) != len(g.args) {
				args = unknown
			} else {
				for i := range f.args {
					v := cmp.compare(f.args[i], g.args[i])
					if v == differ {
						args, at = differ, i
						break
					}
					if v == unknown {
						args = unknown
					}
				}
			}
			if f.formula != g.formula && args != differ {
				// One of them computes something from the result. If the
				// fallback's result is used as it is, it is another function.
				if f.formula && !computedFrom(call) || g.formula {
					continue
				}
				args = unknown
			}
			m := match{verdict: args, arg: at, changed: cmp.changed}
			switch {
			case fn == unknown:
				m = match{verdict: unknown}
			case fn == same && args == same:
				return m
			}
			if result.fn || m.verdict == unknown {
				if result.verdict != unknown {
					result = m
				}
			}
		}
	}
	return result
}

// computedFrom reports whether the result of call goes into a computation
// first, rather than to where it is wanted.
func computedFrom(call *ssa.Call) bool {
	for _, ref := range *call.Referrers() {
		switch ref.(type) {
		case *ssa.BinOp, *ssa.UnOp, *ssa.Call, *ssa.Convert, *ssa.Store, *ssa.Extract, *ssa.Field:
			return true
		}
	}
	return false
}

// attempts reports whether call looks like an attempt to run the forked call:
// it gets a task, or it makes the same type of result.
func (c *checker) attempts(j *join, call *ssa.Call) bool {
	if taskArg(call.Common()) != nil {
		return true
	}
	results, ok := j.call.Type().(*types.Tuple)
	if !ok || results.Len() != 2 {
		return false
	}
	want := results.At(0).Type()
	if _, empty := want.Underlying().(*types.Struct); empty && want.Underlying().(*types.Struct).NumFields() == 0 {
		return false
	}
	return types.Identical(call.Type(), want)
}

// containsRun reports whether the forked call is among what call does besides
// other things, itself or in a literal that it gets.
func (c *checker) containsRun(j *join, cmp *comparer, call *ssa.Call) bool {
	inv := c.b.invocation(call, nil, 0)
	if fn := inv.body(); fn != nil {
		if c.runsIn(j, cmp, fn, inv.frame(c.b, fn)) {
			return true
		}
	}
	for _, arg := range call.Call.Args {
		if made, ok := spicessa.Resolve(arg).(*ssa.MakeClosure); ok {
			if c.runsIn(j, cmp, made.Fn.(*ssa.Function), nil) {
				return true
			}
		}
	}
	return false
}

// runsIn reports whether the body of fn has a call that may be the forked one.
func (c *checker) runsIn(j *join, cmp *comparer, fn *ssa.Function, in *frame) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || spicessa.CallOf(call).Func != spiceapi.None {
				continue
			}
			chain := []*invocation{c.b.invocation(call, in, 0)}
			for i, forked := range j.chains {
				cmp.fork = j.forks[i].Instr
				if m := c.matchChains(cmp, forked, chain, call); m.verdict == same {
					return true
				}
			}
		}
	}
	return false
}

// coverage reports a join after which a path goes on as if the call had been
// run.
func (c *checker) coverage(j *join, no *way, yes map[*ssa.BasicBlock]bool) {
	for _, b := range no.without {
		if yes[b] && !c.guarded(j) {
			c.reportSkipped(j)
			return
		}
	}
}

// guarded reports whether a condition behind the join looks at the argument of
// the fork itself, or at its length: then the call may be skipped because there
// is nothing to do.
func (c *checker) guarded(j *join) bool {
	for _, chain := range j.chains {
		for _, arg := range chain[0].args {
			for _, b := range j.call.Parent().Blocks {
				test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
				if !ok || !before(j.call, test) {
					continue
				}
				cmp, ok := test.Cond.(*ssa.BinOp)
				if !ok {
					continue
				}
				for _, side := range []ssa.Value{cmp.X, cmp.Y} {
					t := c.b.term(side, nil, 0)
					if t.op == opBuiltin && t.sub == "len" {
						t = t.args[0]
					}
					if t.key() == arg.key() {
						return true
					}
				}
			}
		}
	}
	return false
}

// fallback checks the task and the result of a call that runs what was forked.
func (c *checker) fallback(j *join, call *ssa.Call, no *way, yes map[*ssa.BasicBlock]bool) {
	if name, joined := c.joinedTask(j, call); joined {
		c.reportTask(j, call, name)
		return
	}
	if j.loses(call, no, yes) {
		c.reportLost(j, call)
	}
}

// joinedTask returns the future whose task the call gets, if that is joined.
func (c *checker) joinedTask(j *join, call *ssa.Call) (name string, joined bool) {
	task := taskArg(call.Common())
	if task == nil {
		return "", false
	}
	made, ok := spicessa.Resolve(task).(*ssa.Call)
	if !ok {
		return "", false
	}
	api := spicessa.CallOf(made)
	if api.Func != spiceapi.FutureTask {
		return "", false
	}
	place := spicessa.PlaceOf(api.Recv)
	name = "the future"
	if syntax := c.code.Syntax(made); syntax != nil {
		name = futureName(c.pass.TypesInfo, syntax)
	}
	if place == j.place {
		for _, f := range j.forks {
			if f.Instr.Parent() == made.Parent() && !before(f.Instr, made) {
				return "", false // the task of what the variable had before
			}
		}
		return name, true
	}
	if made.Parent() != call.Parent() {
		return "", false
	}
	// Another future: joined or dropped before on every way, and not forked again.
	settled := false
	for _, b := range call.Parent().Blocks {
		for _, instr := range b.Instrs {
			if store, ok := instr.(*ssa.Store); ok && spicessa.PlaceOf(store.Addr).Overlaps(place) && between(j.call, store) {
				return "", false
			}
			if end, ok := instr.(*ssa.Call); ok {
				api := spicessa.CallOf(end)
				if api.Func.Settles() && spicessa.PlaceOf(api.Recv) == place && before(end, call) && before(made, end) {
					settled = true
				}
			}
		}
	}
	return name, settled
}

// loses reports whether the result of the fallback goes nowhere, while that of
// the join is used.
func (j *join) loses(call *ssa.Call, no *way, yes map[*ssa.BasicBlock]bool) bool {
	if j.result == nil || !used(j.result) || !types.Identical(call.Type(), j.result.Type()) {
		return false
	}
	if s, ok := j.result.Type().Underlying().(*types.Struct); ok && s.NumFields() == 0 {
		return false
	}
	if !used(call) {
		return true
	}
	if !j.usedBehind(call, no, yes) {
		return false
	}
	// The result of the join, zero here, is used behind the fallback: has its
	// own result any part in it?
	for _, ref := range *call.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.If:
		case *ssa.BinOp:
			if !onlyTests(ref) {
				return false
			}
		case *ssa.Phi:
			if slices.Contains(ref.Edges, j.result) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyTests reports whether a comparison is used for nothing but conditions.
func onlyTests(v *ssa.BinOp) bool {
	if !isBool(v) {
		return false
	}
	for _, ref := range *v.Referrers() {
		if _, ok := ref.(*ssa.If); !ok {
			return false
		}
	}
	return true
}

// usedBehind reports whether the result of the join is used where both answers
// lead, behind the fallback.
func (j *join) usedBehind(call *ssa.Call, no *way, yes map[*ssa.BasicBlock]bool) bool {
	for _, ref := range *j.result.Referrers() {
		b := ref.Block()
		if phi, ok := ref.(*ssa.Phi); ok {
			for i, edge := range phi.Edges {
				if edge == j.result && no.behind[b.Preds[i]] && no.edges[[2]*ssa.BasicBlock{b.Preds[i], b}] && b.Preds[i] != j.call.Block() {
					return true
				}
			}
			continue
		}
		if b != j.call.Block() && yes[b] && no.behind[b] {
			return true
		}
	}
	return false
}

func used(v ssa.Value) bool {
	for _, ref := range *v.Referrers() {
		if _, ok := ref.(*ssa.DebugRef); !ok {
			return true
		}
	}
	return false
}

// futureName returns the receiver of a method call as it is spelled.
func futureName(info *types.Info, call *ast.CallExpr) string {
	if api := spiceapi.CallOf(info, call); api.Recv != nil {
		recv := ast.Unparen(api.Recv)
		if addr, ok := recv.(*ast.UnaryExpr); ok {
			recv = addr.X
		}
		return types.ExprString(recv)
	}
	return "the future"
}
