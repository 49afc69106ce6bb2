package prove

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/effects"
)

// Whether the calls of a group may run at the same time.
//
// The rewritten code evaluates the operands of all calls (and the Moved statements, which they need) first, in program order; then
// the first call runs while the others are pending, and so do the other parts of the statements from the first call's to the last
// one's; each later call is joined at the start of its own statement. So for the calls c1 … ck, with the parts N of those statements
// that are neither calls, operands nor moved:
//
//   - ci and cj touch nothing in common that either writes;
//   - cj and every part that ran before it touch nothing in common that either writes, and cj's operands read nothing that those
//     parts or the calls before it write, in memory or in variables;
//   - operands write only what they make themselves;
//   - moved statements commute with all that they move over.

// A failure says why some calls are not a group.
type failure struct {
	a, b *member // b is nil if only one call is at fault
	code Code
	// The conflict, for codes about memory; form failures have a reason only.
	clash  *clash
	reason string
	rel    []Related
}

// A clash is a pair of accesses.
type clash struct {
	x, y *effects.Touch
	kind clashKind
}

type clashKind uint8

const (
	callCall    clashKind = iota // between two calls
	callOther                    // x by a call, y by the code between
	callOperand                  // x by a call, y by the operands of another one
	otherOperand
)

// extent is the part of a function's code that evaluates the operands of a group's call.
func extent(m *member) (lo, hi token.Pos) { return m.expr.Pos(), m.expr.End() }

func inside(p token.Pos, m *member) bool {
	lo, hi := extent(m)
	return lo <= p && p < hi
}

// findGroups looks for groups in all statement lists and returns what stood in the way.
func (j *judge) findGroups() []*failure {
	var failed []*failure
	for _, l := range j.lists() {
		rest := l.members
		if j.amidGroup(l) {
			continue
		}
		for len(rest) >= 2 {
			group := []*member{rest[0]}
			var moved []ast.Stmt
			var next []*member
			for _, m := range rest[1:] {
				assumed := len(j.v.Assumed)
				mv, f := j.try(l, append(slices.Clone(group), m))
				if f != nil {
					j.v.Assumed = j.v.Assumed[:assumed]
					failed = append(failed, f)
					next = append(next, m)
					continue
				}
				group = append(group, m)
				moved = mv
			}
			if len(group) < 2 {
				rest = next
				continue
			}
			j.accept(l, group, moved)
			last := group[len(group)-1].index
			rest = nil
			for _, m := range next {
				if m.index > last {
					rest = append(rest, m)
				}
			}
		}
	}
	return failed
}

// amidGroup reports whether the list stands inside a statement that runs while calls of another group may be pending.
func (j *judge) amidGroup(l *list) bool {
	for _, g := range j.v.Groups {
		for _, s := range g.List[:len(g.List)-1] {
			if enclosing(s, l.stmts[0].Pos()) {
				return true
			}
		}
	}
	return false
}

func (j *judge) accept(l *list, group []*member, moved []ast.Stmt) {
	first, last := group[0].index, group[len(group)-1].index
	g := &Group{List: l.stmts[first : last+1], Moved: moved}
	for _, m := range group {
		g.Calls = append(g.Calls, &Call{Expr: m.expr, Stmt: l.stmts[m.index], Clip: j.clips(m)})
	}
	j.v.Groups = append(j.v.Groups, g)
	j.step("%s: %d calls are independent", j.at(group[0].expr.Pos()), len(group))
}

