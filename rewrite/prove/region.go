package prove

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/effects"
)

// Parts of one slice: s[lo:hi] as sums of the function's integers, compared without knowing their values.

// A sum is a linear combination of values, plus a constant. Lengths are terms of their own.
type sum struct {
	terms map[term]int64
	c     int64
}

type term struct {
	v     ssa.Value
	isLen bool // len(v)
}

func constSum(c int64) sum { return sum{c: c} }

func (a sum) plus(b sum, k int64) sum {
	out := sum{terms: map[term]int64{}, c: a.c + k*b.c}
	for t, n := range a.terms {
		out.terms[t] = n
	}
	for t, n := range b.terms {
		if out.terms[t] += k * n; out.terms[t] == 0 {
			delete(out.terms, t)
		}
	}
	return out
}

func (a sum) equal(b sum) bool {
	d := a.plus(b, -1)
	return len(d.terms) == 0 && d.c == 0
}

// constant returns the value of a sum without terms.
func (a sum) constant() (int64, bool) { return a.c, len(a.terms) == 0 }

// sumOf writes an integer as a sum. Arithmetic is that of machine words: what wraps around is not a valid bound of a slice, so two
// bounds that differ by a constant as sums do so as numbers. That holds for word-sized types only.
func (j *judge) sumOf(v ssa.Value, depth int) sum {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Int {
		if n, exact := constant.Int64Val(c.Value); exact && n > -1<<40 && n < 1<<40 {
			return constSum(n)
		}
	}
	if depth < 8 {
		switch x := v.(type) {
		case *ssa.BinOp:
			if !wordSized(x.Type()) {
				break
			}
			switch x.Op {
			case token.ADD:
				return j.sumOf(x.X, depth+1).plus(j.sumOf(x.Y, depth+1), 1)
			case token.SUB:
				return j.sumOf(x.X, depth+1).plus(j.sumOf(x.Y, depth+1), -1)
			case token.MUL:
				a, b := j.sumOf(x.X, depth+1), j.sumOf(x.Y, depth+1)
				if k, ok := a.constant(); ok && k > -1<<16 && k < 1<<16 {
					return constSum(0).plus(b, k)
				}
				if k, ok := b.constant(); ok && k > -1<<16 && k < 1<<16 {
					return constSum(0).plus(a, k)
				}
			}
		case *ssa.Call:
			if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
				return j.lenOf(x.Call.Args[0], depth+1)
			}
		case *ssa.ChangeType:
			if wordSized(x.Type()) && wordSized(x.X.Type()) {
				return j.sumOf(x.X, depth+1)
			}
		}
	}
	j.used = append(j.used, v)
	return sum{terms: map[term]int64{{v: j.rep(v)}: 1}}
}

func wordSized(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return false
	}
	switch b.Kind() {
	case types.Int, types.Int64, types.Uint, types.Uint64, types.Uintptr, types.UntypedInt:
		return true
	}
	return false
}

// lenOf returns the length of a slice, string or array.
func (j *judge) lenOf(v ssa.Value, depth int) sum {
	if depth < 8 {
		switch x := v.(type) {
		case *ssa.ChangeType:
			return j.lenOf(x.X, depth+1)
		case *ssa.Slice:
			lo, hi := j.bounds(x, depth+1)
			return hi.plus(lo, -1)
		case *ssa.MakeSlice:
			return j.sumOf(x.Len, depth+1)
		}
	}
	j.used = append(j.used, v)
	return sum{terms: map[term]int64{{v: j.rep(v), isLen: true}: 1}}
}

// bounds returns lo and hi of a slice expression, relative to its operand.
func (j *judge) bounds(x *ssa.Slice, depth int) (lo, hi sum) {
	if x.Low != nil {
		lo = j.sumOf(x.Low, depth)
	}
	switch {
	case x.High != nil:
		hi = j.sumOf(x.High, depth)
	case arrayLen(x.X.Type()) >= 0:
		hi = constSum(arrayLen(x.X.Type()))
	default:
		hi = j.lenOf(x.X, depth)
	}
	return lo, hi
}

func arrayLen(t types.Type) int64 {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if a, ok := p.Elem().Underlying().(*types.Array); ok {
			return a.Len()
		}
	}
	return -1
}

// A region is a part [lo, hi) of the elements behind base. A part with unknown ends has ok false.
type region struct {
	base   ssa.Value
	lo, hi sum
}

