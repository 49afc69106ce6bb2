package pairing

import (
	"go/ast"
	"go/types"

	"github.com/spicego/spice/internal/spiceapi"
)

// A cell is one future that the function can name: a variable, a field or
// element of one, or all elements of one that is indexed by variables.
type cell struct {
	place
	name string
	many bool // all elements of an array or slice
}

// findCells makes a cell for each future that the function can name.
func (f *function) findCells() {
	var places []place
	ast.Inspect(f.node, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		if p, ok := f.names.future(e); ok {
			places = append(places, p)
		} else if sel, ok := e.(*ast.SelectorExpr); ok {
			if s := f.info.Selections[sel]; s != nil && s.Kind() == types.MethodVal && spiceapi.FuncOf(s.Obj()) != spiceapi.None {
				if p, ok := f.names.bound(sel); ok {
					places = append(places, p)
				}
			}
		}
		return true
	})
	for _, p := range places {
		if hasStar(p.path) {
			f.many[p.root] = true
		}
	}
	for _, p := range places {
		f.addCell(p)
	}
}

func hasStar(path string) bool {
	for i := range len(path) - 1 {
		if path[i] == '[' && path[i+1] == '*' {
			return true
		}
	}
	return false
}

// addCell makes a cell for p if there is none.
func (f *function) addCell(p place) {
	key, name := f.cellKey(p), p.root.Name()
	if _, ok := f.index[key]; ok {
		return
	}
	if p.path != "*" && !f.many[p.root] {
		name += p.path
	}
	f.index[key] = len(f.cells)
	f.cells = append(f.cells, cell{place: key, name: name, many: f.many[p.root]})
}

// cell returns the index of the cell of p. Where types are missing there may
// be none.
func (f *function) cell(p place) (int, bool) {
	i, ok := f.index[f.cellKey(p)]
	return i, ok
}

// cellKey is p itself, or all elements of its variable if they are one cell.
func (f *function) cellKey(p place) place {
	if f.many[p.root] {
		return place{root: p.root, path: "[*]"}
	}
	return place{root: p.root, path: p.path}
}
