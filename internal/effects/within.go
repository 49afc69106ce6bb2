package effects

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// within reports whether the slice expression certainly stays inside the length of the slice that it cuts. Go allows s[:n] with
// n up to the capacity, which would lead to memory that belongs to somebody else.
func (a *Analysis) within(s *ssa.Slice) bool {
	if s.High == nil {
		return true
	}
	return atMostLen(s.High, s.X, s, 0)
}

// atMostLen reports whether v ≤ len(s) wherever at is evaluated.
func atMostLen(v, s ssa.Value, at ssa.Instruction, depth int) bool {
	if depth > 6 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.Int && constant.Sign(v.Value) <= 0 {
			return true
		}
	case *ssa.Call:
		if bi, ok := v.Call.Value.(*ssa.Builtin); ok {
			switch bi.Name() {
			case "len":
				if v.Call.Args[0] == s {
					return true
				}
			case "min":
				for _, x := range v.Call.Args {
					if atMostLen(x, s, at, depth+1) {
						return true
					}
				}
			case "copy":
				if v.Call.Args[0] == s || v.Call.Args[1] == s {
					return true
				}
			}
		}
	case *ssa.BinOp:
		switch v.Op {
		case token.QUO:
			if c, ok := v.Y.(*ssa.Const); ok && c.Value != nil && constant.Sign(c.Value) > 0 && atMostLen(v.X, s, at, depth+1) {
				return true
			}
		case token.SHR, token.REM:
			if atMostLen(v.X, s, at, depth+1) {
				return true
			}
		case token.SUB:
			if c, ok := v.Y.(*ssa.Const); ok && c.Value != nil && constant.Sign(c.Value) >= 0 && atMostLen(v.X, s, at, depth+1) {
				return true
			}
			if isLen(v.Y) && atMostLen(v.X, s, at, depth+1) {
				return true
			}
		}
	case *ssa.Phi:
		if depth == 0 {
			all := true
			for _, e := range v.Edges {
				if e != v && !atMostLen(e, s, at, depth+3) {
					all = false
				}
			}
			if all {
				return true
			}
		}
	}
	return provedByUse(v, s, at, depth)
}

func isLen(v ssa.Value) bool {
	_, ok := lenArg(v)
	return ok
}

// provedByUse reports whether v ≤ len(s) follows from s[v:], s[v], s[v-1] or a comparison that is evaluated whenever at is:
// they would have panicked otherwise, before or right after.
func provedByUse(v, s ssa.Value, at ssa.Instruction, depth int) bool {
	refs := v.Referrers()
	if refs == nil {
		return false
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Slice:
			if r.X == s && r.Low == v && r.High == nil && (r.Block() == at.Block() || r.Block().Dominates(at.Block())) {
				return true
			}
		case *ssa.IndexAddr:
			if r.X == s && r.Index == v && r.Block().Dominates(at.Block()) && (r.Block() != at.Block() || before(r, at)) {
				return true
			}
		case *ssa.BinOp:
			if impliesAtMostLen(r, v, s, at, depth) {
				return true
			}
		}
	}
	return false
}

// impliesAtMostLen reports whether the comparison r, of v and len(s), has decided that at runs, in favour of v ≤ len(s).
func impliesAtMostLen(r *ssa.BinOp, v, s ssa.Value, at ssa.Instruction, depth int) bool {
	var holdsIfTrue bool
	other := r.Y
	op := r.Op
	if r.Y == v {
		other = r.X
		switch op { // x op v → v op' x
		case token.LSS:
			op = token.GTR
		case token.LEQ:
			op = token.GEQ
		case token.GTR:
			op = token.LSS
		case token.GEQ:
			op = token.LEQ
		}
	}
	if !atMostLen(other, s, at, depth+2) {
		return false
	}
	switch op {
	case token.LSS, token.LEQ, token.EQL:
		holdsIfTrue = true
	case token.GTR, token.GEQ, token.NEQ:
		// not (v > len) is v <= len; not (v >= len) is v < len.
	default:
		return false
	}
	for _, u := range *r.Referrers() {
		cond, ok := u.(*ssa.If)
		if !ok {
			continue
		}
		succ := cond.Block().Succs[1]
		if holdsIfTrue {
			succ = cond.Block().Succs[0]
		}
		if len(succ.Preds) == 1 && succ.Dominates(at.Block()) {
			return true
		}
	}
	return false
}

func before(x, y ssa.Instruction) bool {
	for _, i := range x.Block().Instrs {
		if i == x {
			return true
		}
		if i == y {
			return false
		}
	}
	return false
}
