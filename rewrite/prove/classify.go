package prove

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/effects"
)

// Which code fits a clash best. The proofs do not depend on it: it is what people read.

func (j *judge) classify(p pair, c *clash) Code {
	w := c.x
	if !w.Write {
		w = c.y
	}
	if !c.x.Beyond && !c.y.Beyond {
		if j.undone(p, c) {
			return Undo
		}
		if j.isMemo(p, c) {
			return Memo
		}
	}
	for _, t := range []*effects.Touch{c.x, c.y} {
		if t.Place.Root.Kind == effects.GlobalRoot && !c.x.Tail && !c.y.Tail {
			return GlobalWrite
		}
	}
	for _, t := range []*effects.Touch{c.x, c.y} {
		if _, _, ok := t.Place.ElementOf(); ok && t.Tail {
			return AppendAlias
		}
	}
	both := c.x.Write && c.y.Write
	if c.kind != callCall {
		if both || w.Map() && c.x.Place == c.y.Place {
			return SharedWrite
		}
		return ReadWrite
	}
	if w.Map() {
		return SharedWrite
	}
	if j.isScratch(p, c) {
		return Scratch
	}
	_, _, direct1 := c.x.Place.ElementOf()
	_, _, direct2 := c.y.Place.ElementOf()
	if direct1 && direct2 && (c.x.Beyond || c.y.Beyond) {
		return AliasedSlices
	}
	if direct1 != direct2 && c.x.Element() && c.y.Element() && c.x.Place.Root != c.y.Place.Root {
		return AliasedSlices // a slice, and slices in slices
	}
	if !c.x.Element() || !c.y.Element() {
		return SharedWrite
	}
	return j.sliceCode(p, c)
}

// isScratch reports whether the clash is about a slice that both calls get as it is, while what they work on differs.
func (j *judge) isScratch(p pair, c *clash) bool {
	if c.kind != callCall {
		return false
	}
	for _, t := range []*effects.Touch{c.x, c.y} {
		if t.Place.Root.Kind != effects.ParamRoot {
			continue
		}
		k := t.Place.Root.Index
		if _, ok := j.n.fn.Params[k].Type().Underlying().(*types.Slice); !ok {
			continue
		}
		if c.x.Place.Root != c.y.Place.Root {
			continue
		}
		if !j.sameArg(p, k, true) || j.integersDiffer(p) || !j.otherPartsDiffer(p, k) || !j.readsElements(k) {
			continue
		}
		return true
	}
	return false
}

// readsElements reports whether a call reads from the slice in parameter k, or what is in it: what is only written is a result.
func (j *judge) readsElements(k int) bool {
	for _, a := range j.sum.Accesses {
		if r := a.Place.Root; !a.Write && !a.Beyond && r.Kind == effects.ParamRoot && r.Index == k {
			return true
		}
	}
	return false
}

// otherPartsDiffer reports whether the calls get different objects in another parameter than k: the data that they work on.
func (j *judge) otherPartsDiffer(p pair, k int) bool {
	if p.a == p.b {
		return true
	}
	for i, q := range j.n.fn.Params {
		switch q.Type().Underlying().(type) {
		case *types.Slice, *types.Pointer, *types.Struct, *types.Interface, *types.Map:
			if i != k && !j.sameArg(p, i, false) {
				return true
			}
		}
	}
	return false
}

// sameArg reports whether both calls get the function's own parameter k, passed on as it is.
func (j *judge) sameArg(p pair, k int, own bool) bool {
	a, b := p.a.instr.Common(), p.b.instr.Common()
	if a.IsInvoke() || b.IsInvoke() || k >= len(a.Args) || k >= len(b.Args) {
		return false
	}
	x, y := a.Args[k], b.Args[k]
	if j.rep(x) != j.rep(y) {
		return false
	}
	return !own || j.rep(x) == ssa.Value(j.n.fn.Params[k])
}

