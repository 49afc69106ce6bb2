package pairing

import (
	"go/ast"
	"go/token"

	"github.com/spicego/spice/internal/spiceapi"
)

// elsewhere hands everything that a go statement's call mentions to another goroutine.
func (f *function) elsewhere(call *ast.CallExpr, in []*state) {
	ast.Inspect(call, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			if p, ok := f.mentioned(e); ok {
				f.escape(p, in)
			}
		}
		return true
	})
}

// captured hands the futures that a literal does something with to whoever
// calls it. Asking for a task does no harm.
func (f *function) captured(lit *ast.FuncLit, in []*state) {
	harmless := make(map[ast.Expr]bool)
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if c := spiceapi.CallOf(f.info, call); c.Func == spiceapi.FutureTask {
				harmless[c.Recv] = true
			}
		}
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if harmless[e] {
			return false
		}
		if p, ok := f.mentioned(e); ok {
			f.escape(p, in)
			return false
		}
		return true
	})
}

// mentioned returns the future, or what holds futures, that e stands for.
func (f *function) mentioned(e ast.Expr) (place, bool) {
	if p, ok := f.names.place(e); ok && holds(f.info.TypeOf(e)) {
		if of, ok := f.names.pointee(e); ok {
			return of, true
		}
		return p, true
	}
	if v := f.names.local(e); v != nil {
		if fn, of, bound := f.names.method(v); bound && fn.Settles() {
			return of, true
		}
	}
	return place{}, false
}

// escape puts the futures in p out of sight for good.
func (f *function) escape(p place, in []*state) {
	for c := range f.cells {
		of := &f.cells[c]
		if of.root != p.root || !(of.many || within(of.path, p.path) || within(p.path, of.path)) {
			continue
		}
		for _, s := range in {
			s.set(c, gone, token.NoPos)
			s.held[c] = true
		}
	}
}
