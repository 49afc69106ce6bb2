package pairing

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/cfg"
)

// run executes a graph from the given states and returns those in which it is
// left, deferred calls included. When there are too many, it gives up.
func (f *function) run(g *cfg.CFG, entry []*state) []*state {
	if g == nil {
		return nil
	}
	type visit struct {
		block *cfg.Block
		state *state
	}
	seen := make(map[*cfg.Block]map[string]bool)
	var work []visit
	enter := func(b *cfg.Block, s *state) {
		k := s.key()
		if seen[b] == nil {
			seen[b] = make(map[string]bool)
		}
		if !seen[b][k] {
			seen[b][k] = true
			work = append(work, visit{b, s})
		}
	}
	for _, s := range entry {
		enter(g.Blocks[0], s)
	}
	var exits []*state
	for len(work) > 0 {
		v := work[0]
		work = work[1:]
		if f.visits++; f.visits > maxVisits {
			f.overflow = true
		}
		if f.overflow {
			return nil
		}
		b := v.block
		nodes, condition := b.Nodes, f.branch(b)
		if condition != nil && condition.last {
			nodes = nodes[:len(nodes)-1]
		}
		s := v.state.clone()
		if len(f.frames) == 0 && len(b.Nodes) > 0 {
			pos := b.Nodes[0].Pos()
			s.forget(func(x fact) bool { return !f.live(x.atom.subject, pos) })
		}
		states := []*state{s}
		var returned *ast.ReturnStmt
		for _, n := range nodes {
			states = distinct(f.stmt(n, states))
			if ret, ok := n.(*ast.ReturnStmt); ok {
				returned = ret
			}
		}
		if returned != nil {
			for _, s := range states {
				exits = append(exits, f.unwind(s, returned)...)
			}
			continue
		}
		if condition == nil {
			for _, succ := range b.Succs {
				for _, s := range states {
					enter(succ, f.cross(b, succ, s.clone()))
				}
			}
			continue
		}
		yes, no := condition.ask(states)
		for _, s := range distinct(yes) {
			enter(b.Succs[0], f.cross(b, b.Succs[0], s.clone()))
		}
		for _, s := range distinct(no) {
			enter(b.Succs[1], f.cross(b, b.Succs[1], s.clone()))
		}
	}
	return distinct(exits)
}

// cross changes s for the way from one block to the next.
func (f *function) cross(from, to *cfg.Block, s *state) *state {
	switch to.Kind {
	case cfg.KindRangeBody:
		if r, ok := to.Stmt.(*ast.RangeStmt); ok {
			f.round(r, s)
		}
	case cfg.KindRangeLoop, cfg.KindForLoop, cfg.KindForBody, cfg.KindLabel, cfg.KindForPost:
		if to.Stmt == nil {
			break
		}
		if isLoop(to.Stmt) {
			f.approach(to.Stmt, s)
		}
		if isBack(from, to) {
			// What a condition inside a loop said of memory or a call is
			// asked anew in the next round.
			s.forget(func(x fact) bool { return !x.atom.subject.exact && x.at >= to.Stmt.Pos() })
		} else if r := rangeOf(to); r != nil {
			f.begin(r, s)
		}
	}
	return s
}

// isBack reports whether the way from one block to another, the head of a loop
// or a label, leads back.
func isBack(from, to *cfg.Block) bool {
	if from.Kind == cfg.KindForPost && from.Stmt == to.Stmt {
		return true
	}
	if isLoop(to.Stmt) {
		return lastPos(from) >= bodyOf(to.Stmt).Pos()
	}
	return lastPos(from) > to.Stmt.Pos()
}

func isLoop(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		return true
	}
	return false
}

// lastPos returns where b ends, roughly.
func lastPos(b *cfg.Block) token.Pos {
	if n := last(b); n != nil {
		return n.Pos()
	}
	if b.Stmt != nil {
		return b.Stmt.Pos()
	}
	return token.NoPos
}
