package effects

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Touch is an access by one instruction, in the names of the function that has it.
type Touch struct {
	Access
	Instr ssa.Instruction
	// Arg is the argument of the call whose elements are touched, if that is all the callee touches through it, and Field the
	// field of that argument that holds the slice; -1 otherwise.
	Arg, Field int
	Callee     *ssa.Function // of a call
}

// Fresh reports whether t touches only what the function itself made.
func (t *Touch) Fresh() bool { return t.Place.Root.Kind == FreshRoot }

// Touches lists what an instruction reads and writes, what it calls included.
func (b *Body) Touches(instr ssa.Instruction) []*Touch {
	var out []*Touch
	b.eachTouch(instr, func(t *Touch) { out = append(out, t) })
	return out
}

func (b *Body) eachTouch(instr ssa.Instruction, f func(*Touch)) {
	emit := func(p *Place, c cell, write bool, pos token.Pos) {
		f(&Touch{Access: Access{Place: p, Write: write, Pos: pos, cell: c}, Instr: instr, Arg: -1, Field: -1})
	}
	elems := func(x ssa.Value, write, tail bool, arg int) {
		for _, t := range b.val(x).targets(x.Type()) {
			f(&Touch{
				Access: Access{Place: t.To(Elem), Write: write, Tail: tail, Pos: posOf(instr), cell: elemCell(x.Type())},
				Instr:  instr, Arg: arg, Field: -1,
			})
		}
	}
	switch i := instr.(type) {
	case *ssa.UnOp:
		if i.Op == token.MUL {
			for _, t := range b.val(i.X).targets(i.X.Type()) {
				emit(t, cellAt(i.X), false, posOf(i))
			}
		}
	case *ssa.Store:
		for _, t := range b.val(i.Addr).targets(i.Addr.Type()) {
			emit(t, cellAt(i.Addr), true, posOf(i))
		}
	case *ssa.Lookup:
		if !isString(i.X.Type()) {
			elems(i.X, false, false, -1)
		}
	case *ssa.MapUpdate:
		elems(i.Map, true, false, -1)
	case *ssa.Next:
		if !i.IsString {
			elems(i.Iter.(*ssa.Range).X, false, false, -1)
		}
	case *ssa.Convert:
		if isString(i.Type()) && !isString(i.X.Type()) && b.pointers(i.X.Type()) {
			elems(i.X, false, false, -1)
		}
	case *ssa.MultiConvert:
		if b.pointers(i.X.Type()) {
			elems(i.X, false, false, -1)
		}
	case *ssa.Slice:
		if !isString(i.X.Type()) && derefType(i.X.Type()) == nil && i.High != nil && !atMostLen(i.High, i.X, i, 0) {
			unless := b.paramBound(i.High, i.X)
			for _, t := range b.val(i.X).targets(i.X.Type()) {
				f(&Touch{
					Access: Access{Place: t.To(Elem), Beyond: true, Pos: posOf(instr), cell: elemCell(i.X.Type()), unless: unless},
					Instr:  instr, Arg: -1, Field: -1,
				})
			}
		}
	case ssa.CallInstruction:
		common := i.Common()
		if bi, ok := common.Value.(*ssa.Builtin); ok {
			switch bi.Name() {
			case "append":
				if len(common.Args) > 1 {
					if !isString(common.Args[1].Type()) {
						elems(common.Args[1], false, false, 1)
					}
					elems(common.Args[0], false, false, 0)
					if !isClipped(common.Args[0]) {
						elems(common.Args[0], true, true, -1)
					}
				}
			case "copy":
				if !isString(common.Args[1].Type()) {
					elems(common.Args[1], false, false, 1)
				}
				elems(common.Args[0], true, false, 0)
			case "clear", "delete":
				elems(common.Args[0], true, false, 0)
			case "len":
				if _, ok := core(common.Args[0].Type()).(*types.Map); ok {
					elems(common.Args[0], false, false, -1)
				}
			}
			return
		}
		for _, u := range b.uses(i) {
			b.eachUse(i, u, 0, f)
		}
	}
}

// paramBound says v ≤ len(s) in terms of the function's parameters, if they are such.
func (b *Body) paramBound(v, s ssa.Value) *bound {
	k := slices.IndexFunc(b.Func.Params, func(p *ssa.Parameter) bool { return ssa.Value(p) == v })
	l := slices.IndexFunc(b.Func.Params, func(p *ssa.Parameter) bool { return ssa.Value(p) == s })
	if k < 0 || l < 0 {
		return nil
	}
	return &bound{k, l}
}

func (b *Body) eachUse(at ssa.CallInstruction, u use, nesting int, f func(*Touch)) {
	if u.param != nil || u.silent {
		return
	}
	ap := b.given(at, u)
	for _, acc := range u.sum.Accesses {
		if acc.Place == unknown && b.a.Pure[b.owner()] {
			continue
		}
		arg, field := -1, -1
		if u.direct {
			if p, k, ok := acc.Place.ElementOf(); ok {
				arg, field = p, k
			}
		}
		pos := acc.Pos
		if pos == token.NoPos {
			pos = posOf(at)
		}
		for _, p := range ap.place(acc.Place) {
			if (acc.Tail || acc.Beyond) && arg >= 0 && arg < len(at.Common().Args) && field < 0 && isClipped(at.Common().Args[arg]) {
				continue // no room behind the end
			}
			t := &Touch{Access: *acc, Instr: at, Arg: arg, Field: field, Callee: u.sum.Func}
			if acc.unless != nil {
				t.unless = nil
				if u.direct {
					args := at.Common().Args
					if atMostLen(args[acc.unless.val], args[acc.unless.len], at, 0) {
						continue
					}
					t.unless = b.paramBound(args[acc.unless.val], args[acc.unless.len])
				}
			}
			t.Place, t.Pos = p, pos
			f(t)
		}
	}
	for _, pc := range u.sum.calls {
		for _, v := range b.passedCalls(ap, pc, nesting) {
			b.eachUse(at, v, nesting+1, f)
		}
	}
}