// try decides whether the members are a group. The last one was just added: the ones before are known to be one.
func (j *judge) try(l *list, group []*member) ([]ast.Stmt, *failure) {
	first, last := group[0], group[len(group)-1]
	j.group, j.factList = group, nil
	j.anchor, j.rounds = first.instr.Block(), false
	for _, m := range group[:len(group)-1] {
		if inside(m.expr.Pos(), last) {
			return nil, &failure{a: m, b: last, code: Threaded, reason: "the argument of the outer call comes from the inner one",
				rel: []Related{{m.expr.Lparen, "the inner call"}, {last.expr.Lparen, "the outer call"}}}
		}
	}
	for _, m := range group[:len(group)-1] {
		t := j.tainted(m.instr, false)
		for _, a := range last.instr.Call.Args {
			if t[a] {
				return nil, &failure{a: m, b: last, code: Threaded, reason: "an argument of the second call comes from the result of the first one",
					rel: []Related{{m.expr.Lparen, "the first call"}, {last.expr.Lparen, "the second call"}}}
			}
		}
	}
	for _, s := range l.stmts[first.index : last.index+1] {
		if s == l.stmts[last.index] {
			break // it may well leave after its calls
		}
		if e := exits(s); e != nil {
			return nil, j.exitFailure(first, last, e)
		}
	}

	between, f := j.between(first, last)
	if f != nil {
		return nil, f
	}
	before := j.beforeIn(l.stmts[first.index], first, group)

	moved, f := j.toMove(l, group)
	if f != nil {
		return nil, f
	}

	// Sort the instructions.
	var rest []ssa.Instruction
	ops := map[*member][]ssa.Instruction{}
	mv := map[ast.Stmt][]ssa.Instruction{}
	isCall := func(i ssa.Instruction) bool {
		for _, m := range group {
			if i == ssa.Instruction(m.instr) {
				return true
			}
		}
		return false
	}
	for _, i := range append(slices.Clone(before), between...) {
		if isCall(i) {
			continue
		}
		p := j.pos[i]
		owner := (*member)(nil)
		for _, m := range group {
			if p.IsValid() && inside(p, m) {
				owner = m
				break
			}
		}
		if owner != nil {
			ops[owner] = append(ops[owner], i)
			if st, ok := i.(*ssa.Store); !ok || i.Pos().IsValid() || isLiteral(st.Addr) {
				continue
			}
			// A store without a position may as well be a part of the statement before.
		}
		found := false
		for _, s := range moved {
			if p.IsValid() && enclosing(s, p) {
				mv[s] = append(mv[s], i)
				found = true
			}
		}
		if !found {
			rest = append(rest, i)
		}
	}
	for _, i := range j.operandsOf(first) {
		if !slices.Contains(ops[first], i) {
			ops[first] = append(ops[first], i)
		}
	}

	if f := j.checkFlags(group, rest, ops, mv); f != nil {
		return nil, f
	}
	for _, m := range group {
		// Parts that this call and its operands move over: all before the first call in its statement, and those between.
		over := before
		if m != first {
			b, f := j.between(first, m)
			if f != nil {
				return nil, f
			}
			over = append(slices.Clone(before), b...)
		}
		for _, i := range over {
			if !slices.Contains(rest, i) {
				continue
			}
			if c := j.clashing(j.touches(m.instr), j.touches(i)); c != nil {
				c.kind = callOther
				return nil, &failure{a: m, b: m, clash: c, code: ReadWrite}
			}
			for _, o := range ops[m] {
				if c := j.clashing(j.touches(i), j.touches(o)); c != nil {
					c.kind = otherOperand
					return nil, &failure{a: first, b: m, clash: c, code: ReadWrite}
				}
			}
		}
		for _, e := range group {
			if e == m {
				break
			}
			if c := j.clashingCalls(j.touches(e.instr), j.touches(m.instr)); c != nil {
				c.kind = callCall
				return nil, &failure{a: e, b: m, clash: c}
			}
		}
		for _, e := range group {
			if e == m {
				break
			}
			for _, o := range ops[m] {
				if c := j.clashing(j.touches(e.instr), j.touches(o)); c != nil {
					c.kind = callOperand
					return nil, &failure{a: e, b: m, clash: c, code: ReadWrite}
				}
			}
		}
	}
	if f := j.checkMoves(l, group, moved, mv, rest, ops); f != nil {
		return nil, f
	}
	return moved, nil
}

// isLiteral reports whether addr is inside a composite literal or the slice of variadic arguments, which have no name.
func isLiteral(addr ssa.Value) bool {
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		return isLiteral(x.X)
	case *ssa.IndexAddr:
		return isLiteral(x.X)
	case *ssa.Alloc:
		return x.Comment == "varargs" || x.Comment == "complit"
	}
	return false
}

