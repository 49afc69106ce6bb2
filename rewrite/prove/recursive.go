package prove

import (
	"go/ast"
	"go/types"
	"slices"
	"sort"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/effects"
)

// Which functions are recursive: a function is if it can reach itself by calls inside its package, directly, through other
// functions, through a method of an interface that a type of the package implements, or through the variable that holds it.

// A node is a declared function or a closure held by a variable, with the function literals in it that no variable holds.
type node struct {
	fn    *ssa.Function
	decl  *ast.FuncDecl // the declaration, or the one around the closure
	lit   *ast.FuncLit  // of a closure
	held  types.Object  // the variable that holds the closure
	pkg   *packages.Package
	name  string
	calls []*site
	comp  int // strongly connected component
	loop  bool
}

// A site is a call that may run a node.
type site struct {
	instr  ssa.CallInstruction
	in     *ssa.Function // the function that has the call: the node's own or a literal in it
	to     []*node
	static bool // calls to[0] and nothing else
}

// graph is the call graph of one package.
type graph struct {
	pkg   *packages.Package
	prog  *ssa.Program
	an    *effects.Analysis
	nodes []*node
	of    map[*ssa.Function]*node // of declared functions, closures, and literals inside either
	cells map[ssa.Value][]*ssa.Function
	impls map[string][]*ssa.Function
}

func newGraph(p *packages.Package, prog *ssa.Program, an *effects.Analysis) *graph {
	g := &graph{
		pkg: p, prog: prog, an: an,
		of:    map[*ssa.Function]*node{},
		cells: map[ssa.Value][]*ssa.Function{},
		impls: map[string][]*ssa.Function{},
	}
	var declared []*node
	for _, file := range p.Syntax {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil {
				continue
			}
			obj, ok := p.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok {
				continue
			}
			fn := prog.FuncValue(obj)
			if fn == nil && decl.Recv == nil && decl.Name.Name == "init" {
				fn = initOf(prog.Package(p.Types), decl)
			}
			if fn == nil || fn.Blocks == nil {
				continue
			}
			n := &node{fn: fn, decl: decl, pkg: p, name: declName(obj)}
			declared = append(declared, n)
			g.nodes = append(g.nodes, n)
			g.of[fn] = n
		}
	}
	// init functions made of variable initialisers have literals too, but nothing there calls itself.
	for _, n := range declared {
		g.findStores(n.fn)
	}
	for _, n := range declared {
		g.findClosures(n, n.fn)
	}
	for _, n := range g.nodes {
		g.findCalls(n, n.fn)
	}
	g.components()
	return g
}

// initOf finds the function of an init declaration: a package can have many.
func initOf(pkg *ssa.Package, decl *ast.FuncDecl) *ssa.Function {
	for _, m := range pkg.Members {
		if fn, ok := m.(*ssa.Function); ok && fn.Syntax() == ast.Node(decl) {
			return fn
		}
	}
	return nil
}

// declName is F or T.F.
func declName(obj *types.Func) string {
	if recv := obj.Signature().Recv(); recv != nil {
		t := recv.Type()
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := types.Unalias(t).(*types.Named); ok {
			return n.Obj().Name() + "." + obj.Name()
		}
	}
	return obj.Name()
}

// findStores notes which functions are stored in which variables.
func (g *graph) findStores(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if st, ok := i.(*ssa.Store); ok {
				var f *ssa.Function
				switch v := st.Val.(type) {
				case *ssa.MakeClosure:
					f = v.Fn.(*ssa.Function)
				case *ssa.Function:
					f = v
				}
				if f != nil {
					if cell := variable(st.Addr); cell != nil {
						g.cells[cell] = append(g.cells[cell], f)
					}
				}
			}
		}
	}
	for _, a := range fn.AnonFuncs {
		g.findStores(a)
	}
}

// variable returns the variable that addr is the address of: an Alloc or a Global; captured ones are followed outwards.
func variable(addr ssa.Value) ssa.Value {
	switch v := addr.(type) {
	case *ssa.Alloc, *ssa.Global:
		return v
	case *ssa.FreeVar:
		fn := v.Parent()
		for _, r := range *fn.Referrers() {
			if mc, ok := r.(*ssa.MakeClosure); ok {
				for i, f := range fn.FreeVars {
					if f == v {
						return variable(mc.Bindings[i])
					}
				}
			}
		}
	}
	return nil
}

// findClosures makes nodes of the literals inside fn that a variable holds, and files the others under the node around them.
func (g *graph) findClosures(around *node, fn *ssa.Function) {
	for _, a := range fn.AnonFuncs {
		owner := around
		if cell := g.holder(a); cell != nil {
			lit, _ := a.Syntax().(*ast.FuncLit)
			name := cell.Name()
			if al, ok := cell.(*ssa.Alloc); ok {
				name = al.Comment
			}
			outer := a
			for outer.Parent() != nil {
				outer = outer.Parent()
			}
			base := outer.Name()
			if n := g.of[outer]; n != nil {
				base = n.name
			}
			owner = &node{fn: a, decl: around.decl, lit: lit, pkg: g.pkg, name: base + "." + name}
			g.nodes = append(g.nodes, owner)
		}
		g.of[a] = owner
		g.findClosures(owner, a)
	}
}

