package effects

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Body is the analysis of one function from the inside: what its values refer to, and what each instruction touches.
type Body struct {
	Func *ssa.Function

	a       *Analysis
	vals    map[ssa.Value]*refs
	mem     *memory
	globals map[*ssa.Global]*Place
	fresh   map[ssa.Instruction]*Place
	params  []*Place
	frees   []*Place
	tables  map[ssa.CallInstruction]*Summary
	sum     *Summary
	seen    map[accessKey]bool
	changed bool
}

func newBody(a *Analysis, fn *ssa.Function) *Body {
	b := &Body{
		Func: fn, a: a,
		vals:    map[ssa.Value]*refs{},
		mem:     newMemory(),
		globals: map[*ssa.Global]*Place{},
		fresh:   map[ssa.Instruction]*Place{},
		tables:  map[ssa.CallInstruction]*Summary{},
		seen:    map[accessKey]bool{},
		sum:     &Summary{Func: fn, made: newRoot(Root{Kind: FreshRoot})},
	}
	for i, p := range fn.Params {
		pl := newRoot(Root{Kind: ParamRoot, Index: i})
		b.params = append(b.params, pl)
		if a.facts.hasPointers(p.Type()) {
			b.vals[p] = &refs{{kind: imageOf, place: pl}}
		}
	}
	for i, f := range fn.FreeVars {
		pl := newRoot(Root{Kind: FreeRoot, Index: i})
		b.frees = append(b.frees, pl)
		b.vals[f] = &refs{{kind: imageOf, place: pl}}
	}
	return b
}

// Body returns the analysis of fn from the inside. The summaries of fn and all it calls are computed first.
func (a *Analysis) Body(fn *ssa.Function) *Body {
	fn = a.Canonical(fn)
	if b := a.bodies[fn]; b != nil {
		return b
	}
	a.Of(fn)
	b := newBody(a, fn)
	b.solve()
	a.bodies[fn] = b
	return b
}

// Summary returns the summary of the function.
func (b *Body) Summary() *Summary { return b.a.done[b.Func] }

func (b *Body) global(g *ssa.Global) *Place {
	p := b.globals[g]
	if p == nil {
		p = newRoot(Root{Kind: GlobalRoot, Global: g})
		b.globals[g] = p
	}
	return p
}

// freshAt returns the object that the instruction makes.
func (b *Body) freshAt(i ssa.Instruction) *Place {
	p := b.fresh[i]
	if p == nil {
		p = newRoot(Root{Kind: FreshRoot, Site: i})
		b.fresh[i] = p
		if mc, ok := i.(*ssa.MakeClosure); ok {
			p.Root.closure = mc
		}
	}
	return p
}

// val returns what v can refer to.
func (b *Body) val(v ssa.Value) refs {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Builtin:
		return nil
	case *ssa.Global:
		return refs{{kind: pointsTo, place: b.global(v)}}
	case *ssa.Function:
		return refs{{kind: isFunc, fn: v}}
	}
	if r := b.vals[v]; r != nil {
		return *r
	}
	return nil
}

func (b *Body) set(v ssa.Value, rs refs) {
	if len(rs) == 0 {
		return
	}
	h := b.vals[v]
	if h == nil {
		h = new(refs)
		b.vals[v] = h
	}
	if h.addAll(rs) {
		b.changed = true
	}
}

func (b *Body) pointers(t types.Type) bool { return b.a.facts.hasPointers(t) }

// solve brings the body up to date with the summaries of what it calls, and its summary up to date with the body. It reports
// whether the summary changed.
func (b *Body) solve() bool {
	if b.Func.Blocks == nil {
		return b.solveBodiless()
	}
	for {
		b.changed = false
		for _, block := range b.Func.Blocks {
			for _, instr := range block.Instrs {
				b.flow(instr)
			}
		}
		if !b.changed {
			break
		}
	}
	return b.summarize()
}

