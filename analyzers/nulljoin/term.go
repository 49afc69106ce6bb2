package nulljoin

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/spicessa"
)

// A term says how a value is made from what the function started with:
// parameters, constants, memory, results of calls. Two values of one function
// are compared by their terms.
type term struct {
	op   op
	args []*term
	sub  string          // the field, the operator or the built-in function
	con  constant.Value  // of a constant; nil for nil and zero values
	obj  types.Object    // of a declared function or a method
	val  ssa.Value       // what the term was made from
	in   *frame          // where val is
	at   ssa.Instruction // when memory is read
	typ  types.Type
}

type op uint8

const (
	opOpaque    op = iota // anything else; only equal to itself
	opConst               // con
	opParam               // a parameter
	opGlobal              // the address of a package variable
	opVar                 // the address of a local variable
	opNew                 // the address of a new object
	opFieldAddr           // args[0] is an address
	opIndexAddr           // args are an address or a slice, and an index
	opLoad                // what is at the address args[0]
	opField               // of a struct that is in no variable
	opIndex               // of a map, a string, an array that is in no variable
	opBinary              // sub
	opUnary               // sub
	opBuiltin             // len and the like
	opConvert             // to typ
	opAssert              // to typ
	opSlice               // base, low, high; high may be nil
	opStruct              // all fields
	opFunc                // a declared function
	opMethod              // a method with its receiver, args[0]
	opLiteral             // a function literal
	opPhi                 // one of several, by the way control came
	opCall                // args[0] is what is called
	opExtract             // result sub of a call
)

// A frame is a call of a function whose body is looked into: what its
// parameters and captured variables are there.
type frame struct {
	up     *frame
	params map[*ssa.Parameter]*term
	free   map[*ssa.FreeVar]*term
	at     ssa.Instruction // the call, in the outermost function
	depth  int
}

// maxDepth bounds the size of terms.
const maxDepth = 24

// A builder makes terms.
type builder struct {
	uses map[*ssa.Alloc]*spicessa.Uses

	// budget is what may still be spent on one join, in terms made and terms
	// compared. When it is used up, everything is opaque and nothing is said:
	// terms are trees, and some values are made from others exponentially often.
	budget int
}

// maxBudget is the budget of one join, some milliseconds.
const maxBudget = 20000

func (b *builder) spend() bool {
	b.budget--
	return b.budget > 0
}

func (b *builder) usesOf(v *ssa.Alloc) *spicessa.Uses {
	u := b.uses[v]
	if u == nil {
		u = spicessa.UsesOf(v)
		b.uses[v] = u
	}
	return u
}

