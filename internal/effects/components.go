package effects

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Summaries are computed bottom-up: a function after those it calls, functions that call each other together. The components
// are found on demand, by Tarjan's algorithm from the function that is asked for, so only code that matters is looked at.

type components struct {
	index map[*ssa.Function]int
	low   map[*ssa.Function]int
	stack []*ssa.Function
	on    map[*ssa.Function]bool
}

func (c *components) compute(a *Analysis, fn *ssa.Function) {
	if c.index == nil {
		c.index, c.low, c.on = map[*ssa.Function]int{}, map[*ssa.Function]int{}, map[*ssa.Function]bool{}
	}
	c.visit(a, fn)
}

func (c *components) visit(a *Analysis, fn *ssa.Function) {
	n := len(c.index) + 1
	c.index[fn], c.low[fn] = n, n
	c.stack = append(c.stack, fn)
	c.on[fn] = true
	for _, callee := range a.mentions(fn) {
		if a.done[callee] != nil {
			continue
		}
		if c.index[callee] == 0 {
			c.visit(a, callee)
			c.low[fn] = min(c.low[fn], c.low[callee])
		} else if c.on[callee] {
			c.low[fn] = min(c.low[fn], c.index[callee])
		}
	}
	if c.low[fn] != c.index[fn] {
		return
	}
	var comp []*ssa.Function
	for {
		f := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		c.on[f] = false
		comp = append(comp, f)
		if f == fn {
			break
		}
	}
	a.solve(comp)
}

// Beyond these sizes a function, or a set of functions that call each other, is taken to be unknown. Generated parsers and the
// like are that large; nobody waits for a proof about them.
const (
	maxInstrs    = 20_000
	maxComponent = 150
	maxRounds    = 12
)

// solve computes the summaries of functions that call each other.
func (a *Analysis) solve(comp []*ssa.Function) {
	instrs := 0
	for _, fn := range comp {
		for _, b := range fn.Blocks {
			instrs += len(b.Instrs)
		}
	}
	if instrs > maxInstrs || len(comp) > maxComponent {
		for _, fn := range comp {
			a.done[fn] = unknownSummary(fn, tangled(fn, comp))
		}
		return
	}
	if !a.Exact && a.hopeless(comp) {
		return
	}
	bodies := make([]*Body, len(comp))
	for i, fn := range comp {
		bodies[i] = newBody(a, fn)
		a.done[fn] = bodies[i].sum
	}
	for round := 0; ; round++ {
		changed := false
		for _, b := range bodies {
			if b.solve() {
				changed = true
			}
		}
		if !changed {
			return
		}
		if len(comp) == 1 && !a.callsItself(comp[0]) {
			return
		}
		if round >= maxRounds {
			for _, fn := range comp {
				a.done[fn] = unknownSummary(fn, tangled(fn, comp))
			}
			return
		}
	}
}

func tangled(fn *ssa.Function, comp []*ssa.Function) string {
	if len(comp) == 1 {
		return nameOf(fn) + ", which is too large to look through"
	}
	return fmt.Sprintf("%s, one of %d functions that call each other, too many to look through", nameOf(fn), len(comp))
}