// regionOf returns the part of a slice that a touches, if it touches elements only, and if the numbers in it are the same ones
// wherever the group uses them.
func (j *judge) regionOf(t *effects.Touch, all []*effects.Touch) (region, bool) {
	j.used = j.used[:0]
	r, ok := j.regionAt(t, all)
	if ok {
		for _, v := range j.used {
			if !j.stable(v) {
				return region{}, false
			}
		}
	}
	return r, ok
}

// stable reports whether v is computed once for all calls of the group: not in a loop between them, where each round has its own.
func (j *judge) stable(v ssa.Value) bool {
	i, ok := v.(ssa.Instruction)
	if !ok || j.anchor == nil {
		return !ok
	}
	b := i.Block()
	if j.rounds { // the calls run in different rounds of a loop
		return !j.blockReach(b)[b]
	}
	if b == j.anchor || b.Dominates(j.anchor) {
		return true
	}
	// Can control come back to b without another first call?
	seen := map[*ssa.BasicBlock]bool{j.anchor: true}
	work := append([]*ssa.BasicBlock{}, b.Succs...)
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if c == b {
			return false
		}
		if !seen[c] {
			seen[c] = true
			work = append(work, c.Succs...)
		}
	}
	return true
}

func (j *judge) regionAt(t *effects.Touch, all []*effects.Touch) (region, bool) {
	if t.Tail || t.Beyond {
		return region{}, false
	}
	if call, ok := t.Instr.(ssa.CallInstruction); ok {
		args := call.Common().Args
		if t.Arg < 0 || t.Arg >= len(args) {
			return region{}, false
		}
		for _, o := range all {
			if (o.Tail || o.Beyond) && o.Instr == t.Instr && (o.Arg == t.Arg || o.Arg < 0) && o.Place.Root == t.Place.Root {
				return region{}, false
			}
		}
		v := args[t.Arg]
		if t.Field >= 0 {
			if v = j.component(v, t.Field); v == nil {
				return region{}, false
			}
		}
		return j.part(v, 0)
	}
	var addr ssa.Value
	switch i := t.Instr.(type) {
	case *ssa.UnOp:
		addr = i.X
	case *ssa.Store:
		addr = i.Addr
	default:
		return region{}, false
	}
	for {
		switch x := addr.(type) {
		case *ssa.FieldAddr:
			addr = x.X
			continue
		case *ssa.IndexAddr:
			if arrayLen(x.X.Type()) >= 0 {
				// An element of an array: of one inside an element of a slice, or of a variable.
				if _, ok := x.X.(*ssa.IndexAddr); ok {
					addr = x.X
					continue
				}
			}
			r, ok := j.part(x.X, 0)
			if !ok {
				return region{}, false
			}
			i := j.sumOf(x.Index, 0)
			r.lo, r.hi = r.lo.plus(i, 1), r.lo.plus(i, 1).plus(constSum(1), 1)
			return r, true
		}
		return region{}, false
	}
}

// part returns what part of which slice the slice value v is.
func (j *judge) part(v ssa.Value, depth int) (region, bool) {
	switch x := v.(type) {
	case *ssa.ChangeType:
		if depth < 8 {
			return j.part(x.X, depth+1)
		}
	case *ssa.Slice:
		if depth < 8 {
			r, ok := j.part(x.X, depth+1)
			if !ok {
				return r, false
			}
			lo, hi := j.bounds(x, depth+1)
			return region{r.base, r.lo.plus(lo, 1), r.lo.plus(hi, 1)}, true
		}
	}
	j.used = append(j.used, v)
	if n := arrayLen(v.Type()); n >= 0 {
		return region{j.rep(v), constSum(0), constSum(n)}, true
	}
	return region{j.rep(v), constSum(0), j.lenOf(v, depth+1)}, true
}

// apart reports whether two parts have no element in common.
func (r region) apart(s region, j *judge) bool {
	if r.base != s.base {
		return false
	}
	return j.atMost(r.hi, s.lo, 0) || j.atMost(s.hi, r.lo, 0)
}

// atMost reports whether a ≤ b is certain.
func (j *judge) atMost(a, b sum, depth int) bool {
	d := a.plus(b, -1)
	if c, ok := d.constant(); ok {
		return c <= 0
	}
	if depth >= 4 {
		return false
	}
	for _, f := range j.facts() {
		// a ≤ f.a and f.b ≤ b
		if c, ok := a.plus(f.lo, -1).constant(); ok && c <= 0 && j.atMost(f.hi, b, depth+1) {
			return true
		}
	}
	return false
}

// A fact is lo ≤ hi.
type fact struct{ lo, hi sum }

