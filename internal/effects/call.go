package effects

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Calls: which function it is, and what its summary means in the names of the caller.

// An applied is a summary together with what one call gives to it.
type applied struct {
	b     *Body
	at    ssa.CallInstruction
	sum   *Summary
	args  []refs
	types []types.Type // of the arguments; may be shorter than args
	free  []refs
	vals  map[*Place]refs
	locs  map[*Place][]*Place
	busy  map[*Place]bool
}

// A callee is one function that a call may run.
type callee struct {
	fn   *ssa.Function
	free []refs
	iter bool // fn made the iterator that is called
}

// resolve finds the functions that a call through v may run. all is false if there may be others; params are the values supplied
// by the caller of b among them.
func (b *Body) resolve(v refs) (found []callee, params refs, all bool) {
	if len(v) == 0 {
		return nil, nil, false
	}
	all = true
	for _, r := range v {
		switch {
		case r.kind == isFunc:
			found = append(found, callee{fn: r.fn})
		case r.kind == pointsTo && r.place.Root.closure != nil:
			mc := r.place.Root.closure
			c := callee{fn: mc.Fn.(*ssa.Function)}
			for _, bind := range mc.Bindings {
				c.free = append(c.free, b.val(bind))
			}
			found = append(found, c)
		case r.kind == pointsTo && iterates(r.place.Root.Site):
			p := r.place.Root.place.To(Any)
			found = append(found, callee{fn: r.place.Root.Site.(*ssa.Call).Call.StaticCallee(), free: []refs{b.mem.load(p, cell{})}, iter: true})
		case r.kind == imageOf && (r.place.Root.Kind == ParamRoot || r.place.Root.Kind == FreeRoot):
			params = append(params, r)
		default:
			all = false
		}
	}
	return found, params, all
}

// A use is one way that a call can go: a known function, or a function value of the caller's.
type use struct {
	sum    *Summary
	args   []refs
	types  []types.Type
	free   []refs
	direct bool // the arguments are those that stand in the call
	param  *ref
	silent bool // unknown, and assumed to have no effect
}

// uses lists the ways that a call can go.
func (b *Body) uses(at ssa.CallInstruction) []use {
	common := at.Common()
	args := make([]refs, len(common.Args))
	argTypes := make([]types.Type, len(common.Args))
	for i, x := range common.Args {
		args[i] = b.val(x)
		argTypes[i] = x.Type()
	}
	if common.IsInvoke() {
		methods := b.a.closedMethods(common)
		if methods == nil {
			return []use{b.unknownUse(at, args, b.val(common.Value))}
		}
		var out []use
		for _, m := range methods {
			// The interface may hold a pointer to the receiver, or something that the receiver is embedded in, by value or by
			// pointer.
			recv := append(refs{}, b.val(common.Value)...)
			for _, p := range b.mem.reach(recv) {
				recv.add(ref{kind: pointsTo, place: p})
			}
			u := b.useOf(at, m, append([]refs{recv}, args...), append([]types.Type{common.Value.Type()}, argTypes...), nil)
			u.direct = false
			out = append(out, u)
		}
		return out
	}
	if fn := common.StaticCallee(); fn != nil {
		var free []refs
		if mc, ok := common.Value.(*ssa.MakeClosure); ok {
			for _, x := range mc.Bindings {
				free = append(free, b.val(x))
			}
		}
		u := b.useOf(at, fn, args, argTypes, free)
		u.direct = true
		return []use{u}
	}
	if fn := b.a.heldFunction(common.Value); fn == b.Func && fn != nil {
		// The closure calls itself: its variables are the same ones.
		u := b.useOf(at, fn, args, argTypes, b.ownFree())
		u.direct = true
		return []use{u}
	}
	return b.usesOf(at, b.val(common.Value), args, argTypes, true)
}

func (b *Body) ownFree() []refs {
	var free []refs
	for _, f := range b.Func.FreeVars {
		free = append(free, b.val(f))
	}
	return free
}

// usesOf lists the ways that a call of the function value v can go.
func (b *Body) usesOf(at ssa.CallInstruction, v refs, args []refs, argTypes []types.Type, direct bool) []use {
	found, params, all := b.resolve(v)
	if !all || len(found)+len(params) > 8 {
		return []use{b.unknownUse(at, args, v)}
	}
	var out []use
	for _, c := range found {
		if c.iter {
			out = append(out, use{sum: iteration(c.fn, at), args: args, types: argTypes, free: c.free})
			continue
		}
		u := b.useOf(at, c.fn, args, argTypes, c.free)
		u.direct = direct
		out = append(out, u)
	}
	for _, p := range params {
		out = append(out, use{args: args, types: argTypes, param: &p})
	}
	return out
}

