package pairing

import (
	"go/ast"
	"go/token"
	"go/types"
)

// overwrite gives the futures in lhs another condition; pending ones are lost.
func (f *function) overwrite(lhs ast.Expr, s *state, is condition) {
	p, ok := f.names.place(lhs)
	if !ok {
		return
	}
	for c := range f.cells {
		if f.cells[c].root != p.root || f.cells[c].path == "*" || !within(f.cells[c].path, p.path) && !f.cells[c].many {
			continue
		}
		if s.held[c] {
			continue
		}
		if f.cells[c].many && p.path != "" {
			s.set(c, gone, token.NoPos)
			continue
		}
		f.replace(c, lhs.Pos(), s)
		s.set(c, is, token.NoPos)
	}
}

// replace notes that cell c gets another value, which loses what is pending in
// it. A variable of a loop's body is a new one in each round, and the old one
// may be in the hands of a deferred call.
func (f *function) replace(c int, by token.Pos, s *state) {
	if s.cells[c].is != pending {
		return
	}
	if f.loopAround(f.cells[c].root.Pos()) != nil {
		for _, d := range s.defers {
			if f.mentions(d.Call, f.cells[c].root) {
				return
			}
		}
	}
	f.loss(c, s.cells[c].by).again = by
}

// mentions reports whether the future in v stands somewhere in n.
func (f *function) mentions(n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && !found {
			p, ok := f.mentioned(e)
			if id, isIdent := e.(*ast.Ident); isIdent && !ok {
				if lit, _ := f.literal(id); lit != nil {
					found = f.mentions(lit.Body, v)
				}
			}
			found = found || ok && p.root == v
		}
		return !found
	})
	return found
}

// within reports whether path is prefix or a part of it.
func within(path, prefix string) bool {
	return len(path) >= len(prefix) && path[:len(prefix)] == prefix &&
		(len(path) == len(prefix) || path[len(prefix)] == '.' || path[len(prefix)] == '[')
}
