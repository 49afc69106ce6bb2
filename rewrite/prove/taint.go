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
	branches := map[*ssa.BasicBlock]bool{}
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
						hit = j.chosen(x, region, branches)
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
						branches[b] = true
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
							// What else the call's result gets into is for the accesses to tell.
							if t.Write && (control || t.Fresh()) {
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

// chosen reports whether a phi takes different values depending on a tainted branch: two edges with different values,
// both of which come from such a branch or from blocks that it decides about.
func (j *judge) chosen(phi *ssa.Phi, region, branches map[*ssa.BasicBlock]bool) bool {
	preds := phi.Block().Preds
	for i, p := range preds {
		if !region[p] && !branches[p] {
			continue
		}
		for k := range preds {
			if k != i && phi.Edges[k] != phi.Edges[i] && (region[preds[k]] || branches[preds[k]]) {
				return true
			}
		}
	}
	return false
}

// controlled returns the blocks that run or not depending on the branch at the end of b: those that one side always comes to,
// and the other one may avoid; and what those decide in turn.
func (j *judge) controlled(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	if len(j.n.fn.Blocks) > maxBlocks {
		return j.blockReach(b) // good enough for functions that nobody can read either
	}
	out := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{b}
	done := map[*ssa.BasicBlock]bool{}
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if done[c] || len(c.Succs) < 2 {
			continue
		}
		done[c] = true
		for _, s := range c.Succs {
			for d := range j.post(s) {
				if d == c || !j.post(c)[d] {
					if !out[d] {
						out[d] = true
						work = append(work, d)
					}
				}
			}
		}
	}
	return out
}

const maxBlocks = 400

// post returns the blocks that every way from b to an end of the function comes through, b included.
func (j *judge) post(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	if j.posts != nil {
		return j.posts[b]
	}
	j.posts = map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool{}
	blocks := j.n.fn.Blocks
	for _, c := range blocks {
		set := map[*ssa.BasicBlock]bool{c: true}
		if len(c.Succs) > 0 {
			for _, d := range blocks {
				set[d] = true
			}
		}
		j.posts[c] = set
	}
	for changed := true; changed; {
		changed = false
		for k := len(blocks) - 1; k >= 0; k-- {
			c := blocks[k]
			if len(c.Succs) == 0 {
				continue
			}
			set := j.posts[c]
			for d := range set {
				if d == c {
					continue
				}
				for _, s := range c.Succs {
					if !j.posts[s][d] {
						delete(set, d)
						changed = true
						break
					}
				}
			}
		}
	}
	return j.posts[b]
}
