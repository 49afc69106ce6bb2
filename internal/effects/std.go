package effects

import (
	_ "embed"
	"fmt"
	"go/token"
	"go/types"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// The standard library is loaded without bodies, so what its functions do is written down in a table. Every line was read
// against the source, and a test compares it with the effects computed from GOROOT.

//go:embed std.txt
var stdText string

// A stdEntry is what the table says of one function. Arguments are counted from 0, the receiver included.
//
// Without further words a function only reads what its arguments refer to directly (the elements of a slice, the fields behind a
// pointer), and its results refer to nothing that existed before.
type stdEntry struct {
	name    string
	deep    bool  // reads all that can be reached from its arguments
	write   []int // writes what the argument refers to directly
	Write   []int // writes anything that can be reached from the argument
	app     []int // appends to the argument: the result may be the argument, and the room behind it is written
	ret     []int // a result may be the argument, or refer to what it refers to
	elem    []int // a result may be an element of the argument
	hold    []int // a result is new and refers to what the elements of the argument refer to
	call    []int // calls the argument with values taken from the others; results may come from it
	keep    []int // the function that is returned calls nothing else and reads the argument when it is called
	flags   Flags
	perhaps bool // nobody has seen what the flags say: they are a caution
	noFmt   bool // calls the String, Error, Format and GoString methods of its operands
	top     bool
}

var stdTable = sync.OnceValue(func() map[string]*stdEntry {
	t := map[string]*stdEntry{}
	for n, line := range strings.Split(stdText, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		names, spec, _ := strings.Cut(line, ":")
		e, err := parseEntry(spec)
		if err != nil {
			panic(fmt.Sprintf("effects: std.txt:%d: %v", n+1, err))
		}
		// pkg.A B C; (pkg.T).A B C
		fields := strings.Fields(names)
		first := fields[0]
		cut := strings.LastIndexByte(first, '.')
		prefix := first[:cut+1]
		fields[0] = first[cut+1:]
		for _, f := range fields {
			entry := *e
			entry.name = prefix + f
			if t[entry.name] != nil {
				panic("effects: std.txt has " + entry.name + " twice")
			}
			t[entry.name] = &entry
		}
	}
	return t
})

func parseEntry(spec string) (*stdEntry, error) {
	e := &stdEntry{}
	for _, w := range strings.Fields(spec) {
		word, n := w, 0
		if i := strings.IndexFunc(w, func(r rune) bool { return r >= '0' && r <= '9' }); i > 0 {
			if _, err := fmt.Sscan(w[i:], &n); err != nil {
				return nil, err
			}
			word = w[:i]
		}
		switch word {
		case "pure":
		case "deep":
			e.deep = true
		case "write":
			e.write = append(e.write, n)
		case "writes":
			e.Write = append(e.Write, n)
		case "append":
			e.app = append(e.app, n)
		case "returns":
			e.ret = append(e.ret, n)
		case "elems":
			e.elem = append(e.elem, n)
		case "holds":
			e.hold = append(e.hold, n)
		case "calls":
			e.call = append(e.call, n)
		case "iterates":
			e.keep = append(e.keep, n)
		case "io":
			e.flags |= IO
		case "perhaps":
			e.perhaps = true
		case "sync":
			e.flags |= Sync
		case "random":
			e.flags |= Nondeterministic
		case "ends":
			e.flags |= NoReturn
		case "formats":
			e.noFmt, e.deep = true, true
		case "unknown":
			e.top = true
		default:
			return nil, fmt.Errorf("unknown word %q", w)
		}
	}
	return e, nil
}

// lookUp returns what the table says of fn, or nil.
func lookUp(fn *ssa.Function) *stdEntry {
	if fn.Parent() != nil || fn.Synthetic != "" && fn.Origin() == nil && fn.Blocks != nil {
		return nil
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Pkg() == nil {
		return nil
	}
	path := obj.Pkg().Path()
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		return nil
	}
	obj = obj.Origin()
	t := stdTable()
	if recv := obj.Signature().Recv(); recv != nil {
		rt := recv.Type()
		star := ""
		if p, ok := types.Unalias(rt).(*types.Pointer); ok {
			rt, star = p.Elem(), "*"
		}
		n, ok := types.Unalias(rt).(*types.Named)
		if !ok {
			return nil
		}
		base := "(" + star + path + "." + n.Obj().Name() + ")."
		if e := t[base+obj.Name()]; e != nil {
			return e
		}
		return t[base+"*"]
	}
	if e := t[path+"."+obj.Name()]; e != nil {
		return e
	}
	if !obj.Exported() {
		return nil
	}
	return t[path+".*"]
}

// lookUp is lookUp, unless the effects are to be computed.
func (a *Analysis) lookUp(fn *ssa.Function) *stdEntry {
	if a.computed && fn.Blocks != nil {
		return nil
	}
	return lookUp(fn)
}

// summary returns the summary of fn at one call.
func (e *stdEntry) summary(b *Body, fn *ssa.Function, at ssa.CallInstruction, args []refs, argTypes []types.Type) *Summary {
	s := &Summary{Func: fn, made: newRoot(Root{Kind: FreshRoot})}
	if e.top || e.noFmt && !formatsPlainly(at) {
		return unknownSummary(fn, nameOf(fn))
	}
	for k := range flagCount {
		if f := Flags(1 << k); e.flags&f != 0 {
			s.flag(f, Witness{What: nameOf(fn), Doubt: e.perhaps})
		}
	}
	params := make([]*Place, len(args))
	at0 := func(i int) *Place {
		if params[i] == nil {
			params[i] = newRoot(Root{Kind: ParamRoot, Index: i})
		}
		return params[i]
	}
	typ := func(i int) types.Type {
		if i < len(argTypes) {
			return argTypes[i]
		}
		return nil // called by a function value
	}
	has := func(list []int, i int) bool {
		for _, n := range list {
			if n == i {
				return true
			}
		}
		return false
	}
	// touch adds accesses of what argument i refers to directly.
	touch := func(i int, write, tail bool) {
		t := typ(i)
		p := at0(i).To(Deref)
		add := func(p *Place, c cell) {
			s.Accesses = append(s.Accesses, &Access{Place: p, Write: write, Tail: tail, cell: c})
		}
		if t != nil {
			switch u := core(t).(type) {
			case *types.Slice, *types.Map:
				add(p.To(Elem), elemCell(t))
				return
			case *types.Pointer:
				add(p, cell{typ: u.Elem()})
				return
			case *types.Basic:
				return
			case *types.Signature:
				return
			}
			if !b.pointers(t) {
				return
			}
		}
		add(at0(i).To(Any), cell{})
	}
	for i := range args {
		if t := typ(i); t != nil && !b.pointers(t) {
			continue
		}
		if has(e.call, i) {
			continue
		}
		if e.deep {
			s.deepReads(b, at0(i), typ(i), 0)
		} else {
			touch(i, false, false)
		}
		if has(e.write, i) {
			touch(i, true, false)
		}
		if has(e.Write, i) {
			s.Accesses = append(s.Accesses, &Access{Place: at0(i).To(Any), Write: true})
		}
		if has(e.app, i) {
			touch(i, true, true)
		}
	}

	// Results.
	res := fn.Signature.Results()
	var out refs
	made := ref{kind: pointsTo, place: s.made.To(Any)}
	out.add(made)
	for _, i := range append(append([]int{}, e.ret...), e.app...) {
		out.add(ref{kind: imageOf, place: at0(i)})
		if t := typ(i); t == nil || !isReference(t) {
			out.add(ref{kind: pointsTo, place: at0(i).To(Any)})
		}
	}
	for _, i := range e.elem {
		out.add(ref{kind: pointsTo, place: at0(i).To(Any)})
	}
	if e.flags&(IO|Sync) != 0 {
		out.add(ref{kind: pointsTo, place: unknown})
	}
	hold := e.hold
	if v := at.Value(); v != nil {
		if t := elemType(v.Type()); t != nil && !b.pointers(t) {
			hold = nil // copies of plain elements refer to nothing
		}
	}
	for _, i := range append(append([]int{}, hold...), e.keep...) {
		s.madeHold.add(ref{kind: imageOf, place: at0(i)})
		s.madeHold.add(ref{kind: pointsTo, place: at0(i).To(Any)})
	}
	for _, k := range e.app { // what is appended ends up in the result, or behind the end of the argument
		if t := elemType(typ(k)); t != nil && !b.pointers(t) {
			continue
		}
		for i := range args {
			if t := typ(i); t == nil || b.pointers(t) {
				r := ref{kind: pointsTo, place: at0(i).To(Any)}
				s.madeHold.add(r)
				s.stores = append(s.stores, storing{place: at0(k).To(Deref).To(Elem), ref: r})
			}
		}
	}
	for range res.Len() {
		s.results = append(s.results, out)
	}

	// Calls of function arguments, with anything that the other arguments lead to.
	for _, i := range e.call {
		sig, _ := core(typ(i)).(*types.Signature)
		var all refs
		for j := range args {
			if j != i && (typ(j) == nil || b.pointers(typ(j))) {
				all.add(ref{kind: pointsTo, place: at0(j).To(Any)})
			}
		}
		pc := paramCall{fn: ref{kind: imageOf, place: at0(i)}, name: calledName(at.Common()), pos: token.NoPos}
		if sig != nil {
			for k := range sig.Params().Len() {
				var v refs
				if b.pointers(sig.Params().At(k).Type()) {
					v = all
				}
				pc.args = append(pc.args, v)
			}
			if sig.Results().Len() > 0 && b.pointers(sig.Results().At(0).Type()) {
				for k := range s.results {
					s.results[k] = refs{{kind: pointsTo, place: unknown}}
				}
			}
		}
		s.calls = append(s.calls, pc)
	}
	return s
}

// deepReads adds reads of all that a value of type t at p leads to.
func (s *Summary) deepReads(b *Body, p *Place, t types.Type, depth int) {
	all := func() { s.Accesses = append(s.Accesses, &Access{Place: p.To(Any)}) }
	if t == nil || depth > 3 {
		all()
		return
	}
	if !b.pointers(t) {
		return
	}
	read := func(p *Place, c cell) { s.Accesses = append(s.Accesses, &Access{Place: p, cell: c}) }
	switch u := core(t).(type) {
	case *types.Slice:
		q := p.To(Deref).To(Elem)
		read(q, elemCell(t))
		s.deepReads(b, q, u.Elem(), depth+1)
	case *types.Pointer:
		q := p.To(Deref)
		read(q, cell{typ: u.Elem()})
		s.deepReads(b, q, u.Elem(), depth+1)
	case *types.Struct:
		for k := range u.NumFields() {
			s.deepReads(b, p.To(Step(k)), u.Field(k).Type(), depth+1)
		}
	case *types.Array:
		s.deepReads(b, p.To(Elem), u.Elem(), depth+1)
	default:
		all()
	}
}

// iterates reports whether the value made by the instruction is an iterator of the standard library over something that it
// reads as it goes.
func iterates(i ssa.Instruction) bool {
	call, ok := i.(*ssa.Call)
	if !ok {
		return false
	}
	fn := call.Call.StaticCallee()
	if fn == nil {
		return false
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	e := lookUp(fn)
	return e != nil && len(e.keep) > 0
}

// iteration returns the summary of a call of such an iterator: it reads what it was made of, free variable 0, and calls its argument
// with values from there.
func iteration(fn *ssa.Function, at ssa.CallInstruction) *Summary {
	s := &Summary{Func: fn, made: newRoot(Root{Kind: FreshRoot})}
	over := newRoot(Root{Kind: FreeRoot}).To(Any)
	yield := newRoot(Root{Kind: ParamRoot})
	s.Accesses = []*Access{{Place: over}}
	from := refs{{kind: pointsTo, place: over}}
	pc := paramCall{fn: ref{kind: imageOf, place: yield}, name: "yield"}
	pc.args = []refs{from, from} // a function of one parameter uses the first
	s.calls = []paramCall{pc}
	return s
}

// formatsPlainly reports whether fmt can print the operands of the call without calling a method of theirs.
func formatsPlainly(at ssa.CallInstruction) bool {
	call := at.Common()
	if len(call.Args) == 0 {
		return true
	}
	last := call.Args[len(call.Args)-1]
	if c, ok := last.(*ssa.Const); ok && c.IsNil() {
		return true
	}
	s, ok := last.(*ssa.Slice)
	if !ok {
		return false
	}
	arr, ok := s.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, r := range *arr.Referrers() {
		switch r := r.(type) {
		case *ssa.IndexAddr:
			for _, u := range *r.Referrers() {
				st, ok := u.(*ssa.Store)
				if !ok {
					return false
				}
				mi, ok := st.Val.(*ssa.MakeInterface)
				if !ok || !plain(mi.X.Type(), nil) {
					return false
				}
			}
		case *ssa.Slice:
		default:
			return false
		}
	}
	return true
}

// plain reports whether no part of a value of type t has methods or hides behind an interface.
func plain(t types.Type, seen []types.Type) bool {
	for _, s := range seen {
		if types.Identical(s, t) {
			return true
		}
	}
	seen = append(seen, t)
	if n, ok := types.Unalias(t).(*types.Named); ok && n.NumMethods() > 0 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Pointer:
		return plain(u.Elem(), seen)
	case *types.Slice:
		return plain(u.Elem(), seen)
	case *types.Array:
		return plain(u.Elem(), seen)
	case *types.Map:
		return plain(u.Key(), seen) && plain(u.Elem(), seen)
	case *types.Struct:
		for i := range u.NumFields() {
			if u.Field(i).Embedded() || !plain(u.Field(i).Type(), seen) {
				return false
			}
		}
		return true
	}
	return false
}
