package effects

import "golang.org/x/tools/go/ssa"

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
			a.done[fn] = unknownSummary(fn, "code that is too large to look through")
		}
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
				a.done[fn] = unknownSummary(fn, "code that is too tangled to look through")
			}
			return
		}
	}
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
	s.flag(UnknownCall, Witness{fn.Pos(), what})
	s.Accesses = []*Access{{Place: unknown}, {Place: unknown, Write: true}}
	return s
}

// mentions lists the functions whose summaries the analysis of fn may want: all that occur in its body as operands.
func (a *Analysis) mentions(fn *ssa.Function) []*ssa.Function {
	if fn.Blocks == nil || lookUp(fn) != nil {
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
