package pairing

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

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

	lost     map[token.Pos]*loss    // by fork
	settled  map[token.Pos]bool     // forks that some path joins or drops
	joins    map[ast.Node]*sighting // by where a mistake would be reported
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

// A sighting is what the paths have in common that come to a Join, a Drop or a
// call that stands for one.
type sighting struct {
	cell     int
	name     string // of the future, as it is spelled here
	call     *ast.CallExpr
	fn       spiceapi.Func
	forked   bool      // a path brings a future that was forked
	unforked bool      // a path brings one that was not
	fresh    bool      // a path brings a pending one
	gone     bool      // a path brings one of which nothing is known
	done     token.Pos // a path brings one that was joined or dropped here
	ordered  bool      // a path brings a pending one that is the youngest
	younger  int       // the younger one that another path brings, or -1
	early    token.Pos // where that was forked
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
		joins:   make(map[ast.Node]*sighting),
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

// A branching is the question at the end of a block with two successors.
type branching struct {
	last bool // the block's last node is the question
	ask  func([]*state) (yes, no []*state)
}

// branch returns the question that b asks, or nil if it is not known.
func (f *function) branch(b *cfg.Block) *branching {
	if len(b.Succs) != 2 {
		return nil
	}
	switch to := b.Succs[0]; to.Kind {
	case cfg.KindIfThen, cfg.KindForBody:
		e, ok := last(b).(ast.Expr)
		if !ok {
			return nil
		}
		again := to.Kind == cfg.KindForBody
		return &branching{true, func(states []*state) (yes, no []*state) {
			return f.cond(e, states, again)
		}}
	case cfg.KindRangeBody:
		if r := rangeOf(b); r != nil {
			return &branching{false, func(states []*state) (yes, no []*state) {
				return f.another(r, states)
			}}
		}
	case cfg.KindSwitchCaseBody:
		clause, ok := to.Stmt.(*ast.CaseClause)
		if !ok {
			return nil
		}
		switch sw := f.names.tags[clause].(type) {
		case *ast.SwitchStmt:
			e, ok := last(b).(ast.Expr)
			if !ok {
				return nil
			}
			return &branching{true, func(states []*state) (yes, no []*state) {
				if sw.Tag == nil {
					return f.cond(e, states, false)
				}
				states = f.expr(e, states)
				a, negated, ok := f.subjects.compare(sw.Tag, token.EQL, e, false)
				return f.split(states, a, negated, ok, e.Pos(), false)
			}}
		case *ast.TypeSwitchStmt:
			if len(clause.List) != 1 {
				return nil
			}
			x := switched(sw)
			t := f.info.TypeOf(clause.List[0])
			if x == nil || t == nil {
				return nil
			}
			return &branching{false, func(states []*state) (yes, no []*state) {
				a, ok := f.subjects.typeIs(x, t)
				return f.split(states, a, false, ok, clause.Pos(), false)
			}}
		}
	}
	return nil
}

func last(b *cfg.Block) ast.Node {
	if len(b.Nodes) == 0 {
		return nil
	}
	return b.Nodes[len(b.Nodes)-1]
}

// switched returns the x of switch y := x.(type).
func switched(sw *ast.TypeSwitchStmt) ast.Expr {
	var e ast.Expr
	switch a := sw.Assign.(type) {
	case *ast.ExprStmt:
		e = a.X
	case *ast.AssignStmt:
		e = a.Rhs[0]
	}
	if ta, ok := ast.Unparen(e).(*ast.TypeAssertExpr); ok {
		return ta.X
	}
	return nil
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

// unwind executes the deferred calls of the frame that s leaves by ret.
func (f *function) unwind(s *state, ret *ast.ReturnStmt) []*state {
	f.atReturn(s, ret)
	states := []*state{s}
	for _, d := range slices.Backward(slices.Clone(s.defers)) {
		states = distinct(f.call(d.Call, states))
	}
	for _, s := range states {
		s.defers = nil
		f.exit(s, ret)
	}
	return states
}

// atReturn notes which futures are pending at a return statement.
func (f *function) atReturn(s *state, ret *ast.ReturnStmt) {
	if len(f.frames) > 0 {
		return
	}
	d := f.returns[ret]
	if d == nil {
		f.returns[ret] = &departure{pending: slices.Clone(s.young)}
		return
	}
	d.varied = d.varied || !slices.Equal(d.pending, s.young)
}

// exit notes the futures that are pending where their frame ends.
func (f *function) exit(s *state, ret *ast.ReturnStmt) {
	for c, st := range s.cells {
		if st.is != pending || !f.owned(c) {
			continue
		}
		l := f.loss(c, st.by)
		l.exits[ret.Pos()] = true
		if len(f.frames) > 0 || ret.Pos() == f.body.Rbrace {
			l.implicit = true
		} else {
			l.returns[ret] = true
		}
		s.set(c, unforked, token.NoPos)
	}
	if len(f.frames) == 0 {
		f.exits = append(f.exits, s)
	}
}

// owned reports whether the frame of cell c is the innermost one.
func (f *function) owned(c int) bool {
	if len(f.frames) == 0 {
		return true
	}
	lit, at := f.frames[len(f.frames)-1].lit, f.cells[c].root.Pos()
	return lit.Pos() <= at && at < lit.End()
}

// loss returns the record of the fork at site.
func (f *function) loss(c int, site token.Pos) *loss {
	l := f.lost[site]
	if l == nil {
		l = &loss{cell: c, exits: make(map[token.Pos]bool), returns: make(map[*ast.ReturnStmt]bool)}
		f.lost[site] = l
	}
	return l
}
