package prove

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/effects"
)

// Why the calls of a function are not independent: first what conflicts, and only if nothing does, that the form is not
// supported.

// A pair is two calls that one run of the function can make one after the other; of a call in a loop, it and itself.
type pair struct {
	a, b *site
	loop bool // b runs after a in a later round of a loop
}

// pairs lists the pairs among the calls that the function makes itself.
func (j *judge) pairs() []pair {
	var out []pair
	for _, a := range j.sites {
		for _, b := range j.sites {
			if a.in != j.n.fn || b.in != j.n.fn {
				continue
			}
			if a == b {
				if j.reaches(a.instr, a.instr) {
					out = append(out, pair{a, a, true})
				}
				continue
			}
			if j.reaches(a.instr, b.instr) {
				later := a.instr.Block() == b.instr.Block() && j.order[a.instr] > j.order[b.instr] || j.reaches(b.instr, a.instr) && j.order[a.instr] > j.order[b.instr]
				out = append(out, pair{a, b, later})
			}
		}
	}
	return out
}

// count refuses functions that never make two calls in one run.
func (j *judge) count() Code {
	j.locate()
	for _, s := range j.sites {
		if s.in != j.n.fn {
			return "" // in a literal: who knows how often it runs
		}
	}
	if len(j.pairs()) > 0 {
		return ""
	}
	if len(j.sites) == 1 {
		return SingleCall
	}
	return Exclusive
}

// refuseFlags refuses functions with effects whose order or presence others can observe.
func (j *judge) refuseFlags() bool {
	s := j.sum
	say := map[effects.Flags]struct {
		code Code
		what string
	}{
		effects.Unsafe:           {Unsafe, "every call uses %s (%s)%s"},
		effects.IO:               {IO, "every call may call %s (%s)%s, and the order shows"},
		effects.Sync:             {Sync, "every call synchronises by %s (%s)%s"},
		effects.Nondeterministic: {Nondeterministic, "every call asks %s (%s)%s, and the order of the answers would change"},
		effects.UnknownCall:      {UnknownCall, "every call may call %s (%s)%s, whose effects are not known"},
		effects.NoReturn:         {EarlyExit, "every call may end the goroutine by %s (%s)%s"},
	}
	var deferred []ssa.Instruction
	for _, b := range j.n.fn.Blocks {
		for _, i := range b.Instrs {
			if _, ok := i.(*ssa.Defer); ok {
				deferred = append(deferred, i)
			}
		}
	}
	sayDefer := func() {
		for _, d := range deferred {
			j.refuse(RecoverDefer, fmt.Sprintf("a deferred call (%s) would see the calls out of order", j.at(j.pos[d])), Related{j.pos[d], "the deferred call"})
		}
	}
	var order, doubted []effects.Flags
	_, pure := j.marks.find("pure")
	for _, f := range []effects.Flags{effects.Unsafe, effects.IO, effects.Sync, effects.Nondeterministic} {
		if s.Flags&f != 0 && s.Witness(f).Doubt && !pure { // pure speaks of unknown calls, and this one would be refused all the same
			say[f] = say[effects.UnknownCall]
			doubted = append(doubted, f)
		} else {
			order = append(order, f)
		}
	}
	order = append(append(order, doubted...), effects.UnknownCall, effects.NoReturn)
	for _, f := range order {
		if s.Flags&f == 0 {
			continue
		}
		w := s.Witness(f)
		if !w.Pos.IsValid() {
			w.Pos = j.n.fn.Pos()
		}
		if f == effects.UnknownCall {
			for _, d := range deferred {
				if w.Pos == d.(*ssa.Defer).Call.Pos() || w.Pos == d.Pos() {
					sayDefer()
				}
			}
		}
		leads := ""
		if w.Root != "" && say[f].code != UnknownCall {
			leads = ", which leads to " + w.Root
		}
		reason := fmt.Sprintf(say[f].what, w.What, j.at(w.Pos), leads)
		if f == effects.UnknownCall {
			reason += pureHint(s, w)
		}
		j.refuse(say[f].code, reason, Related{w.Pos, w.What})
	}
	for _, w := range s.PassedCalls() {
		if a, ok := j.marks.find("pure"); ok {
			j.assume(UnknownCall, a)
			continue
		}
		j.refuse(UnknownCall, fmt.Sprintf("every call may call %s (%s), whose effects are not known", w.What, j.at(w.Pos))+pureHint(s, w), Related{w.Pos, w.What})
	}
	sayDefer()
	if s.Flags&effects.Recovers != 0 {
		w := s.Witness(effects.Recovers)
		j.refuse(RecoverDefer, fmt.Sprintf("it recovers from panics (%s), which the calls would raise out of order", j.at(w.Pos)), Related{w.Pos, "the recover"})
	}
	if j.v.Code != "" {
		return true
	}
	if a, ok := j.marks.find("pure"); ok && s.Silenced {
		j.assume(UnknownCall, a)
	}
	return false
}

