package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/spicego/spice/rewrite/load"
	"github.com/spicego/spice/rewrite/prove"
)

// takeAll stands in for the proof where emission is tested by itself: in each list of statements it takes all calls of
// the function by itself that are sure to run, and are no operands of each other, for independent. A statement between
// them that makes a variable which a later operand uses is to be moved. A comment clip at the end of a line clips the
// calls that stand there.
// A doc comment that says "It writes" makes the calls write.
func takeAll(prog *load.Program) []*prove.Verdict {
	var out []*prove.Verdict
	seen := map[token.Position]bool{}
	for _, pkg := range prog.Roots {
		for _, file := range pkg.Syntax {
			for _, d := range file.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || fn.Body == nil {
					continue
				}
				m, marked := markerOf(fn.Doc)
				if marked && m.kind != "seq" {
					continue
				}
				pos := prog.Fset.Position(fn.Pos())
				if seen[pos] {
					continue
				}
				seen[pos] = true
				t := &taker{pkg: pkg, fset: prog.Fset, self: pkg.TypesInfo.Defs[fn.Name], clip: clipLines(prog.Fset, file)}
				v := &prove.Verdict{Decl: fn, Package: pkg, Name: pathName(fn), Pos: fn.Name.Pos()}
				v.Writes = strings.Contains(fn.Doc.Text(), "It writes")
				if marked {
					v.Name = m.name
					v.Writes = true // the doc comment is the wrapper's; it only captures more
				}
				t.lists(fn.Body)
				v.Groups = t.groups
				switch {
				case t.calls == 0:
					continue
				case len(v.Groups) == 0:
					v.Code, v.Reason = "single-call", "there is only one recursive call on any way through the function"
				}
				out = append(out, v)
			}
		}
	}
	return out
}

func clipLines(fset *token.FileSet, f *ast.File) map[int]bool {
	lines := map[int]bool{}
	for _, g := range f.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, "// clip") {
				lines[fset.Position(c.Pos()).Line] = true
			}
		}
	}
	return lines
}

type taker struct {
	pkg    *packages.Package
	fset   *token.FileSet
	self   types.Object
	clip   map[int]bool
	groups []*prove.Group
	calls  int
}

func (t *taker) isSelf(call *ast.CallExpr) bool {
	var id *ast.Ident
	switch f := unindexed(call.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return false
	}
	fn, ok := t.pkg.TypesInfo.Uses[id].(*types.Func)
	return ok && fn.Origin() == t.self
}

func (t *taker) lists(body ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if t.isSelf(n) {
				t.calls++
			}
		case *ast.BlockStmt:
			t.list(n.List)
		case *ast.CaseClause:
			t.list(n.Body)
		}
		return true
	})
}

func (t *taker) list(list []ast.Stmt) {
	for {
		g := &prove.Group{}
		first, last := -1, -1
		for i, s := range list {
			calls := t.sure(s)
			if first >= 0 && (returns(list[i-1]) || t.threaded(list[first:i], calls)) {
				break
			}
			if len(calls) == 0 {
				continue
			}
			if first < 0 {
				first = i
			}
			last = i
			for _, c := range calls {
				call := &prove.Call{Expr: c, Stmt: s}
				if t.clip[t.fset.Position(c.Pos()).Line] {
					for k, a := range c.Args {
						if sl, ok := a.(*ast.SliceExpr); ok && sl.High != nil && !sl.Slice3 {
							call.Clip = append(call.Clip, k)
						}
					}
				}
				g.Calls = append(g.Calls, call)
			}
			if _, ok := s.(*ast.ReturnStmt); ok {
				break
			}
		}
		if len(g.Calls) < 2 {
			return
		}
		g.List = list[first : last+1]
		g.Moved = t.moved(g)
		t.groups = append(t.groups, g)
		return
	}
}

// threaded reports whether an operand of a call uses what a statement with calls before it writes.
func (t *taker) threaded(before []ast.Stmt, calls []*ast.CallExpr) bool {
	written := map[types.Object]bool{}
	for _, s := range before {
		if len(t.sure(s)) == 0 {
			continue
		}
		ast.Inspect(s, func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok {
				for _, l := range a.Lhs {
					if id, ok := l.(*ast.Ident); ok {
						written[t.pkg.TypesInfo.ObjectOf(id)] = true
					}
				}
			}
			if v, ok := n.(*ast.ValueSpec); ok {
				for _, id := range v.Names {
					written[t.pkg.TypesInfo.ObjectOf(id)] = true
				}
			}
			return true
		})
	}
	found := false
	for _, c := range calls {
		ast.Inspect(c, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && written[t.pkg.TypesInfo.Uses[id]] {
				found = true
			}
			return true
		})
	}
	return found
}

// sure returns the calls of the function in a statement that run whenever it does; outermost only where one is an
// operand of another, unless the outer one is alone.
func (t *taker) sure(s ast.Stmt) []*ast.CallExpr {
	var roots []ast.Node
	switch s := s.(type) {
	case *ast.IfStmt:
		if s.Init != nil {
			roots = append(roots, s.Init)
		} else {
			roots = append(roots, s.Cond)
		}
	case *ast.SwitchStmt:
		if s.Init != nil {
			roots = append(roots, s.Init)
		} else if s.Tag != nil {
			roots = append(roots, s.Tag)
		}
	case *ast.RangeStmt:
		roots = append(roots, s.X)
	case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.DeclStmt, *ast.IncDecStmt, *ast.SendStmt:
		roots = append(roots, s)
	}
	var calls []*ast.CallExpr
	for _, r := range roots {
		calls = append(calls, t.sureIn(r)...)
	}
	slices.SortFunc(calls, func(a, b *ast.CallExpr) int { return int(a.Lparen - b.Lparen) })
	return calls
}

func (t *taker) sureIn(r ast.Node) []*ast.CallExpr {
	var calls []*ast.CallExpr
	ast.Inspect(r, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				calls = append(calls, t.sureIn(n.X)...)
				return false
			}
		case *ast.CallExpr:
			if !t.isSelf(n) {
				return true
			}
			var inner []*ast.CallExpr
			for _, a := range n.Args {
				inner = append(inner, t.sureIn(a)...)
			}
			if len(inner) >= 2 {
				calls = append(calls, inner...)
			} else {
				calls = append(calls, n)
			}
			return false
		}
		return true
	})
	return calls
}

func (t *taker) moved(g *prove.Group) []ast.Stmt {
	var out []ast.Stmt
	for i, s := range g.List {
		if i == 0 || len(t.sure(s)) > 0 {
			continue
		}
		written := map[types.Object]bool{}
		ast.Inspect(s, func(n ast.Node) bool {
			if i, ok := n.(*ast.IncDecStmt); ok {
				if id, ok := i.X.(*ast.Ident); ok {
					written[t.pkg.TypesInfo.ObjectOf(id)] = true
				}
			}
			if a, ok := n.(*ast.AssignStmt); ok {
				for _, l := range a.Lhs {
					if id, ok := l.(*ast.Ident); ok {
						written[t.pkg.TypesInfo.ObjectOf(id)] = true
					}
				}
			}
			return true
		})
		needed := false
		for _, c := range g.Calls {
			if c.Expr.Pos() < s.Pos() {
				continue
			}
			ast.Inspect(c.Expr, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && written[t.pkg.TypesInfo.Uses[id]] {
					needed = true
				}
				return true
			})
		}
		if needed {
			out = append(out, s)
		}
	}
	return out
}