// groupPair is the last two calls of the group that is being tried.
func (j *judge) groupPair() pair {
	if len(j.group) < 2 {
		return pair{j.sites[0], j.sites[0], false}
	}
	return pair{j.siteOf(j.group[0]), j.siteOf(j.group[len(j.group)-1]), false}
}

// operandsOf returns the instructions before the call, back to the start of its block, that evaluate its operands.
func (j *judge) operandsOf(m *member) []ssa.Instruction {
	var out []ssa.Instruction
	for _, b := range j.n.fn.Blocks {
		for _, i := range b.Instrs {
			if p := j.pos[i]; p.IsValid() && inside(p, m) && i != ssa.Instruction(m.instr) {
				out = append(out, i)
			}
		}
	}
	return out
}

// between returns the instructions on the way from one call to the other, which every way must reach.
func (j *judge) between(a, b *member) ([]ssa.Instruction, *failure) {
	from, to := a.instr.Block(), b.instr.Block()
	if from == to && j.order[a.instr] < j.order[b.instr] {
		var out []ssa.Instruction
		for _, i := range from.Instrs {
			if j.order[i] > j.order[a.instr] && j.order[i] < j.order[b.instr] {
				out = append(out, i)
			}
		}
		return out, nil
	}
	var out []ssa.Instruction
	for _, i := range from.Instrs {
		if j.order[i] > j.order[a.instr] {
			out = append(out, i)
		}
	}
	seen := map[*ssa.BasicBlock]bool{to: true}
	work := slices.Clone(from.Succs)
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[c] {
			continue
		}
		seen[c] = true
		if c == from {
			return nil, &failure{a: a, b: b, code: EarlyExit, reason: "a loop goes back to the first call before the second one is made"}
		}
		out = append(out, c.Instrs...)
		if len(c.Succs) == 0 {
			last := c.Instrs[len(c.Instrs)-1]
			return nil, &failure{a: a, b: b, code: EarlyExit, reason: "the function may end between the calls", rel: []Related{{j.pos[last], "here"}}}
		}
		work = append(work, c.Succs...)
	}
	for _, i := range to.Instrs {
		if j.order[i] < j.order[b.instr] {
			out = append(out, i)
		}
	}
	return out, nil
}

// beforeIn returns the instructions of the statement that run before the call, its own operands left out.
func (j *judge) beforeIn(s ast.Stmt, m *member, group []*member) []ssa.Instruction {
	var out []ssa.Instruction
	seen := map[*ssa.BasicBlock]bool{}
	var back func(b *ssa.BasicBlock, k int)
	back = func(b *ssa.BasicBlock, k int) {
		for ; k >= 0; k-- {
			i := b.Instrs[k]
			if isPhi(i) {
				continue
			}
			if p := j.pos[i]; p.IsValid() && !enclosing(s, p) {
				return
			}
			if !inside(j.pos[i], m) {
				out = append(out, i)
			}
		}
		for _, p := range b.Preds {
			if !seen[p] {
				seen[p] = true
				back(p, len(p.Instrs)-1)
			}
		}
	}
	b := m.instr.Block()
	k := slices.Index(b.Instrs, ssa.Instruction(m.instr))
	back(b, k-1)
	return out
}