// term returns the term of v in a frame, nil for the function itself.
func (b *builder) term(v ssa.Value, in *frame, depth int) *term {
	t := &term{val: v, in: in, typ: v.Type()}
	if depth > maxDepth || !b.spend() {
		return t
	}
	arg := func(v ssa.Value) *term { return b.term(v, in, depth+1) }
	args := func(o op, vs ...ssa.Value) *term {
		t.op = o
		for _, v := range vs {
			t.args = append(t.args, arg(v))
		}
		return t
	}
	switch v := v.(type) {
	case *ssa.Const:
		t.op, t.con = opConst, v.Value
	case *ssa.Parameter:
		if in != nil {
			if known := in.params[v]; known != nil {
				return known
			}
		}
		t.op = opParam
	case *ssa.FreeVar:
		if in != nil {
			if known := in.free[v]; known != nil {
				return known
			}
		}
		if captured := spicessa.Captured(v); captured != nil {
			return b.term(captured, nil, depth+1)
		}
		t.op = opParam
	case *ssa.Global:
		t.op = opGlobal
	case *ssa.Alloc:
		t.op = opVar
		if unnamed[v.Comment] {
			t.op = opNew
		}
	case *ssa.Function:
		if v.Object() != nil {
			t.op, t.obj = opFunc, origin(v.Object())
		} else {
			t.op = opLiteral
		}
	case *ssa.MakeClosure:
		fn := v.Fn.(*ssa.Function)
		if obj := fn.Object(); obj != nil && fn.Synthetic != "" && len(v.Bindings) == 1 {
			t.obj = origin(obj)
			return args(opMethod, v.Bindings[0])
		}
		return args(opLiteral, v.Bindings...)
	case *ssa.FieldAddr:
		t.sub = fmt.Sprint(v.Field)
		return args(opFieldAddr, v.X)
	case *ssa.IndexAddr:
		return args(opIndexAddr, v.X, v.Index)
	case *ssa.Field:
		return b.field(arg(v.X), v.Field, v.Type())
	case *ssa.Index:
		return args(opIndex, v.X, v.Index)
	case *ssa.Lookup:
		if v.CommaOk {
			return t
		}
		return args(opIndex, v.X, v.Index)
	case *ssa.ChangeType:
		return arg(v.X)
	case *ssa.ChangeInterface:
		return arg(v.X)
	case *ssa.MakeInterface:
		return arg(v.X)
	case *ssa.Convert:
		if isInteger(v.Type()) && isInteger(v.X.Type()) {
			return arg(v.X)
		}
		return args(opConvert, v.X)
	case *ssa.TypeAssert:
		return args(opAssert, v.X)
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			return b.load(arg(v.X), v, in, v.Type(), depth)
		case token.ARROW:
			return t
		}
		t.sub = v.Op.String()
		return args(opUnary, v.X)
	case *ssa.BinOp:
		t.sub = v.Op.String()
		return args(opBinary, v.X, v.Y)
	case *ssa.Slice:
		base, low := arg(v.X), zeroInt
		var high *term
		if v.Low != nil {
			low = arg(v.Low)
		}
		if v.High != nil {
			high = arg(v.High)
		}
		t.op, t.args = opSlice, []*term{base, low, high}
	case *ssa.Phi:
		if same := spicessa.Resolve(v); same != v {
			return arg(same)
		}
		t.op = opPhi
	case *ssa.Extract:
		tuple := arg(v.Tuple)
		switch {
		case tuple.op == opAssert && v.Index == 0:
			return tuple
		case tuple.op == opStruct && v.Index < len(tuple.args):
			return tuple.args[v.Index]
		case tuple.op == opCall:
			t.op, t.sub, t.args = opExtract, fmt.Sprint(v.Index), []*term{tuple}
		}
	case *ssa.Call:
		return b.call(v, in, depth)
	}
	return t
}

// unnamed are the comments of variables that the source does not name.
var unnamed = map[string]bool{"complit": true, "slicelit": true, "new": true, "varargs": true, "makeslice": true}

// call returns the term of a call: of its result, if it is a function that
// only computes one from its arguments.
func (b *builder) call(v *ssa.Call, in *frame, depth int) *term {
	t := &term{op: opCall, val: v, in: in, typ: v.Type()}
	common := v.Common()
	if builtin, ok := common.Value.(*ssa.Builtin); ok {
		t.op, t.sub = opBuiltin, builtin.Name()
		switch t.sub {
		case "len", "cap", "min", "max", "real", "imag", "complex":
		default:
			t.op = opOpaque
		}
		for _, a := range common.Args {
			t.args = append(t.args, b.term(a, in, depth+1))
		}
		return t
	}
	inv := b.invocation(v, in, depth+1)
	if fn := inv.body(); fn != nil && computes(fn, 0) {
		f := inv.frame(b, fn)
		if f.depth < 4 {
			ret := fn.Blocks[0].Instrs[len(fn.Blocks[0].Instrs)-1].(*ssa.Return)
			if len(ret.Results) == 1 {
				return b.term(ret.Results[0], f, depth+1)
			}
			t.op = opStruct
			for _, r := range ret.Results {
				t.args = append(t.args, b.term(r, f, depth+1))
			}
			return t
		}
	}
	t.args = append(t.args, inv.fn)
	t.args = append(t.args, inv.args...)
	return t
}