// hopeless gives up on functions that certainly print, lock, or call code that cannot be seen, and reports whether it did: no call of
// them can be moved, so nobody needs to know what they touch. Most functions of most programs are of this kind, and so the others
// can be looked at closely.
func (a *Analysis) hopeless(comp []*ssa.Function) bool {
	const reasons = IO | Sync | Nondeterministic | UnknownCall | Unsafe | NoReturn
	in := map[*ssa.Function]bool{}
	for _, fn := range comp {
		in[fn] = true
	}
	all := &Summary{}
	for _, fn := range comp {
		if fn.Blocks == nil {
			return false // looked up elsewhere
		}
		b := &Body{Func: fn, a: a, vals: map[ssa.Value]*refs{}, mem: newMemory(), sum: all}
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					b.eachFlag(instr, all.flag)
					continue
				}
				if _, ok := instr.(*ssa.Go); ok {
					all.flag(Sync, Witness{Pos: posOf(instr), What: "a go statement"})
				}
				common := call.Common()
				if _, ok := common.Value.(*ssa.Builtin); ok {
					b.eachFlag(instr, all.flag)
					continue
				}
				var callees []*ssa.Function
				if common.IsInvoke() {
					if callees = a.closedMethods(common); callees == nil {
						all.flag(UnknownCall, Witness{Pos: posOf(call), What: calledName(common)})
					}
				} else if f := common.StaticCallee(); f != nil {
					callees = []*ssa.Function{f}
				}
				for _, f := range callees {
					f = a.Canonical(f)
					if e := a.lookUp(f); e != nil {
						for k := range flagCount {
							if fl := Flags(1 << k); e.flags&fl != 0 {
								all.flag(fl, Witness{Pos: posOf(call), What: nameOf(f), Doubt: e.perhaps})
							}
						}
						if e.top || e.noFmt && !formatsPlainly(call) {
							all.flag(UnknownCall, Witness{Pos: posOf(call), What: nameOf(f)})
						}
						continue
					}
					s := a.done[f]
					if in[f] || s == nil {
						continue
					}
					for k := range flagCount {
						if fl := Flags(1 << k); s.Flags&fl != 0 && fl != Recovers && !(fl == Panics && s.Flags&Recovers != 0) {
							all.flag(seenFrom(fn, call, s, fl))
						}
					}
				}
			}
		}
	}
	if all.Flags&reasons == 0 {
		return false
	}
	for _, fn := range comp {
		s := unknownSummary(fn, "")
		s.Flags, s.Why = all.Flags, all.Why
		a.done[fn] = s
	}
	return true
}

// seenFrom says what a flag of a callee means to the function that calls it, and why. Nobody wants to hear of the insides of the
// standard library.
func seenFrom(fn *ssa.Function, at ssa.CallInstruction, callee *Summary, f Flags) (Flags, Witness) {
	w := callee.Witness(f)
	if !w.Pos.IsValid() {
		w.Pos = posOf(at)
	}
	if to := packageOf(callee.Func); to != packageOf(fn) && isStdPath(to) {
		root := w.Root
		if root == "" && w.What != nameOf(callee.Func) {
			root = w.What
		}
		// What the runtime prints, and what it waits for inside, is for a program that dies or for the collector: no work of the
		// function.
		doubt := w.Doubt || root == "print" || root == "println" || to == "runtime" && root != ""
		w = Witness{Pos: posOf(at), What: nameOf(callee.Func), Root: root, Doubt: doubt}
		if f == Unsafe {
			f = UnknownCall // nobody has reviewed it
		}
	}
	return f, w
}

func packageOf(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Pkg != nil {
		return fn.Pkg.Pkg.Path()
	}
	if o := fn.Object(); o != nil && o.Pkg() != nil {
		return o.Pkg().Path()
	}
	return ""
}

func isStdPath(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return path != "" && !strings.Contains(first, ".")
}

func (a *Analysis) callsItself(fn *ssa.Function) bool {
	for _, g := range a.mentions(fn) {
		if g == fn {
			return true
		}
	}
	return false
}

// unknownSummary is that of a function that may do anything.
func unknownSummary(fn *ssa.Function, what string) *Summary {
	s := &Summary{Func: fn, made: newRoot(Root{Kind: FreshRoot}), top: true}
	s.flag(UnknownCall, Witness{What: what}) // callers put in where they call it
	s.Accesses = []*Access{{Place: unknown}, {Place: unknown, Write: true}}
	return s
}

// mentions lists the functions whose summaries the analysis of fn may want: all that occur in its body as operands.
func (a *Analysis) mentions(fn *ssa.Function) []*ssa.Function {
	if fn.Blocks == nil || a.lookUp(fn) != nil {
		return nil
	}
	var out []*ssa.Function
	seen := map[*ssa.Function]bool{}
	add := func(f *ssa.Function) {
		f = a.Canonical(f)
		if !seen[f] {
			seen[f] = true
			out = append(out, f)
		}
	}
	var space [16]*ssa.Value
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(space[:0]) {
				if f, ok := (*op).(*ssa.Function); ok {
					add(f)
				}
			}
			if call, ok := instr.(ssa.CallInstruction); ok {
				common := call.Common()
				if common.IsInvoke() {
					for _, f := range a.closedMethods(common) {
						add(f)
					}
				} else if f := a.heldFunction(common.Value); f != nil {
					add(f)
				}
			}
		}
	}
	return out
}
