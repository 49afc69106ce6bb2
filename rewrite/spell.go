package rewrite

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// spread reports whether a call gets all its arguments from one call with several results. There is no room for a task
// in it.
func (p *parallel) spread(call *ast.CallExpr) bool {
	if len(call.Args) != 1 {
		return false
	}
	_, ok := p.pkg.TypesInfo.TypeOf(call.Args[0]).(*types.Tuple)
	return ok
}

// parCall spells a call of g's parallel path.
func (p *parallel) parCall(g *function, call *ast.CallExpr, task string, args []operand) string {
	parts := []string{task}
	if g.shape.generic() {
		parts = append(parts, p.forked(g, call))
	}
	for _, a := range args {
		parts = append(parts, a.text())
	}
	list := strings.Join(parts, ", ")
	if call.Ellipsis.IsValid() {
		list += "..."
	}
	return g.parName + p.explicit(call) + "(" + list + ")"
}

// forked spells the function value that a call of g's generic parallel path hands down.
func (p *parallel) forked(g *function, call *ast.CallExpr) string {
	args := p.typeArgsOf(call)
	if g == p.function && len(args) == len(p.shape.tparams) {
		same := true
		for i, a := range args {
			same = same && types.Identical(a, p.shape.tparams[i].obj)
		}
		if same {
			return p.self
		}
	}
	var names []string
	for _, a := range args {
		names = append(names, types.TypeString(a, p.qualify))
	}
	return g.forkName + "[" + strings.Join(names, ", ") + "]"
}

// typeArgsOf returns the type arguments of a call of a generic function, or of a method of a generic type.
func (p *parallel) typeArgsOf(call *ast.CallExpr) []types.Type {
	var list *types.TypeList
	switch fun := unindexed(call.Fun).(type) {
	case *ast.Ident:
		list = p.pkg.TypesInfo.Instances[fun].TypeArgs
	case *ast.SelectorExpr:
		fn, _ := p.pkg.TypesInfo.Uses[fun.Sel].(*types.Func)
		if fn == nil || fn.Signature().Recv() == nil {
			list = p.pkg.TypesInfo.Instances[fun.Sel].TypeArgs
			break
		}
		t := fn.Signature().Recv().Type()
		if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
			t = ptr.Elem()
		}
		if named, ok := types.Unalias(t).(*types.Named); ok {
			list = named.TypeArgs()
		}
	}
	var out []types.Type
	for t := range list.Types() {
		out = append(out, t)
	}
	return out
}

// explicit returns the type arguments that a call spells.
func (p *parallel) explicit(call *ast.CallExpr) string {
	switch x := ast.Unparen(call.Fun).(type) {
	case *ast.IndexExpr:
		if _, sel := ast.Unparen(x.X).(*ast.SelectorExpr); !sel {
			return p.source.text(x.Lbrack, x.Rbrack+1)
		}
	case *ast.IndexListExpr:
		return p.source.text(x.Lbrack, x.Rbrack+1)
	}
	return ""
}

func (p *parallel) argType() string {
	switch {
	case p.shape.packsArgs():
		return p.argsName + p.shape.typeArgs()
	case len(p.shape.params) == 1:
		return p.shape.params[0].text
	}
	return "struct{}"
}

func (p *parallel) resultType() string {
	switch len(p.shape.results) {
	case 0:
		return "struct{}"
	case 1:
		return p.shape.results[0].text
	}
	return p.resultsName + p.shape.typeArgs()
}

// spellTypes makes room for the names of the parameters' and results' types in the body: what hides one (node *node) gets another name in the parallel path.
func (p *parallel) spellTypes() {
	if p.spelled {
		return
	}
	p.spelled = true
	info := p.pkg.TypesInfo
	meant := map[string]types.Object{}
	signature := []ast.Node{p.decl.Type.Params}
	if p.decl.Recv != nil {
		signature = append(signature, p.decl.Recv)
	}
	if p.decl.Type.Results != nil {
		signature = append(signature, p.decl.Type.Results)
	}
	for _, n := range signature {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && info.Uses[id] != nil {
				meant[id.Name] = info.Uses[id]
			}
			return true
		})
	}
	ast.Inspect(p.decl, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || meant[id.Name] == nil {
			return true
		}
		switch obj := info.Defs[id].(type) {
		case *types.Var:
			if !obj.IsField() {
				p.rename(obj)
			}
		case *types.TypeName, *types.Const:
			if p.decl.Body.Pos() < obj.Pos() { // not a type parameter
				p.rename(obj)
			}
		}
		return true
	})
}

// rename gives a variable, constant or type of the function another name in the parallel path.
func (p *parallel) rename(v types.Object) {
	if p.renamed[v] != "" {
		return
	}
	name := p.names.fresh(v.Name() + "1")
	p.renamed[v] = name
	visit := func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && p.pkg.TypesInfo.ObjectOf(id) == v {
			p.replace(id, func() string { return name })
		}
		return true
	}
	ast.Inspect(p.decl.Body, visit)
	if p.decl.Type.Results != nil {
		ast.Inspect(p.decl.Type.Results, visit)
	}
}

// renamedParams returns the parameters under the names that the parallel path has for them.
func (p *parallel) renamedParams() []param {
	out := slices.Clone(p.shape.params)
	for v, name := range p.renamed {
		for i := range out {
			if out[i].name == v.Name() && out[i].obj == v {
				out[i].name = name
			}
		}
	}
	return out
}