func (b *Body) solveBodiless() bool {
	if b.a.lookUp(b.Func) != nil || b.sum.top {
		return false // callers look it up themselves
	}
	u := unknownSummary(b.Func, nameOf(b.Func))
	u.Why[UnknownCall.index()].Pos = token.NoPos
	if ours := b.Func.Pkg != nil && b.Func.Syntax() != nil; ours && b.Func.Synthetic == "" {
		u.flag(Unsafe, Witness{Pos: b.Func.Pos(), What: nameOf(b.Func) + ", which has no body in Go"})
	}
	*b.sum = *u
	return true
}

func derefType(t types.Type) types.Type {
	if p, ok := core(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return nil
}

// cellAt describes the memory that addr points at.
func cellAt(addr ssa.Value) cell {
	c := cell{typ: derefType(addr.Type())}
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		if s := derefType(x.X.Type()); s != nil {
			c.in, c.kind, c.n = s, inStruct, x.Field
		}
	case *ssa.IndexAddr:
		if e := c.typ; e != nil {
			c.in, c.kind = e, inArray
		}
	}
	return c
}

func elemType(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	switch u := core(t).(type) {
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	case *types.Pointer:
		if arr, ok := core(u.Elem()).(*types.Array); ok {
			return arr.Elem()
		}
	}
	return nil
}

// elemCell describes an element of the slice, array or map type t.
func elemCell(t types.Type) cell {
	e := elemType(t)
	if e == nil {
		return cell{}
	}
	if m, ok := core(t).(*types.Map); ok {
		return cell{typ: e, in: m, kind: inMap}
	}
	return cell{typ: e, in: e, kind: inArray}
}

