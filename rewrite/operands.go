package rewrite

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/spicego/spice/rewrite/prove"
)

// An operand is one argument of a call; a method's receiver is the first one.
type operand struct {
	expr ast.Expr // what the user wrote
	typ  types.Type
	text func() string
	name string // set when the value is in a variable of ours
}

// operands returns the operands of a call of g in the order of g's parallel path.
func (p *parallel) operands(g *function, call *ast.CallExpr) []operand {
	var out []operand
	args := call.Args
	if sel, ok := unindexed(call.Fun).(*ast.SelectorExpr); ok && g.shape.recv {
		wantPointer := isPointer(g.shape.params[0].typ)
		if s := p.pkg.TypesInfo.Selections[sel]; s != nil && s.Kind() == types.MethodExpr {
			// T.Sum(x, …): the receiver is the first argument already.
			x := args[0]
			text := func() string { return p.editor.render(x) }
			if isPointer(p.pkg.TypesInfo.TypeOf(x)) && !wantPointer {
				text = func() string { return "*" + p.editor.render(x) }
			}
			out = append(out, operand{expr: x, typ: g.shape.params[0].typ, text: text})
			args = args[1:]
		} else if s != nil {
			out = append(out, p.receiverOperand(g, sel, s, wantPointer))
		}
	}
	for _, a := range args {
		out = append(out, operand{expr: a, typ: p.pkg.TypesInfo.TypeOf(a), text: func() string { return p.editor.render(a) }})
	}
	return out
}

// receiverOperand spells what a method call does to its receiver: embedded fields on the way, & or *.
func (p *parallel) receiverOperand(g *function, sel *ast.SelectorExpr, s *types.Selection, wantPointer bool) operand {
	t := p.pkg.TypesInfo.TypeOf(sel.X)
	path := ""
	for _, i := range s.Index()[:len(s.Index())-1] {
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
		f := t.Underlying().(*types.Struct).Field(i)
		path += "." + f.Name()
		t = f.Type()
	}
	prefix := ""
	switch {
	case wantPointer && !isPointer(t):
		prefix = "&"
	case !wantPointer && isPointer(t):
		prefix = "*"
	}
	return operand{expr: sel.X, typ: g.shape.params[0].typ, text: func() string {
		x := sel.X
		if prefix == "" && path == "" {
			x = ast.Unparen(x) // (&n) is no longer in front of a dot
		}
		return prefix + p.editor.render(x) + path
	}}
}

func isPointer(t types.Type) bool {
	_, ok := types.Unalias(t).Underlying().(*types.Pointer)
	return ok
}

func unindexed(fun ast.Expr) ast.Expr {
	switch x := ast.Unparen(fun).(type) {
	case *ast.IndexExpr:
		return ast.Unparen(x.X)
	case *ast.IndexListExpr:
		return ast.Unparen(x.X)
	default:
		return x
	}
}

// as spells the operand as a value of the parameter's type, where a call of Fork takes it.
func (o operand) as(prm param) string {
	if types.Identical(o.typ, prm.typ) {
		return o.text()
	}
	return prm.convert(o.text())
}

// asVariable spells the operand as a value of the parameter's type, where nothing but the value says the type.
func (p *parallel) asVariable(o operand, prm param) string {
	if types.Identical(o.typ, prm.typ) && p.typedAlone(o.expr) {
		return o.text()
	}
	return prm.convert(o.text())
}

// convert spells the conversion of a value to the parameter's type; of one of a variadic parameter, to its elements'.
func (prm param) convert(value string) string {
	t := prm.text
	if prm.variadic {
		t = strings.TrimPrefix(t, "[]")
	}
	if !strings.HasPrefix(t, "[") && !strings.HasPrefix(t, "map[") && !token.IsIdentifier(t) {
		t = "(" + t + ")"
	}
	return t + "(" + value + ")"
}

// typedAlone reports whether an expression has the type that the checker found for it by itself. Untyped constants,
// shifts of them and comparisons take theirs from the place where they stand.
func (p *parallel) typedAlone(e ast.Expr) bool {
	tv := p.pkg.TypesInfo.Types[e]
	b, basic := types.Unalias(tv.Type).(*types.Basic)
	ownDefault := basic && (b.Kind() == types.Int || b.Kind() == types.Bool || b.Kind() == types.String)
	if tv.Value == nil {
		switch e := e.(type) {
		case *ast.ParenExpr:
			return p.typedAlone(e.X)
		case *ast.UnaryExpr:
			return e.Op == token.AND || e.Op == token.ARROW || p.typedAlone(e.X)
		case *ast.BinaryExpr:
			switch e.Op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
				return ownDefault
			case token.SHL, token.SHR:
				return p.typedAlone(e.X)
			}
			return p.variable(e.X) && p.typedAlone(e.X) || p.variable(e.Y) && p.typedAlone(e.Y)
		}
	}
	return !tv.IsNil() && (tv.Value == nil || ownDefault)
}

