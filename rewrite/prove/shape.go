package prove

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// The shapes that can be rewritten: calls that stand in statements of one statement list and are evaluated once whenever their
// statement is reached.

// A member is a self-call in a statement list.
type member struct {
	expr  *ast.CallExpr
	instr *ssa.Call
	index int // of its statement in the list
}

// list is a statement list with at least two self-calls.
type list struct {
	stmts   []ast.Stmt
	members []*member
}

// lists finds the statement lists of the function's body with two or more self-calls that are always evaluated.
func (j *judge) lists() []*list {
	var out []*list
	add := func(stmts []ast.Stmt) {
		l := &list{stmts: stmts}
		for i, s := range stmts {
			for _, e := range heads(s) {
				for _, c := range always(e) {
					instr, ok := j.byPos[c.Lparen].(*ssa.Call)
					if !ok || !j.isSelfCall(instr) || !j.isSite(instr) {
						continue
					}
					l.members = append(l.members, &member{c, instr, i})
				}
			}
		}
		if len(l.members) >= 2 {
			out = append(out, l)
		}
	}
	ast.Inspect(j.n.decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BlockStmt:
			add(n.List)
		case *ast.CaseClause:
			add(n.Body)
		case *ast.CommClause:
			add(n.Body)
		}
		return true
	})
	return out
}

// isSelfCall reports whether the call runs the judged function and nothing else, with its own type arguments.
func (j *judge) isSelfCall(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	if fn == nil || j.an.Canonical(fn) != j.n.fn {
		return false
	}
	if fn == j.n.fn || fn.Origin() == nil {
		return true
	}
	params := j.n.fn.TypeParams()
	recv := j.n.fn.Signature.RecvTypeParams()
	args := fn.TypeArgs()
	var own []*types.TypeParam
	for i := range recv.Len() {
		own = append(own, recv.At(i))
	}
	for i := range params.Len() {
		if recv.Len() == 0 || i >= recv.Len() {
			own = append(own, params.At(i))
		}
	}
	if len(args) != len(own) {
		return false
	}
	for i, a := range args {
		if types.Unalias(a) != own[i] {
			return false
		}
	}
	return true
}

// heads returns the expressions that a statement evaluates exactly once and first of all, whatever happens.
func heads(s ast.Stmt) []ast.Expr {
	switch s := s.(type) {
	case *ast.ExprStmt:
		return []ast.Expr{s.X}
	case *ast.AssignStmt:
		return append(append([]ast.Expr{}, s.Lhs...), s.Rhs...)
	case *ast.IncDecStmt:
		return []ast.Expr{s.X}
	case *ast.ReturnStmt:
		return s.Results
	case *ast.DeclStmt:
		var out []ast.Expr
		if d, ok := s.Decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
			for _, sp := range d.Specs {
				if vs, ok := sp.(*ast.ValueSpec); ok {
					out = append(out, vs.Values...)
				}
			}
		}
		return out
	case *ast.IfStmt:
		return append(initHead(s.Init), s.Cond)
	case *ast.SwitchStmt:
		out := initHead(s.Init)
		if s.Tag != nil {
			out = append(out, s.Tag)
		}
		return out
	case *ast.TypeSwitchStmt:
		return append(initHead(s.Init), heads(s.Assign)...)
	case *ast.ForStmt:
		return initHead(s.Init)
	case *ast.RangeStmt:
		return []ast.Expr{s.X}
	}
	return nil
}

func initHead(s ast.Stmt) []ast.Expr {
	if s == nil {
		return nil
	}
	return heads(s)
}

// always lists the calls that evaluating e runs whatever happens, in the order of evaluation.
func always(e ast.Expr) []*ast.CallExpr {
	var out []*ast.CallExpr
	var visit func(n ast.Node)
	visit = func(n ast.Node) {
		ast.Inspect(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.BinaryExpr:
				if m.Op == token.LAND || m.Op == token.LOR {
					visit(m.X)
					return false
				}
			case *ast.CallExpr:
				visit(m.Fun)
				for _, a := range m.Args {
					visit(a)
				}
				out = append(out, m)
				return false
			}
			return true
		})
	}
	visit(e)
	return out
}