// toMove finds the statements that the operands of the later calls need.
func (j *judge) toMove(l *list, group []*member) ([]ast.Stmt, *failure) {
	first, last := group[0], group[len(group)-1]
	hasCall := func(k int) bool {
		for _, m := range group {
			if m.index == k {
				return true
			}
		}
		return false
	}
	skip := exprs(group)
	writesOf := map[int]vars{}
	readsOf := map[int]vars{}
	for k := first.index; k <= last.index; k++ {
		readsOf[k], writesOf[k] = j.uses(l.stmts[k], skip)
	}
	need := map[int]bool{}
	// want asks that the variables have the values they have right before statement at, although all of it runs before c1.
	var want func(vs vars, at int, m *member) *failure
	want = func(vs vars, at int, m *member) *failure {
		for k := first.index; k < at; k++ {
			v := writesOf[k].meets(vs)
			if v == nil {
				continue
			}
			if hasCall(k) {
				var who *member
				for _, g := range group {
					if g.index == k {
						who = g
					}
				}
				return &failure{a: who, b: m, code: Threaded, reason: "the second call uses " + v.Name() + ", which the statement of the first one sets",
					rel: []Related{{who.expr.Lparen, "the first call"}, {m.expr.Lparen, "the second call"}}}
			}
			if need[k] {
				continue
			}
			need[k] = true
			if f := want(readsOf[k], k, m); f != nil {
				return f
			}
		}
		return nil
	}
	for _, m := range group[1:] {
		var vs = vars{}
		for _, e := range operandExprs(m.expr) {
			r, _ := j.uses(e, nil)
			for v := range r {
				vs[v] = true
			}
		}
		if f := want(vs, m.index, m); f != nil {
			return nil, f
		}
		// In its own statement, an operand may use a variable that the statement itself sets.
		if own := ownVars(j, l.stmts[m.index], skip); own.meets(vs) != nil {
			v := own.meets(vs)
			return nil, &failure{a: first, b: m, code: ControlFlow, reason: "an operand uses " + v.Name() + ", which its own statement sets first"}
		}
	}
	if own := ownVars(j, l.stmts[first.index], skip); len(own) > 0 {
		var vs = vars{}
		for _, e := range operandExprs(first.expr) {
			r, _ := j.uses(e, nil)
			for v := range r {
				vs[v] = true
			}
		}
		if v := own.meets(vs); v != nil {
			return nil, &failure{a: first, b: last, code: ControlFlow, reason: "an operand uses " + v.Name() + ", which its own statement sets first"}
		}
	}
	var moved []ast.Stmt
	for k := first.index; k <= last.index; k++ {
		if need[k] {
			for _, c := range j.byPos {
				if call, ok := c.(*ssa.Call); ok && enclosing(l.stmts[k], call.Pos()) && j.isSelfCall(call) {
					return nil, &failure{a: first, b: last, code: ControlFlow, reason: "an argument needs a statement with another recursive call"}
				}
			}
			moved = append(moved, l.stmts[k])
		}
	}
	return moved, nil
}

// ownVars returns the variables that the head of a compound statement sets before it evaluates its calls.
func ownVars(j *judge, s ast.Stmt, skip []*ast.CallExpr) vars {
	var init ast.Stmt
	switch s := s.(type) {
	case *ast.IfStmt:
		init = s.Init
	case *ast.SwitchStmt:
		init = s.Init
	case *ast.TypeSwitchStmt:
		init = s.Init
	case *ast.DeclStmt:
		init = s // one specification may use the variables of those before it
	}
	if init == nil {
		return nil
	}
	_, w := j.uses(init, skip)
	return w
}

func exprs(group []*member) []*ast.CallExpr {
	var out []*ast.CallExpr
	for _, m := range group {
		out = append(out, m.expr)
	}
	return out
}

func operandExprs(c *ast.CallExpr) []ast.Expr {
	out := slices.Clone(c.Args)
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok {
		out = append(out, sel.X)
	}
	return out
}

// checkFlags refuses code between the calls, or in their operands, that may end the function.
func (j *judge) checkFlags(group []*member, rest []ssa.Instruction, ops map[*member][]ssa.Instruction, mv map[ast.Stmt][]ssa.Instruction) *failure {
	first, last := group[0], group[len(group)-1]
	check := func(i ssa.Instruction) *failure {
		for _, f := range j.body.Flags(i) {
			if f.Flag == effects.Panics {
				return &failure{a: first, b: last, code: EarlyExit, reason: "the code between the calls may panic by itself", rel: []Related{{f.Pos, "the panic"}}}
			}
		}
		if _, ok := i.(*ssa.RunDefers); ok {
			return &failure{a: first, b: last, code: RecoverDefer, reason: "deferred calls run between the calls"}
		}
		return nil
	}
	for _, i := range rest {
		if f := check(i); f != nil {
			return f
		}
	}
	for _, is := range ops {
		for _, i := range is {
			if f := check(i); f != nil {
				return f
			}
		}
	}
	for _, is := range mv {
		for _, i := range is {
			if f := check(i); f != nil {
				return f
			}
		}
	}
	return nil
}