// pureHint says which directive asserts that an unknown call has no effect, unless it would be a lie as far as anybody can see.
func pureHint(s *effects.Summary, w effects.Witness) string {
	const effectful = effects.IO | effects.Sync | effects.Nondeterministic | effects.Unsafe | effects.NoReturn
	name := w.What[strings.LastIndexByte(w.What, '.')+1:]
	for _, verb := range []string{"Write", "Read", "Close", "Flush", "Print", "Log", "Set", "Add", "Send", "Sync"} {
		if strings.HasPrefix(name, verb) {
			return ""
		}
	}
	if s.Flags&effectful != 0 {
		return ""
	}
	return "; if it changes nothing that others see, //spice:assume pure says so"
}

func (j *judge) assume(c Code, a assumption) {
	for _, x := range j.v.Assumed {
		if x.Code == c && x.Pos == a.pos {
			return
		}
	}
	j.v.Assumed = append(j.v.Assumed, Assumed{c, "//spice:assume " + a.word, a.pos})
}

// A finding is a conflict with its code.
type finding struct {
	code   Code
	reason string
	rel    []Related
}

// rank orders codes: what has to be removed first, and what says most, comes first.
var rank = map[Code]int{
	Threaded: 1, Undo: 2, Memo: 3, Scratch: 4, AppendAlias: 5, GlobalWrite: 6, AliasedSlices: 7, SharedWrite: 8, ReadWrite: 9,
	ShortCircuit: 10, Pruned: 11, EarlyExit: 12, RecoverDefer: 13, Mutual: 14, ControlFlow: 15,
}

func (j *judge) diagnose(failed []*failure) {
	var found []finding
	add := func(f finding) { found = append(found, f) }
	pairs := j.pairs()
	if len(pairs) > 400 {
		pairs = pairs[:400]
	}
	j.group = nil
	j.factList = nil
	for _, p := range pairs {
		if f, ok := j.threaded(p); ok {
			add(f)
		}
		for _, c := range j.pairClashes(p) {
			add(j.explain(p, c))
		}
	}
	for _, p := range pairs {
		f, ok := j.decided(p)
		if !ok {
			continue
		}
		if a, total := j.marks.find("total"); total {
			j.assume(f.code, a) // what is left is that calls ahead of time are not rewritten yet
			continue
		}
		add(f)
	}
	for _, s := range j.sites {
		if s.in != j.n.fn {
			if s.in.Synthetic != "" {
				add(finding{ControlFlow, "a call stands in the body of a range over a function", []Related{{s.instr.Common().Pos(), "the call"}}})
			} else {
				add(finding{ControlFlow, "a call in a function literal is not rewritten yet", []Related{{s.instr.Common().Pos(), "the call"}}})
			}
		}
	}
	if len(found) == 0 {
		for _, f := range failed {
			if f.clash != nil {
				add(j.explain(pair{j.siteOf(f.a), j.siteOf(f.b), false}, f.clash))
			} else {
				add(finding{f.code, f.reason, f.rel})
			}
		}
	}
	if len(found) == 0 {
		add(j.unsupported(pairs))
	}
	best := found[0]
	for _, f := range found[1:] {
		if rank[f.code] < rank[best.code] {
			best = f
		}
	}
	j.refuse(best.code, best.reason, best.rel...)
	for _, f := range found {
		j.also(f.code)
	}
}

