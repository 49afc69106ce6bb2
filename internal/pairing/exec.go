package pairing

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/spicego/spice/internal/spiceapi"
)

// stmt executes one node of a block.
func (f *function) stmt(n ast.Node, in []*state) []*state {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return f.assignment(n, in)
	case *ast.ValueSpec:
		return f.declaration(n, in)
	case *ast.ExprStmt:
		if call, ok := ast.Unparen(n.X).(*ast.CallExpr); ok {
			if c := spiceapi.CallOf(f.info, call); c.Func.Forks() {
				f.discard(c)
			}
		}
		return f.expr(n.X, in)
	case *ast.IncDecStmt:
		in = f.expr(n.X, in)
		step := int64(1)
		if n.Tok == token.DEC {
			step = -1
		}
		for _, s := range in {
			f.count(n.X, step, n.Pos(), s)
		}
		return in
	case *ast.SendStmt:
		return f.expr(n.Value, f.expr(n.Chan, in))
	case *ast.GoStmt:
		f.elsewhere(n.Call, in)
		return in
	case *ast.DeferStmt:
		for _, s := range in {
			if !slices.Contains(s.defers, n) {
				s.defers = append(s.defers, n)
			}
		}
		return in
	case *ast.ReturnStmt:
		return f.returned(n, in)
	case ast.Expr:
		if f.names.heads[n] || f.isRanged(n) {
			return in
		}
		return f.expr(n, in)
	}
	return in
}

// returned executes a return statement: deferred calls see its values in the
// named results.
func (f *function) returned(n *ast.ReturnStmt, in []*state) []*state {
	typ := f.typ
	if len(f.frames) > 0 {
		typ = f.frames[len(f.frames)-1].lit.Type
	}
	named := namedResults(typ)
	for i, r := range n.Results {
		if len(named) != len(n.Results) || isBlank(named[i]) || f.asked(named[i]) == nil {
			in = f.expr(r, in)
			continue
		}
		if isBool(f.info.TypeOf(named[i])) {
			in = f.assignBool(named[i], r, in)
			continue
		}
		in = f.expr(r, in)
		for _, s := range in {
			if f.same(named[i], r) {
				continue
			}
			f.forget(named[i], s)
			f.note(named[i], r, s)
			// Somebody who returns an error that is not spelled nil, and of
			// which nothing is known, returns one.
			if a := (atom{f.subjects.of(named[i]), token.EQL, isNil}); zeroOf(f.info.TypeOf(named[i])) == isNil {
				if _, known := decide(s.facts, a); !known {
					s.learn(fact{a, false, r.Pos()})
				}
			}
		}
	}
	return in
}

// namedResults returns the names of the results of a function.
func namedResults(typ *ast.FuncType) (named []*ast.Ident) {
	if typ.Results != nil {
		for _, field := range typ.Results.List {
			named = append(named, field.Names...)
		}
	}
	return named
}

// same reports whether two expressions name one variable.
func (f *function) same(x, y ast.Expr) bool {
	v := f.names.local(x)
	return v != nil && v == f.names.local(y)
}

// isRanged reports whether e is an array whose length only a range clause wants.
func (f *function) isRanged(e ast.Expr) bool {
	_, ok := f.names.place(e)
	if !ok || !holds(f.info.TypeOf(e)) {
		return false
	}
	for _, loop := range f.names.loops {
		if r, ok := loop.(*ast.RangeStmt); ok && r.X == e {
			return r.Value == nil
		}
	}
	return false
}

// assignment executes an assignment statement.
func (f *function) assignment(n *ast.AssignStmt, in []*state) []*state {
	if f.crossed(n) {
		return f.exchange(n, in)
	}
	if n.Tok != token.ASSIGN && n.Tok != token.DEFINE || len(n.Lhs) != len(n.Rhs) {
		for _, e := range n.Rhs {
			in = f.expr(e, in)
		}
		for _, lhs := range n.Lhs {
			in = f.target(lhs, in)
			for _, s := range in {
				if operations[n.Tok] != token.ILLEGAL {
					f.update(n, s)
				} else {
					f.assigned(lhs, s)
				}
			}
		}
		return in
	}
	for i := range n.Lhs {
		in = f.assign(n.Lhs[i], n.Rhs[i], in)
	}
	return in
}