// computes reports whether fn only computes its results from its arguments and
// from memory, in one go.
func computes(fn *ssa.Function, depth int) bool {
	if len(fn.Blocks) != 1 || fn.Recover != nil || depth > 3 {
		return false
	}
	for _, instr := range fn.Blocks[0].Instrs {
		switch instr := instr.(type) {
		case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Field, *ssa.Index, *ssa.ChangeType, *ssa.ChangeInterface,
			*ssa.MakeInterface, *ssa.Convert, *ssa.BinOp, *ssa.Slice, *ssa.Extract, *ssa.DebugRef:
		case *ssa.UnOp:
			if instr.Op == token.ARROW {
				return false
			}
		case *ssa.Lookup:
			if instr.CommaOk {
				return false
			}
		case *ssa.TypeAssert:
			if instr.CommaOk {
				return false
			}
		case *ssa.Store:
			if !isLocal(instr.Addr) {
				return false
			}
		case *ssa.Call:
			if _, ok := instr.Call.Value.(*ssa.Builtin); ok {
				switch instr.Call.Value.Name() {
				case "len", "cap", "min", "max":
					continue
				}
				return false
			}
			callee := body(instr.Call.StaticCallee())
			if callee == nil || callee == fn || !computes(callee, depth+1) {
				return false
			}
		case *ssa.Return:
			return len(instr.Results) > 0
		default:
			return false
		}
	}
	return false
}

// isLocal reports whether addr is a variable of its function that stays there.
func isLocal(addr ssa.Value) bool {
	for {
		switch a := addr.(type) {
		case *ssa.Alloc:
			return !a.Heap
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		default:
			return false
		}
	}
}

// field returns the field of a struct.
func (b *builder) field(x *term, i int, typ types.Type) *term {
	switch x.op {
	case opStruct:
		if i < len(x.args) {
			return x.args[i]
		}
	case opLoad:
		addr := &term{op: opFieldAddr, sub: fmt.Sprint(i), args: x.args, in: x.in, typ: types.NewPointer(typ)}
		return &term{op: opLoad, args: []*term{addr}, at: x.at, in: x.in, typ: typ}
	case opConst:
		if x.con == nil {
			return &term{op: opConst, con: zero(typ), typ: typ}
		}
	}
	return &term{op: opField, sub: fmt.Sprint(i), args: []*term{x}, in: x.in, typ: typ}
}

// load returns what is at addr when instr reads it.
func (b *builder) load(addr *term, instr ssa.Instruction, in *frame, typ types.Type, depth int) *term {
	// In a function that is looked into, memory is read when it is called.
	at := instr
	if in != nil {
		at = in.at
	}
	if root, path, ok := addr.variable(); ok {
		// The variable may be one of the function that was called, or one of
		// those around the call.
		when := instr
		for f := in; f != nil && f != root.in; f = f.up {
			when = f.at
		}
		if cell, ok := root.val.(*ssa.Alloc); ok && when != nil && cell.Parent() == when.Parent() {
			if known := b.read(cell, path, when, root.in, typ, depth+1); known != nil {
				return known
			}
		} else if ok && path == "" {
			if sole := spicessa.Sole(cell); sole != nil {
				return b.term(sole, root.in, depth+1)
			}
		}
	}
	return &term{op: opLoad, args: []*term{addr}, at: at, in: in, typ: typ, val: nil}
}

// variable returns addr as a local variable and the path from it.
func (t *term) variable() (root *term, path string, ok bool) {
	switch t.op {
	case opVar, opNew:
		return t, "", true
	case opFieldAddr:
		root, path, ok = t.args[0].variable()
		return root, path + "." + t.sub, ok
	case opIndexAddr:
		i := t.args[1]
		if i.op != opConst || i.con == nil || i.con.Kind() != constant.Int {
			return nil, "", false
		}
		root, path, ok = t.args[0].variable()
		return root, path + "[" + i.con.String() + "]", ok
	}
	return nil, "", false
}