func (j *judge) siteOf(m *member) *site {
	for _, s := range j.sites {
		if s.instr == ssa.CallInstruction(m.instr) {
			return s
		}
	}
	return j.sites[0]
}

// unsupported says which form it is that stands in the way, when the calls are independent.
func (j *judge) unsupported(pairs []pair) finding {
	var rel []Related
	for _, s := range j.sites {
		rel = append(rel, Related{s.instr.Common().Pos(), "a recursive call"})
	}
	for _, s := range j.sites {
		if s.instr.Common().IsInvoke() {
			return finding{UnknownCall, "a call through an interface (" + j.at(s.instr.Common().Pos()) + ") is not rewritten yet, even where all its methods are known", rel}
		}
	}
	if m := j.mutual(); m != nil {
		return finding{Mutual, "the calls are independent, but functions that call each other (" + j.n.name + " and " + m.name + ") are not rewritten yet", rel}
	}
	if j.n.lit != nil {
		return finding{ControlFlow, "the calls are independent, but a recursive closure is not rewritten yet", rel}
	}
	for _, p := range pairs {
		if p.a == p.b {
			return finding{ControlFlow, "the calls are independent, but a call in a loop is not rewritten yet", rel}
		}
	}
	return finding{ControlFlow, "the calls are independent, but calls under conditions of their own are not rewritten yet", rel}
}

// threaded looks for a later call whose arguments come from the result of an earlier one.
func (j *judge) threaded(p pair) (finding, bool) {
	t := j.tainted(p.a.instr, false)
	common := p.b.instr.Common()
	args := common.Args
	if common.IsInvoke() {
		args = append([]ssa.Value{common.Value}, args...)
	}
	for _, a := range args {
		if !t[a] {
			continue
		}
		if p.a == p.b {
			return finding{Threaded, fmt.Sprintf("the argument of each call comes from the result of the one before (%s)", j.at(p.a.instr.Common().Pos())),
				[]Related{{p.a.instr.Common().Pos(), "the call"}}}, true
		}
		return finding{Threaded, fmt.Sprintf("the argument of the second call (%s) comes from the result of the first one (%s)", j.at(common.Pos()), j.at(p.a.instr.Common().Pos())),
			[]Related{{p.a.instr.Common().Pos(), "the first call"}, {common.Pos(), "the second call"}}}, true
	}
	return finding{}, false
}

// pairClashes looks for accesses of a pair that meet: between the calls, or with the code between them. The first ones say most.
func (j *judge) pairClashes(p pair) []*clash {
	j.setGroupOf(p)
	x, y := j.touches(p.a.instr), j.touches(p.b.instr)
	loop := p.a == p.b
	var calls, others []*clash
	calls = j.clashes(j.roundApart(x, p, loop), j.roundApart(y, p, loop), callCall)
	operands := j.operandInstrs(p.b)
	for _, i := range j.amid(p) {
		t := j.roundApart(j.touches(i), p, loop || p.loop)
		if operands[i] {
			others = append(others, j.clashes(x, t, callOperand)...)
			continue
		}
		others = append(others, j.clashes(y, t, callOther)...)
		for o := range operands {
			others = append(others, j.clashes(t, j.roundApart(j.touches(o), p, loop || p.loop), otherOperand)...)
		}
		if len(others) > 100 {
			break
		}
	}
	return append(calls, others...)
}

// setGroupOf makes the bounds of the pair's operands known, if they are operands of calls in one list.
func (j *judge) setGroupOf(p pair) {
	j.group, j.factList = nil, nil
	j.anchor, j.rounds = p.a.instr.Block(), p.loop
	a, ok1 := p.a.instr.(*ssa.Call)
	b, ok2 := p.b.instr.(*ssa.Call)
	if ok1 && ok2 && a.Block() == b.Block() {
		j.group = []*member{{instr: a}, {instr: b}}
	}
}

// roundApart drops accesses of objects that each round of the loop makes anew.
func (j *judge) roundApart(ts []*effects.Touch, p pair, loop bool) []*effects.Touch {
	if !loop {
		return ts
	}
	var out []*effects.Touch
	for _, t := range ts {
		if t.Fresh() {
			b := t.Place.Root.Site.Block()
			if j.blockReach(b)[p.a.instr.Block()] && (j.blockReach(p.a.instr.Block())[b]) {
				continue
			}
		}
		out = append(out, t)
	}
	return out
}