// crossed reports whether a right side of n reads what a left side of another
// pair writes, as in a, b = b, a.
func (f *function) crossed(n *ast.AssignStmt) bool {
	if len(n.Lhs) == 1 || len(n.Lhs) != len(n.Rhs) {
		return false
	}
	written := make(map[types.Object]bool)
	for _, lhs := range n.Lhs {
		if id, ok := ast.Unparen(lhs).(*ast.Ident); ok {
			written[f.info.ObjectOf(id)] = true
		}
	}
	found := false
	for _, rhs := range n.Rhs {
		ast.Inspect(rhs, func(c ast.Node) bool {
			if id, ok := c.(*ast.Ident); ok && f.info.Uses[id] != nil {
				found = found || written[f.info.Uses[id]]
			}
			return !found
		})
	}
	return found
}

// exchange executes an assignment whose right sides must all be evaluated
// before the first left side changes.
func (f *function) exchange(n *ast.AssignStmt, in []*state) []*state {
	type outcome struct {
		*state
		is map[int]bool // of the conditions among the right sides
	}
	out := make([]outcome, 0, len(in))
	for _, s := range in {
		out = append(out, outcome{s, make(map[int]bool)})
	}
	for i, rhs := range n.Rhs {
		var next []outcome
		for _, o := range out {
			if f.asked(n.Lhs[i]) == nil || !isBool(f.info.TypeOf(n.Lhs[i])) {
				for _, s := range f.expr(rhs, []*state{o.state}) {
					next = append(next, outcome{s, o.is})
				}
				continue
			}
			yes, no := f.cond(rhs, []*state{o.state}, false)
			for j, states := range [][]*state{yes, no} {
				for _, s := range states {
					is := maps.Clone(o.is)
					is[i] = j == 0
					next = append(next, outcome{s, is})
				}
			}
		}
		out = next
	}
	var states []*state
	for _, o := range out {
		for _, lhs := range n.Lhs {
			f.assigned(lhs, o.state)
		}
		for i, is := range o.is {
			f.learnEqual(n.Lhs[i], constant.MakeBool(is), n.Rhs[i].Pos(), o.state)
		}
		states = append(states, o.state)
	}
	return distinct(states)
}

// declaration executes one line of a var declaration.
func (f *function) declaration(n *ast.ValueSpec, in []*state) []*state {
	if len(n.Values) == len(n.Names) {
		for i := range n.Names {
			in = f.assign(n.Names[i], n.Values[i], in)
		}
		return in
	}
	for _, e := range n.Values {
		in = f.expr(e, in)
	}
	for _, name := range n.Names {
		for _, s := range in {
			if len(n.Values) > 0 {
				f.assigned(name, s)
			} else {
				f.zeroed(name, s)
			}
		}
	}
	return in
}

// assign executes lhs = rhs.
func (f *function) assign(lhs, rhs ast.Expr, in []*state) []*state {
	rhs = ast.Unparen(rhs)
	if call, ok := rhs.(*ast.CallExpr); ok {
		if c := spiceapi.CallOf(f.info, call); c.Func.Forks() {
			return f.fork(lhs, c, in)
		}
	}
	v := f.names.local(lhs)
	switch {
	case isBlank(lhs):
		if _, ok := f.names.place(rhs); ok {
			return in // a mention
		}
		if _, ok := f.names.pointee(rhs); ok {
			return in
		}
	case v != nil && f.stands(v, rhs):
		for _, s := range in {
			f.forget(lhs, s)
			f.note(lhs, rhs, s)
		}
		return in
	case f.asked(lhs) != nil && isBool(f.info.TypeOf(lhs)):
		return f.assignBool(lhs, rhs, f.target(lhs, in))
	case isZero(f.info, rhs) && holds(f.info.TypeOf(lhs)):
		in = f.expr(rhs, in)
		for _, s := range in {
			f.zeroed(lhs, s)
		}
		return in
	}
	in = f.target(lhs, f.expr(rhs, in))
	for _, s := range in {
		f.assigned(lhs, s)
		f.note(lhs, rhs, s)
	}
	return in
}

