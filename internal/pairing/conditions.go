package pairing

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// findSubjects notes where each subject is asked about, and how often it is
// assigned to, so that only what is asked about twice takes part in telling
// paths apart.
func (f *function) findSubjects() {
	c := counter{function: f, done: make(map[ast.Expr]bool), copies: new([][2]*subject)}
	c.enter(f.typ)
	c.walk(f.body)
	for _, of := range *c.copies {
		if len(of[0].tests) > 0 && len(of[1].tests) > 0 {
			for _, sub := range of {
				sub.sites++
				sub.always = true // a question about one is one about the other
			}
		}
	}
}

// A counter counts what conditions ask about.
type counter struct {
	*function
	done    map[ast.Expr]bool
	copies  *[][2]*subject // what is assigned to what
	literal bool           // in a literal
	results []*ast.Ident   // of the function that is walked
}

// enter counts the zero values that named results begin with.
func (c *counter) enter(typ *ast.FuncType) {
	c.results = namedResults(typ)
	for _, name := range c.results {
		if sub := c.subjects.of(name); sub != nil && !isBlank(name) {
			sub.sites++
		}
	}
}

func (c *counter) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			inner := *c
			inner.literal = true
			inner.enter(n.Type)
			inner.walk(n.Body)
			return false
		case *ast.ReturnStmt:
			if len(n.Results) == len(c.results) {
				for i, r := range n.Results {
					c.set(c.results[i], r)
				}
			}
		case *ast.IfStmt:
			c.condition(n.Cond)
		case *ast.ForStmt:
			if n.Cond != nil {
				c.condition(n.Cond)
			}
		case *ast.BinaryExpr:
			if _, _, ok := shortCircuit(n); ok {
				c.condition(n)
			}
		case *ast.SwitchStmt:
			for _, clause := range n.Body.List {
				for _, e := range clause.(*ast.CaseClause).List {
					if n.Tag == nil {
						c.condition(e)
					} else {
						a, _, ok := c.subjects.compare(n.Tag, token.EQL, e, false)
						c.ask(a, ok, e.Pos())
					}
				}
			}
		case *ast.TypeSwitchStmt:
			if x := switched(n); x != nil {
				for _, clause := range n.Body.List {
					if list := clause.(*ast.CaseClause).List; len(list) == 1 {
						if t := c.info.TypeOf(list[0]); t != nil {
							a, ok := c.subjects.typeIs(x, t)
							c.ask(a, ok, clause.Pos())
						}
					}
				}
			}
		case *ast.RangeStmt:
			if n.Key != nil && !isBlank(n.Key) {
				if sub := c.subjects.of(n.Key); sub != nil {
					sub.sites++
				}
			}
			a, ok := c.notEmpty(n)
			c.ask(a, ok, n.Pos())
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE) {
				for i := range n.Lhs {
					c.set(n.Lhs[i], n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if len(n.Values) == len(n.Names) {
					c.set(name, n.Values[i])
				} else if sub := c.subjects.of(name); sub != nil && len(n.Values) == 0 {
					sub.sites++
				}
			}
		}
		return true
	})
}

// condition counts the questions in e.
func (c *counter) condition(e ast.Expr) {
	e = ast.Unparen(e)
	if c.done[e] {
		return
	}
	c.done[e] = true
	if x, y, ok := shortCircuit(e); ok {
		c.condition(x)
		c.condition(y)
		return
	}
	if x, ok := negation(e); ok {
		c.condition(x)
		return
	}
	a, _, ok := c.subjects.truth(e)
	c.ask(a, ok, e.Pos())
}

func (c *counter) ask(a atom, ok bool, at token.Pos) {
	if !ok {
		return
	}
	asked := []*subject{a.subject}
	if a.subject.bits {
		for _, obj := range a.subject.mentions {
			if v, ok := obj.(*types.Var); ok && !v.IsField() {
				asked = append(asked, c.subjects.is(v))
			}
		}
	}
	for _, sub := range asked {
		sub.tests = append(sub.tests, at)
		sub.sites++
		sub.always = sub.always || c.literal
	}
}

// set counts lhs = rhs if that tells more about lhs than that it is another.
func (c *counter) set(lhs, rhs ast.Expr) {
	if isBlank(lhs) {
		return
	}
	sub := c.subjects.of(lhs)
	if sub == nil {
		return
	}
	if c.subjects.constant(rhs) != nil {
		sub.sites++
		return
	}
	rhs = ast.Unparen(rhs)
	if isBool(c.info.TypeOf(lhs)) {
		switch rhs.(type) {
		case *ast.UnaryExpr, *ast.BinaryExpr, *ast.Ident:
			sub.sites++
			c.condition(rhs)
		}
		return
	}
	if c.notNil(rhs) {
		sub.sites++
	} else if of := c.subjects.of(rhs); of != nil {
		*c.copies = append(*c.copies, [2]*subject{sub, of})
	}
}