// integersDiffer reports whether the calls get different integers: indices, maybe.
func (j *judge) integersDiffer(p pair) bool {
	a, b := p.a.instr.Common(), p.b.instr.Common()
	if a.IsInvoke() || b.IsInvoke() {
		return false
	}
	for k := range min(len(a.Args), len(b.Args)) {
		if bt, ok := a.Args[k].Type().Underlying().(*types.Basic); !ok || bt.Info()&types.IsInteger == 0 {
			continue
		}
		if p.a == p.b {
			if _, ok := a.Args[k].(*ssa.Parameter); !ok {
				return true
			}
			continue
		}
		if c, ok := j.sumOf(a.Args[k], 0).plus(j.sumOf(b.Args[k], 0), -1).constant(); !ok || c != 0 {
			return true
		}
	}
	return false
}

// sliceCode tells overlapping parts of a slice from an array that all share.
func (j *judge) sliceCode(p pair, c *clash) Code {
	k, field, direct := c.x.Place.ElementOf()
	k2, field2, direct2 := c.y.Place.ElementOf()
	if direct && direct2 {
		if k != k2 || field != field2 {
			return AliasedSlices
		}
		if !j.sameArg(p, k, false) {
			if field < 0 || !j.sameComponent(p, k, field) {
				return AliasedSlices
			}
		}
		if field < 0 && j.integersDiffer(p) {
			return AliasedSlices
		}
		if j.integersDiffer(p) && j.indexedByParams(c.x.Place) {
			return AliasedSlices
		}
		return SharedWrite
	}
	if steps := c.x.Place.Steps(); c.x.Place == c.y.Place && len(steps) == 4 && steps[1] >= 0 && steps[3] == effects.Elem && j.integersDiffer(p) && j.indexedByParams(c.x.Place) {
		return AliasedSlices
	}
	return SharedWrite
}

// sameComponent reports whether the struct arguments k of both calls hold one slice in the field.
func (j *judge) sameComponent(p pair, k, field int) bool {
	x := j.fieldOf(p.a.instr.Common().Args[k], field)
	y := j.fieldOf(p.b.instr.Common().Args[k], field)
	return x != nil && y != nil && j.rep(x) == j.rep(y)
}

func (j *judge) fieldOf(v ssa.Value, field int) ssa.Value {
	if c := j.component(v, field); c != nil {
		return c
	}
	// A parameter's variable whose slice fields are never set.
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if al, ok := load.X.(*ssa.Alloc); ok {
			for _, r := range *al.Referrers() {
				if fa, ok := r.(*ssa.FieldAddr); ok && fa.Field == field {
					for _, u := range *fa.Referrers() {
						if l, ok := u.(*ssa.UnOp); ok {
							return l
						}
					}
				}
			}
		}
	}
	return nil
}

// indexedByParams reports whether the function itself writes the elements at place at an index that is a sum of its parameters.
func (j *judge) indexedByParams(place *effects.Place) bool {
	for _, b := range j.n.fn.Blocks {
		for _, i := range b.Instrs {
			st, ok := i.(*ssa.Store)
			if !ok {
				continue
			}
			ia, ok := st.Addr.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, t := range j.touches(i) {
				if t.Place == place && linear(ia.Index, 0) {
					return true
				}
			}
		}
	}
	return false
}

func linear(v ssa.Value, depth int) bool {
	if depth > 6 {
		return true
	}
	switch x := v.(type) {
	case *ssa.Parameter, *ssa.Const:
		return true
	case *ssa.BinOp:
		switch x.Op {
		case token.ADD, token.SUB, token.MUL, token.QUO, token.SHL, token.SHR:
			return linear(x.X, depth+1) && linear(x.Y, depth+1)
		}
	case *ssa.Phi:
		for _, e := range x.Edges {
			if !linear(e, depth+2) {
				return false
			}
		}
		return true
	case *ssa.Call, *ssa.UnOp:
		return true
	}
	return false
}