// stands reports whether v stands for rhs wherever it is used, so that the
// assignment itself does nothing.
func (f *function) stands(v *types.Var, rhs ast.Expr) bool {
	if f.names.only(v) != rhs {
		return false
	}
	switch rhs := rhs.(type) {
	case *ast.FuncLit:
		return f.names.literal[v] == rhs
	case *ast.UnaryExpr:
		_, ok := f.names.future(rhs)
		return ok && rhs.Op == token.AND
	case *ast.SelectorExpr:
		fn, _, _ := f.names.method(v)
		return fn != spiceapi.None
	}
	return false
}

// target executes the parts of the left side of an assignment.
func (f *function) target(lhs ast.Expr, in []*state) []*state {
	switch lhs := ast.Unparen(lhs).(type) {
	case *ast.IndexExpr:
		if _, ok := f.names.place(lhs.X); ok {
			return f.expr(lhs.Index, in)
		}
		return f.expr(lhs.Index, f.expr(lhs.X, in))
	case *ast.SelectorExpr:
		if _, ok := f.names.place(lhs.X); ok {
			return in
		}
		return f.expr(lhs.X, in)
	case *ast.StarExpr:
		if _, ok := f.names.pointee(lhs.X); ok {
			return in
		}
		return f.expr(lhs.X, in)
	}
	return in
}

// assigned notes that lhs has a new value that is not known.
func (f *function) assigned(lhs ast.Expr, s *state) {
	f.forget(lhs, s)
	f.overwrite(lhs, s, gone)
}

// zeroed notes that lhs has the zero value.
func (f *function) zeroed(lhs ast.Expr, s *state) {
	f.forget(lhs, s)
	f.overwrite(lhs, s, unforked)
	if z := zeroOf(f.info.TypeOf(lhs)); z != nil {
		f.learnEqual(lhs, z, lhs.Pos(), s)
	}
}

// forget drops what is known about lhs.
func (f *function) forget(lhs ast.Expr, s *state) {
	switch lhs := ast.Unparen(lhs).(type) {
	case *ast.Ident:
		if obj := f.info.ObjectOf(lhs); obj != nil {
			s.forgetObject(obj)
		}
	case *ast.SelectorExpr:
		if obj := f.info.Uses[lhs.Sel]; obj != nil {
			s.forgetObject(obj)
		}
	case *ast.IndexExpr, *ast.StarExpr:
		s.forget(func(x fact) bool { return x.atom.subject.memory })
	}
}

// overwrite gives the futures in lhs another condition; pending ones are lost.
func (f *function) overwrite(lhs ast.Expr, s *state, is condition) {
	p, ok := f.names.place(lhs)
	if !ok {
		return
	}
	for c := range f.cells {
		if f.cells[c].root != p.root || f.cells[c].path == "*" || !within(f.cells[c].path, p.path) && !f.cells[c].many {
			continue
		}
		if s.held[c] {
			continue
		}
		if f.cells[c].many && p.path != "" {
			s.set(c, gone, token.NoPos)
			continue
		}
		f.replace(c, lhs.Pos(), s)
		s.set(c, is, token.NoPos)
	}
}

// replace notes that cell c gets another value, which loses what is pending in
// it. A variable of a loop's body is a new one in each round, and the old one
// may be in the hands of a deferred call.
func (f *function) replace(c int, by token.Pos, s *state) {
	if s.cells[c].is != pending {
		return
	}
	if f.loopAround(f.cells[c].root.Pos()) != nil {
		for _, d := range s.defers {
			if f.mentions(d.Call, f.cells[c].root) {
				return
			}
		}
	}
	f.loss(c, s.cells[c].by).again = by
}

// mentions reports whether the future in v stands somewhere in n.
func (f *function) mentions(n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && !found {
			p, ok := f.mentioned(e)
			if id, isIdent := e.(*ast.Ident); isIdent && !ok {
				if lit, _ := f.literal(id); lit != nil {
					found = f.mentions(lit.Body, v)
				}
			}
			found = found || ok && p.root == v
		}
		return !found
	})
	return found
}

// within reports whether path is prefix or a part of it.
func within(path, prefix string) bool {
	return len(path) >= len(prefix) && path[:len(prefix)] == prefix &&
		(len(path) == len(prefix) || path[len(prefix)] == '.' || path[len(prefix)] == '[')
}