// flow carries what the operands of an instruction refer to into its result and into memory.
func (b *Body) flow(instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan:
		b.set(i.(ssa.Value), refs{{kind: pointsTo, place: b.freshAt(i)}})
	case *ssa.MakeClosure:
		p := b.freshAt(i)
		for k, bind := range i.Bindings {
			if b.mem.store(p.To(Step(k)), cell{}, b.val(bind)) {
				b.changed = true
			}
		}
		b.set(i, refs{{kind: pointsTo, place: p}})
	case *ssa.Phi:
		if b.pointers(i.Type()) {
			for _, e := range i.Edges {
				b.set(i, b.val(e))
			}
		}
	case *ssa.ChangeType:
		b.set(i, b.val(i.X))
	case *ssa.ChangeInterface:
		b.set(i, b.val(i.X))
	case *ssa.MakeInterface:
		b.set(i, b.val(i.X))
	case *ssa.SliceToArrayPointer:
		b.set(i, b.val(i.X))
	case *ssa.Convert:
		b.convert(i, i.X)
	case *ssa.MultiConvert:
		b.convert(i, i.X)
	case *ssa.TypeAssert:
		if b.pointers(i.AssertedType) {
			v := b.val(i.X)
			if i.CommaOk {
				v = v.within(0)
			}
			b.set(i, v)
		}
	case *ssa.Extract:
		if b.pointers(i.Type()) {
			b.set(i, b.val(i.Tuple).part(Step(i.Index)))
		}
	case *ssa.Field:
		if b.pointers(i.Type()) {
			b.set(i, b.val(i.X).part(Step(i.Field)))
		}
	case *ssa.Index:
		if b.pointers(i.Type()) {
			b.set(i, b.val(i.X).part(Elem))
		}
	case *ssa.FieldAddr:
		var out refs
		for _, t := range b.val(i.X).targets(i.X.Type()) {
			out.add(ref{kind: pointsTo, place: t.To(Step(i.Field))})
		}
		b.set(i, out)
	case *ssa.IndexAddr:
		var out refs
		for _, t := range b.val(i.X).targets(i.X.Type()) {
			out.add(ref{kind: pointsTo, place: t.To(Elem)})
		}
		b.set(i, out)
	case *ssa.Slice:
		if !isString(i.X.Type()) {
			b.set(i, b.val(i.X))
		}
	case *ssa.Lookup:
		if isString(i.X.Type()) || !b.pointers(i.Type()) {
			return
		}
		for _, t := range b.val(i.X).targets(i.X.Type()) {
			v := b.mem.load(t.To(Elem), elemCell(i.X.Type()))
			if i.CommaOk {
				v = v.within(0)
			}
			b.set(i, v)
		}
	case *ssa.Range:
		b.set(i, b.val(i.X))
	case *ssa.Next:
		if i.IsString {
			return
		}
		m := i.Iter.(*ssa.Range).X.Type()
		for _, t := range b.val(i.Iter).targets(m) {
			b.set(i, b.mem.load(t.To(Key), cell{in: m.Underlying(), kind: inMap}).within(1))
			b.set(i, b.mem.load(t.To(Elem), elemCell(m)).within(2))
		}
	case *ssa.UnOp:
		switch {
		case i.Op == token.MUL && b.pointers(i.Type()):
			if b.loadStruct(i) {
				return
			}
			if fa, ok := i.X.(*ssa.FieldAddr); ok {
				if v := LastStore(i, fa.Field); v != nil {
					b.set(i, b.val(v))
					return
				}
			}
			c := cellAt(i.X)
			for _, t := range b.val(i.X).targets(i.X.Type()) {
				b.set(i, b.mem.load(t, c))
			}
		case i.Op == token.ARROW && b.pointers(i.Type()):
			b.set(i, refs{{kind: pointsTo, place: unknown}})
		}
	case *ssa.Select:
		if b.pointers(i.Type()) {
			b.set(i, refs{{kind: pointsTo, place: unknown}})
		}
		for _, s := range i.States {
			if s.Send != nil {
				b.leak(b.val(s.Send))
			}
		}
	case *ssa.Send:
		b.leak(b.val(i.X))
	case *ssa.Store:
		if b.pointers(i.Val.Type()) {
			b.store(b.val(i.Addr).targets(i.Addr.Type()), cellAt(i.Addr), b.val(i.Val))
		}
	case *ssa.MapUpdate:
		for _, t := range b.val(i.Map).targets(i.Map.Type()) {
			b.store([]*Place{t.To(Elem)}, elemCell(i.Map.Type()), b.val(i.Value))
			b.store([]*Place{t.To(Key)}, cell{}, b.val(i.Key))
		}
	case *ssa.Call:
		v := b.call(i)
		if b.pointers(i.Type()) {
			b.set(i, v)
		}
	case *ssa.Defer:
		b.call(i)
	case *ssa.Go:
		b.call(i)
	}
}

// loadStruct loads a struct variable whose fields were set in the same block right before: each field refers to what was stored
// last, not to what it ever held. It reports false if that is not the case for any field.
func (b *Body) loadStruct(load *ssa.UnOp) bool {
	st, ok := load.Type().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	al, ok := load.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	last := make([]ssa.Value, st.NumFields())
	any := false
	for k := range last {
		if b.pointers(st.Field(k).Type()) {
			if last[k] = LastStore(load, k); last[k] != nil {
				any = true
			}
		}
	}
	if !any {
		return false
	}
	p := b.freshAt(al)
	for k, v := range last {
		switch {
		case v != nil:
			b.set(load, b.val(v).within(Step(k)))
		case b.pointers(st.Field(k).Type()):
			b.set(load, b.mem.load(p.To(Step(k)), cell{}).within(Step(k)))
		}
	}
	return true
}