// amid returns the instructions that can run after a and before b.
func (j *judge) amid(p pair) []ssa.Instruction {
	var out []ssa.Instruction
	for _, b := range j.n.fn.Blocks {
		for _, i := range b.Instrs {
			if i != ssa.Instruction(p.a.instr) && i != ssa.Instruction(p.b.instr) && j.reaches(p.a.instr, i) && j.reaches(i, p.b.instr) {
				if c, ok := i.(ssa.CallInstruction); ok && j.isSite(c) {
					continue
				}
				out = append(out, i)
			}
		}
	}
	return out
}

func (j *judge) isSite(c ssa.CallInstruction) bool {
	for _, s := range j.sites {
		if s.instr == c {
			return true
		}
	}
	return false
}

// operandInstrs returns the instructions that evaluate the operands of the call.
func (j *judge) operandInstrs(s *site) map[ssa.Instruction]bool {
	out := map[ssa.Instruction]bool{}
	expr := j.exprOf(s.instr)
	if expr == nil {
		return out
	}
	for _, b := range j.n.fn.Blocks {
		for _, i := range b.Instrs {
			if p := j.pos[i]; p.IsValid() && enclosing(expr, p) && i != ssa.Instruction(s.instr) {
				out[i] = true
			}
		}
	}
	return out
}

// exprOf returns the call expression of a call.
func (j *judge) exprOf(c ssa.CallInstruction) *ast.CallExpr {
	if j.callExprs == nil {
		j.callExprs = map[token.Pos]*ast.CallExpr{}
		ast.Inspect(j.n.decl, func(n ast.Node) bool {
			if e, ok := n.(*ast.CallExpr); ok {
				j.callExprs[e.Lparen] = e
			}
			return true
		})
	}
	return j.callExprs[c.Common().Pos()]
}

// explain turns a clash into a code and a sentence.
func (j *judge) explain(p pair, c *clash) finding {
	code := j.classify(p, c)
	w, o := c.x, c.y
	if !w.Write {
		w, o = o, w
	}
	what := j.describe(w)
	rel := []Related{{w.Pos, "a write"}}
	if o.Pos != w.Pos {
		verb := "a read"
		if o.Write {
			verb = "a write"
		}
		rel = append(rel, Related{o.Pos, verb})
	}
	var reason string
	both := w.Write && o.Write
	switch c.kind {
	case callCall:
		switch {
		case w.Beyond || o.Beyond:
			b := w
			if !b.Beyond {
				b = o
			}
			reason = fmt.Sprintf("a slice may reach beyond the end of %s (%s), into what the other call uses", j.describe(b), j.at(b.Pos))
		case w.Tail || o.Tail:
			reason = fmt.Sprintf("an append (%s) may write into the room behind %s, which the other call uses", j.at(w.Pos), what)
		case both:
			reason = fmt.Sprintf("both calls write %s (%s)", what, j.at(w.Pos))
		default:
			reason = fmt.Sprintf("one call writes %s (%s) and the other one reads it (%s)", what, j.at(w.Pos), j.at(o.Pos))
		}
	case callOther:
		if w == c.x {
			reason = fmt.Sprintf("the second call writes %s (%s), which the code between the calls uses (%s)", what, j.at(w.Pos), j.at(o.Pos))
		} else {
			reason = fmt.Sprintf("the code between the calls writes %s (%s), which the second call uses (%s)", what, j.at(w.Pos), j.at(o.Pos))
		}
	case callOperand:
		if w == c.x {
			reason = fmt.Sprintf("the first call writes %s (%s), which an argument of the second one reads (%s)", what, j.at(w.Pos), j.at(o.Pos))
		} else {
			reason = fmt.Sprintf("an argument of the second call writes %s (%s), which the first one uses (%s)", what, j.at(w.Pos), j.at(o.Pos))
		}
	case otherOperand:
		reason = fmt.Sprintf("the code between the calls writes %s (%s), which an argument of the second call reads (%s)", what, j.at(w.Pos), j.at(o.Pos))
	}
	switch code {
	case SharedWrite, AliasedSlices:
		if c.kind == callCall && !j.handedToBoth(p, w, o) {
			word := "disjoint"
			if branching(w.Place, o.Place) {
				word = "tree"
			}
			reason += "; if they never meet, //spice:assume " + word + " says so"
		}
	case Undo:
		reason = fmt.Sprintf("%s is set before the call and taken back after it (%s), on an object that all calls share", what, j.at(w.Pos))
	case Memo:
		reason = fmt.Sprintf("the calls look up and fill one table, %s (%s)", what, j.at(w.Pos))
	case Scratch:
		reason = fmt.Sprintf("both calls use one buffer, %s (%s)", what, j.at(w.Pos))
	}
	return finding{code, reason, rel}
}