// expr evaluates e for its value, which may go anywhere.
func (f *function) expr(e ast.Expr, in []*state) []*state {
	if len(in) == 0 {
		return in
	}
	e = ast.Unparen(e)
	if p, ok := f.mentioned(e); ok {
		f.escape(p, in)
	}
	if _, ok := f.names.place(e); ok {
		if ix, ok := e.(*ast.IndexExpr); ok {
			in = f.expr(ix.Index, in)
		}
		return in
	}
	switch e := e.(type) {
	case *ast.CallExpr:
		return f.call(e, in)
	case *ast.FuncLit:
		if !f.names.inPlace[e] {
			f.captured(e, in)
		}
	case *ast.UnaryExpr:
		if p, ok := f.names.place(e.X); ok && e.Op == token.AND {
			if holds(f.info.TypeOf(e.X)) {
				f.escape(p, in)
			}
			return in
		}
		return f.expr(e.X, in)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			yes, no := f.cond(e, in, false)
			return distinct(append(yes, no...))
		case token.EQL, token.NEQ:
			return f.compared(e.Y, f.compared(e.X, in))
		}
		return f.expr(e.Y, f.expr(e.X, in))
	case *ast.SelectorExpr:
		return f.selector(e, in)
	case *ast.IndexExpr:
		return f.expr(e.Index, f.expr(e.X, in))
	case *ast.IndexListExpr:
		return f.expr(e.X, in)
	case *ast.SliceExpr:
		for _, x := range []ast.Expr{e.X, e.Low, e.High, e.Max} {
			if x != nil {
				in = f.expr(x, in)
			}
		}
	case *ast.StarExpr:
		return f.expr(e.X, in)
	case *ast.TypeAssertExpr:
		return f.expr(e.X, in)
	case *ast.KeyValueExpr:
		return f.expr(e.Value, in)
	case *ast.CompositeLit:
		for _, x := range e.Elts {
			in = f.expr(x, in)
		}
	}
	return in
}

// compared evaluates an operand of == or !=: comparing a pointer to a future
// does nothing with the future.
func (f *function) compared(e ast.Expr, in []*state) []*state {
	if t := f.info.TypeOf(e); t != nil && spiceapi.IsFuturePointer(t) {
		if _, ok := f.names.pointee(e); ok {
			return in
		}
	}
	return f.expr(e, in)
}

