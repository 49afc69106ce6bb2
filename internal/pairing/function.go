package pairing

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/cfg"

	"github.com/spicego/spice/internal/spiceapi"
)

// maxVisits bounds the number of pairs of a block and a state that are visited
// in one function. Beyond it, nothing is said about the function.
const maxVisits = 20_000

// A function is one function, or one literal that stands for itself, under
// analysis.
type function struct {
	*pkg
	names    *names
	subjects *subjects
	node     ast.Node
	typ      *ast.FuncType
	body     *ast.BlockStmt

	cells []cell
	index map[place]int // by root and path
	many  map[*types.Var]bool

	frames   []frame // literals in execution, the innermost last
	visits   int
	overflow bool

	lost     map[token.Pos]*loss // by fork
	settled  map[token.Pos]bool  // forks that some path joins or drops
	joins    map[juncture]*sighting
	returns  map[*ast.ReturnStmt]*departure
	thrown   []*Finding
	exits    []*state
	forkedBy map[token.Pos]*ast.CallExpr
	waves    map[token.Pos]wave   // of forks into an array or slice
	spelled  map[token.Pos]string // and how the source spells the element
}

// A frame is the execution of a literal in place.
type frame struct {
	lit   *ast.FuncLit
	call  *ast.CallExpr // where it is called through a variable, else nil
	entry *state
}

// A loss is a fork that is pending where it should not be.
type loss struct {
	cell     int
	exits    map[token.Pos]bool
	returns  map[*ast.ReturnStmt]bool
	implicit bool      // an exit is not a return statement of this function's own
	again    token.Pos // what overwrites it
}

// A juncture is a call that joins or drops a future, or would be reported for
// it. A literal that is called several times joins another one each time.
type juncture struct {
	at   *ast.CallExpr
	cell int
}

// A sighting is what the paths have in common that come to a Join, a Drop or a
// call that stands for one.
type sighting struct {
	cell     int
	name     string        // of the future, as it is spelled here
	fn       spiceapi.Func // Join, Drop, or None for a call that does either
	forked   bool          // a path brings a future that was forked
	unforked bool          // a path brings one that was not
	fresh    bool          // a path brings a pending one
	gone     bool          // a path brings one of which nothing is known
	done     token.Pos     // a path brings one that was joined or dropped here
	ordered  bool          // a path brings a pending one that is the youngest
	younger  int           // the younger one that another path brings, or -1
	early    token.Pos     // where that was forked
}

// A departure is what the paths have in common that come to a return statement.
type departure struct {
	pending []int // the pending cells, the oldest first
	varied  bool  // not the same on all paths
}

// function analyses one function and returns its mistakes and, if futures are
// among its parameters, what it does with them.
func (p *pkg) function(node ast.Node, typ *ast.FuncType, body *ast.BlockStmt) ([]*Finding, *Summary) {
	f := &function{
		pkg:     p,
		node:    node,
		typ:     typ,
		body:    body,
		index:   make(map[place]int),
		many:    make(map[*types.Var]bool),
		lost:    make(map[token.Pos]*loss),
		settled: make(map[token.Pos]bool),
		joins:   make(map[juncture]*sighting),
		returns: make(map[*ast.ReturnStmt]*departure),

		forkedBy: make(map[token.Pos]*ast.CallExpr),
		waves:    make(map[token.Pos]wave),
		spelled:  make(map[token.Pos]string),
	}
	if !f.concerned() {
		return nil, f.summary(nil)
	}
	f.names = newNames(p.info, node, typ.Params)
	f.subjects = &subjects{names: f.names, byKey: make(map[string]*subject)}
	f.findCells()
	f.findSubjects()
	f.run(f.graph(), []*state{f.entry()})
	if f.overflow {
		return nil, nil
	}
	return f.findings(), f.summary(f.exits)
}

// graph returns the control-flow graph of the function.
func (f *function) graph() *cfg.CFG {
	if decl, ok := f.node.(*ast.FuncDecl); ok {
		return f.cfgs.FuncDecl(decl)
	}
	return f.cfgs.FuncLit(f.node.(*ast.FuncLit))
}

// concerned reports whether the function mentions a future at all.
func (f *function) concerned() bool {
	found := false
	ast.Inspect(f.node, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && !found {
			t := f.info.TypeOf(e)
			found = t != nil && (spiceapi.IsFuture(t) || spiceapi.IsFuturePointer(t))
		}
		return !found
	})
	return found
}

// entry returns the state in which the function is entered.
func (f *function) entry() *state {
	s := &state{cells: make([]status, len(f.cells)), held: make([]bool, len(f.cells))}
	results := f.typ.Results
	for i, c := range f.cells {
		switch {
		case c.path == "*":
			s.cells[i].is = lent
		case f.names.isParam(c.root):
			s.cells[i].is = gone // forked by the caller, or not
		case results != nil && results.Pos() <= c.root.Pos() && c.root.Pos() < results.End():
			s.cells[i].is, s.held[i] = gone, true // the caller gets it
		}
	}
	for _, name := range namedResults(f.typ) {
		if z := zeroOf(f.info.TypeOf(name)); z != nil {
			f.learnEqual(name, z, name.Pos(), s)
		}
	}
	if decl, ok := f.node.(*ast.FuncDecl); ok && decl.Recv != nil {
		for i, c := range f.cells {
			if decl.Recv.Pos() <= c.root.Pos() && c.root.Pos() < decl.Recv.End() {
				s.cells[i].is, s.held[i] = gone, true
			}
		}
	}
	return s
}