// undone reports whether what the clash is about is written before the first call and again after it, before the second one.
func (j *judge) undone(p pair, c *clash) bool {
	place := c.x.Place
	inLoop := p.loop
	if steps := place.Steps(); len(steps) > 0 && steps[len(steps)-1] == effects.Any || isBuffer(c.x.Type()) || isBuffer(c.y.Type()) {
		return false
	}
	if !inLoop && (place.Root.Kind == effects.FreshRoot || c.y.Place.Root.Kind == effects.FreshRoot) {
		return false // the frame's own variable
	}
	a := p.a.instr
	var before, after []ssa.Instruction
	for _, b := range j.n.fn.Blocks {
		for _, i := range b.Instrs {
			if cl, ok := i.(ssa.CallInstruction); ok && (j.isSite(cl) || isStd(cl)) {
				continue
			}
			hit := false
			for _, t := range j.touches(i) {
				if t.Write && (t.Place == place || t.Place == c.y.Place) && !t.Tail {
					hit = true
				}
			}
			if !hit {
				continue
			}
			dom := i.Block() == a.Block() && j.order[i] < j.order[a] || i.Block() != a.Block() && i.Block().Dominates(a.Block())
			post := i.Block() == a.Block() && j.order[i] > j.order[a] || i.Block() != a.Block() && a.Block().Dominates(i.Block())
			if inLoop && !(j.reaches(a, i) && j.reaches(i, a)) {
				continue
			}
			if dom {
				before = append(before, i)
			} else if post && (inLoop || j.reaches(i, p.b.instr)) {
				after = append(after, i)
			}
		}
	}
	for _, x := range before {
		for _, y := range after {
			if !sameDirection(x, y) {
				return true
			}
		}
	}
	return false
}

// isBuffer reports whether values of the type only grow.
func isBuffer(t types.Type) bool {
	return t != nil && (t.String() == "strings.Builder" || t.String() == "bytes.Buffer")
}

func isStd(c ssa.CallInstruction) bool {
	fn := c.Common().StaticCallee()
	return fn != nil && fn.Blocks == nil
}

// sameDirection reports whether both instructions count on: x++ and x++, not x++ and x--.
func sameDirection(x, y ssa.Instruction) bool {
	a, ok1 := stepOf(x)
	b, ok2 := stepOf(y)
	return ok1 && ok2 && a == b
}

func stepOf(i ssa.Instruction) (token.Token, bool) {
	st, ok := i.(*ssa.Store)
	if !ok {
		return 0, false
	}
	op, ok := st.Val.(*ssa.BinOp)
	if !ok || op.Op != token.ADD && op.Op != token.SUB {
		return 0, false
	}
	return op.Op, true
}

// isMemo reports whether the clash is about a table in which the function looks up, decides by what it finds, and enters
// something under the same key.
func (j *judge) isMemo(p pair, c *clash) bool {
	place := c.x.Place
	type access struct {
		table, key ssa.Value
	}
	var looked, entered []access
	at := func(i ssa.Instruction) bool {
		for _, t := range j.touches(i) {
			if t.Place == place || t.Place == c.y.Place {
				return true
			}
		}
		return false
	}
	for _, b := range j.n.fn.Blocks {
		for _, i := range b.Instrs {
			switch x := i.(type) {
			case *ssa.Lookup:
				if at(i) && j.spares(x, p) {
					looked = append(looked, access{x.X, x.Index})
				}
			case *ssa.MapUpdate:
				if at(i) {
					entered = append(entered, access{x.Map, x.Key})
				}
			case *ssa.UnOp:
				if ia, ok := x.X.(*ssa.IndexAddr); ok && at(i) && !nested(ia.X) && j.spares(x, p) {
					looked = append(looked, access{ia.X, ia.Index})
				}
			case *ssa.Store:
				if ia, ok := x.Addr.(*ssa.IndexAddr); ok && at(i) && !nested(ia.X) {
					entered = append(entered, access{ia.X, ia.Index})
				}
			}
		}
	}
	for _, l := range looked {
		for _, e := range entered {
			if j.sameKey(l.key, e.key, 0) {
				return true
			}
		}
	}
	return false
}

