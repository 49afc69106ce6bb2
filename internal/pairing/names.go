package pairing

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/spicego/spice/internal/spiceapi"
)

// Names are what the local variables of one function stand for, where that is
// the same everywhere: a literal, a pointer to a future, a bound Join.
type names struct {
	info   *types.Info
	body   ast.Node // the function
	params *ast.FieldList
	given  map[*types.Var]place // parameters of literals in execution

	// Facts about each variable, over the whole function with all its literals.
	writes map[*types.Var]int      // how often it is assigned to, declarations without a value excepted
	value  map[*types.Var]ast.Expr // what was assigned, if anything was
	moved  map[*types.Var]bool     // its address is taken, or a literal that is not executed in place assigns to it
	inLoop map[*types.Var]bool     // assigned by a range clause

	literal map[*types.Var]*ast.FuncLit // variables that are a literal and are only ever called
	inPlace map[*ast.FuncLit]bool       // literals that can be executed where they are called

	tags  map[*ast.CaseClause]ast.Stmt // the switch of each case
	heads map[ast.Expr]bool            // keys and values of range clauses
	loops []ast.Stmt                   // in source order
	jumps bool                         // there is a goto
}

func newNames(info *types.Info, body ast.Node, params *ast.FieldList) *names {
	n := &names{
		info:    info,
		body:    body,
		params:  params,
		given:   make(map[*types.Var]place),
		writes:  make(map[*types.Var]int),
		value:   make(map[*types.Var]ast.Expr),
		moved:   make(map[*types.Var]bool),
		inLoop:  make(map[*types.Var]bool),
		literal: make(map[*types.Var]*ast.FuncLit),
		inPlace: make(map[*ast.FuncLit]bool),
		tags:    make(map[*ast.CaseClause]ast.Stmt),
		heads:   make(map[ast.Expr]bool),
	}
	n.collect()
	n.findLiterals()
	n.findMoved()
	return n
}

// local returns the variable that e names if it is declared in this function.
func (n *names) local(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := n.info.ObjectOf(id).(*types.Var)
	if !ok || v.IsField() || v.Pos() < n.body.Pos() || v.Pos() >= n.body.End() {
		return nil
	}
	return v
}

// collect fills in what one walk can see.
func (n *names) collect() {
	assign := func(lhs, rhs ast.Expr) {
		if v := n.local(lhs); v != nil {
			n.writes[v]++
			n.value[v] = rhs
		}
	}
	ast.Inspect(n.body, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.AssignStmt:
			for i, lhs := range node.Lhs {
				if len(node.Rhs) == len(node.Lhs) && (node.Tok == token.ASSIGN || node.Tok == token.DEFINE) {
					assign(lhs, node.Rhs[i])
				} else {
					assign(lhs, nil)
				}
			}
		case *ast.ValueSpec:
			for i, name := range node.Names {
				if len(node.Values) == len(node.Names) {
					assign(name, node.Values[i])
				} else if len(node.Values) > 0 {
					assign(name, nil)
				}
			}
		case *ast.IncDecStmt:
			assign(node.X, nil)
		case *ast.RangeStmt:
			n.loops = append(n.loops, node)
			for _, head := range []ast.Expr{node.Key, node.Value} {
				if head != nil {
					n.heads[head] = true
					assign(head, nil)
					if v := n.local(head); v != nil {
						n.inLoop[v] = true
					}
				}
			}
		case *ast.ForStmt:
			n.loops = append(n.loops, node)
		case *ast.BranchStmt:
			n.jumps = n.jumps || node.Tok == token.GOTO
		case *ast.UnaryExpr:
			if v := n.local(node.X); node.Op == token.AND && v != nil {
				n.moved[v] = true
			}
		case *ast.SwitchStmt:
			for _, clause := range node.Body.List {
				n.tags[clause.(*ast.CaseClause)] = node
			}
		case *ast.TypeSwitchStmt:
			for _, clause := range node.Body.List {
				n.tags[clause.(*ast.CaseClause)] = node
			}
		}
		return true
	})
}

// only returns the value of a variable that is assigned exactly once and whose
// address nobody has.
func (n *names) only(v *types.Var) ast.Expr {
	if v == nil || n.writes[v] != 1 || n.moved[v] || n.value[v] == nil {
		return nil
	}
	return ast.Unparen(n.value[v])
}