// facts lists what the slice expressions among the operands of the group's calls say about their bounds: they are evaluated before
// any of the calls runs, and panic unless 0 ≤ lo ≤ hi.
func (j *judge) facts() []fact {
	if j.factList != nil {
		return j.factList
	}
	j.factList = []fact{}
	for _, m := range j.group {
		for _, a := range m.instr.Call.Args {
			for range 4 {
				sl, ok := a.(*ssa.Slice)
				if !ok {
					break
				}
				lo, hi := j.bounds(sl, 0)
				j.factList = append(j.factList, fact{constSum(0), lo}, fact{lo, hi})
				a = sl.X
			}
		}
	}
	return j.factList
}

// rep returns the value that stands for all that are certainly equal to v: a load of a variable or field that nobody writes in
// this function has the value of every other such load.
func (j *judge) rep(v ssa.Value) ssa.Value {
	if op, ok := v.(*ssa.BinOp); ok {
		return j.repOp(op)
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return v
	}
	if r, ok := j.reps[v]; ok {
		return r
	}
	if j.reps == nil {
		j.reps = map[ssa.Value]ssa.Value{}
	}
	j.reps[v] = v
	if !j.steady(load) {
		return v
	}
	for _, b := range j.n.fn.Blocks {
		for _, i := range b.Instrs {
			if o, ok := i.(*ssa.UnOp); ok && o.Op == token.MUL && j.sameAddr(load.X, o.X, 0) {
				j.reps[v] = o
				return o
			}
		}
	}
	return v
}

// repOp does the same for arithmetic: the first operation of the function that computes the same from the same.
func (j *judge) repOp(v *ssa.BinOp) ssa.Value {
	if r, ok := j.reps[v]; ok {
		return r
	}
	if j.reps == nil {
		j.reps = map[ssa.Value]ssa.Value{}
	}
	j.reps[v] = v
	x, y := j.sumOf(v.X, 3), j.sumOf(v.Y, 3)
	for _, b := range j.n.fn.Blocks {
		for _, i := range b.Instrs {
			o, ok := i.(*ssa.BinOp)
			if !ok || o == v {
				if o == v {
					return v
				}
				continue
			}
			if o.Op == v.Op && types.Identical(o.Type(), v.Type()) && j.sumOf(o.X, 3).equal(x) && j.sumOf(o.Y, 3).equal(y) {
				j.reps[v] = o
				return o
			}
		}
	}
	return v
}

// steady reports whether nothing in the function writes what the load reads, except the store that fills a parameter's variable.
func (j *judge) steady(load *ssa.UnOp) bool {
	reads := j.touches(load)
	for _, b := range j.n.fn.Blocks {
		for _, i := range b.Instrs {
			if st, ok := i.(*ssa.Store); ok {
				if _, isParam := st.Val.(*ssa.Parameter); isParam && b.Index == 0 {
					if _, isAlloc := st.Addr.(*ssa.Alloc); isAlloc {
						continue
					}
				}
			}
			for _, w := range j.touches(i) {
				if !w.Write {
					continue
				}
				for _, r := range reads {
					if j.mayMeetFlat(w, r) {
						return false
					}
				}
			}
		}
	}
	return true
}

// mayMeetFlat is mayMeet without regard to parts of slices.
func (j *judge) mayMeetFlat(x, y *effects.Touch) bool {
	p, q := x.Place, y.Place
	pk, qk := p.Root.Kind, q.Root.Kind
	if pk == effects.UnknownRoot || qk == effects.UnknownRoot {
		return true
	}
	if (pk == effects.FreshRoot || qk == effects.FreshRoot) && p.Root != q.Root {
		return false
	}
	return !(p.Root == q.Root && p.Apart(q)) && x.MayShare(&y.Access)
}

func (j *judge) sameAddr(a, b ssa.Value, depth int) bool {
	if a == b {
		return true
	}
	if depth > 4 {
		return false
	}
	switch x := a.(type) {
	case *ssa.FieldAddr:
		y, ok := b.(*ssa.FieldAddr)
		return ok && x.Field == y.Field && j.sameAddr(x.X, y.X, depth+1)
	case *ssa.UnOp:
		y, ok := b.(*ssa.UnOp)
		return ok && x.Op == token.MUL && y.Op == token.MUL && j.rep(x) == j.rep(y)
	}
	return false
}

// component returns the value that field k of the struct value v was given, if v was just put together.
func (j *judge) component(v ssa.Value, k int) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok {
		return effects.LastStore(load, k)
	}
	return nil
}