// variable reports whether e is no constant.
func (p *parallel) variable(e ast.Expr) bool { return p.pkg.TypesInfo.Types[e].Value == nil }

// clip turns the operands s[lo:hi] that the proof names into s[lo:hi:hi]: an append behind hi must not reach what another
// call works on.
func (p *parallel) clip(m *member) {
	first := 0
	if p.shape.recv {
		first = 1
	}
	for _, i := range m.call.Clip {
		o := &m.args[first+i]
		s, ok := ast.Unparen(o.expr).(*ast.SliceExpr)
		if !ok || s.High == nil || s.Slice3 {
			continue
		}
		if !p.pure(s.High) {
			end := p.names.fresh("end" + m.number)
			m.first = append(m.first, func() string { return end + " := " + p.editor.render(s.High) + "\n" })
			o.text = func() string {
				low := ""
				if s.Low != nil {
					low = p.editor.render(s.Low)
				}
				return p.editor.render(s.X) + "[" + low + ":" + end + ":" + end + "]"
			}
			continue
		}
		o.text = func() string {
			return p.editor.render(s.X) + p.editor.renderRange(s.Lbrack, s.Rbrack, false) + ":" + p.editor.render(s.High) + "]"
		}
	}
}

// captures returns the code that evaluates operands of m before anything of the group runs, and lets m use the values.
// The last call is the only one whose operands nobody forked before can write.
func (p *parallel) captures(m *member, g *prove.Group, hoistFirst, last bool) []func() string {
	out := m.first
	exposed := func(o operand) bool { return p.verdict.Writes && !last && p.readsMemory(o.expr) }
	if !m.forked {
		for i, o := range m.args {
			if o.name == "" && (exposed(o) || hoistFirst && !p.settled(o.expr) || p.movedOver(o.expr, g)) {
				out = append(out, p.capture(m, i))
			}
		}
		return out
	}
	early := false
	for _, o := range m.args {
		early = early || o.name == "" && (exposed(o) || !p.pure(o.expr) || p.writtenLater(o.expr, m.call.Stmt, g))
	}
	switch {
	case !early:
		return out
	case p.shape.packsArgs() || p.shape.params[0].variadic || !p.shape.fitsWord():
		return append(out, p.packEarly(m))
	}
	return append(out, p.capture(m, 0))
}

// readsMemory reports whether the value of a pure operand depends on memory that others can reach.
func (p *parallel) readsMemory(e ast.Expr) bool {
	info := p.pkg.TypesInfo
	reads := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if v, ok := info.Uses[n].(*types.Var); ok && !v.IsField() && (v.Pos() < p.decl.Pos() || v.Pos() > p.decl.End() || p.shared(v)) {
				reads = true
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				reads = reads || p.addressReads(n.X)
				return false
			}
		case *ast.StarExpr:
			reads = reads || !info.Types[n].IsType()
		case *ast.SelectorExpr:
			if sel := info.Selections[n]; sel != nil && (sel.Indirect() || isPointer(sel.Recv())) {
				reads = true
			}
		case *ast.IndexExpr:
			if tv := info.Types[n.X]; !tv.IsType() && tv.Type != nil {
				switch tv.Type.Underlying().(type) {
				case *types.Array, *types.Basic: // the variable that holds it counts; a string does not change
				default:
					reads = true
				}
			}
		case *ast.CallExpr:
			for _, a := range n.Args {
				switch info.TypeOf(a).Underlying().(type) {
				case *types.Map, *types.Chan: // len looks into it
					reads = true
				}
			}
		}
		return !reads
	})
	return reads
}

// addressReads reports whether memory is read to find the address of e.
func (p *parallel) addressReads(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return false
	case *ast.ParenExpr:
		return p.addressReads(e.X)
	case *ast.SelectorExpr:
		if sel := p.pkg.TypesInfo.Selections[e]; sel != nil && !sel.Indirect() && !isPointer(sel.Recv()) {
			return p.addressReads(e.X)
		}
	case *ast.IndexExpr:
		if _, ok := p.pkg.TypesInfo.TypeOf(e.X).Underlying().(*types.Array); ok {
			return p.addressReads(e.X) || p.readsMemory(e.Index)
		}
	}
	return p.readsMemory(e)
}

