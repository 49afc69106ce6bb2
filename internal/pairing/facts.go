package pairing

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
)

// A subject is what conditions of a function speak of: a variable, a field, an
// expression over them, or the order of two of these.
type subject struct {
	key      string
	exact    bool           // nobody but this function can change it
	mentions []types.Object // the variables and fields in it
	memory   bool           // elements and what pointers point to are in it
	floor    bool           // it is never negative
	bits     bool           // it is made of variables by bit operations
	of       [2]*subject    // the two whose order it is, if it is one
	integer  bool
	tests    []token.Pos // where conditions ask about it
	sites    int         // tests, and assignments of what a condition could ask for
	always   bool        // a literal asks about it, and may do so whenever it is called
}

// An atom is one question about a subject: is it equal to, less than, or
// greater than a constant?
type atom struct {
	subject *subject
	op      token.Token // EQL, LSS, GTR
	value   constant.Value
}

// A fact is the answer to an atom on one path.
type fact struct {
	atom atom
	is   bool
	at   token.Pos // where it was asked
}

// isNil stands for nil: a value that is neither greater nor less than others.
var isNil = constant.MakeUnknown()

// subjects are those of one function, by key.
type subjects struct {
	names *names
	byKey map[string]*subject
}

// truth translates a condition into an atom and whether the condition is its
// opposite. It returns false for what cannot be asked twice.
func (s *subjects) truth(e ast.Expr) (a atom, negated, ok bool) {
	e = ast.Unparen(e)
	if b, is := e.(*ast.BinaryExpr); is {
		if op, neg, is := comparison(b.Op); is {
			return s.compare(b.X, op, b.Y, neg)
		}
	}
	sub := s.of(e)
	if sub == nil {
		return atom{}, false, false
	}
	return atom{sub, token.EQL, constant.MakeBool(true)}, false, true
}

// comparison reduces the six comparisons to three and their opposites.
func comparison(op token.Token) (reduced token.Token, negated, ok bool) {
	switch op {
	case token.EQL, token.LSS, token.GTR:
		return op, false, true
	case token.NEQ:
		return token.EQL, true, true
	case token.GEQ:
		return token.LSS, true, true
	case token.LEQ:
		return token.GTR, true, true
	}
	return 0, false, false
}

// compare returns the atom of x op y.
func (s *subjects) compare(x ast.Expr, op token.Token, y ast.Expr, negated bool) (atom, bool, bool) {
	if v := s.constant(x); v != nil {
		x, y = y, x
		op = flipped(op)
	}
	if v := s.constant(y); v != nil {
		sub := s.of(x)
		if sub == nil {
			return atom{}, false, false
		}
		if v.Kind() == constant.Bool && !constant.BoolVal(v) {
			v, negated = constant.MakeBool(true), !negated
		}
		return atom{sub, op, v}, negated, true
	}
	a, b := s.of(x), s.of(y)
	if a == nil || b == nil {
		return atom{}, false, false
	}
	if a.key > b.key {
		a, b = b, a
		op = flipped(op)
	}
	return atom{s.intern(subject{
		of:       [2]*subject{a, b},
		key:      a.key + " <=> " + b.key,
		exact:    a.exact && b.exact,
		mentions: append(slices.Clone(a.mentions), b.mentions...),
		memory:   a.memory || b.memory,
		integer:  true,
	}), op, constant.MakeInt64(0)}, negated, true
}

func flipped(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	}
	return op
}

// constant returns the value of a constant expression, isNil for nil, or nil.
func (s *subjects) constant(e ast.Expr) constant.Value {
	tv := s.names.info.Types[ast.Unparen(e)]
	if tv.IsNil() {
		return isNil
	}
	return tv.Value
}

// is returns the subject of a variable.
func (s *subjects) is(v *types.Var) *subject {
	var sub subject
	sub.exact = true
	s.addVar(&sub, v)
	s.classify(&sub, v.Type())
	return s.intern(sub)
}

// of returns the subject that e is, or nil.
func (s *subjects) of(e ast.Expr) *subject {
	sub := subject{exact: true}
	if !s.add(&sub, e) {
		return nil
	}
	s.classify(&sub, s.names.info.TypeOf(e))
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		sub.floor = sub.floor || s.isLen(call)
	}
	return s.intern(sub)
}