func (b *Body) useOf(at ssa.CallInstruction, fn *ssa.Function, args []refs, argTypes []types.Type, free []refs) use {
	fn = b.a.Canonical(fn)
	u := use{args: args, types: argTypes, free: free}
	if e := b.a.lookUp(fn); e != nil {
		if s := b.tables[at]; s != nil && s.Func == fn {
			u.sum = s
			return u
		}
		u.sum = e.summary(b, fn, at, args, argTypes)
		if u.sum.top && b.a.Pure[b.owner()] {
			u.silent = true
		}
		b.tables[at] = u.sum
		return u
	}
	u.sum = b.a.done[fn]
	if u.sum == nil && (fn.Synthetic != "" || fn.Parent() != nil) {
		// A wrapper made late, or a closure that came from elsewhere.
		u.sum = unknownSummary(fn, nameOf(fn))
	}
	if u.sum == nil {
		u.sum = unknownSummary(fn, nameOf(fn))
	}
	if u.sum.top && b.a.Pure[b.owner()] {
		u.silent = true
	}
	return u
}

// owner returns the declared function around b.
func (b *Body) owner() *ssa.Function {
	fn := b.Func
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

func (b *Body) unknownUse(at ssa.CallInstruction, args []refs, v refs) use {
	return use{
		sum:    unknownSummary(b.Func, calledName(at.Common())),
		args:   append(append([]refs{}, args...), v),
		silent: b.a.Pure[b.owner()],
	}
}

// calledName names what a dynamic call calls: v.visit, f.
func calledName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return valueName(c.Value) + c.Method.Name()
	}
	if n := valueName(c.Value); n != "" {
		return n[:len(n)-1]
	}
	return "a function value"
}

func valueName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Parameter:
		return v.Name() + "."
	case *ssa.FreeVar:
		return v.Name() + "."
	case *ssa.Global:
		return v.Name() + "."
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return valueName(v.X)
		}
	case *ssa.Alloc:
		if v.Comment != "" && v.Comment != "complit" && v.Comment != "new" {
			return v.Comment + "."
		}
	case *ssa.FieldAddr:
		if s, ok := derefType(v.X.Type()).Underlying().(*types.Struct); ok {
			return valueName(v.X) + s.Field(v.Field).Name() + "."
		}
	case *ssa.Field:
		if s, ok := v.X.Type().Underlying().(*types.Struct); ok {
			return valueName(v.X) + s.Field(v.Field).Name() + "."
		}
	case *ssa.Phi:
		if v.Comment != "" {
			return v.Comment + "."
		}
	}
	return ""
}

// call carries the flows of a call and returns what its result can refer to.
func (b *Body) call(at ssa.CallInstruction) refs {
	common := at.Common()
	if bi, ok := common.Value.(*ssa.Builtin); ok {
		return b.builtin(at, bi)
	}
	var out refs
	for _, u := range b.uses(at) {
		out.addAll(b.apply(at, u, 0))
	}
	return out
}

const maxNesting = 3 // of function values called by function values

// apply carries the flows of one way that a call can go.
func (b *Body) apply(at ssa.CallInstruction, u use, nesting int) refs {
	if u.param != nil {
		// Known to the caller only. It may keep the arguments and change what they reach.
		for _, rs := range u.args {
			b.leak(rs)
		}
		return refs{{kind: pointsTo, place: unknown}}
	}
	s := u.sum
	if s.top {
		out := refs{{kind: pointsTo, place: unknown}}
		for _, rs := range u.args {
			if u.silent {
				for _, p := range b.mem.reach(rs) {
					out.add(ref{kind: pointsTo, place: p})
				}
			} else {
				b.leak(rs)
			}
		}
		return out
	}
	ap := b.given(at, u)
	if s.handsOut() {
		made := b.freshAt(at).To(Any)
		hold := refs{{kind: pointsTo, place: made}}
		for _, r := range s.madeHold {
			hold.addAll(ap.ref(r))
		}
		b.store([]*Place{made}, cell{}, hold)
	}
	for _, st := range s.stores {
		b.store(ap.place(st.place), st.cell, ap.ref(st.ref))
	}
	for _, pc := range s.calls {
		for _, v := range b.passedCalls(ap, pc, nesting) {
			b.apply(at, v, nesting+1)
		}
	}
	var out refs
	for k, rs := range s.results {
		for _, r := range rs {
			v := ap.ref(r)
			if len(s.results) > 1 {
				v = v.within(Step(k))
			}
			out.addAll(v)
		}
	}
	return out
}

