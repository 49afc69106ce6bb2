// Package longloop decides which loops of a task function need a tick: those
// that may run long and in which nothing ticks. A loop is short when it runs a
// small constant number of rounds, over a short array or literal or over the
// bits of a number, or when it stands behind a test that its input is small.
package longloop

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/cfg"
)

// A Finder finds long loops in the functions of a package.
type Finder struct {
	info *types.Info
	defs Definitions

	// Graph returns the control-flow graph of a function, by its body. Nil
	// stands for graphs in which every call returns but panic.
	Graph func(body *ast.BlockStmt) *cfg.CFG
	// Ticks reports whether the execution of a statement or an expression
	// ticks or may tick, without what literals in it do when they are called
	// later. For a range over a function, it is asked about a call of that.
	Ticks func(n ast.Node) bool
	// Other reports whether a literal that is called on the spot is left out,
	// because it is a task function of its own. Nil stands for none.
	Other func(lit *ast.FuncLit) bool
}

// New returns a finder for code that info describes, where defs has what is
// assigned to the variables in it.
func New(info *types.Info, defs Definitions) *Finder {
	return &Finder{info: info, defs: defs}
}

// Find returns the long loops in body, and in the literals that are called on
// the spot. Of nested loops it returns the innermost: a tick in that is a tick
// in those around it.
func (f *Finder) Find(body *ast.BlockStmt) []ast.Stmt {
	g := f.graph(body)
	if g == nil {
		return nil
	}
	guards := f.guardsOf(g)
	var found []ast.Stmt
	var visit func(root ast.Node, bounded paths, base bool)
	visit = func(root ast.Node, bounded paths, base bool) {
		ast.Inspect(root, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CallExpr:
				if lit, ok := ast.Unparen(n.Fun).(*ast.FuncLit); ok && (f.Other == nil || !f.Other(lit)) {
					found = append(found, f.Find(lit.Body)...)
				}
			case *ast.GoStmt, *ast.DeferStmt:
				return false // another goroutine, another time
			case *ast.ForStmt, *ast.RangeStmt:
				if n == root {
					return true
				}
				stmt := n.(ast.Stmt)
				loop := loopOf(g, stmt)
				inner := bounded.with(guards.at(g, loop.head))
				// In a loop over a small input, others are over inputs of the
				// kind, if nothing says so: it is the base case.
				guarded := f.guarded(stmt, inner) || base && f.steps(stmt)
				short := guarded || f.short(stmt)
				if short {
					inner = inner.with(f.counters(stmt))
				}
				before := len(found)
				visit(n, inner, guarded)
				if len(found) == before && !short && len(loop.blocks) > 0 && !f.ticksIn(loop) {
					found = append(found, stmt)
				}
				return false
			}
			return true
		})
	}
	visit(body, nil, false)
	return found
}

func (f *Finder) graph(body *ast.BlockStmt) *cfg.CFG {
	if f.Graph != nil {
		return f.Graph(body)
	}
	return cfg.New(body, func(call *ast.CallExpr) bool {
		id, ok := ast.Unparen(call.Fun).(*ast.Ident)
		if !ok {
			return true
		}
		b, ok := f.info.Uses[id].(*types.Builtin)
		return !ok || b.Name() != "panic"
	})
}

// ticksIn reports whether a round of the loop ticks.
func (f *Finder) ticksIn(l loop) bool {
	for _, b := range l.blocks {
		for _, n := range b.Nodes {
			if f.Ticks(n) {
				return true
			}
		}
		if s, ok := b.Stmt.(*ast.RangeStmt); ok && b == l.head {
			if t := f.info.TypeOf(s.X); t != nil {
				if _, ok := t.Underlying().(*types.Signature); ok && f.Ticks(&ast.CallExpr{Fun: s.X}) {
					return true
				}
			}
		}
	}
	return false
}

// A loop is a for statement in the control-flow graph.
type loop struct {
	head   *cfg.Block
	blocks []*cfg.Block // those that a round may pass; none if there is no second round
}

// loopOf finds the blocks from which the next round of stmt can be reached
// without leaving it.
func loopOf(g *cfg.CFG, stmt ast.Stmt) loop {
	var head *cfg.Block
	for _, b := range g.Blocks {
		if b.Stmt != stmt || !b.Live {
			continue
		}
		switch b.Kind {
		case cfg.KindForLoop, cfg.KindRangeLoop:
			head = b
		case cfg.KindForBody:
			if head == nil {
				head = b // for {}: the body is the head
			}
		}
	}
	if head == nil {
		return loop{}
	}
	// What the entry reaches without passing the head is not in the loop.
	outside := reach(g.Blocks[0], head, nil)
	preds := make(map[*cfg.Block][]*cfg.Block)
	for _, b := range g.Blocks {
		if b.Live && !outside[b] {
			for _, s := range b.Succs {
				preds[s] = append(preds[s], b)
			}
		}
	}
	in := map[*cfg.Block]bool{}
	todo := append([]*cfg.Block(nil), preds[head]...)
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if in[b] {
			continue
		}
		in[b] = true
		if b != head {
			todo = append(todo, preds[b]...)
		}
	}
	l := loop{head: head}
	for _, b := range g.Blocks {
		if in[b] {
			l.blocks = append(l.blocks, b)
		}
	}
	return l
}

// reach returns the blocks that can be reached from b without entering the
// block avoid or taking the edge without.
func reach(b, avoid *cfg.Block, without *edge) map[*cfg.Block]bool {
	seen := make(map[*cfg.Block]bool)
	todo := []*cfg.Block{b}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[b] || b == avoid {
			continue
		}
		seen[b] = true
		for i, s := range b.Succs {
			if without == nil || *without != (edge{b, i}) {
				todo = append(todo, s)
			}
		}
	}
	return seen
}

// An edge is the way from a block to one of its successors.
type edge struct {
	from *cfg.Block
	succ int
}