// findLiterals finds the literals that are called on the spot, deferred on the
// spot, or called through a variable that has no other use. A literal that
// calls itself is none of them.
func (n *names) findLiterals() {
	candidate := make(map[*types.Var]*ast.FuncLit)
	for v := range n.writes {
		if lit, ok := n.only(v).(*ast.FuncLit); ok {
			candidate[v] = lit
		}
	}
	called := make(map[*ast.Ident]bool)
	spawned := make(map[ast.Expr]bool) // functions of go statements
	ast.Inspect(n.body, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.GoStmt:
			spawned[ast.Unparen(node.Call.Fun)] = true
		case *ast.CallExpr:
			switch fun := ast.Unparen(node.Fun).(type) {
			case *ast.FuncLit:
				if !spawned[fun] {
					n.inPlace[fun] = true
				}
			case *ast.Ident:
				if !spawned[fun] {
					called[fun] = true
				}
			}
		}
		return true
	})
	ast.Inspect(n.body, func(node ast.Node) bool {
		id, ok := node.(*ast.Ident)
		if !ok {
			return true
		}
		v, _ := n.info.Uses[id].(*types.Var)
		lit := candidate[v]
		if lit == nil {
			return true
		}
		inside := lit.Pos() <= id.Pos() && id.Pos() < lit.End()
		if inside || !called[id] && !n.assignedTo(id) {
			delete(candidate, v)
		}
		return true
	})
	for v, lit := range candidate {
		n.literal[v] = lit
		n.inPlace[lit] = true
	}
	for n.dropForeign() {
	}
}

// dropForeign takes out literals that are inside one that others call, or are
// called from there: they are theirs, too. It reports whether there were any.
func (n *names) dropForeign() bool {
	dropped := false
	n.eachForeign(n.body, func(outer *ast.FuncLit) {
		ast.Inspect(outer.Body, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.FuncLit:
				if n.inPlace[node] {
					delete(n.inPlace, node)
					dropped = true
				}
			case *ast.Ident:
				v, _ := n.info.Uses[node].(*types.Var)
				if lit := n.literal[v]; lit != nil {
					delete(n.inPlace, lit)
					delete(n.literal, v)
					dropped = true
				}
			}
			return true
		})
	})
	return dropped
}

// assignedTo reports whether id is the target of the one assignment to its variable.
func (n *names) assignedTo(id *ast.Ident) bool {
	found := false
	ast.Inspect(n.body, func(node ast.Node) bool {
		if a, ok := node.(*ast.AssignStmt); ok {
			for _, lhs := range a.Lhs {
				found = found || ast.Unparen(lhs) == ast.Expr(id)
			}
		}
		return !found
	})
	return found
}

// findMoved marks the variables that a literal assigns to which is not executed in place.
func (n *names) findMoved() {
	n.eachForeign(n.body, func(lit *ast.FuncLit) {
		mark := func(e ast.Expr) {
			if v := n.local(e); v != nil && (v.Pos() < lit.Pos() || v.Pos() >= lit.End()) {
				n.moved[v] = true
			}
		}
		ast.Inspect(lit.Body, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.AssignStmt:
				for _, lhs := range node.Lhs {
					mark(lhs)
				}
			case *ast.IncDecStmt:
				mark(node.X)
			case *ast.RangeStmt:
				mark(node.Key)
				mark(node.Value)
			}
			return true
		})
	})
}

// eachForeign calls f for the outermost literals in node that are not executed in place.
func (n *names) eachForeign(node ast.Node, f func(*ast.FuncLit)) {
	ast.Inspect(node, func(c ast.Node) bool {
		if lit, ok := c.(*ast.FuncLit); ok && c != n.body && !n.inPlace[lit] {
			f(lit)
			return false
		}
		return true
	})
}

// A place is a variable of this function, or a part of it: a field, an element.
type place struct {
	root *types.Var
	path string // ".field" and "[3]", one after the other; "[*]" for an unknown element
	last ast.Expr
}

// place returns where in a local variable e is, if it is in one: through
// fields and elements, but not through pointers other than known ones.
func (n *names) place(e ast.Expr) (place, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v := n.local(e); v != nil {
			return place{root: v}, true
		}
	case *ast.SelectorExpr:
		sel := n.info.Selections[e]
		if sel == nil || sel.Kind() != types.FieldVal {
			return place{}, false
		}
		return n.fields(e.X, sel, len(sel.Index()))
	case *ast.IndexExpr:
		base, ok := n.place(e.X)
		if !ok {
			return place{}, false
		}
		if !isArrayOrSlice(n.info.TypeOf(e.X)) {
			return place{}, false
		}
		if tv := n.info.Types[e.Index]; tv.Value != nil {
			base.path += "[" + tv.Value.ExactString() + "]"
		} else {
			base.path += "[*]"
		}
		base.last = e.Index
		return base, true
	case *ast.StarExpr:
		return n.pointee(e.X)
	}
	return place{}, false
}