// passedCalls lists the ways that a call of a function value can go that this call passes to its callee.
func (b *Body) passedCalls(ap *applied, pc paramCall, nesting int) []use {
	args := make([]refs, len(pc.args))
	for i, rs := range pc.args {
		for _, r := range rs {
			args[i].addAll(ap.ref(r))
		}
	}
	if nesting >= maxNesting {
		return []use{b.unknownUse(ap.at, args, nil)}
	}
	v := ap.ref(pc.fn)
	if len(v) == 0 {
		return nil // nil: the call would panic
	}
	return b.usesOf(ap.at, v, args, nil, false)
}

// handsOut reports whether callers may get objects that the call made.
func (s *Summary) handsOut() bool {
	is := func(r ref) bool { return r.kind != isFunc && r.place.Root == s.made.Root }
	for _, rs := range s.results {
		for _, r := range rs {
			if is(r) {
				return true
			}
		}
	}
	for _, st := range s.stores {
		if is(st.ref) {
			return true
		}
	}
	for _, pc := range s.calls {
		for _, rs := range pc.args {
			for _, r := range rs {
				if is(r) {
					return true
				}
			}
		}
	}
	return false
}

func (b *Body) given(at ssa.CallInstruction, u use) *applied {
	return &applied{
		b: b, at: at, sum: u.sum, args: u.args, types: u.types, free: u.free,
		vals: map[*Place]refs{}, locs: map[*Place][]*Place{}, busy: map[*Place]bool{},
	}
}

// ref returns r, of the callee's, in the caller's names.
func (ap *applied) ref(r ref) refs {
	switch r.kind {
	case isFunc:
		return refs{r}
	case imageOf:
		v := ap.value(r.place)
		if r.sub != "" {
			for i := len(r.sub) - 1; i >= 0; i-- {
				v = v.within(stepOf(r.sub[i]))
			}
		}
		return v
	}
	var out refs
	for _, p := range ap.place(r.place) {
		out.add(ref{sub: r.sub, kind: pointsTo, place: p})
	}
	return out
}

// value returns what the callee's place held at the call.
func (ap *applied) value(p *Place) refs {
	if v, ok := ap.vals[p]; ok {
		return v
	}
	var v refs
	switch {
	case p.Up == nil && p.Root.Kind == ParamRoot:
		if p.Root.Index < len(ap.args) {
			v = ap.args[p.Root.Index]
		}
	case p.Up == nil && p.Root.Kind == FreeRoot:
		if p.Root.Index < len(ap.free) {
			v = ap.free[p.Root.Index]
		} else {
			v = refs{{kind: pointsTo, place: unknown}}
		}
	case p.isValue():
		if p.Step == Any {
			for _, q := range ap.place(p) {
				v.add(ref{kind: pointsTo, place: q})
			}
		} else {
			v = ap.value(p.Up).part(p.Step)
		}
	default:
		for _, q := range ap.place(p) {
			v.addAll(ap.b.mem.load(q, cell{}))
		}
	}
	ap.vals[p] = v
	return v
}

// isValue reports whether p names a part of a value that was passed rather than memory.
func (p *Place) isValue() bool {
	return p.deref == 0 && (p.Root.Kind == ParamRoot || p.Root.Kind == FreeRoot)
}

// place returns the callee's memory at p in the caller's names.
func (ap *applied) place(p *Place) []*Place {
	if l, ok := ap.locs[p]; ok {
		return l
	}
	var l []*Place
	switch {
	case p.Root.Kind == UnknownRoot:
		l = []*Place{unknown}
	case p.Root == ap.sum.made.Root:
		l = []*Place{ap.b.freshAt(ap.at).To(Any)}
	case p.Root.Kind == FreshRoot:
		panic("effects: a summary names an object of its own body")
	case p.Up == nil && p.Root.Kind == GlobalRoot:
		l = []*Place{ap.b.global(p.Root.Global)}
	case p.Step == Any:
		if p.Up.isValue() {
			l = ap.b.mem.reach(ap.value(p.Up))
		} else {
			var v refs
			for _, q := range ap.place(p.Up) {
				v.add(ref{kind: pointsTo, place: q})
			}
			l = ap.b.mem.reach(v)
		}
	case p.Step == Deref:
		l = ap.value(p.Up).targets(ap.typeOf(p.Up))
	default:
		for _, q := range ap.place(p.Up) {
			q = q.To(p.Step)
			l = append(l, q)
		}
	}
	ap.locs[p] = l
	return l
}

