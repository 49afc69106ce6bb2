package pairing

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/spicego/spice/internal/spiceapi"
)

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