// length returns the subject len(e).
func (s *subjects) length(e ast.Expr) *subject {
	sub := subject{exact: true, key: "call(len"}
	if !s.add(&sub, e) {
		return nil
	}
	if isMapOrChan(s.names.info.TypeOf(e)) {
		sub.exact, sub.memory = false, true
	}
	sub.key += ",)"
	sub.integer, sub.floor = true, true
	return s.intern(sub)
}

func (s *subjects) classify(sub *subject, t types.Type) {
	if t == nil {
		return
	}
	if b, ok := t.Underlying().(*types.Basic); ok {
		sub.integer = b.Info()&types.IsInteger != 0
		sub.floor = b.Info()&types.IsUnsigned != 0
	}
}

func (s *subjects) isLen(call *ast.CallExpr) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := s.names.info.Uses[id].(*types.Builtin)
	return ok && (b.Name() == "len" || b.Name() == "cap")
}

func (s *subjects) intern(sub subject) *subject {
	known := s.byKey[sub.key]
	if known == nil {
		known = &sub
		s.byKey[sub.key] = known
	}
	return known
}

func (s *subjects) addVar(sub *subject, v *types.Var) {
	sub.key += v.Name() + "#" + strconv.Itoa(int(v.Pos()))
	sub.mentions = append(sub.mentions, v)
	if v.Pos() < s.names.body.Pos() || v.Pos() >= s.names.body.End() || s.names.moved[v] {
		sub.exact = false
	}
}

// add appends the canonical spelling of e to sub. It fails for expressions
// that do not mean the same when they are spelled the same.
func (s *subjects) add(sub *subject, e ast.Expr) bool {
	info := s.names.info
	e = ast.Unparen(e)
	if v := s.constant(e); v != nil {
		if v == isNil {
			sub.key += "nil"
		} else {
			sub.key += v.ExactString()
		}
		return true
	}
	all := func(list ...ast.Expr) bool {
		for _, x := range list {
			if !s.add(sub, x) {
				return false
			}
			sub.key += ","
		}
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		switch obj := info.ObjectOf(e).(type) {
		case *types.Var:
			s.addVar(sub, obj)
			return true
		case *types.Func, *types.TypeName, *types.Builtin, *types.PkgName:
			sub.key += e.Name
			return true
		}
		return false
	case *ast.SelectorExpr:
		obj, ok := info.Uses[e.Sel].(*types.Var)
		if ok && obj.IsField() {
			sub.mentions = append(sub.mentions, obj)
			if sel := info.Selections[e]; sel == nil || sel.Indirect() {
				sub.exact = false
			}
		} else {
			sub.exact = false
			if ok { // a variable of another package
				sub.mentions = append(sub.mentions, obj)
			}
		}
		ok = s.add(sub, e.X)
		sub.key += "." + e.Sel.Name
		return ok
	case *ast.BinaryExpr:
		switch e.Op {
		case token.AND, token.OR, token.XOR, token.AND_NOT, token.REM:
			sub.bits = true
		}
		sub.key += e.Op.String() + "("
		ok := all(e.X, e.Y)
		sub.key += ")"
		return ok
	case *ast.UnaryExpr:
		if e.Op == token.ARROW || e.Op == token.AND {
			return false
		}
		sub.key += e.Op.String()
		return s.add(sub, e.X)
	case *ast.StarExpr:
		sub.exact, sub.memory = false, true
		sub.key += "*"
		return s.add(sub, e.X)
	case *ast.IndexExpr:
		if tv := info.Types[e.Index]; tv.IsType() {
			return s.add(sub, e.X)
		}
		sub.exact, sub.memory = false, true
		sub.key += "["
		ok := all(e.X, e.Index)
		sub.key += "]"
		return ok
	case *ast.CallExpr:
		conversion := info.Types[e.Fun].IsType()
		switch {
		case conversion:
		case s.isLen(e) && !isMapOrChan(info.TypeOf(e.Args[0])):
		default:
			sub.exact, sub.memory = false, true
		}
		sub.key += "call("
		ok := (conversion || s.add(sub, e.Fun)) && all(e.Args...)
		sub.key += ")"
		return ok
	case *ast.TypeAssertExpr:
		if e.Type == nil {
			return false
		}
		sub.key += "assert " + types.TypeString(info.TypeOf(e.Type), nil) + "("
		ok := s.add(sub, e.X)
		sub.key += ")"
		return ok
	}
	return false
}