// typeOf returns a type for the value at p that is good enough to tell references from aggregates: the callee's place is
// followed by a Deref only if it held a reference.
func (ap *applied) typeOf(*Place) types.Type { return types.NewPointer(types.Typ[types.Int]) }

// builtin carries the flows of a call of a builtin function.
func (b *Body) builtin(at ssa.CallInstruction, bi *ssa.Builtin) refs {
	args := at.Common().Args
	switch bi.Name() {
	case "append":
		if isString(args[0].Type()) {
			return nil
		}
		fresh := b.freshAt(at)
		out := refs{{kind: pointsTo, place: fresh}}
		c := elemCell(args[0].Type())
		old := b.val(args[0]).targets(args[0].Type())
		if c.typ == nil || b.pointers(c.typ) {
			for _, t := range old {
				b.store([]*Place{fresh.To(Elem)}, c, b.mem.load(t.To(Elem), c))
			}
			if len(args) > 1 && !isString(args[1].Type()) {
				for _, t := range b.val(args[1]).targets(args[1].Type()) {
					v := b.mem.load(t.To(Elem), c)
					b.store([]*Place{fresh.To(Elem)}, c, v)
					for _, o := range old {
						b.store([]*Place{o.To(Elem)}, c, v)
					}
				}
			}
		}
		if !isClipped(args[0]) {
			out.addAll(b.val(args[0]))
		} else if !appendsSomething(args) {
			out.addAll(b.val(args[0])) // nothing appended: the same slice
		}
		return out
	case "copy":
		c := elemCell(args[0].Type())
		if (c.typ == nil || b.pointers(c.typ)) && !isString(args[1].Type()) {
			for _, s := range b.val(args[1]).targets(args[1].Type()) {
				for _, d := range b.val(args[0]).targets(args[0].Type()) {
					b.store([]*Place{d.To(Elem)}, c, b.mem.load(s.To(Elem), c))
				}
			}
		}
	case "min", "max", "ssa:wrapnilchk":
		return b.val(args[0])
	case "recover", "Add", "Slice", "String", "SliceData", "StringData":
		return refs{{kind: pointsTo, place: unknown}}
	}
	return nil
}

// isClipped reports whether the slice v has no room behind its end, so that an append to it always copies.
func isClipped(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.ChangeType:
		return isClipped(v.X)
	case *ssa.Slice:
		return v.Max != nil && v.High != nil && sameNumber(v.Max, v.High)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if e != v && !isClippedFlat(e) {
				return false
			}
		}
		return true
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil {
			if o := fn.Origin(); o != nil {
				fn = o
			}
			return fn.String() == "slices.Clip"
		}
	}
	return false
}

func isClippedFlat(v ssa.Value) bool {
	if _, ok := v.(*ssa.Phi); ok {
		return false
	}
	return isClipped(v)
}

func sameNumber(x, y ssa.Value) bool {
	if x == y {
		return true
	}
	cx, ok1 := x.(*ssa.Const)
	cy, ok2 := y.(*ssa.Const)
	if ok1 && ok2 && cx.Value != nil && cy.Value != nil {
		return cx.Int64() == cy.Int64()
	}
	// len(s) twice: lengths of one slice value do not change.
	lx, ok1 := lenArg(x)
	ly, ok2 := lenArg(y)
	return ok1 && ok2 && lx == ly
}

// lenArg returns s if v is len(s).
func lenArg(v ssa.Value) (ssa.Value, bool) {
	if c, ok := v.(*ssa.Call); ok {
		if bi, ok := c.Call.Value.(*ssa.Builtin); ok && bi.Name() == "len" {
			return c.Call.Args[0], true
		}
	}
	return nil, false
}

// appendsSomething reports whether append certainly appends at least one element.
func appendsSomething(args []ssa.Value) bool {
	if len(args) < 2 {
		return false
	}
	s, ok := args[1].(*ssa.Slice)
	if !ok || s.Low != nil || s.High != nil {
		return false
	}
	al, ok := s.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	arr, ok := derefType(al.Type()).Underlying().(*types.Array)
	return ok && arr.Len() > 0
}