// flags adds the flags of an instruction to the summary, and the calls of function values that the caller supplies.
func (b *Body) flags(instr ssa.Instruction) {
	s := b.sum
	b.eachFlag(instr, func(f Flags, w Witness) { s.flag(f, w) })
	if call, ok := instr.(ssa.CallInstruction); ok {
		if _, ok := call.Common().Value.(*ssa.Builtin); !ok {
			for _, u := range b.uses(call) {
				b.passOn(call, u, 0)
			}
		}
	}
}

func (b *Body) passOn(at ssa.CallInstruction, u use, nesting int) {
	s := b.sum
	if u.param != nil {
		fn := *u.param
		if slices.ContainsFunc(s.calls, func(c paramCall) bool { return c.fn == fn }) {
			// The arguments of another call of the same function: add them.
			for k := range s.calls {
				if s.calls[k].fn == fn {
					for i, rs := range u.args {
						if i < len(s.calls[k].args) {
							b.handOut(&s.calls[k].args[i], rs)
						}
					}
				}
			}
			return
		}
		pc := paramCall{fn: fn, pos: posOf(at), name: calledName(at.Common()), args: make([]refs, len(u.args))}
		for i, rs := range u.args {
			b.handOut(&pc.args[i], rs)
		}
		s.calls = append(s.calls, pc)
		return
	}
	if u.silent {
		return
	}
	ap := b.given(at, u)
	for _, pc := range u.sum.calls {
		for _, v := range b.passedCalls(ap, pc, nesting) {
			b.passOn(at, v, nesting+1)
		}
	}
}

// A FlagAt is a flag of one instruction.
type FlagAt struct {
	Flag Flags
	Witness
}

// Flags lists the flags of an instruction, what it calls included.
func (b *Body) Flags(instr ssa.Instruction) []FlagAt {
	var out []FlagAt
	b.eachFlag(instr, func(f Flags, w Witness) { out = append(out, FlagAt{f, w}) })
	return out
}

func (b *Body) eachFlag(instr ssa.Instruction, f func(Flags, Witness)) {
	at := func(what string) Witness { return Witness{Pos: posOf(instr), What: what} }
	switch i := instr.(type) {
	case *ssa.Go:
		f(Sync, at("a go statement"))
	case *ssa.Send:
		f(Sync, at("a channel send"))
	case *ssa.Select:
		f(Sync, at("a select"))
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			f(Sync, at("a channel receive"))
		}
	case *ssa.Panic:
		f(Panics, at("panic"))
	case *ssa.Convert:
		if isUnsafePointer(i.Type()) || isUnsafePointer(i.X.Type()) {
			f(Unsafe, at("an unsafe pointer"))
		}
	}
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return
	}
	if bi, ok := call.Common().Value.(*ssa.Builtin); ok {
		switch bi.Name() {
		case "close":
			f(Sync, at("close"))
		case "recover":
			f(Recovers, at("recover"))
		case "print", "println":
			f(IO, at(bi.Name()))
		case "Add", "Slice", "SliceData", "String", "StringData":
			f(Unsafe, at("unsafe."+bi.Name()))
		}
		return
	}
	for _, u := range b.uses(call) {
		b.eachFlagOf(call, u, 0, f)
	}
}

func (b *Body) eachFlagOf(at ssa.CallInstruction, u use, nesting int, f func(Flags, Witness)) {
	if u.param != nil {
		return
	}
	s := u.sum
	for k := range flagCount {
		fl := Flags(1 << k)
		if s.Flags&fl == 0 || fl == Recovers || fl == Panics && s.Flags&Recovers != 0 {
			continue
		}
		if fl == UnknownCall && b.a.Pure[b.owner()] {
			b.sum.Silenced = true
			continue
		}
		f(seenFrom(b.Func, at, s, fl))
	}
	if u.silent {
		return
	}
	ap := b.given(at, u)
	for _, pc := range s.calls {
		for _, v := range b.passedCalls(ap, pc, nesting) {
			b.eachFlagOf(at, v, nesting+1, f)
		}
	}
}

func isUnsafePointer(t types.Type) bool {
	b, ok := core(t).(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// posOf returns the position of an instruction, or of something near it.
func posOf(i ssa.Instruction) token.Pos {
	if p := i.Pos(); p.IsValid() {
		return p
	}
	switch i := i.(type) {
	case *ssa.Store:
		if p := i.Addr.Pos(); p.IsValid() {
			return p
		}
		return i.Val.Pos()
	case *ssa.UnOp:
		return i.X.Pos()
	case ssa.CallInstruction:
		return i.Common().Pos()
	}
	return token.NoPos
}
