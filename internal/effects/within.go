package effects

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Whether a slice expression stays inside the length of the slice that it cuts. Go allows s[:n] with n up to the capacity, which
// would lead to memory that belongs to somebody else.

const maxReason = 6 // steps of one argument about bounds

// atMostLen reports whether v ≤ len(s), or the program panics before it goes on from at.
func atMostLen(v, s ssa.Value, at ssa.Instruction, depth int) bool {
	if depth > maxReason {
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
				if sameSlice(v.Call.Args[0], s) {
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
		} else if returnsIndex(v, 0, s, 0) {
			return true
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && returnsIndex(call, v.Index, s, 0) {
			return true
		}
	case *ssa.BinOp:
		if !wordSized(v.Type()) {
			break // may wrap around
		}
		switch v.Op {
		case token.QUO:
			if n, ok := intConst(v.Y); ok && n > 0 && atMostLen(v.X, s, at, depth+1) {
				return true
			}
		case token.SHR, token.REM:
			if atMostLen(v.X, s, at, depth+1) {
				return true
			}
		case token.SUB:
			if n, ok := intConst(v.Y); ok && n >= 0 && atMostLen(v.X, s, at, depth+1) {
				return true
			}
			if _, ok := lenArg(v.Y); ok && atMostLen(v.X, s, at, depth+1) {
				return true
			}
		}
	case *ssa.Phi:
		if depth == 0 {
			all := true
			for k, e := range v.Edges {
				if e != v && !atMostLen(e, s, at, depth+3) && !edgeImplies(v.Block().Preds[k], v.Block(), e, s) {
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

// wordSized reports whether t is an integer type so wide that what wraps around is no length of anything.
func wordSized(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return false
	}
	switch b.Kind() {
	case types.Int, types.Int64, types.Uint, types.Uint64, types.Uintptr:
		return true
	}
	return false
}

func intConst(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}

// sameSlice reports whether x and y are one slice, maybe under other types.
func sameSlice(x, y ssa.Value) bool {
	for {
		c, ok := x.(*ssa.ChangeType)
		if !ok {
			break
		}
		x = c.X
	}
	for {
		c, ok := y.(*ssa.ChangeType)
		if !ok {
			break
		}
		y = c.X
	}
	if x == y {
		return true
	}
	a, i, ok1 := quietField(x)
	b, j, ok2 := quietField(y)
	return ok1 && ok2 && a == b && i == j
}

// quietField returns the variable and the field that v was loaded from, if the variable holds a parameter that nobody changes.
func quietField(v ssa.Value) (*ssa.Alloc, int, bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil, 0, false
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil, 0, false
	}
	al, ok := fa.X.(*ssa.Alloc)
	if !ok {
		return nil, 0, false
	}
	for _, r := range *al.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			for _, u := range *r.Referrers() {
				if _, ok := u.(*ssa.UnOp); !ok {
					if st, isStore := u.(*ssa.Store); !isStore || st.Addr != ssa.Value(r) || r.Field == fa.Field {
						return nil, 0, false
					}
				}
			}
		case *ssa.Store:
			if _, ok := r.Val.(*ssa.Parameter); !ok || r.Addr != ssa.Value(al) || r.Block().Index != 0 {
				return nil, 0, false
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return nil, 0, false
		}
	}
	return al, fa.Field, true
}

// offset writes v as base + n.
func offset(v ssa.Value) (base ssa.Value, n int64) {
	for range 4 {
		b, ok := v.(*ssa.BinOp)
		if !ok || !wordSized(b.Type()) || b.Op != token.ADD && b.Op != token.SUB {
			break
		}
		if c, ok := intConst(b.Y); ok && c > -1<<40 && c < 1<<40 {
			if b.Op == token.SUB {
				c = -c
			}
			v, n = b.X, n+c
			continue
		}
		if c, ok := intConst(b.X); ok && b.Op == token.ADD && c > -1<<40 && c < 1<<40 {
			v, n = b.Y, n+c
			continue
		}
		break
	}
	return v, n
}

// provedByUse reports whether v ≤ len(s) follows from s[v:], s[v], s[v-1] or a comparison that was evaluated before at: it would
// have panicked otherwise, or gone another way.
func provedByUse(v, s ssa.Value, at ssa.Instruction, depth int) bool {
	base, n := offset(v)
	for _, blk := range at.Parent().Blocks {
		if blk != at.Block() && !blk.Dominates(at.Block()) {
			continue
		}
		for _, i := range blk.Instrs {
			switch i := i.(type) {
			case *ssa.Slice:
				if i.Low != nil && i.High == nil {
					if b, k := offset(i.Low); sameInt(b, base) && k >= n && sameSlice(i.X, s) && doneBefore(i, at) {
						return true
					}
				}
			case *ssa.IndexAddr:
				if b, k := offset(i.Index); sameInt(b, base) && k >= n-1 && sameSlice(i.X, s) && doneBefore(i, at) {
					return true
				}
			}
		}
	}
	refs := v.Referrers()
	if refs == nil {
		return false
	}
	for _, r := range *refs {
		if r, ok := r.(*ssa.BinOp); ok && impliesAtMostLen(r, v, s, at, depth) {
			return true
		}
	}
	return false
}

// sameInt reports whether x and y are one number: the same value, or the same arithmetic on the same lengths.
func sameInt(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	if a, ok := lenArg(x); ok {
		b, ok := lenArg(y)
		return ok && sameSlice(a, b)
	}
	if n, ok := intConst(x); ok {
		m, ok := intConst(y)
		return ok && m == n
	}
	a, ok1 := x.(*ssa.BinOp)
	b, ok2 := y.(*ssa.BinOp)
	return ok1 && ok2 && a.Op == b.Op && sameInt(a.X, b.X) && sameInt(a.Y, b.Y)
}

// doneBefore reports whether x is evaluated whenever at is, and before it; or right after it, before anything touches memory.
func doneBefore(x, at ssa.Instruction) bool {
	if x.Block() != at.Block() {
		return x.Block().Dominates(at.Block())
	}
	if before(x, at) {
		return true
	}
	past := false
	for _, i := range at.Block().Instrs {
		if i == x {
			return true
		}
		if past {
			switch i := i.(type) {
			case *ssa.Slice, *ssa.BinOp, *ssa.Phi, *ssa.ChangeType, *ssa.Alloc, *ssa.FieldAddr, *ssa.Field, *ssa.Extract:
			case *ssa.UnOp, *ssa.IndexAddr:
			case *ssa.Call:
				if _, ok := lenArg(i); ok {
					continue
				}
				// A recursive call: parallel code evaluates the operands of all before it makes the first one, and
				// sequential code is about to panic.
				if fn := i.Call.StaticCallee(); fn == nil || fn != at.Parent() && fn.Origin() != at.Parent() {
					return false
				}
			default:
				return false
			}
		}
		past = past || i == at
	}
	return false
}

// edgeImplies reports whether going from block p to block b means v ≤ len(s): if v > len(s) { v = len(s) }.
func edgeImplies(p, b *ssa.BasicBlock, v, s ssa.Value) bool {
	br, ok := p.Instrs[len(p.Instrs)-1].(*ssa.If)
	if !ok || p.Succs[0] == p.Succs[1] {
		return false
	}
	cmp, ok := br.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	x, y, op := cmp.X, cmp.Y, cmp.Op
	if y == v {
		x, y = y, x
		switch op {
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
	arg, ok := lenArg(y)
	if x != v || !ok || !sameSlice(arg, s) {
		return false
	}
	if p.Succs[0] == b {
		return op == token.LSS || op == token.LEQ || op == token.EQL
	}
	return op == token.GTR || op == token.GEQ || op == token.NEQ
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
	switch op {
	case token.LSS, token.LEQ, token.EQL:
		holdsIfTrue = true
	case token.GTR, token.GEQ, token.NEQ:
		// not (v > len) is v <= len; not (v >= len) is v < len.
	default:
		return false
	}
	decides := false
	for _, u := range *r.Referrers() {
		cond, ok := u.(*ssa.If)
		if !ok {
			continue
		}
		succ := cond.Block().Succs[1]
		if holdsIfTrue {
			succ = cond.Block().Succs[0]
		}
		if len(succ.Preds) == 1 && (succ == at.Block() || succ.Dominates(at.Block())) {
			decides = true
		}
	}
	return decides && atMostLen(other, s, at, depth+2)
}

// returnsIndex reports whether result k of the call is at most the length of s because the callee, which got s, used it as an index
// or bound of its parameter on every way to a return.
func returnsIndex(call *ssa.Call, k int, s ssa.Value, depth int) bool {
	fn := call.Call.StaticCallee()
	if fn == nil {
		return false
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if fn.Blocks == nil || depth > 1 || fn.Recover != nil {
		return false
	}
	for i, a := range call.Call.Args {
		if !sameSlice(a, s) || i >= len(fn.Params) {
			continue
		}
		all, any := true, false
		for _, b := range fn.Blocks {
			ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
			if !ok {
				continue
			}
			any = true
			if k >= len(ret.Results) || !resultAtMostLen(ret.Results[k], fn.Params[i], ret, depth) {
				all = false
			}
		}
		if all && any {
			return true
		}
	}
	return false
}

func resultAtMostLen(v, s ssa.Value, at ssa.Instruction, depth int) bool {
	if call, ok := v.(*ssa.Call); ok {
		if _, isBuiltin := call.Call.Value.(*ssa.Builtin); !isBuiltin {
			return returnsIndex(call, 0, s, depth+1)
		}
	}
	return atMostLen(v, s, at, 2)
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