// LastStore returns the value that field k of the struct variable that load reads, as a whole or that field, was given last, if that
// can be seen: the store stands before the load in its block, and nobody has the variable's address.
func LastStore(load *ssa.UnOp, k int) ssa.Value {
	addr := load.X
	if fa, ok := addr.(*ssa.FieldAddr); ok {
		addr = fa.X
	}
	al, ok := addr.(*ssa.Alloc)
	if !ok || load.Op != token.MUL {
		return nil
	}
	var stores []*ssa.Store // of the field, or of the whole variable
	for _, r := range *al.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			for _, u := range *r.Referrers() {
				switch u := u.(type) {
				case *ssa.Store:
					if u.Addr != ssa.Value(r) {
						return nil
					}
					if r.Field == k {
						stores = append(stores, u)
					}
				case *ssa.UnOp, *ssa.DebugRef:
				default:
					// The address of the field, or of a part of it, goes somewhere; an index into an array field of
					// another field stays inside that one.
					if _, ok := u.(*ssa.IndexAddr); ok && r.Field != k && plainUses(u.(*ssa.IndexAddr)) {
						continue
					}
					return nil
				}
			}
		case *ssa.Store:
			if r.Addr != ssa.Value(al) {
				return nil
			}
			stores = append(stores, r)
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return nil
		}
	}
	for at := len(load.Block().Instrs) - 1; at >= 0; at-- {
		if load.Block().Instrs[at] != ssa.Instruction(load) {
			continue
		}
		for ; at >= 0; at-- {
			st, ok := load.Block().Instrs[at].(*ssa.Store)
			if !ok || !slices.Contains(stores, st) {
				continue
			}
			if st.Addr == ssa.Value(al) {
				return nil // the whole variable: its field is what the other one's was
			}
			return st.Val
		}
	}
	return nil
}