func (g *graph) holder(fn *ssa.Function) ssa.Value {
	var found ssa.Value
	for cell, fns := range g.cells {
		if slices.Contains(fns, fn) {
			if found != nil && found.Pos() < cell.Pos() {
				continue
			}
			found = cell
		}
	}
	return found
}

// findCalls lists the calls in fn and its literals that may run nodes of the package.
func (g *graph) findCalls(n *node, fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				if s := g.siteOf(call, fn); s != nil {
					n.calls = append(n.calls, s)
				}
			}
		}
	}
	for _, a := range fn.AnonFuncs {
		if g.of[a] == n {
			g.findCalls(n, a)
		}
	}
}

func (g *graph) siteOf(call ssa.CallInstruction, in *ssa.Function) *site {
	s := &site{instr: call, in: in}
	common := call.Common()
	add := func(fn *ssa.Function) {
		if n := g.of[g.an.Canonical(fn)]; n != nil && n.fn == g.an.Canonical(fn) && !slices.Contains(s.to, n) {
			s.to = append(s.to, n)
		}
	}
	if common.IsInvoke() {
		for _, fn := range g.implementers(common) {
			add(fn)
		}
	} else if fn := common.StaticCallee(); fn != nil {
		if fn.Synthetic != "" && fn.Origin() == nil && fn.Blocks != nil {
			for _, inner := range wrapped(fn) {
				add(inner)
			}
		} else {
			s.static = true
			add(fn)
		}
	} else if load, ok := common.Value.(*ssa.UnOp); ok {
		if cell := variable(load.X); cell != nil {
			for _, fn := range g.cells[cell] {
				add(fn)
			}
		}
	}
	if len(s.to) == 0 {
		return nil
	}
	return s
}

// wrapped returns the functions that a wrapper, thunk or bound method calls.
func wrapped(fn *ssa.Function) []*ssa.Function {
	var out []*ssa.Function
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				if f := call.Common().StaticCallee(); f != nil {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// implementers lists the methods of the package that a call through an interface may run.
func (g *graph) implementers(c *ssa.CallCommon) []*ssa.Function {
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	key := types.TypeString(c.Value.Type(), nil) + "." + c.Method.Name()
	if fns, ok := g.impls[key]; ok {
		return fns
	}
	var out []*ssa.Function
	scope := g.pkg.Types.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if !ok || types.IsInterface(named) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), false, c.Method.Pkg(), c.Method.Name())
		m, ok := obj.(*types.Func)
		if !ok || m.Pkg() != g.pkg.Types {
			continue
		}
		if named.TypeParams().Len() == 0 && !types.Implements(named, iface) && !types.Implements(types.NewPointer(named), iface) {
			if _, isParam := types.Unalias(c.Value.Type()).(*types.TypeParam); !isParam {
				continue
			}
		}
		if fn := g.prog.FuncValue(m.Origin()); fn != nil {
			out = append(out, fn)
		}
	}
	g.impls[key] = out
	return out
}

// components finds the strongly connected components of the nodes.
func (g *graph) components() {
	index := map[*node]int{}
	low := map[*node]int{}
	on := map[*node]bool{}
	var stack []*node
	var visit func(n *node)
	count := 0
	visit = func(n *node) {
		index[n] = len(index) + 1
		low[n] = index[n]
		stack = append(stack, n)
		on[n] = true
		for _, s := range n.calls {
			for _, m := range s.to {
				if index[m] == 0 {
					visit(m)
					low[n] = min(low[n], low[m])
				} else if on[m] {
					low[n] = min(low[n], index[m])
				}
				if m == n {
					n.loop = true
				}
			}
		}
		if low[n] == index[n] {
			count++
			for {
				m := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				on[m] = false
				m.comp = count
				if m != n {
					m.loop = true
					n.loop = true
				} else {
					break
				}
			}
		}
	}
	for _, n := range g.nodes {
		if index[n] == 0 {
			visit(n)
		}
	}
}

// recursive lists the recursive nodes in the order of their positions.
func (g *graph) recursive() []*node {
	var out []*node
	for _, n := range g.nodes {
		if n.loop {
			out = append(out, n)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].fn.Pos() < out[j].fn.Pos() })
	return out
}

// inner lists the calls of n that may come back to n.
func (n *node) inner() []*site {
	var out []*site
	for _, s := range n.calls {
		if slices.ContainsFunc(s.to, func(m *node) bool { return m.comp == n.comp }) {
			out = append(out, s)
		}
	}
	return out
}