func isArrayOrSlice(t types.Type) bool {
	if t == nil {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Array, *types.Slice:
		return true
	}
	return false
}

// fields follows the first depth steps of a selection from x.
func (n *names) fields(x ast.Expr, sel *types.Selection, depth int) (place, bool) {
	p, ok := n.place(x)
	if !ok {
		return place{}, false
	}
	t := n.info.TypeOf(x)
	if t == nil {
		return place{}, false
	}
	for _, i := range sel.Index()[:depth] {
		s, ok := t.Underlying().(*types.Struct) // not through a pointer
		if !ok {
			return place{}, false
		}
		p.path += "." + s.Field(i).Name()
		t = s.Field(i).Type()
	}
	return p, true
}

// pointee returns the place that the pointer e points to: &x, or a variable
// that is nothing but &x. A parameter that points to a future is a place, too:
// the future of the caller.
func (n *names) pointee(e ast.Expr) (place, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return n.place(e.X)
		}
	case *ast.Ident:
		v := n.local(e)
		if v == nil {
			return place{}, false
		}
		if p, ok := n.given[v]; ok {
			return p, true
		}
		if u, ok := n.only(v).(*ast.UnaryExpr); ok && u.Op == token.AND {
			return n.place(u.X)
		}
		if n.isParam(v) && spiceapi.IsFuturePointer(v.Type()) && n.writes[v] == 0 && !n.moved[v] {
			return place{root: v, path: "*"}, true
		}
	}
	return place{}, false
}

// isParam reports whether v is a parameter of the function itself.
func (n *names) isParam(v *types.Var) bool {
	return n.params != nil && n.params.Pos() <= v.Pos() && v.Pos() < n.params.End()
}

// future returns the place of the future that e is, or points to.
func (n *names) future(e ast.Expr) (place, bool) {
	t := n.info.TypeOf(e)
	switch {
	case t == nil:
		return place{}, false
	case spiceapi.IsFuture(t):
		return n.place(e)
	case spiceapi.IsFuturePointer(t):
		return n.pointee(e)
	}
	return place{}, false
}

// receiver returns the place of the future that a method is called on, which
// may be embedded in what stands in front of the dot.
func (n *names) receiver(call spiceapi.Call) (place, bool) {
	if sel, ok := ast.Unparen(call.Expr.Fun).(*ast.SelectorExpr); ok {
		if s := n.info.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			return n.bound(sel)
		}
	}
	return n.future(call.Recv)
}

// bound returns the future of a method value such as f.Join.
func (n *names) bound(sel *ast.SelectorExpr) (place, bool) {
	s := n.info.Selections[sel]
	if depth := len(s.Index()) - 1; depth > 0 {
		return n.fields(sel.X, s, depth)
	}
	return n.future(sel.X)
}

// method returns the function of the runtime that a variable holds, as a
// method value (with its future) or as a method expression (without).
func (n *names) method(v *types.Var) (fn spiceapi.Func, of place, bound bool) {
	sel, ok := n.only(v).(*ast.SelectorExpr)
	if !ok {
		return spiceapi.None, place{}, false
	}
	s := n.info.Selections[sel]
	if s == nil {
		return spiceapi.None, place{}, false
	}
	fn = spiceapi.FuncOf(s.Obj())
	switch {
	case fn == spiceapi.None:
	case s.Kind() == types.MethodExpr:
		return fn, place{}, false
	case s.Kind() == types.MethodVal:
		if of, ok := n.bound(sel); ok {
			return fn, of, true
		}
	}
	return spiceapi.None, place{}, false
}

// holds reports whether a value of type t has futures, or pointers to them, in it.
func holds(t types.Type) bool { return holdsWithin(t, 4) }

func holdsWithin(t types.Type, depth int) bool {
	if t == nil || depth == 0 {
		return false
	}
	if spiceapi.IsFuture(t) || spiceapi.IsFuturePointer(t) {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Pointer:
		return holdsWithin(t.Elem(), depth-1)
	case *types.Slice:
		return holdsWithin(t.Elem(), depth-1)
	case *types.Array:
		return holdsWithin(t.Elem(), depth-1)
	case *types.Map:
		return holdsWithin(t.Elem(), depth-1)
	case *types.Chan:
		return holdsWithin(t.Elem(), depth-1)
	case *types.Struct:
		for f := range t.Fields() {
			if holdsWithin(f.Type(), depth-1) {
				return true
			}
		}
	}
	return false
}