// read returns the term of what the variable has at path when control comes to
// at, or nil if that depends on the way it came or cannot be followed.
func (b *builder) read(cell *ssa.Alloc, path string, at ssa.Instruction, in *frame, typ types.Type, depth int) *term {
	if depth > maxDepth {
		return nil
	}
	uses := b.usesOf(cell)
	if !uses.Followed() {
		return nil
	}
	for _, store := range append(uses.Stores[:len(uses.Stores):len(uses.Stores)], uses.Parts...) {
		if store.Parent() != cell.Parent() {
			return nil // a literal changes it, at a time of its own
		}
	}
	var whole *ssa.Store
	found, inParts := 0, false
	want := spicessa.Place{Root: cell, Path: path}
	ok := backwards(at, func(instr ssa.Instruction) (stop, fail bool) {
		switch instr := instr.(type) {
		case *ssa.Alloc:
			if instr == cell {
				if whole != nil || found == 0 {
					found++
				}
				return true, false
			}
		case *ssa.Store:
			place := spicessa.PlaceOf(instr.Addr)
			switch {
			case !place.Overlaps(want):
			case want.Within(place):
				if whole != instr {
					whole = instr
					found++
				}
				return true, false
			case place.Within(want):
				inParts = true
			default:
				return false, true
			}
		}
		return false, false
	})
	switch {
	case !ok:
		return nil
	case inParts:
		return b.readParts(cell, path, at, in, typ, depth)
	case found != 1:
		return nil
	case whole == nil:
		return &term{op: opConst, con: zero(typ), typ: typ}
	}
	t := b.term(whole.Val, in, depth+1)
	rest := strings.TrimPrefix(path, spicessa.PlaceOf(whole.Addr).Path)
	return b.project(t, rest)
}

// readParts puts a struct together from its fields.
func (b *builder) readParts(cell *ssa.Alloc, path string, at ssa.Instruction, in *frame, typ types.Type, depth int) *term {
	s, ok := typ.Underlying().(*types.Struct)
	if !ok || s.NumFields() > 32 {
		return nil
	}
	t := &term{op: opStruct, in: in, typ: typ}
	for i := range s.NumFields() {
		ft := s.Field(i).Type()
		fieldPath := fmt.Sprintf("%s.%d", path, i)
		f := b.read(cell, fieldPath, at, in, ft, depth+1)
		if f == nil {
			f = &term{op: opLoad, args: []*term{address(cell, fieldPath, in)}, at: at, in: in, typ: ft}
		}
		t.args = append(t.args, f)
	}
	return t
}

// address returns the term of a variable's address, or that of a field.
func address(cell *ssa.Alloc, path string, in *frame) *term {
	t := &term{op: opVar, val: cell, in: in, typ: cell.Type()}
	for _, field := range strings.Split(path, ".")[1:] {
		t = &term{op: opFieldAddr, sub: field, args: []*term{t}, in: in}
	}
	return t
}

// project follows a path of fields into a value, or returns nil.
func (b *builder) project(t *term, path string) *term {
	if path == "" {
		return t
	}
	if strings.Contains(path, "[") {
		return nil
	}
	for _, step := range strings.Split(path, ".")[1:] {
		s, ok := t.typ.Underlying().(*types.Struct)
		var i int
		if _, err := fmt.Sscan(step, &i); err != nil || !ok || i >= s.NumFields() {
			return nil
		}
		t = b.field(t, i, s.Field(i).Type())
	}
	return t
}

// backwards visits the instructions that may run before at, the nearest ones
// first, until visit stops the way or fails altogether.
func backwards(at ssa.Instruction, visit func(ssa.Instruction) (stop, fail bool)) bool {
	type from struct {
		b *ssa.BasicBlock
		n int
	}
	b := at.Block()
	n := 0
	for b.Instrs[n] != at {
		n++
	}
	seen := make(map[*ssa.BasicBlock]bool)
	todo := []from{{b, n}}
ways:
	for len(todo) > 0 {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for i := w.n - 1; i >= 0; i-- {
			stop, fail := visit(w.b.Instrs[i])
			if fail {
				return false
			}
			if stop {
				continue ways
			}
		}
		for _, p := range w.b.Preds {
			if !seen[p] {
				seen[p] = true
				todo = append(todo, from{p, len(p.Instrs)})
			}
		}
	}
	return true
}

var zeroInt = &term{op: opConst, con: constant.MakeInt64(0), typ: types.Typ[types.Int]}

// zero returns the constant that is the zero value of typ, nil if there is none.
func zero(typ types.Type) constant.Value {
	if b, ok := typ.Underlying().(*types.Basic); ok {
		switch info := b.Info(); {
		case info&types.IsBoolean != 0:
			return constant.MakeBool(false)
		case info&types.IsString != 0:
			return constant.MakeString("")
		case info&types.IsNumeric != 0:
			return constant.MakeInt64(0)
		}
	}
	return nil
}

// origin returns the generic function or method that obj is an instance of.
func origin(obj types.Object) types.Object {
	if fn, ok := obj.(*types.Func); ok {
		return fn.Origin()
	}
	return obj
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}