// exits reports whether the statement may leave the list it stands in: a return, a goto, a break or continue of something around
// it, or a label that something else may jump to.
func exits(s ast.Stmt) ast.Stmt {
	var found ast.Stmt
	var visit func(n ast.Node, breaks, continues bool, labels map[string]bool)
	visit = func(n ast.Node, breaks, continues bool, labels map[string]bool) {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			breaks, continues = true, true
		case *ast.SwitchStmt, *ast.TypeSwitchStmt:
			breaks = true
		}
		ast.Inspect(n, func(m ast.Node) bool {
			if found != nil {
				return false
			}
			switch m := m.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt, *ast.SelectStmt, *ast.DeferStmt, *ast.GoStmt:
				found = m.(ast.Stmt)
			case *ast.LabeledStmt:
				inner := map[string]bool{m.Label.Name: true}
				for l := range labels {
					inner[l] = true
				}
				visit(m.Stmt, breaks, continues, inner)
				return false
			case *ast.BranchStmt:
				switch {
				case m.Tok == token.GOTO:
					found = m
				case m.Label != nil:
					if !labels[m.Label.Name] {
						found = m
					}
				case m.Tok == token.BREAK && !breaks, m.Tok == token.CONTINUE && !continues:
					found = m
				}
			case *ast.ForStmt, *ast.RangeStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
				if m != n {
					visit(m, breaks, continues, labels)
					return false
				}
			}
			return true
		})
	}
	visit(&ast.BlockStmt{List: []ast.Stmt{s}}, false, false, nil)
	return found
}

// vars is a set of variables of the function.
type vars map[*types.Var]bool

func (a vars) meets(b vars) *types.Var {
	for v := range a {
		if b[v] {
			return v
		}
	}
	return nil
}

// inPlace reports whether a part of the value of e is a part of the variable e itself, and not of something it refers to.
func (j *judge) inPlace(e ast.Expr) bool {
	t := j.info.TypeOf(e)
	if t == nil {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// uses finds the local variables that a node reads and those that it writes, except inside the expressions in skip. A literal
// counts as run where it stands; what it does when it is run later is for the effects of the call that runs it.
func (j *judge) uses(n ast.Node, skip []*ast.CallExpr) (reads, writes vars) {
	reads, writes = vars{}, vars{}
	local := func(e ast.Expr) *types.Var {
		for {
			switch x := e.(type) {
			case *ast.ParenExpr:
				e = x.X
			case *ast.SelectorExpr:
				if !j.inPlace(x.X) {
					return nil
				}
				e = x.X
			case *ast.IndexExpr:
				if !j.inPlace(x.X) {
					return nil
				}
				e = x.X
			case *ast.Ident:
				obj := j.info.ObjectOf(x)
				if v, ok := obj.(*types.Var); ok && !v.IsField() && v.Parent() != v.Pkg().Scope() {
					return v
				}
				return nil
			default:
				return nil
			}
		}
	}
	write := func(e ast.Expr) {
		if v := local(e); v != nil {
			writes[v] = true
		}
	}
	ast.Inspect(n, func(m ast.Node) bool {
		if c, ok := m.(*ast.CallExpr); ok {
			for _, s := range skip {
				if s == c {
					return false
				}
			}
		}
		switch m := m.(type) {
		case *ast.AssignStmt:
			for _, l := range m.Lhs {
				write(l)
			}
		case *ast.IncDecStmt:
			write(m.X)
		case *ast.RangeStmt:
			if m.Key != nil {
				write(m.Key)
			}
			if m.Value != nil {
				write(m.Value)
			}
		case *ast.ValueSpec:
			for _, id := range m.Names {
				write(id)
			}
		case *ast.UnaryExpr:
			if m.Op == token.AND {
				write(m.X) // its address: somebody may write it
			}
		case *ast.CallExpr:
			// A method with a pointer receiver takes the address of an addressable operand.
			if sel, ok := ast.Unparen(m.Fun).(*ast.SelectorExpr); ok {
				if s := j.info.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
					if f, ok := s.Obj().(*types.Func); ok && f.Signature().Recv() != nil {
						_, ptr := f.Signature().Recv().Type().Underlying().(*types.Pointer)
						_, isPtr := s.Recv().Underlying().(*types.Pointer)
						if ptr && !isPtr {
							write(sel.X)
						}
					}
				}
			}
		case *ast.Ident:
			if v := local(m); v != nil {
				reads[v] = true
			}
		}
		return true
	})
	return reads, writes
}