// selector evaluates x.y that is not part of a local variable.
func (f *function) selector(e *ast.SelectorExpr, in []*state) []*state {
	s := f.info.Selections[e]
	if s == nil {
		return in // a qualified identifier
	}
	if s.Kind() == types.MethodExpr {
		return in
	}
	if s.Kind() == types.MethodVal && spiceapi.FuncOf(s.Obj()) != spiceapi.None {
		// A method value that goes somewhere: its task does no harm.
		if p, ok := f.names.bound(e); ok {
			if spiceapi.FuncOf(s.Obj()).Settles() {
				f.escape(p, in)
			}
			return in
		}
	}
	if _, ok := f.names.place(e.X); ok && s.Kind() == types.FieldVal && !holds(f.info.TypeOf(e)) {
		return in // a field, through a pointer, that is no future
	}
	return f.expr(e.X, in)
}

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
		args := call.Args
		ok := bound
		if !bound && len(args) > 0 {
			of, ok = f.names.future(args[0])
			args = args[1:]
		}
		if !ok {
			return f.exprs(call.Args, in)
		}
		in = f.exprs(args, in)
		if fn.Settles() {
			f.settle(of, fn, call, in)
		}
		return in
	}
	if lit, named := f.literal(call.Fun); lit != nil {
		return f.enter(lit, call, named, in)
	}

	in = f.callee(call.Fun, in)
	fn := typeutil.StaticCallee(f.info, call)
	var summary *Summary
	if fn != nil {
		summary = f.summaryOf(fn)
	}
	type effect struct {
		of   place
		what Effect
	}
	var effects []effect
	for i, arg := range call.Args {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && f.info.Selections[sel] != nil &&
			f.info.Selections[sel].Kind() == types.MethodExpr {
			i-- // the receiver is no parameter
		}
		of, ok := f.names.future(arg)
		if ok && summary != nil && spiceapi.IsFuturePointer(f.info.TypeOf(arg)) {
			if 0 <= i && i < len(summary.Params) && summary.Params[i] != Unknown {
				effects = append(effects, effect{of, summary.Params[i]})
				continue
			}
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

func (f *function) exprs(list []ast.Expr, in []*state) []*state {
	for _, e := range list {
		in = f.expr(e, in)
	}
	return in
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

// literal returns the literal that fun is, and whether it is called through a variable.
func (f *function) literal(fun ast.Expr) (lit *ast.FuncLit, named bool) {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.FuncLit:
		if f.names.inPlace[fun] {
			return fun, false
		}
	case *ast.Ident:
		if v := f.names.local(fun); v != nil && f.names.literal[v] != nil {
			return f.names.literal[v], true
		}
	}
	return nil, false
}

// enter executes a literal in place.
func (f *function) enter(lit *ast.FuncLit, call *ast.CallExpr, named bool, in []*state) []*state {
	for _, fr := range f.frames {
		if fr.lit == lit {
			return in // literals that call each other
		}
	}
	given := make(map[*types.Var]place)
	i := 0
	for _, field := range lit.Type.Params.List {
		for _, name := range field.Names {
			if i < len(call.Args) {
				v, _ := f.info.Defs[name].(*types.Var)
				if of, ok := f.names.future(call.Args[i]); ok && v != nil && f.names.writes[v] == 0 && !f.names.moved[v] &&
					spiceapi.IsFuturePointer(v.Type()) {
					given[v] = of
				} else {
					in = f.expr(call.Args[i], in)
				}
			}
			i++
		}
		if len(field.Names) == 0 {
			if i < len(call.Args) {
				in = f.expr(call.Args[i], in)
			}
			i++
		}
	}
	for ; i < len(call.Args); i++ {
		in = f.expr(call.Args[i], in)
	}
	f.seen[lit] = true
	outer := f.names.given
	f.names.given = given
	for v, p := range outer {
		given[v] = p
	}
	var out []*state
	for _, s := range in {
		fr := frame{lit: lit, entry: s.clone()}
		if named {
			fr.call = call
		}
		for _, name := range namedResults(lit.Type) {
			f.zeroed(name, s)
		}
		defers := s.defers
		s.defers = nil
		f.frames = append(f.frames, fr)
		for _, o := range f.run(f.cfgs.FuncLit(lit), []*state{s}) {
			o.defers = slices.Clone(defers)
			out = append(out, o)
		}
		f.frames = f.frames[:len(f.frames)-1]
	}
	f.names.given = outer
	return distinct(out)
}

// elsewhere hands everything that a go statement's call mentions to another goroutine.
func (f *function) elsewhere(call *ast.CallExpr, in []*state) {
	ast.Inspect(call, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			if p, ok := f.mentioned(e); ok {
				f.escape(p, in)
			}
		}
		return true
	})
}

// captured hands the futures that a literal does something with to whoever
// calls it. Asking for a task does no harm.
func (f *function) captured(lit *ast.FuncLit, in []*state) {
	harmless := make(map[ast.Expr]bool)
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if c := spiceapi.CallOf(f.info, call); c.Func == spiceapi.FutureTask {
				harmless[c.Recv] = true
			}
		}
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if harmless[e] {
			return false
		}
		if p, ok := f.mentioned(e); ok {
			f.escape(p, in)
			return false
		}
		return true
	})
}

// mentioned returns the future, or what holds futures, that e stands for.
func (f *function) mentioned(e ast.Expr) (place, bool) {
	if p, ok := f.names.place(e); ok && holds(f.info.TypeOf(e)) {
		if of, ok := f.names.pointee(e); ok {
			return of, true
		}
		return p, true
	}
	if v := f.names.local(e); v != nil {
		if fn, of, bound := f.names.method(v); bound && fn.Settles() {
			return of, true
		}
	}
	return place{}, false
}

// escape puts the futures in p out of sight for good.
func (f *function) escape(p place, in []*state) {
	for c := range f.cells {
		of := &f.cells[c]
		if of.root != p.root || !(of.many || within(of.path, p.path) || within(p.path, of.path)) {
			continue
		}
		for _, s := range in {
			s.set(c, gone, token.NoPos)
			s.held[c] = true
		}
	}
}

