package longloop

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"
)

// cutoff is the largest size that makes what stands behind a test for it a
// base case. A programmer who cuts off there has thought about the grain.
const cutoff = 4096

// A path is a variable or a field of one: xs, or x.kids.
type path struct {
	root   types.Object
	fields string
}

type paths map[path]bool

func (p paths) with(more paths) paths {
	if len(more) == 0 {
		return p
	}
	all := make(paths, len(p)+len(more))
	for k := range p {
		all[k] = true
	}
	for k := range more {
		all[k] = true
	}
	return all
}

func (p paths) any(of paths) bool {
	for k := range of {
		if p[k] {
			return true
		}
	}
	return false
}

// pathsOf returns the integers and the things with a length that e is made of,
// also those that a variable in it was computed from.
func (f *Finder) pathsOf(e ast.Expr) paths {
	ps := make(paths)
	f.addPaths(e, ps, 0)
	return ps
}

func (f *Finder) addPaths(e ast.Expr, ps paths, depth int) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IndexExpr: // the size of an element is not that of the whole
			f.addPaths(n.Index, ps, depth)
			if p, ok := f.path(n.X); ok && !sized(f.info.TypeOf(n)) {
				ps[p] = true
			}
			return false
		case *ast.Ident, *ast.SelectorExpr:
			e := n.(ast.Expr)
			if p, ok := f.path(e); ok && sized(f.info.TypeOf(e)) {
				ps[p] = true
				if def := f.defs.of(f.info, e); def != nil && depth < 3 {
					f.addPaths(def, ps, depth+1)
				}
			}
			_, isIdent := n.(*ast.Ident)
			return isIdent
		}
		return true
	})
}

// path returns e as a path.
func (f *Finder) path(e ast.Expr) (path, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := f.info.ObjectOf(e).(*types.Var); ok {
			return path{v, ""}, true
		}
	case *ast.SelectorExpr:
		if v, ok := f.info.Uses[e.Sel].(*types.Var); ok && !v.IsField() {
			return path{v, ""}, true // a variable of another package
		}
		if p, ok := f.path(e.X); ok {
			p.fields += "." + e.Sel.Name
			return p, true
		}
	}
	return path{}, false
}

// sized reports whether a value of type t is a number or has a length.
func sized(t types.Type) bool {
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsString) != 0
	case *types.Slice, *types.Map, *types.Array:
		return true
	case *types.Interface: // a type parameter may be any of them
		_, ok := types.Unalias(t).(*types.TypeParam)
		return ok
	}
	return false
}

// A guard is a test that says that something is small, and the way to take
// then.
type guard struct {
	edge  edge
	small paths
}

type guards []guard

// guardsOf finds the tests for small sizes in a function.
func (f *Finder) guardsOf(g *cfg.CFG) guards {
	var gs guards
	for _, b := range g.Blocks {
		if !b.Live || len(b.Succs) != 2 || len(b.Nodes) == 0 {
			continue
		}
		cond, ok := b.Nodes[len(b.Nodes)-1].(ast.Expr)
		if !ok {
			continue
		}
		if small := f.smallWhen(cond, true); len(small) > 0 {
			gs = append(gs, guard{edge{b, 0}, small})
		}
		if small := f.smallWhen(cond, false); len(small) > 0 {
			gs = append(gs, guard{edge{b, 1}, small})
		}
	}
	return gs
}

// at returns what is small whenever control comes to b.
func (gs guards) at(g *cfg.CFG, b *cfg.Block) paths {
	var all paths
	for _, guard := range gs {
		if b != nil && !reach(g.Blocks[0], nil, &guard.edge)[b] {
			all = all.with(guard.small)
		}
	}
	return all
}

// smallWhen returns what cond says is small when it has that value.
func (f *Finder) smallWhen(cond ast.Expr, value bool) paths {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return f.smallWhen(e.X, !value)
		}
	case *ast.BinaryExpr:
		switch {
		case e.Op == token.LAND && value, e.Op == token.LOR && !value:
			return f.smallWhen(e.X, value).with(f.smallWhen(e.Y, value))
		case e.Op == token.LAND || e.Op == token.LOR:
			return nil
		}
		x, y, op := e.X, e.Y, e.Op
		if f.constant(x) != nil {
			x, y = y, x
			op = mirrored[op]
		}
		if !value {
			op = negated[op]
		}
		switch op {
		case token.LSS, token.LEQ, token.EQL:
			if atMost(f.constant(y), cutoff) {
				return f.pathsOf(x)
			}
		}
	}
	return nil
}

var mirrored = map[token.Token]token.Token{
	token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ,
	token.EQL: token.EQL, token.NEQ: token.NEQ,
}

var negated = map[token.Token]token.Token{
	token.LSS: token.GEQ, token.GEQ: token.LSS, token.LEQ: token.GTR, token.GTR: token.LEQ,
	token.EQL: token.NEQ, token.NEQ: token.EQL,
}