// plainUses reports whether the address is only loaded from and stored to.
func plainUses(a ssa.Value) bool {
	for _, u := range *a.Referrers() {
		switch u := u.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if u.Addr != a {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (b *Body) convert(i ssa.Value, x ssa.Value) {
	if !b.pointers(i.Type()) {
		return
	}
	if isReference(x.Type()) || isReference(i.Type()) && b.pointers(x.Type()) {
		b.set(i, b.val(x))
		if t, ok := core(i.Type()).(*types.Pointer); ok && t != nil {
			if bt, ok := core(x.Type()).(*types.Basic); ok && bt.Kind() == types.UnsafePointer {
				b.set(i, refs{{kind: pointsTo, place: unknown}})
			}
		}
		if len(b.val(x)) > 0 {
			return
		}
	}
	// A string turned into bytes or runes, or an integer into an unsafe pointer.
	p := b.freshAt(i.(ssa.Instruction))
	if bt, ok := core(i.Type()).(*types.Basic); ok && bt.Kind() == types.UnsafePointer {
		p = unknown
	}
	b.set(i, refs{{kind: pointsTo, place: p}})
}

func (b *Body) store(to []*Place, c cell, v refs) {
	for _, t := range to {
		if b.mem.store(t, c, v) {
			b.changed = true
		}
	}
}

// leak notes that unknown code may have got v: it may keep it, and may store anything in what it reaches.
func (b *Body) leak(v refs) {
	if len(v) == 0 {
		return
	}
	b.store([]*Place{unknown}, cell{}, v)
	for _, p := range b.mem.reach(v) {
		b.store([]*Place{p}, cell{}, refs{{kind: pointsTo, place: unknown}})
	}
}

// nameOf renders fn as users write it: pkg.F, T.M.
func nameOf(fn *ssa.Function) string {
	if fn.Parent() != nil {
		return "a function literal"
	}
	if recv := fn.Signature.Recv(); recv != nil {
		t := recv.Type()
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := types.Unalias(t).(*types.Named); ok {
			name := n.Obj().Name() + "." + fn.Name()
			if p := n.Obj().Pkg(); p != nil {
				return p.Name() + "." + name
			}
			return name
		}
	}
	if fn.Pkg != nil {
		return fn.Pkg.Pkg.Name() + "." + fn.Name()
	}
	if o := fn.Object(); o != nil && o.Pkg() != nil {
		return o.Pkg().Name() + "." + o.Name()
	}
	return fn.Name()
}

// summarize brings the summary up to date and reports whether it grew.
func (b *Body) summarize() bool {
	s := b.sum
	before := s.size()
	for _, block := range b.Func.Blocks {
		for _, instr := range block.Instrs {
			b.eachTouch(instr, func(t *Touch) {
				if t.Place.Root.Kind != FreshRoot {
					b.record(t)
				}
			})
			b.flags(instr)
			switch i := instr.(type) {
			case *ssa.Return:
				if s.results == nil {
					s.results = make([]refs, len(i.Results))
				}
				for k, v := range i.Results {
					if b.pointers(v.Type()) {
						b.handOut(&s.results[k], b.val(v))
					}
				}
			case *ssa.Call:
				b.capReads(i)
			case *ssa.Slice:
				if i.Max != nil && !atMostLen(i.Max, i.X, i, 0) {
					b.capRead(b.val(i.X)) // panics or not, depending on the capacity
				}
			}
		}
	}
	for _, p := range b.mem.all {
		h := b.mem.held[p]
		if p.Root.Kind == FreshRoot {
			continue
		}
		var out refs
		b.handOut(&out, h.refs)
		for _, r := range out {
			st := storing{p, h.cell, r}
			b.keepStore(st)
		}
	}
	b.noteEscapes()
	return s.size() != before
}

const maxStores = 100

// keepStore adds a store to the summary. When there are many, only the roots are kept apart.
func (b *Body) keepStore(st storing) {
	s := b.sum
	if len(s.stores) > maxStores && !s.coarse {
		s.coarse = true
		fine := s.stores
		s.stores = nil
		s.grown += 10 * len(fine)
		for _, f := range fine {
			b.keepStore(f)
		}
	}
	if s.coarse {
		st.place, st.cell = st.place.Root.place.To(Any), cell{}
		if st.ref.kind != isFunc {
			st.ref = ref{kind: pointsTo, place: st.ref.place.Root.place.To(Any)}
		}
	}
	k := slices.IndexFunc(s.stores, func(t storing) bool { return t.place == st.place && t.ref == st.ref })
	if k < 0 {
		s.stores = append(s.stores, st)
		return
	}
	if s.stores[k].cell != (cell{}) && !sameCell(s.stores[k].cell, st.cell) {
		s.stores[k].cell = cell{}
		s.grown++
	}
}

// capReads notes the parameters whose capacity the call looks at.
func (b *Body) capReads(i *ssa.Call) {
	if bi, ok := i.Call.Value.(*ssa.Builtin); ok {
		if bi.Name() == "cap" {
			b.capRead(b.val(i.Call.Args[0]))
		}
		return
	}
	for _, u := range b.uses(i) {
		if u.param != nil {
			for _, v := range u.args {
				b.capRead(v) // who knows
			}
			continue
		}
		for _, k := range u.sum.CapRead {
			if k < len(u.args) {
				b.capRead(u.args[k])
			}
		}
	}
}

func (b *Body) capRead(v refs) {
	s := b.sum
	for _, r := range v {
		if r.kind != isFunc && r.place.Root.Kind == ParamRoot && !slices.Contains(s.CapRead, r.place.Root.Index) {
			s.CapRead = append(s.CapRead, r.place.Root.Index)
		}
	}
}

// size grows whenever anything in the summary does.
func (s *Summary) size() int {
	n := int(s.Flags)*1_000_000 + len(s.Accesses) + len(s.CapRead) + len(s.stores) + s.grown + weight(s.madeHold)
	for _, c := range s.calls {
		n++
		for _, r := range c.args {
			n += weight(r)
		}
	}
	for _, r := range s.results {
		n += weight(r)
	}
	return n
}

// weight orders sets of refs so that a widened set weighs more than what it replaces.
func weight(rs refs) int {
	n := 0
	for _, r := range rs {
		switch {
		case r.kind == pointsTo && r.place == unknown:
			return 100_000
		case r.kind == pointsTo && r.place.isAny():
			n += 1000
		default:
			n++
		}
	}
	return n
}

// handOut adds v to out as callers see it: objects made here become the summary's made object.
func (b *Body) handOut(out *refs, v refs) {
	s := b.sum
	for _, r := range v {
		if r.kind == isFunc || r.place.Root.Kind != FreshRoot {
			out.add(r)
			continue
		}
		out.add(ref{sub: r.sub, kind: pointsTo, place: s.made.To(Any)})
		b.handOutObject(r.place.Root, map[*Root]bool{})
	}
}

func (b *Body) handOutObject(root *Root, seen map[*Root]bool) {
	if seen[root] {
		return
	}
	seen[root] = true
	hold := func(rs refs) {
		for _, r := range rs {
			if r.kind != isFunc && r.place.Root.Kind == FreshRoot {
				b.handOutObject(r.place.Root, seen)
				r = ref{kind: pointsTo, place: b.sum.made.To(Any)}
			}
			r.sub = ""
			b.sum.madeHold.add(r)
		}
	}
	for _, p := range b.mem.keys[root] {
		hold(b.mem.held[p].refs)
	}
	hold(b.mem.wild)
}

func (b *Body) noteEscapes() {
	s := b.sum
	note := func(r ref) {
		if r.kind != isFunc && r.place.Root.Kind == ParamRoot && !slices.Contains(s.escaped, r.place.Root.Index) {
			s.escaped = append(s.escaped, r.place.Root.Index)
		}
	}
	for _, rs := range s.results {
		for _, r := range rs {
			note(r)
		}
	}
	for _, r := range s.madeHold {
		note(r)
	}
	for _, st := range s.stores {
		note(st.ref)
	}
	for _, c := range s.calls {
		for _, rs := range c.args {
			for _, r := range rs {
				note(r)
			}
		}
	}
}

type accessKey struct {
	place *Place
	write bool
	tail  bool
	past  bool
	bound bound
	kind  containerKind
	n     int
	typ   types.Type
	in    types.Type
}

const maxAccesses = 300

// record adds an access to the summary.
func (b *Body) record(t *Touch) {
	s := b.sum
	k := accessKey{place: t.Place, write: t.Write, tail: t.Tail, past: t.Beyond, kind: t.cell.kind, n: t.cell.n, typ: t.cell.typ, in: t.cell.in}
	if t.unless != nil {
		k.bound = *t.unless
	} else {
		k.bound = bound{-1, -1}
	}
	if b.seen[k] {
		return
	}
	if len(s.Accesses) >= maxAccesses {
		// All that can be reached from the root, as anything.
		k = accessKey{place: t.Place.Root.place.To(Any), write: t.Write, tail: t.Tail, past: t.Beyond}
		if b.seen[k] {
			return
		}
		b.seen[k] = true
		s.Accesses = append(s.Accesses, &Access{Place: k.place, Write: t.Write, Tail: t.Tail, Beyond: t.Beyond, Pos: t.Pos})
		return
	}
	b.seen[k] = true
	acc := t.Access
	s.Accesses = append(s.Accesses, &acc)
}

// Disjoint reports whether the memory that two slices refer to directly is certainly different: at least one of them was made
// here, and nothing that the other one may be was.
func (b *Body) Disjoint(x, y ssa.Value) bool {
	xs, ys := b.val(x).targets(x.Type()), b.val(y).targets(y.Type())
	if len(xs) == 0 && !isNil(x) || len(ys) == 0 && !isNil(y) {
		return false // not looked at
	}
	for _, p := range xs {
		for _, q := range ys {
			if p.Root.Kind == UnknownRoot || q.Root.Kind == UnknownRoot {
				return false
			}
			if p.Root == q.Root || p.Root.Kind != FreshRoot && q.Root.Kind != FreshRoot {
				return false
			}
		}
	}
	return true
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}