// settled reports whether e has the same value until the call, whatever the other operands do: a constant, or a variable
// that only this frame can reach.
func (p *parallel) settled(e ast.Expr) bool {
	if p.constant(e) {
		return true
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := p.pkg.TypesInfo.Uses[id].(*types.Var)
	return ok && p.decl.Pos() <= v.Pos() && v.Pos() < p.decl.End() && !p.shared(v)
}

// shared reports whether a variable can be reached in other ways than by its name in the function's own code.
func (p *parallel) shared(v *types.Var) bool {
	found := false
	ast.Inspect(p.decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			found = found || p.mentions(n, v)
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && p.mentions(n.X, v)
		case *ast.SliceExpr:
			if _, array := p.pkg.TypesInfo.TypeOf(n.X).Underlying().(*types.Array); array {
				found = found || p.mentions(n.X, v)
			}
		case *ast.SelectorExpr:
			if sel := p.pkg.TypesInfo.Selections[n]; sel != nil && sel.Kind() == types.MethodVal && !isPointer(sel.Recv()) {
				found = found || p.mentions(n.X, v) // & in disguise
			}
		}
		return !found
	})
	return found
}

func (p *parallel) mentions(n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.pkg.TypesInfo.Uses[id] == v {
			found = true
		}
		return !found
	})
	return found
}

// movedOver reports whether a statement that is moved in front of the calls may change e's value.
func (p *parallel) movedOver(e ast.Expr, g *prove.Group) bool {
	for _, s := range g.Moved {
		if p.meets(s, e) {
			return true
		}
	}
	return false
}

// capture puts the value of one operand into a variable.
func (p *parallel) capture(m *member, i int) func() string {
	o := m.args[i]
	prm := p.shape.params[min(i, len(p.shape.params)-1)]
	stem := prm.name
	if stem == "_" {
		stem = "arg"
	}
	name := p.names.fresh(stem + m.number)
	untyped := !p.typedAlone(o.expr)
	if untyped {
		p.spellTypes()
	}
	text := func() string {
		if untyped {
			return prm.convert(o.text())
		}
		return o.text()
	}
	m.args[i].text = func() string { return name }
	m.args[i].name = name
	return func() string { return name + " := " + text() + "\n" }
}

// writtenLater reports whether a statement that is moved in front of the calls, and stands behind s in the program,
// writes a variable that e reads.
func (p *parallel) writtenLater(e ast.Expr, s ast.Stmt, g *prove.Group) bool {
	for _, m := range g.Moved {
		if m.Pos() > s.Pos() && p.meets(m, e) {
			return true
		}
	}
	return false
}

// meets reports whether moving s across the evaluation of e may change its value: s assigns a variable that e uses, or
// does more than to assign variables.
func (p *parallel) meets(s ast.Stmt, e ast.Expr) bool {
	used := map[types.Object]bool{}
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[p.pkg.TypesInfo.Uses[id]] = true
		}
		return true
	})
	memory := p.readsMemory(e)
	meets := false
	ast.Inspect(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				meets = meets || p.writes(l, used, memory)
			}
		case *ast.IncDecStmt:
			meets = meets || p.writes(n.X, used, memory)
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				meets = true
			}
		case *ast.CallExpr:
			if memory && !p.pureCall(n) {
				meets = true
			}
		}
		return !meets
	})
	return meets
}

func (p *parallel) writes(lhs ast.Expr, used map[types.Object]bool, memory bool) bool {
	switch l := ast.Unparen(lhs).(type) {
	case *ast.Ident:
		obj := p.pkg.TypesInfo.Uses[l]
		return obj != nil && used[obj]
	case *ast.SelectorExpr:
		if sel := p.pkg.TypesInfo.Selections[l]; sel != nil && !isPointer(sel.Recv()) {
			return memory || p.writes(l.X, used, memory)
		}
	case *ast.IndexExpr:
		if _, ok := p.pkg.TypesInfo.TypeOf(l.X).Underlying().(*types.Array); ok {
			return memory || p.writes(l.X, used, memory)
		}
	}
	return memory
}

// hoistsOperands reports whether the operands of the first call have to be evaluated before those of the others, and so
// cannot stay in the call.
func (p *parallel) hoistsOperands(g *prove.Group, members []*member) bool {
	first, others := members[0], members[1:]
	firstPanics := map[string]bool{}
	for _, o := range first.args {
		if o.name != "" {
			continue
		}
		if !p.pure(o.expr) {
			return true
		}
		p.panics(o.expr, firstPanics)
		if p.movedOver(o.expr, g) {
			return true
		}
	}
	if len(g.Moved) > 0 && len(firstPanics) > 0 {
		return true
	}
	for _, m := range others {
		panics := map[string]bool{}
		for _, o := range m.args {
			if o.name != "" {
				continue
			}
			if !p.pure(o.expr) {
				// What it does must not come before an operand of the first call that panics or reads.
				return !p.allSettled(first)
			}
			p.panics(o.expr, panics)
		}
		for k := range panics {
			if k != nilPanic && !firstPanics[k] && len(firstPanics) > 0 {
				return true
			}
		}
	}
	return false
}

