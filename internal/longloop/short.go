package longloop

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// rounds is the largest number of rounds of a loop that needs no tick: at some
// nanoseconds a round, a few microseconds.
const rounds = 256

// short reports whether the loop runs a small number of rounds: over a small
// constant range or over the bits of a number.
func (f *Finder) short(stmt ast.Stmt) bool {
	switch s := stmt.(type) {
	case *ast.RangeStmt:
		return f.shortRange(s.X, 0)
	case *ast.ForStmt:
		if s.Cond == nil {
			return false
		}
		if f.countsBits(s) || f.halves(s) {
			return true
		}
		for _, cond := range conjuncts(s.Cond) {
			if f.shortCount(s, cond) {
				return true
			}
		}
	}
	return false
}

// guarded reports whether the loop goes over something in bounded, which is
// known to be small.
func (f *Finder) guarded(stmt ast.Stmt, bounded paths) bool {
	switch s := stmt.(type) {
	case *ast.RangeStmt:
		return bounded.any(f.pathsOf(s.X))
	case *ast.ForStmt:
		if s.Cond == nil || f.counts(s) == nil {
			return false
		}
		ps := f.pathsOf(s.Cond)
		if init, ok := s.Init.(*ast.AssignStmt); ok {
			for _, rhs := range init.Rhs {
				ps = ps.with(f.pathsOf(rhs))
			}
		}
		return bounded.any(ps)
	}
	return false
}

// steps reports whether the loop goes over a slice or the like, or counts: not
// along a list, not until something happens.
func (f *Finder) steps(stmt ast.Stmt) bool {
	switch s := stmt.(type) {
	case *ast.RangeStmt:
		switch t := f.info.TypeOf(s.X); {
		case t == nil:
			return false
		default:
			return sized(t) || sized(pointee(t))
		}
	case *ast.ForStmt:
		return s.Cond != nil && f.counts(s) != nil
	}
	return false
}

func pointee(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// shortRange reports whether a range over e has few rounds.
func (f *Finder) shortRange(e ast.Expr, depth int) bool {
	e = ast.Unparen(e)
	tv := f.info.Types[e]
	if tv.Value != nil {
		switch tv.Value.Kind() {
		case constant.Int:
			return small(tv.Value)
		case constant.String:
			return len(constant.StringVal(tv.Value)) <= rounds
		}
	}
	if tv.Type == nil {
		return false
	}
	if isByte(tv.Type) || f.smallInt(e) {
		return true
	}
	if n, ok := arrayLen(tv.Type); ok {
		return n <= rounds
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		return len(e.Elts) <= rounds
	case *ast.SliceExpr:
		low, high := e.Low, e.High
		if high == nil {
			return f.shortRange(e.X, depth)
		}
		return small(f.constant(high)) || low != nil && f.smallDistance(low, high)
	case *ast.Ident:
		if def := f.defs.of(f.info, e); def != nil && depth < 4 {
			return f.shortRange(def, depth+1)
		}
	}
	return false
}

// shortCount reports whether cond ends a loop that counts after few rounds.
func (f *Finder) shortCount(s *ast.ForStmt, cond ast.Expr) bool {
	cmp, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	counter := f.counts(s)
	if counter == nil {
		return false
	}
	x, y := cmp.X, cmp.Y
	op := cmp.Op
	if f.object(y) == counter {
		x, y = y, x
		op = map[token.Token]token.Token{token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ, token.NEQ: token.NEQ}[op]
	}
	if f.object(x) != counter {
		return false
	}
	if isByte(f.info.TypeOf(x)) {
		return true
	}
	start := f.start(s, counter)
	switch op {
	case token.LSS, token.LEQ, token.NEQ:
		if small(f.constant(y)) || f.smallInt(y) || start != nil && f.smallDistance(start, y) {
			return true
		}
	}
	switch op {
	case token.GTR, token.GEQ, token.NEQ:
		return start != nil && (small(f.constant(start)) || f.smallInt(start) || f.smallDistance(y, start))
	}
	return false
}

// counts returns the variable that the loop steps by a constant in each round,
// or nil.
func (f *Finder) counts(s *ast.ForStmt) types.Object {
	step := func(stmt ast.Stmt) types.Object {
		switch p := stmt.(type) {
		case *ast.IncDecStmt:
			return f.object(p.X)
		case *ast.AssignStmt:
			if (p.Tok == token.ADD_ASSIGN || p.Tok == token.SUB_ASSIGN) && f.constant(p.Rhs[0]) != nil {
				return f.object(p.Lhs[0])
			}
		}
		return nil
	}
	if obj := step(s.Post); obj != nil {
		return obj
	}
	var found types.Object
	if s.Post == nil && s.Cond != nil {
		ast.Inspect(s.Body, func(n ast.Node) bool {
			stmt, ok := n.(ast.Stmt)
			if obj := step(stmt); ok && obj != nil && mentions(f.info, s.Cond, obj) {
				found = obj
			}
			return found == nil
		})
	}
	return found
}

// start returns what the counter of the loop starts from, or nil.
func (f *Finder) start(s *ast.ForStmt, counter types.Object) ast.Expr {
	init, ok := s.Init.(*ast.AssignStmt)
	if !ok || len(init.Lhs) != len(init.Rhs) {
		return nil
	}
	for i, lhs := range init.Lhs {
		if f.object(lhs) == counter {
			return init.Rhs[i]
		}
	}
	return nil
}

// counters returns the paths that a short loop keeps small: the variable it
// counts with.
func (f *Finder) counters(stmt ast.Stmt) paths {
	switch s := stmt.(type) {
	case *ast.RangeStmt:
		if s.Key != nil {
			return f.pathsOf(s.Key)
		}
	case *ast.ForStmt:
		if obj := f.counts(s); obj != nil {
			return paths{path{obj, ""}: true}
		}
	}
	return nil
}

// countsBits reports whether each round shifts or divides a number that the
// condition looks at, or clears bits of it: at most 64 rounds.
func (f *Finder) countsBits(s *ast.ForStmt) bool {
	shrinks := func(stmt ast.Stmt) bool {
		a, ok := stmt.(*ast.AssignStmt)
		if !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 {
			return false
		}
		obj := f.object(a.Lhs[0])
		if obj == nil || !isInteger(obj.Type()) || !mentions(f.info, s.Cond, obj) {
			return false
		}
		switch a.Tok {
		case token.SHL_ASSIGN, token.SHR_ASSIGN, token.QUO_ASSIGN, token.MUL_ASSIGN:
			return aboveOne(f.constant(a.Rhs[0])) || a.Tok == token.SHL_ASSIGN || a.Tok == token.SHR_ASSIGN
		case token.AND_ASSIGN, token.AND_NOT_ASSIGN:
			return true
		case token.ASSIGN:
			if b, ok := ast.Unparen(a.Rhs[0]).(*ast.BinaryExpr); ok && f.object(b.X) == obj {
				switch b.Op {
				case token.SHL, token.SHR, token.AND, token.AND_NOT:
					return true
				case token.QUO, token.MUL:
					return aboveOne(f.constant(b.Y))
				}
			}
		}
		return false
	}
	if s.Post != nil && shrinks(s.Post) {
		return true
	}
	for _, stmt := range s.Body.List {
		if shrinks(stmt) {
			return true
		}
	}
	return false
}

// halves reports whether the loop halves the distance of two numbers, as a
// binary search does: its condition compares them, and its body computes what
// lies in the middle of both.
func (f *Finder) halves(s *ast.ForStmt) bool {
	cmp, ok := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	var ends []types.Object
	ast.Inspect(cmp, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := f.info.ObjectOf(id).(*types.Var); ok && isInteger(v.Type()) {
				ends = append(ends, v)
			}
		}
		return true
	})
	if len(ends) != 2 {
		return false
	}
	for _, stmt := range s.Body.List {
		a, ok := stmt.(*ast.AssignStmt)
		if !ok || len(a.Rhs) != 1 {
			continue
		}
		halved := false
		ast.Inspect(a.Rhs[0], func(n ast.Node) bool {
			if b, ok := n.(*ast.BinaryExpr); ok {
				halved = halved || b.Op == token.SHR || b.Op == token.QUO
			}
			return true
		})
		if halved && mentions(f.info, a.Rhs[0], ends[0]) && mentions(f.info, a.Rhs[0], ends[1]) {
			return true
		}
	}
	return false
}