// notNil reports whether the value of e is certainly not nil.
func (f *function) notNil(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.AND
	case *ast.CompositeLit, *ast.FuncLit:
		return true
	case *ast.SelectorExpr:
		sel := f.info.Selections[e]
		return sel != nil && sel.Kind() == types.MethodVal
	}
	return false
}

// relevant reports whether knowing about s can decide a condition.
func relevant(s *subject) bool { return len(s.tests) > 0 && s.sites > 1 }

// live reports whether a condition at or behind pos can ask about s.
func (f *function) live(s *subject, pos token.Pos) bool {
	if s.always || f.names.jumps {
		return true
	}
	for _, at := range s.tests {
		if at >= pos {
			return true
		}
		for _, loop := range f.names.loops {
			if loop.Pos() <= at && at < loop.End() && loop.Pos() <= pos && pos < loop.End() {
				return true
			}
		}
	}
	return false
}

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
	var open []*state
	for _, s := range in {
		switch is, certain := f.computed(e, s); {
		case !certain:
			open = append(open, s)
		case is:
			yes = append(yes, s)
		default:
			no = append(no, s)
		}
	}
	a, negated, ok := f.subjects.truth(e)
	y, n := f.split(open, a, negated, ok, e.Pos(), loop)
	return append(yes, y...), append(no, n...)
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

// asked returns the subject that e is, if conditions ask about it.
func (f *function) asked(e ast.Expr) *subject {
	if isBlank(e) {
		return nil
	}
	if sub := f.subjects.of(e); sub != nil && relevant(sub) {
		return sub
	}
	return nil
}

// assignBool executes lhs = cond for something that conditions ask about.
func (f *function) assignBool(lhs, rhs ast.Expr, in []*state) []*state {
	yes, no := f.cond(rhs, in, false)
	for _, s := range yes {
		f.forget(lhs, s)
		f.learnEqual(lhs, constant.MakeBool(true), rhs.Pos(), s)
	}
	for _, s := range no {
		f.forget(lhs, s)
		f.learnEqual(lhs, constant.MakeBool(false), rhs.Pos(), s)
	}
	return distinct(append(yes, no...))
}

// note records lhs = rhs: what is known of one is then known of the other.
func (f *function) note(lhs, rhs ast.Expr, s *state) {
	if c := f.subjects.constant(rhs); c != nil {
		f.learnEqual(lhs, c, rhs.Pos(), s)
		return
	}
	sub := f.asked(lhs)
	if sub == nil {
		return
	}
	if f.notNil(rhs) {
		if zeroOf(f.info.TypeOf(lhs)) == isNil {
			s.learn(fact{atom{sub, token.EQL, isNil}, false, rhs.Pos()})
		}
		return
	}
	if of := f.asked(rhs); of != nil && of != sub {
		if a, _, ok := f.subjects.compare(lhs, token.EQL, rhs, false); ok {
			a.subject.always = true
			s.learn(fact{a, true, rhs.Pos()})
		}
	}
}

// learnEqual records e == c.
func (f *function) learnEqual(e ast.Expr, c constant.Value, at token.Pos, s *state) {
	sub := f.asked(e)
	if sub == nil {
		return
	}
	is := true
	if c.Kind() == constant.Bool {
		c, is = constant.MakeBool(true), constant.BoolVal(c)
	}
	s.learn(fact{atom{sub, token.EQL, c}, is, at})
}

// far is how far a variable is counted; beyond it, it is known to be greater,
// or less, so that the states of a loop are finite.
const far = 3

// count executes e += step for a step of one.
func (f *function) count(e ast.Expr, step int64, at token.Pos, s *state) {
	sub := f.asked(e)
	value, beyond := int64(0), false
	known := false
	for _, x := range s.facts {
		if x.atom.subject != sub || !x.is {
			continue
		}
		n, exact := constant.Int64Val(constant.ToInt(x.atom.value))
		switch {
		case x.atom.op == token.EQL && exact:
			value, known = n, true
		case x.atom.op == token.GTR && n == far && step > 0, x.atom.op == token.LSS && n == -far && step < 0:
			beyond = true
		}
	}
	f.assigned(e, s)
	switch {
	case sub == nil || !known && !beyond:
	case known && -far <= value+step && value+step <= far:
		s.learn(fact{atom{sub, token.EQL, constant.MakeInt64(value + step)}, true, at})
	case step > 0 && (beyond || value == far):
		s.learn(fact{atom{sub, token.GTR, constant.MakeInt64(far)}, true, at})
	case step < 0 && (beyond || value == -far):
		s.learn(fact{atom{sub, token.LSS, constant.MakeInt64(-far)}, true, at})
	}
}

// zeroOf returns the zero value of a type, if a condition can ask for it.
func zeroOf(t types.Type) constant.Value {
	if t == nil {
		return nil
	}
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
		if _, ok := types.Unalias(t).(*types.TypeParam); !ok {
			return isNil
		}
	}
	return nil
}