// heldFunction returns the function that v, loaded from a variable, certainly is: the variable is set once, to a closure or
// function, and nobody else can write it.
func (a *Analysis) heldFunction(v ssa.Value) *ssa.Function {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	cellOf := load.X
	for {
		fv, ok := cellOf.(*ssa.FreeVar)
		if !ok {
			break
		}
		fn := fv.Parent()
		var mc *ssa.MakeClosure
		if fn.Parent() == nil {
			return nil
		}
		for _, r := range *fn.Referrers() {
			m, ok := r.(*ssa.MakeClosure)
			if !ok || mc != nil {
				return nil
			}
			mc = m
		}
		if mc == nil {
			return nil
		}
		for i, f := range fn.FreeVars {
			if f == fv {
				cellOf = mc.Bindings[i]
			}
		}
		if cellOf == fv {
			return nil
		}
	}
	al, ok := cellOf.(*ssa.Alloc)
	if !ok {
		return nil
	}
	if fn, ok := a.cells[al]; ok {
		return fn
	}
	fn := onlyFunction(al)
	a.cells[al] = fn
	return fn
}

// onlyFunction returns the function stored in the variable, if it is stored once and the variable is otherwise only read.
func onlyFunction(al *ssa.Alloc) *ssa.Function {
	var held *ssa.Function
	var visit func(v ssa.Value, refs []ssa.Instruction) bool
	visit = func(v ssa.Value, refs []ssa.Instruction) bool {
		for _, r := range refs {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr != v || held != nil {
					return false
				}
				switch x := r.Val.(type) {
				case *ssa.MakeClosure:
					// In a loop, the closure that runs need not be the one in the variable.
					if inCycle(x.Block()) && (x.Block() != al.Block() || x.Block() != r.Block()) {
						return false
					}
					held = x.Fn.(*ssa.Function)
				case *ssa.Function:
					held = x
				default:
					return false
				}
			case *ssa.UnOp, *ssa.DebugRef:
			case *ssa.MakeClosure:
				fn := r.Fn.(*ssa.Function)
				for i, bind := range r.Bindings {
					if bind == v && !visit(fn.FreeVars[i], *fn.FreeVars[i].Referrers()) {
						return false
					}
				}
			default:
				return false
			}
		}
		return true
	}
	if !visit(al, *al.Referrers()) {
		return nil
	}
	return held
}

// inCycle reports whether control can come back to the block.
func inCycle(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := append([]*ssa.BasicBlock{}, b.Succs...)
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if c == b {
			return true
		}
		if !seen[c] {
			seen[c] = true
			work = append(work, c.Succs...)
		}
	}
	return false
}

// closedMethods returns the methods that a call of an unexported interface method may run: all implementations are in the
// package that declares it, because nobody else can name it. It is nil if the call is open.
func (a *Analysis) closedMethods(c *ssa.CallCommon) []*ssa.Function {
	m := c.Method
	if m.Exported() || m.Pkg() == nil {
		return nil
	}
	if _, ok := types.Unalias(c.Value.Type()).(*types.TypeParam); ok {
		return nil
	}
	prog := c.Value.Parent().Prog
	if prog.Package(m.Pkg()) == nil || a.Open != nil && a.Open(m.Pkg(), m.Name()) {
		return nil
	}
	if !a.named[m.Pkg()] {
		a.named[m.Pkg()] = true
		scope := m.Pkg().Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() {
				continue
			}
			n, ok := tn.Type().(*types.Named)
			if !ok {
				continue
			}
			for i := range n.NumMethods() {
				meth := n.Method(i)
				if fn := prog.FuncValue(meth); fn != nil {
					key := m.Pkg().Path() + "." + meth.Name()
					a.byName[key] = append(a.byName[key], fn)
				}
			}
		}
	}
	var out []*ssa.Function
	for _, fn := range a.byName[m.Pkg().Path()+"."+m.Name()] {
		sig := fn.Signature
		if types.Identical(types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic()),
			types.NewSignatureType(nil, nil, nil, m.Signature().Params(), m.Signature().Results(), m.Signature().Variadic())) || fn.Signature.RecvTypeParams().Len() > 0 {
			if fn.Blocks == nil {
				return nil
			}
			out = append(out, fn)
		}
	}
	return out
}
