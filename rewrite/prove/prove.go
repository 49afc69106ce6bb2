package prove

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"sort"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/effects"
	"github.com/spicego/spice/rewrite/load"
)

// Functions returns the verdicts on all recursive functions of the packages that the patterns named, in the order of their
// positions.
func Functions(p *load.Program) []*Verdict {
	an := effects.New()
	an.Open = newOpenness(p).open
	marks := map[*packages.Package]*marks{}
	for _, pkg := range p.Source {
		if m := readMarks(pkg, p.SSA); m != nil {
			marks[pkg] = m
			for wrapper, seq := range m.stand {
				an.Stand[wrapper] = seq
			}
			for fn, ds := range m.assume {
				if ds.has("pure") {
					an.Pure[fn], an.Exact = true, true
				}
			}
		}
	}
	var out []*Verdict
	for _, pkg := range p.Roots {
		if pkg.Types == nil || p.SSA.Package(pkg.Types) == nil {
			continue
		}
		g := newGraph(pkg, p.SSA, an)
		for _, n := range g.recursive() {
			m := marks[pkg]
			if m.generated(n) {
				continue
			}
			out = append(out, decide(p, g, n, m))
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := p.Fset.Position(out[i].Pos), p.Fset.Position(out[j].Pos)
		if a.Filename != b.Filename {
			return a.Filename < b.Filename
		}
		return a.Offset < b.Offset
	})
	return out
}

// A judge decides about one function.
type judge struct {
	prog  *load.Program
	g     *graph
	n     *node
	an    *effects.Analysis
	info  *types.Info
	body  *effects.Body
	sum   *effects.Summary
	sites []*site
	v     *Verdict
	marks *assumptions
	pos   map[ssa.Instruction]token.Pos
	order map[ssa.Instruction]int
	touch map[ssa.Instruction][]*effects.Touch
	sep   map[[2]int]bool
	byPos map[token.Pos]ssa.CallInstruction
	reps  map[ssa.Value]ssa.Value

	generated map[*ssa.Function]bool // functions written by spicefy
	callExprs map[token.Pos]*ast.CallExpr
	reach     map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool

	group    []*member // the group that is being tried, and what its operands say about their bounds
	factList []fact
	anchor   *ssa.BasicBlock // of the first call
	rounds   bool            // the calls are made in different rounds of a loop
	used     []ssa.Value     // by the region that is being worked out
	posts    map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool
}

func decide(p *load.Program, g *graph, n *node, m *marks) *Verdict {
	v := &Verdict{Func: n.fn, Decl: n.decl, Package: n.pkg, Name: n.name, Pos: n.decl.Name.Pos()}
	if n.lit != nil {
		v.Pos = n.lit.Pos()
	}
	j := &judge{
		prog: p, g: g, n: n, an: g.an, info: n.pkg.TypesInfo, v: v, sites: n.inner(),
		touch: map[ssa.Instruction][]*effects.Touch{},
		sep:   map[[2]int]bool{},
	}
	if m != nil {
		j.generated = m.gen
		j.marks = m.assume[n.fn]
		if name := m.names[n.fn]; name != "" {
			v.Name = name
		}
		if s := m.skip[n.fn]; s != nil {
			v.Code, v.Reason = Skip, "marked //spice:skip"
			if s.reason != "" {
				v.Reason += ": " + s.reason
			}
			v.Related = []Related{{s.pos, "the directive"}}
			return v
		}
	}
	j.decide()
	return v
}

func (j *judge) step(format string, args ...any) {
	j.v.Chain = append(j.v.Chain, fmt.Sprintf(format, args...))
}

// touches lists what an instruction reads and writes, in the function's own names.
func (j *judge) touches(i ssa.Instruction) []*effects.Touch {
	t, ok := j.touch[i]
	if !ok {
		t = j.body.Touches(i)
		j.touch[i] = t
	}
	return t
}