// checkMoves checks that the moved statements commute with what they move over.
func (j *judge) checkMoves(l *list, group []*member, moved []ast.Stmt, mv map[ast.Stmt][]ssa.Instruction, rest []ssa.Instruction, ops map[*member][]ssa.Instruction) *failure {
	first, last := group[0], group[len(group)-1]
	skip := exprs(group)
	for _, s := range moved {
		k := slices.Index(l.stmts, s)
		mr, mw := j.uses(s, nil)
		for n := first.index; n < k; n++ {
			if slices.Contains(moved, l.stmts[n]) {
				continue
			}
			nr, nw := j.uses(l.stmts[n], skip)
			v := mw.meets(nr)
			if v == nil {
				v = mw.meets(nw)
			}
			if v == nil {
				v = mr.meets(nw)
			}
			if v != nil {
				return &failure{a: first, b: last, code: ReadWrite, reason: "an argument needs " + v.Name() + ", which the code between the calls uses in another way",
					rel: []Related{{s.Pos(), "sets what the argument needs"}, {l.stmts[n].Pos(), "comes before it"}}}
			}
		}
		for _, i := range mv[s] {
			for _, m := range group {
				if m.index < k {
					if c := j.clashing(j.touches(m.instr), j.touches(i)); c != nil {
						c.kind = callOperand
						return &failure{a: m, b: last, clash: c, code: ReadWrite}
					}
				}
			}
			for _, r := range rest {
				if j.pos[r] < s.Pos() || !j.pos[r].IsValid() {
					if c := j.clashing(j.touches(r), j.touches(i)); c != nil {
						c.kind = otherOperand
						return &failure{a: first, b: last, clash: c, code: ReadWrite}
					}
				}
			}
		}
	}
	return nil
}

// clips lists the operands s[lo:hi] of the call that the parallel path may pass with their capacity cut off: the callee writes
// their elements, and nobody looks at the capacity, uses the room behind the end, or keeps the slice.
func (j *judge) clips(m *member) []int {
	var out []int
	offset := 0
	if j.n.fn.Signature.Recv() != nil {
		offset = 1
	}
	for i, e := range m.expr.Args {
		if i+1 == len(m.expr.Args) && m.expr.Ellipsis.IsValid() {
			continue
		}
		s, ok := ast.Unparen(e).(*ast.SliceExpr)
		if !ok || s.High == nil || s.Slice3 || !simple(s.High) {
			continue
		}
		t := j.info.TypeOf(s)
		if t == nil {
			continue
		}
		if _, ok := t.Underlying().(*types.Slice); !ok {
			continue
		}
		p := i + offset
		if j.sum.Escapes(p) || slices.Contains(j.sum.CapRead, p) {
			continue
		}
		writes, room := false, false
		for _, a := range j.sum.Accesses {
			if a.Place.Root.Kind != effects.ParamRoot || a.Place.Root.Index != p {
				continue
			}
			if k, field, ok := a.Place.ElementOf(); ok && k == p && field < 0 && a.Write {
				writes = true
			}
			room = room || a.Tail || a.Beyond
		}
		if writes && !room {
			out = append(out, i)
		}
	}
	return out
}

// simple reports whether e can be evaluated twice.
func simple(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.ParenExpr:
		return simple(e.X)
	case *ast.BinaryExpr:
		return simple(e.X) && simple(e.Y)
	}
	return false
}

// exitFailure says that a statement between the calls may leave.
func (j *judge) exitFailure(a, b *member, s ast.Stmt) *failure {
	return &failure{a: a, b: b, code: ControlFlow,
		reason: "the calls are independent, but what stands between them may leave (" + j.at(s.Pos()) + "), and that is not rewritten yet",
		rel:    []Related{{s.Pos(), "leaves"}}}
}
