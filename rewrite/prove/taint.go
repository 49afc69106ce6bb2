package prove

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/effects"
)

// What depends on the result of a call.

// reaches reports whether control can come from a to b.
func (j *judge) reaches(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() && j.order[a] < j.order[b] {
		return true
	}
	return j.blockReach(a.Block())[b.Block()]
}

// blockReach returns the blocks that can follow b, b itself only if it is in a cycle.
func (j *judge) blockReach(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	if r := j.reach[b]; r != nil {
		return r
	}
	seen := map[*ssa.BasicBlock]bool{}
	work := append([]*ssa.BasicBlock{}, b.Succs...)
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if !seen[c] {
			seen[c] = true
			work = append(work, c.Succs...)
		}
	}
	if j.reach == nil {
		j.reach = map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool{}
	}
	j.reach[b] = seen
	return seen
}

// tainted returns the values that may depend on the results of the call or on what it writes. With control set, values chosen by
// a branch that depends on them count too.
func (j *judge) tainted(from ssa.Instruction, control bool) map[ssa.Value]bool {
	out := map[ssa.Value]bool{}
	if v, ok := from.(ssa.Value); ok {
		out[v] = true
	}
	var writes []*effects.Touch
	if control {
		for _, t := range j.touches(from) {
			if t.Write {
				writes = append(writes, t)
			}
		}
	}
	region := map[*ssa.BasicBlock]bool{} // blocks that run or not depending on a tainted branch
	stores := map[ssa.Instruction]bool{}
	var space [16]*ssa.Value
	for changed := true; changed; {
		changed = false
		for _, b := range j.n.fn.Blocks {
			for _, i := range b.Instrs {
				if i == from || !j.reaches(from, i) {
					continue
				}
				hit := false
				for _, op := range i.Operands(space[:0]) {
					if *op != nil && out[*op] {
						hit = true
					}
				}
				switch x := i.(type) {
				case *ssa.Phi:
					if control && !hit {
						for _, p := range b.Preds {
							if region[p] {
								hit = true
							}
						}
					}
				case *ssa.UnOp:
					if x.Op == token.MUL && !hit {
						hit = j.readsAny(i, writes)
					}
				case *ssa.Lookup:
					if !hit {
						hit = j.readsAny(i, writes)
					}
				case *ssa.Call:
					if !hit && control {
						hit = j.readsAny(i, writes)
					}
				case *ssa.If:
					if hit && control {
						for c := range j.controlled(b) {
							if !region[c] {
								region[c] = true
								changed = true
							}
						}
					}
					continue
				}
				if st, ok := i.(*ssa.Store); ok {
					if (hit && out[st.Val] || control && (region[b] || hit)) && !stores[i] {
						stores[i] = true
						for _, t := range j.touches(i) {
							if t.Write {
								writes = append(writes, t)
								changed = true
							}
						}
					}
					continue
				}
				if v, ok := i.(ssa.Value); ok && hit && !out[v] {
					out[v] = true
					changed = true
				}
			}
		}
	}
	return out
}

func (j *judge) readsAny(i ssa.Instruction, writes []*effects.Touch) bool {
	if len(writes) == 0 {
		return false
	}
	for _, r := range j.touches(i) {
		if r.Write {
			continue
		}
		for _, w := range writes {
			if j.mayMeetFlat(w, r) {
				return true
			}
		}
	}
	return false
}

// controlled returns the blocks that a branch at the end of b decides about: those that can follow one side only, and the join
// of both, where values are chosen.
func (j *judge) controlled(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{b: true}
	if len(b.Succs) != 2 {
		return out
	}
	s0, s1 := b.Succs[0], b.Succs[1]
	r0, r1 := j.blockReach(s0), j.blockReach(s1)
	for _, c := range j.n.fn.Blocks {
		in0, in1 := c == s0 || r0[c], c == s1 || r1[c]
		if in0 != in1 || (in0 || in1) && (s0.Dominates(c) || s1.Dominates(c)) {
			out[c] = true
		}
	}
	return out
}