// discard notes a Fork whose result is thrown away.
func (f *function) discard(c spiceapi.Call) {
	if slices.ContainsFunc(f.thrown, func(x *Finding) bool { return x.Pos == c.Expr.Pos() }) {
		return
	}
	f.thrown = append(f.thrown, &Finding{
		Kind: Discarded, Pos: c.Expr.Pos(), End: c.Expr.End(), Call: c.Func, Func: f.node,
	})
}

// fork executes lhs = Fork(…).
func (f *function) fork(lhs ast.Expr, call spiceapi.Call, in []*state) []*state {
	in = f.target(lhs, f.exprs(call.Args, in))
	if isBlank(lhs) {
		f.discard(call)
		return in
	}
	p, ok := f.names.place(lhs)
	if !ok {
		return in // it goes into something of others
	}
	c, ok := f.cell(p)
	if !ok {
		return in
	}
	site := call.Expr.Pos()
	f.forkedBy[site] = call.Expr
	for _, s := range in {
		switch {
		case s.held[c] || s.cells[c].is == gone && f.cells[c].many:
		case f.cells[c].path == "*":
			s.set(c, gone, token.NoPos) // the caller's to join
		case f.cells[c].many:
			s.set(c, pending, site)
			f.waves[site] = f.waveOf(p.last, lhs)
			f.spelled[site] = types.ExprString(lhs)
		default:
			f.replace(c, site, s)
			s.fork(c, site)
		}
	}
	return in
}

// settle executes a Join or a Drop of the future at p, or a call that does
// either of them.
func (f *function) settle(p place, fn spiceapi.Func, call *ast.CallExpr, in []*state) {
	c, ok := f.cell(p)
	if !ok {
		return
	}
	for _, s := range in {
		st := s.cells[c]
		at := ast.Node(call)
		if fr := f.repeats(c, s); fr != nil {
			at = fr.call
		}
		sight := f.joins[at]
		if sight == nil {
			sight = &sighting{cell: c, call: call, fn: fn, younger: -1, name: f.cells[c].name}
			if p.last != nil {
				sight.name = p.root.Name() + "[" + types.ExprString(p.last) + "]"
			}
			if at != ast.Node(call) {
				sight.fn, sight.call = spiceapi.None, at.(*ast.CallExpr)
			}
			f.joins[at] = sight
		}
		switch st.is {
		case unforked:
			sight.unforked = true
		case settled:
			sight.forked = true
			if !sight.done.IsValid() || st.by < sight.done {
				sight.done = st.by
			}
		case pending, lent, settling:
			sight.forked, sight.fresh = true, true
			f.settled[st.by] = true
			y := -1
			if f.cells[c].many {
				if f.sameWave(f.waves[st.by], f.waveOf(p.last, call)) {
					y = c
				}
			} else {
				y = s.younger(c)
			}
			if y < 0 {
				sight.ordered = true
			} else {
				sight.younger, sight.early = y, s.cells[y].by
			}
		case gone:
			sight.forked, sight.ordered, sight.gone = true, true, true
		}
		switch {
		case s.held[c]:
		case !f.cells[c].many:
			s.set(c, settled, at.Pos())
		case st.is == pending:
			s.set(c, settling, st.by)
		}
	}
}

// repeats returns the frame of a literal that was called through a variable
// when the future had been settled already: then the call is the mistake.
func (f *function) repeats(c int, s *state) *frame {
	for i := range f.frames {
		fr := &f.frames[i]
		if fr.call != nil && fr.entry.cells[c].is == settled && s.cells[c] == fr.entry.cells[c] {
			return fr
		}
	}
	return nil
}

func isBlank(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == "_"
}

func isBool(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// isZero reports whether e is a composite literal without elements, or a made
// slice: neither has forked futures in it.
func isZero(info *types.Info, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CompositeLit:
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			if holds(info.TypeOf(x)) {
				return false
			}
		}
		return true
	case *ast.CallExpr:
		b, ok := typeutil.Callee(info, e).(*types.Builtin)
		return ok && (b.Name() == "make" || b.Name() == "new")
	}
	return false
}
