package pairing

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/spicego/spice/internal/spiceapi"
)

// literal returns the literal that fun is, and whether it is called through a variable.
func (f *function) literal(fun ast.Expr) (lit *ast.FuncLit, named bool) {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.FuncLit:
		if f.names.inPlace[fun] {
			return fun, false
		}
	case *ast.Ident:
		if v := f.names.local(fun); v != nil && f.names.literal[v] != nil {
			return f.names.literal[v], true
		}
	}
	return nil, false
}

// enter executes a literal in place.
func (f *function) enter(lit *ast.FuncLit, call *ast.CallExpr, named bool, in []*state) []*state {
	for _, fr := range f.frames {
		if fr.lit == lit {
			return in // literals that call each other
		}
	}
	given := make(map[*types.Var]place)
	i := 0
	for _, field := range lit.Type.Params.List {
		for _, name := range field.Names {
			if i < len(call.Args) {
				v, _ := f.info.Defs[name].(*types.Var)
				if of, ok := f.names.future(call.Args[i]); ok && v != nil && f.names.writes[v] == 0 && !f.names.moved[v] &&
					spiceapi.IsFuturePointer(v.Type()) {
					given[v] = of
				} else {
					in = f.expr(call.Args[i], in)
				}
			}
			i++
		}
		if len(field.Names) == 0 {
			if i < len(call.Args) {
				in = f.expr(call.Args[i], in)
			}
			i++
		}
	}
	for ; i < len(call.Args); i++ {
		in = f.expr(call.Args[i], in)
	}
	f.seen[lit] = true
	outer := f.names.given
	f.names.given = given
	for v, p := range outer {
		given[v] = p
	}
	var out []*state
	for _, s := range in {
		fr := frame{lit: lit, entry: s.clone()}
		if named {
			fr.call = call
		}
		for _, name := range namedResults(lit.Type) {
			f.zeroed(name, s)
		}
		defers := s.defers
		s.defers = nil
		f.frames = append(f.frames, fr)
		for _, o := range f.run(f.cfgs.FuncLit(lit), []*state{s}) {
			o.defers = slices.Clone(defers)
			out = append(out, o)
		}
		f.frames = f.frames[:len(f.frames)-1]
	}
	f.names.given = outer
	return distinct(out)
}
