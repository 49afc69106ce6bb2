package pairing

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// findSubjects counts how often each subject is asked about and assigned to, so
// that only what is asked about twice takes part in telling paths apart.
func (f *function) findSubjects() {
	counted := make(map[ast.Expr]bool)
	ask := func(a atom, ok bool) {
		if ok {
			a.subject.tests++
			a.subject.sites++
		}
	}
	var count func(e ast.Expr)
	count = func(e ast.Expr) {
		e = ast.Unparen(e)
		if e == nil || counted[e] {
			return
		}
		counted[e] = true
		if x, y, ok := shortCircuit(e); ok {
			count(x)
			count(y)
			return
		}
		if x, ok := negation(e); ok {
			count(x)
			return
		}
		a, _, ok := f.subjects.truth(e)
		ask(a, ok)
	}
	set := func(lhs, rhs ast.Expr) {
		v := f.names.local(lhs)
		if v == nil {
			return
		}
		if isBool(v.Type()) {
			f.subjects.is(v).sites++
			count(rhs)
		} else if f.subjects.constant(rhs) != nil {
			f.subjects.is(v).sites++
		}
	}
	ast.Inspect(f.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			count(n.Cond)
		case *ast.ForStmt:
			if n.Cond != nil {
				count(n.Cond)
			}
		case *ast.BinaryExpr:
			if _, _, ok := shortCircuit(n); ok {
				count(n)
			}
		case *ast.SwitchStmt:
			for _, clause := range n.Body.List {
				for _, e := range clause.(*ast.CaseClause).List {
					if n.Tag == nil {
						count(e)
					} else {
						a, _, ok := f.subjects.compare(n.Tag, token.EQL, e, false)
						ask(a, ok)
					}
				}
			}
		case *ast.TypeSwitchStmt:
			if x := switched(n); x != nil {
				for _, clause := range n.Body.List {
					if list := clause.(*ast.CaseClause).List; len(list) == 1 {
						if t := f.info.TypeOf(list[0]); t != nil {
							ask(f.subjects.typeIs(x, t))
						}
					}
				}
			}
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE) {
				for i := range n.Lhs {
					set(n.Lhs[i], n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if len(n.Values) == len(n.Names) {
					set(name, n.Values[i])
				} else if v := f.names.local(name); v != nil && len(n.Values) == 0 && zeroOf(v.Type()) != nil {
					f.subjects.is(v).sites++
				}
			}
		}
		return true
	})
}

// relevant reports whether knowing about s can decide a condition.
func relevant(s *subject) bool { return s.tests > 0 && s.sites > 1 }

func shortCircuit(e ast.Expr) (x, y ast.Expr, ok bool) {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || b.Op != token.LAND && b.Op != token.LOR {
		return nil, nil, false
	}
	return b.X, b.Y, true
}

func negation(e ast.Expr) (x ast.Expr, ok bool) {
	u, ok := e.(*ast.UnaryExpr)
	if !ok || u.Op != token.NOT {
		return nil, false
	}
	return u.X, true
}

// cond evaluates a condition and returns the states in which it is true and
// those in which it is false. The condition of a loop is asked again in each
// round, so that only what nobody else can change counts in it.
func (f *function) cond(e ast.Expr, in []*state, loop bool) (yes, no []*state) {
	e = ast.Unparen(e)
	if x, y, ok := shortCircuit(e); ok {
		yes, no = f.cond(x, in, loop)
		if e.(*ast.BinaryExpr).Op == token.LAND {
			var skipped []*state
			yes, skipped = f.cond(y, yes, loop)
			return yes, append(no, skipped...)
		}
		var taken []*state
		taken, no = f.cond(y, no, loop)
		return append(yes, taken...), no
	}
	if x, ok := negation(e); ok {
		no, yes = f.cond(x, in, loop)
		return yes, no
	}
	if v := f.subjects.constant(e); v != nil && v.Kind() == constant.Bool {
		if constant.BoolVal(v) {
			return in, nil
		}
		return nil, in
	}
	in = f.expr(e, in)
	a, negated, ok := f.subjects.truth(e)
	return f.split(in, a, negated, ok, e.Pos(), loop)
}

// split divides states by the answer to a, or to its opposite.
func (f *function) split(in []*state, a atom, negated, ok bool, at token.Pos, loop bool) (yes, no []*state) {
	if !ok || !relevant(a.subject) || loop && !a.subject.exact {
		for _, s := range in {
			yes = append(yes, s)
			no = append(no, s.clone())
		}
		return yes, no
	}
	for _, s := range in {
		if is, certain := decide(s.facts, a); certain {
			if is != negated {
				yes = append(yes, s)
			} else {
				no = append(no, s)
			}
			continue
		}
		other := s.clone()
		s.learn(fact{a, !negated, at})
		other.learn(fact{a, negated, at})
		yes, no = append(yes, s), append(no, other)
	}
	return yes, no
}

// assignBool executes v = cond for a variable that conditions ask about.
func (f *function) assignBool(v *types.Var, rhs ast.Expr, in []*state) []*state {
	yes, no := f.cond(rhs, in, false)
	a := atom{f.subjects.is(v), token.EQL, constant.MakeBool(true)}
	for _, s := range yes {
		s.forgetObject(v)
		s.learn(fact{a, true, rhs.Pos()})
	}
	for _, s := range no {
		s.forgetObject(v)
		s.learn(fact{a, false, rhs.Pos()})
	}
	return distinct(append(yes, no...))
}

// note records v = rhs when rhs is a constant or nil, or cannot be nil.
func (f *function) note(v *types.Var, rhs ast.Expr, s *state) {
	if c := f.subjects.constant(rhs); c != nil {
		f.learnEqual(v, c, rhs.Pos(), s)
		return
	}
	switch rhs := ast.Unparen(rhs).(type) {
	case *ast.UnaryExpr:
		if rhs.Op != token.AND {
			return
		}
	case *ast.CompositeLit, *ast.FuncLit:
	default:
		return
	}
	if sub := f.subjects.is(v); relevant(sub) {
		s.learn(fact{atom{sub, token.EQL, isNil}, false, rhs.Pos()})
	}
}

// learnEqual records v == c.
func (f *function) learnEqual(v *types.Var, c constant.Value, at token.Pos, s *state) {
	sub := f.subjects.is(v)
	if !relevant(sub) {
		return
	}
	is := true
	if c.Kind() == constant.Bool {
		c, is = constant.MakeBool(true), constant.BoolVal(c)
	}
	s.learn(fact{atom{sub, token.EQL, c}, is, at})
}

// zeroOf returns the zero value of a type, if a condition can ask for it.
func zeroOf(t types.Type) constant.Value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return constant.MakeBool(false)
		case info&types.IsInteger != 0:
			return constant.MakeInt64(0)
		case info&types.IsString != 0:
			return constant.MakeString("")
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		if _, ok := t.(*types.TypeParam); !ok {
			return isNil
		}
	}
	return nil
}