func (p *parallel) allSettled(m *member) bool {
	for _, o := range m.args {
		if o.name == "" && !p.settled(o.expr) {
			return false
		}
	}
	return true
}

const nilPanic = "nil"

// panics collects how the evaluation of a pure operand can panic. Operands that can only panic in the same way may
// change places: nobody sees the difference.
func (p *parallel) panics(e ast.Expr, out map[string]bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StarExpr:
			out[nilPanic] = true
		case *ast.SelectorExpr:
			if sel := p.pkg.TypesInfo.Selections[n]; sel != nil && (sel.Indirect() || isPointer(sel.Recv())) {
				out[nilPanic] = true
			}
		case *ast.IndexExpr:
			t := p.pkg.TypesInfo.TypeOf(n.X)
			if _, ok := t.Underlying().(*types.Map); ok {
				return true
			}
			if a, ok := t.Underlying().(*types.Array); ok {
				if tv := p.pkg.TypesInfo.Types[n.Index]; tv.Value != nil {
					if v, exact := constant.Int64Val(constant.ToInt(tv.Value)); exact && v < a.Len() {
						return true
					}
				}
			}
			out["index "+p.source.text(n.Pos(), n.End())] = true
		case *ast.SliceExpr:
			for _, b := range []ast.Expr{n.Low, n.High, n.Max} {
				if b == nil {
					continue
				}
				if tv := p.pkg.TypesInfo.Types[b]; tv.Value != nil && constant.Sign(constant.ToInt(tv.Value)) == 0 {
					continue
				}
				out["slice "+p.source.text(n.X.Pos(), n.X.End())+" "+p.source.text(b.Pos(), b.End())] = true
			}
		case *ast.BinaryExpr:
			if n.Op == token.QUO || n.Op == token.REM || n.Op == token.SHL || n.Op == token.SHR {
				if tv := p.pkg.TypesInfo.Types[n.Y]; tv.Value == nil {
					out["arithmetic "+p.source.text(n.Pos(), n.End())] = true
				}
			}
		}
		return true
	})
}

// constant reports whether e has the same value at any time.
func (p *parallel) constant(e ast.Expr) bool {
	tv := p.pkg.TypesInfo.Types[e]
	return tv.Value != nil || tv.IsNil()
}

// pure reports whether e may be evaluated twice: it has no effect, makes nothing new, and costs next to nothing.
func (p *parallel) pure(e ast.Expr) bool {
	if p.constant(e) {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident, *ast.BasicLit:
		return true
	case *ast.ParenExpr:
		return p.pure(e.X)
	case *ast.SelectorExpr:
		if sel := p.pkg.TypesInfo.Selections[e]; sel != nil && sel.Kind() != types.FieldVal {
			return false // a method value is a new closure
		}
		return p.pure(e.X)
	case *ast.StarExpr:
		return p.pure(e.X)
	case *ast.IndexExpr:
		return p.pure(e.X) && p.pure(e.Index)
	case *ast.SliceExpr:
		for _, b := range []ast.Expr{e.Low, e.High, e.Max} {
			if b != nil && !p.pure(b) {
				return false
			}
		}
		return p.pure(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.ARROW {
			return false
		}
		if e.Op == token.AND {
			if _, ok := ast.Unparen(e.X).(*ast.CompositeLit); ok {
				return false
			}
		}
		return p.pure(e.X)
	case *ast.BinaryExpr:
		if isString(p.pkg.TypesInfo.TypeOf(e)) {
			return false
		}
		return p.pure(e.X) && p.pure(e.Y)
	case *ast.CallExpr:
		return p.pureCall(e)
	}
	return false
}

// pureCall reports whether a call is a cheap builtin or a conversion that makes nothing new.
func (p *parallel) pureCall(call *ast.CallExpr) bool {
	for _, a := range call.Args {
		if !p.pure(a) {
			return false
		}
	}
	tv := p.pkg.TypesInfo.Types[call.Fun]
	if tv.IsType() {
		from, to := p.pkg.TypesInfo.TypeOf(call.Args[0]), tv.Type
		if types.IsInterface(to) {
			return false
		}
		return isString(from) == isString(to)
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && tv.IsBuiltin() {
		switch id.Name {
		case "len", "cap", "min", "max", "real", "imag", "complex":
			return true
		}
	}
	return false
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