// handedToBoth reports whether both calls get the very object that the accesses are about: then it would be a lie that they never
// meet there. Of a slice that both get, calls with different integers may use different elements.
func (j *judge) handedToBoth(p pair, x, y *effects.Touch) bool {
	root := x.Place.Root
	if root != y.Place.Root || branching(x.Place, y.Place) || x.Element() && y.Element() && j.integersDiffer(p) {
		return false
	}
	if root.Kind == effects.FreeRoot {
		return true
	}
	for k, a := range p.a.instr.Common().Args {
		if k >= len(p.b.instr.Common().Args) {
			break
		}
		v, w := j.rep(a), j.rep(p.b.instr.Common().Args[k])
		if v != w {
			continue
		}
		switch root.Kind {
		case effects.ParamRoot:
			if v == ssa.Value(j.n.fn.Params[root.Index]) {
				return true
			}
		case effects.FreshRoot:
			if i, ok := v.(ssa.Instruction); ok && i == root.Site && !j.reaches(p.a.instr, i) {
				return true
			}
		}
	}
	return false
}

// describe names the memory of an access.
func (j *judge) describe(t *effects.Touch) string {
	p := t.Place
	switch p.Root.Kind {
	case effects.GlobalRoot:
		g := p.Root.Global
		name := g.Name()
		if g.Pkg != nil && g.Pkg.Pkg != j.n.pkg.Types {
			name = g.Pkg.Pkg.Name() + "." + name
		}
		return "package variable " + name
	case effects.ParamRoot:
		return j.describePath(t, j.n.fn.Params[p.Root.Index].Name(), j.n.fn.Params[p.Root.Index].Type())
	case effects.FreeRoot:
		name := j.n.fn.FreeVars[p.Root.Index].Name()
		if len(p.Steps()) <= 1 {
			return "captured variable " + name
		}
		return "what captured variable " + name + " leads to"
	case effects.FreshRoot:
		if a, ok := p.Root.Site.(*ssa.Alloc); ok && a.Comment != "" && a.Comment != "new" && a.Comment != "complit" {
			return "variable " + a.Comment
		}
		return "an object made at " + j.at(p.Root.Site.Pos())
	}
	return "memory that is not known"
}

func (j *judge) describePath(t *effects.Touch, name string, typ types.Type) string {
	steps := t.Place.Steps()
	out := name
	derefs := 0
	for _, s := range steps {
		under := typ.Underlying()
		switch {
		case s == effects.Deref:
			derefs++
			if pt, ok := under.(*types.Pointer); ok {
				typ = pt.Elem()
			}
			continue
		case s == effects.Elem:
			out += "[…]"
			switch u := under.(type) {
			case *types.Slice:
				typ = u.Elem()
			case *types.Array:
				typ = u.Elem()
			case *types.Map:
				typ = u.Elem()
			default:
				return "what " + name + " leads to"
			}
			continue
		case s >= 0:
			st, ok := under.(*types.Struct)
			if !ok || int(s) >= st.NumFields() {
				return "what " + name + " leads to"
			}
			out += "." + st.Field(int(s)).Name()
			typ = st.Field(int(s)).Type()
			continue
		}
		return "what " + out + " leads to"
	}
	if derefs == 1 && out == name {
		return "*" + name
	}
	if t.Type() != nil {
		return out
	}
	return "what " + out + " leads to"
}