// nested reports whether the slice is an element of another one: a board, not a table.
func nested(v ssa.Value) bool {
	if l, ok := v.(*ssa.UnOp); ok && l.Op == token.MUL {
		_, in := l.X.(*ssa.IndexAddr)
		return in
	}
	return false
}

// spares reports whether a value, or a comparison of it, is the condition of a branch of which one side makes no recursive call.
func (j *judge) spares(v ssa.Value, p pair) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.If:
			for _, s := range r.Block().Succs {
				calls := false
				for _, c := range j.sites {
					b := c.instr.Block()
					if c.in == j.n.fn && (b == s || j.blockReach(s)[b]) {
						calls = true
					}
				}
				if !calls {
					return true
				}
			}
		case *ssa.BinOp:
			switch r.Op {
			case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ:
				if j.spares(r, p) {
					return true
				}
			}
		case *ssa.UnOp:
			if r.Op == token.NOT && j.spares(r, p) {
				return true
			}
		case *ssa.Extract:
			if j.spares(r, p) {
				return true
			}
		}
	}
	return false
}

func (j *judge) sameKey(a, b ssa.Value, depth int) bool {
	if a == b || j.rep(a) == j.rep(b) {
		return true
	}
	if depth > 5 {
		return false
	}
	switch x := a.(type) {
	case *ssa.Const:
		y, ok := b.(*ssa.Const)
		return ok && x.Value != nil && y.Value != nil && x.Value.ExactString() == y.Value.ExactString()
	case *ssa.BinOp:
		y, ok := b.(*ssa.BinOp)
		return ok && x.Op == y.Op && j.sameKey(x.X, y.X, depth+1) && j.sameKey(x.Y, y.Y, depth+1)
	case *ssa.Convert:
		y, ok := b.(*ssa.Convert)
		return ok && j.sameKey(x.X, y.X, depth+1)
	case *ssa.MakeInterface:
		y, ok := b.(*ssa.MakeInterface)
		return ok && j.sameKey(x.X, y.X, depth+1)
	case *ssa.UnOp:
		y, ok := b.(*ssa.UnOp)
		if !ok || x.Op != y.Op {
			return false
		}
		if x.Op == token.MUL {
			return j.sameCell(x.X, y.X, depth+1)
		}
		return j.sameKey(x.X, y.X, depth+1)
	}
	return false
}

// sameCell compares addresses; composite keys are compared by what they are filled with.
func (j *judge) sameCell(a, b ssa.Value, depth int) bool {
	if a == b {
		return true
	}
	switch x := a.(type) {
	case *ssa.FieldAddr:
		y, ok := b.(*ssa.FieldAddr)
		return ok && x.Field == y.Field && j.sameKey(x.X, y.X, depth+1)
	case *ssa.Alloc:
		y, ok := b.(*ssa.Alloc)
		if !ok || !types.Identical(x.Type(), y.Type()) {
			return false
		}
		fx, fy := fills(x), fills(y)
		if len(fx) == 0 || len(fx) != len(fy) {
			return false
		}
		for k, v := range fx {
			if fy[k] == nil || !j.sameKey(v, fy[k], depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

func fills(al *ssa.Alloc) map[int]ssa.Value {
	out := map[int]ssa.Value{}
	for _, r := range *al.Referrers() {
		if fa, ok := r.(*ssa.FieldAddr); ok {
			for _, u := range *fa.Referrers() {
				if st, ok := u.(*ssa.Store); ok {
					out[fa.Field] = st.Val
				}
			}
		}
	}
	return out
}