// decide finds groups of independent calls, or the reason why there are none.
func (j *judge) decide() {
	if j.dropDead(); len(j.sites) == 0 {
		j.refuse(SingleCall, "its recursive calls are never made: they stand under a condition that is always false")
		return
	}
	if c := j.count(); c != "" {
		j.refuse(c, countReason[c], j.callsRelated()...)
		return
	}
	j.sum = j.an.Of(j.n.fn)
	if j.refuseFlags() {
		return
	}
	j.body = j.an.Body(j.n.fn)
	j.explainWrites()
	var failed []*failure
	if j.groupable() {
		failed = j.findGroups()
		if j.v.Parallel() {
			return
		}
	}
	j.diagnose(failed)
}

// explainWrites notes what every call may write, for -v and for the emitter.
func (j *judge) explainWrites() {
	n := 0
	j.v.Writes = j.sum.Unknown()
	for _, a := range j.sum.Accesses {
		if !a.Write {
			continue
		}
		j.v.Writes = true
		if n++; n > 8 {
			j.step("and more")
			break
		}
		j.step("every call may write %s (%s)", j.describe(&effects.Touch{Access: *a}), j.at(a.Pos))
	}
	if n == 0 {
		j.step("no call writes anything that was there before it, directly or through what it calls")
	}
}

// dropDead forgets calls under constant conditions that do not hold: if debugging { … }.
func (j *judge) dropDead() {
	live := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{j.n.fn.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if live[b] {
			continue
		}
		live[b] = true
		succs := b.Succs
		if br, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			if c, ok := br.Cond.(*ssa.Const); ok && c.Value != nil {
				k := 1
				if constant.BoolVal(c.Value) {
					k = 0
				}
				succs = succs[k : k+1]
			}
		}
		work = append(work, succs...)
	}
	j.sites = slices.DeleteFunc(slices.Clone(j.sites), func(s *site) bool { return s.in == j.n.fn && !live[s.instr.Block()] })
}

// groupable reports whether this version can rewrite the function at all, if its calls are independent.
func (j *judge) groupable() bool {
	if j.n.lit != nil || j.mutual() != nil {
		return false
	}
	jumps := false
	ast.Inspect(j.n.decl.Body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO {
			jumps = true
		}
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	return !jumps // a goto may lead between the calls
}

// mutual returns another function of the cycle, if there is one.
func (j *judge) mutual() *node {
	for _, m := range j.g.nodes {
		if m != j.n && m.comp == j.n.comp {
			return m
		}
	}
	return nil
}

// locate gives every instruction a position: its own, or that of the next one in its block, which it prepares.
func (j *judge) locate() {
	j.pos = map[ssa.Instruction]token.Pos{}
	j.order = map[ssa.Instruction]int{}
	j.byPos = map[token.Pos]ssa.CallInstruction{}
	n := 0
	for _, b := range j.n.fn.Blocks {
		for _, i := range b.Instrs {
			j.order[i] = n
			n++
			if c, ok := i.(ssa.CallInstruction); ok {
				j.byPos[c.Common().Pos()] = c
			}
		}
		next := token.NoPos
		for k := len(b.Instrs) - 1; k >= 0; k-- {
			i := b.Instrs[k]
			if p := i.Pos(); p.IsValid() && !isPhi(i) {
				next = p
			}
			j.pos[i] = next
		}
		last := token.NoPos
		for _, i := range b.Instrs {
			if j.pos[i].IsValid() {
				last = j.pos[i]
			} else {
				j.pos[i] = last
			}
		}
	}
}

func isPhi(i ssa.Instruction) bool {
	_, ok := i.(*ssa.Phi)
	return ok
}

// openness knows the names that occur in files of a package that were not loaded: for other platforms, or tests.
type openness struct {
	prog  *load.Program
	words map[string]map[string]bool // package path → identifiers
}

func newOpenness(p *load.Program) *openness {
	return &openness{p, map[string]map[string]bool{}}
}

func (o *openness) open(pkg *types.Package, name string) bool {
	w, ok := o.words[pkg.Path()]
	if !ok {
		w = map[string]bool{}
		o.words[pkg.Path()] = w
		for _, p := range o.prog.Source {
			if p.Types == nil || p.PkgPath != pkg.Path() && p.Types != pkg {
				continue
			}
			for _, id := range load.Unloaded(p) {
				w[id] = true
			}
		}
	}
	return w[name]
}

// enclosing reports whether the node contains the position.
func enclosing(n ast.Node, p token.Pos) bool { return n.Pos() <= p && p < n.End() }