func isMapOrChan(t types.Type) bool {
	if t == nil {
		return true
	}
	switch t.Underlying().(type) {
	case *types.Map, *types.Chan, *types.Pointer:
		return true
	}
	return false
}

// typeIs returns the atom "the value of e has type t", for type switches.
func (s *subjects) typeIs(e ast.Expr, t types.Type) (atom, bool) {
	sub := subject{exact: true, key: "type " + types.TypeString(t, nil) + " of "}
	if !s.add(&sub, e) {
		return atom{}, false
	}
	return atom{s.intern(sub), token.EQL, constant.MakeBool(true)}, true
}

// decide answers a from what is known, if that is enough.
//
// The constants that a subject was compared with cut its values into points
// and the gaps between them. An answer is certain if it is the same in all the
// pieces that agree with what is known.
func decide(known []fact, a atom) (is, certain bool) {
	var about []fact
	values := []constant.Value{a.value}
	same := equals(known, a.subject)
	for _, f := range known {
		if slices.Contains(same, f.atom.subject) {
			about = append(about, f)
			values = append(values, f.atom.value)
		}
	}
	if len(about) == 0 {
		return false, false
	}
	kind := family(a.value)
	for _, v := range values {
		if family(v) != kind {
			return false, false
		}
	}
	if kind == constant.Unknown || kind == constant.Bool {
		// Two values: nil and not nil, or true and false.
		return about[0].is, true
	}
	if a.subject.floor {
		values = append(values, constant.MakeInt64(0))
	}
	slices.SortFunc(values, func(x, y constant.Value) int {
		switch {
		case constant.Compare(x, token.LSS, y):
			return -1
		case constant.Compare(x, token.EQL, y):
			return 0
		}
		return 1
	})
	values = slices.CompactFunc(values, func(x, y constant.Value) bool { return constant.Compare(x, token.EQL, y) })
	index := func(v constant.Value) int {
		return slices.IndexFunc(values, func(x constant.Value) bool { return constant.Compare(x, token.EQL, v) })
	}
	// Piece 2i+1 is the value i, piece 2i the gap below it.
	holdsIn := func(piece int, a atom) bool {
		at := 2*index(a.value) + 1
		switch a.op {
		case token.LSS:
			return piece < at
		case token.GTR:
			return piece > at
		}
		return piece == at
	}
	yes, no := false, false
	for piece := range 2*len(values) + 1 {
		if piece%2 == 0 && emptyGap(a.subject, values, piece/2) {
			continue
		}
		if slices.ContainsFunc(about, func(f fact) bool { return holdsIn(piece, f.atom) != f.is }) {
			continue
		}
		if holdsIn(piece, a) {
			yes = true
		} else {
			no = true
		}
	}
	return yes, yes != no
}

// equals returns s and the subjects that are known to be equal to it.
func equals(known []fact, s *subject) []*subject {
	same := []*subject{s}
	for i := 0; i < len(same); i++ {
		for _, f := range known {
			of := f.atom.subject.of
			if of[0] == nil || !f.is || f.atom.op != token.EQL {
				continue
			}
			for j, other := range of {
				if other == same[i] && !slices.Contains(same, of[1-j]) {
					same = append(same, of[1-j])
				}
			}
		}
	}
	return same
}

// family is the kind of v, with all numbers in one.
func family(v constant.Value) constant.Kind {
	switch v.Kind() {
	case constant.Int, constant.Float:
		return constant.Float
	}
	return v.Kind()
}

// emptyGap reports whether no value lies between values i-1 and i.
func emptyGap(s *subject, values []constant.Value, i int) bool {
	if i == 0 {
		return s.floor && constant.Sign(values[0]) == 0
	}
	if i == len(values) || !s.integer {
		return false
	}
	if values[i-1].Kind() != constant.Int || values[i].Kind() != constant.Int {
		return false
	}
	gap := constant.BinaryOp(values[i], token.SUB, values[i-1])
	return constant.Compare(gap, token.EQL, constant.MakeInt64(1))
}

// String is the same for equal atoms only.
func (a atom) String() string {
	return a.subject.key + a.op.String() + a.value.ExactString()
}

// speaksOf reports whether s speaks of obj.
func (s *subject) speaksOf(obj types.Object) bool { return slices.Contains(s.mentions, obj) }