// smallInt reports whether e is min(…) with a small constant among its
// arguments, or a remainder or a mask of a small constant.
func (f *Finder) smallInt(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
			if b, ok := f.info.Uses[id].(*types.Builtin); ok && b.Name() == "min" {
				for _, arg := range e.Args {
					if small(f.constant(arg)) {
						return true
					}
				}
			}
		}
	case *ast.BinaryExpr:
		return (e.Op == token.REM || e.Op == token.AND) && small(f.constant(e.Y))
	case *ast.Ident:
		if def := f.defs.of(f.info, e); def != nil && f.info.TypeOf(def) != nil && isInteger(f.info.TypeOf(def)) {
			return small(f.constant(def)) || f.smallInt(def)
		}
	}
	return false
}

// smallDistance reports whether high is low plus a small constant.
func (f *Finder) smallDistance(low, high ast.Expr) bool {
	sum, ok := ast.Unparen(high).(*ast.BinaryExpr)
	return ok && sum.Op == token.ADD && small(f.constant(sum.Y)) && types.ExprString(sum.X) == types.ExprString(low)
}

func (f *Finder) constant(e ast.Expr) constant.Value { return f.info.Types[e].Value }

// object returns the variable that e names, or nil.
func (f *Finder) object(e ast.Expr) types.Object {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if v, ok := f.info.ObjectOf(id).(*types.Var); ok {
			return v
		}
	}
	return nil
}

// conjuncts splits a && b && f.
func conjuncts(e ast.Expr) []ast.Expr { return split(e, token.LAND) }

// split splits a chain of op.
func split(e ast.Expr, op token.Token) []ast.Expr {
	if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == op {
		return append(split(b.X, op), split(b.Y, op)...)
	}
	return []ast.Expr{e}
}

func mentions(info *types.Info, n ast.Node, obj types.Object) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.ObjectOf(id) == obj {
			found = true
		}
		return !found
	})
	return found
}

// small reports whether v is an integer constant of at most rounds.
func small(v constant.Value) bool { return atMost(v, rounds) }

func atMost(v constant.Value, limit int64) bool {
	if v == nil {
		return false
	}
	n, exact := constant.Int64Val(constant.ToInt(v))
	return exact && n <= limit
}

func aboveOne(v constant.Value) bool { return v != nil && !atMost(v, 1) }

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Uint8 || b.Kind() == types.Int8)
}

// arrayLen returns the length of an array, or of what a pointer to one points to.
func arrayLen(t types.Type) (int64, bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if a, ok := t.Underlying().(*types.Array); ok {
		return a.Len(), true
	}
	return 0, false
}
