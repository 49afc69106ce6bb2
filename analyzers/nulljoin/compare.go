package nulljoin

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A verdict says whether two values are the same as far as can be seen.
type verdict uint8

const (
	unknown verdict = iota
	same
	differ
)

// A comparer compares what was given to a fork with what the fallback uses.
type comparer struct {
	b        *builder
	fork     ssa.Instruction
	fallback map[*ssa.BasicBlock]bool // the blocks of the false branch

	shared  map[ssa.Value]bool // calls whose results both use
	changed *term              // the memory that was assigned to in between, if that made a difference
	depth   int
}

// all returns differ if one pair differs, same if all are the same.
func (c *comparer) all(as, bs []*term) verdict {
	if len(as) != len(bs) {
		return unknown
	}
	result := same
	for i := range as {
		switch c.compare(as[i], bs[i]) {
		case differ:
			return differ
		case unknown:
			result = unknown
		}
	}
	return result
}

// compare compares the term a of the fork with the term b of the fallback.
func (c *comparer) compare(a, b *term) verdict {
	if a == nil || b == nil {
		if a == b {
			return same
		}
		return unknown
	}
	if a == b || a.val != nil && a.val == b.val && a.in == b.in && a.op != opLoad {
		return same
	}
	c.depth++
	defer func() { c.depth-- }()
	if c.depth > maxDepth || !c.b.spend() {
		return unknown
	}
	switch {
	case a.op == opConst && b.op == opConst:
		if a.con == nil || b.con == nil {
			return verdictOf(a.con == nil && b.con == nil)
		}
		if a.con.Kind() == b.con.Kind() || numeric(a.con) && numeric(b.con) {
			return verdictOf(constant.Compare(a.con, token.EQL, b.con))
		}
		return unknown
	case a.op == opPhi || b.op == opPhi:
		return c.phis(a, b)
	case a.isInteger() && b.isInteger() && (a.op != opLoad || b.op != opLoad) && (a.call() == nil || b.call() == nil):
		return c.integers(a, b)
	case a.op == opSlice || b.op == opSlice:
		return c.slices(a, b)
	case a.op == opStruct || b.op == opStruct:
		return c.structs(a, b)
	case a.op == opCall || a.op == opExtract || b.op == opCall || b.op == opExtract:
		return c.calls(a, b)
	case a.op == opOpaque || b.op == opOpaque || a.op == opNew || b.op == opNew:
		return unknown
	case a.op != b.op:
		return c.unlike(a, b)
	}
	switch a.op {
	case opGlobal:
		return verdictOf(a.val == b.val)
	case opParam, opVar:
		if a.val == b.val && a.in != b.in {
			return unknown // of two calls of one function
		}
		return verdictOf(a.val == b.val)
	case opFunc:
		return verdictOf(a.obj == b.obj)
	case opLiteral:
		if a.literal() == b.literal() {
			return same
		}
		return unknown
	case opMethod:
		if a.obj != b.obj {
			return verdictOf(false)
		}
		return c.compare(a.args[0], b.args[0])
	case opFieldAddr, opField:
		base := c.compare(a.args[0], b.args[0])
		if base == same && a.sub != b.sub {
			return differ
		}
		return base
	case opIndexAddr, opIndex, opBuiltin, opBinary, opUnary, opConvert, opAssert:
		if a.sub != b.sub || (a.op == opConvert || a.op == opAssert) && !types.Identical(a.typ, b.typ) {
			return unknown
		}
		return c.all(a.args, b.args)
	case opLoad:
		return c.loads(a, b)
	}
	return unknown
}

func (t *term) isInteger() bool { return t.typ != nil && isInteger(t.typ) }

func verdictOf(equal bool) verdict {
	if equal {
		return same
	}
	return differ
}

func numeric(v constant.Value) bool {
	return v.Kind() == constant.Int || v.Kind() == constant.Float
}

// literal returns the literal that t is.
func (t *term) literal() ssa.Value {
	if made, ok := t.val.(*ssa.MakeClosure); ok {
		return made.Fn
	}
	return t.val
}

// unlike compares terms that are made in different ways. A parameter, a
// constant and a field are different things; whether a function in a variable
// is a declared one cannot be seen.
func (c *comparer) unlike(a, b *term) verdict {
	callable := func(t *term) bool { return t.op == opFunc || t.op == opMethod || t.op == opLiteral }
	if callable(a) || callable(b) {
		if callable(a) && callable(b) && !a.abstract() && !b.abstract() {
			return differ
		}
		return unknown
	}
	if a.solid() && b.solid() {
		return differ
	}
	return unknown
}

// abstract reports whether t is a method of an interface, which may be any.
func (t *term) abstract() bool {
	if t.op != opMethod {
		return false
	}
	recv := t.obj.(*types.Func).Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type())
}

// solid reports whether t is a thing of its own, not one that may turn out to
// be any other.
func (t *term) solid() bool {
	switch t.op {
	case opConst, opGlobal:
		return true
	case opParam, opVar:
		return t.in == nil
	case opFieldAddr, opField:
		return t.args[0].solid()
	case opIndexAddr, opIndex:
		return t.args[0].solid() && t.args[1].closed()
	case opLoad:
		if _, _, local := t.args[0].variable(); local {
			return false // it depends on the way what is in it
		}
		return t.args[0].solid()
	}
	return false
}

// closed reports whether t is computed from solid things alone.
func (t *term) closed() bool {
	switch t.op {
	case opBinary, opUnary, opConvert, opBuiltin, opSlice:
		for _, arg := range t.args {
			if arg != nil && !arg.closed() {
				return false
			}
		}
		return true
	}
	return t.solid()
}

// loads compares what is at two addresses at two times.
func (c *comparer) loads(a, b *term) verdict {
	switch c.compare(a.args[0], b.args[0]) {
	case same:
		if c.assigned(a, b) {
			return differ
		}
		return same
	case differ:
		_, _, localA := a.args[0].variable()
		_, _, localB := b.args[0].variable()
		if localA || localB {
			return unknown
		}
		return differ
	}
	return unknown
}

// assigned reports whether this function assigns to the memory of a after a
// was read and before b is.
func (c *comparer) assigned(a, b *term) bool {
	if a.at == nil || b.at == nil || a.at == b.at || a.at.Parent() != b.at.Parent() {
		return false
	}
	key := a.args[0].key()
	hit := false
	backwards(b.at, func(instr ssa.Instruction) (stop, fail bool) {
		if instr == a.at {
			return true, false
		}
		if store, ok := instr.(*ssa.Store); ok {
			at := c.b.term(store.Addr, nil, 0).key()
			if at == key || strings.HasPrefix(key, at+".") || strings.HasPrefix(at, key+".") || strings.HasPrefix(key, at+"[") || strings.HasPrefix(at, key+"[") {
				// Only if a was read before on this way.
				if between(a.at, instr) {
					hit = true
				}
			}
		}
		return false, false
	})
	if hit {
		c.changed = a
	}
	return hit
}

// between reports whether b can run after a.
func between(a, b ssa.Instruction) bool {
	found := false
	backwards(b, func(instr ssa.Instruction) (stop, fail bool) {
		found = found || instr == a
		return found, false
	})
	return found
}

// phis compares a value that depends on the way with another one.
func (c *comparer) phis(a, b *term) verdict {
	if pa, pb := phiOf(a), phiOf(b); pa != nil && pb != nil && pa.Block() == pb.Block() {
		result := unknown
		for i := range pa.Edges {
			v := c.compare(c.b.term(pa.Edges[i], a.in, 0), c.b.term(pb.Edges[i], b.in, 0))
			if i > 0 && v != result {
				return unknown
			}
			result = v
		}
		return result
	}
	phi, of, other := phiOf(a), a, b
	if phi == nil {
		phi, of, other = phiOf(b), b, a
	}
	// The next value of a variable, computed from the one before.
	if other.contains(phi) {
		if isInteger(phi.Type()) && other.isInteger() && other.op != opPhi {
			return c.integers(a, b)
		}
		return differ
	}
	for _, edge := range phi.Edges {
		if c.compareEdge(c.b.term(edge, of.in, 0), other) != differ {
			return unknown
		}
	}
	return differ
}

// compareEdge is compare for one of the values of a phi, where a second phi
// inside does not start all over.
func (c *comparer) compareEdge(edge, other *term) verdict {
	if edge.op == opPhi {
		return unknown
	}
	return c.compare(edge, other)
}

func phiOf(t *term) *ssa.Phi {
	if t.op == opPhi {
		return t.val.(*ssa.Phi)
	}
	return nil
}

// contains reports whether t is made from v.
func (t *term) contains(v ssa.Value) bool {
	if t == nil {
		return false
	}
	if t.val == v {
		return true
	}
	for _, arg := range t.args {
		if arg.contains(v) {
			return true
		}
	}
	return false
}

// slices compares slices and strings: what they are cut from, and where.
func (c *comparer) slices(a, b *term) verdict {
	baseA, lowA, highA := cut(a)
	baseB, lowB, highB := cut(b)
	base := c.compare(baseA, baseB)
	if base != same {
		return base
	}
	return c.all([]*term{lowA, highA}, []*term{lowB, highB})
}

// cut returns t as a piece of something that is no slice expression.
func cut(t *term) (base, low, high *term) {
	if t.op != opSlice {
		return t, zeroInt, length(t)
	}
	base, low, high = cut(t.args[0])
	if h := t.args[2]; h != nil {
		high = plus(low, h)
	}
	return base, plus(low, t.args[1]), high
}

func plus(a, b *term) *term {
	if a == zeroInt {
		return b
	}
	if b == zeroInt {
		return a
	}
	return &term{op: opBinary, sub: "+", args: []*term{a, b}, typ: types.Typ[types.Int]}
}

func length(t *term) *term {
	return &term{op: opBuiltin, sub: "len", args: []*term{t}, typ: types.Typ[types.Int]}
}

// structs compares structs field by field.
func (c *comparer) structs(a, b *term) verdict {
	n := max(len(a.fields()), len(b.fields()))
	if a.typ == nil || b.typ == nil {
		return unknown
	}
	s, ok := a.typ.Underlying().(*types.Struct)
	if !ok || s.NumFields() != n {
		return unknown
	}
	result := same
	for i := range n {
		ft := s.Field(i).Type()
		switch c.compare(c.b.field(a, i, ft), c.b.field(b, i, ft)) {
		case differ:
			return differ
		case unknown:
			result = unknown
		}
	}
	return result
}

func (t *term) fields() []*term {
	if t.op == opStruct {
		return t.args
	}
	return nil
}

// calls compares results of calls with each other and with other values.
func (c *comparer) calls(a, b *term) verdict {
	callA, callB := a.call(), b.call()
	switch {
	case callA != nil && callB != nil:
		if callA.val != callB.val || callA.in != callB.in {
			if v := c.all(callA.args, callB.args); v != same {
				return v
			}
		}
		if a.op != b.op {
			return unknown
		}
		return verdictOf(a.sub == b.sub)
	case callA == nil:
		return c.callAnd(callB, a)
	default:
		return c.callAnd(callA, b)
	}
}

// call returns the call that t is a result of, or nil.
func (t *term) call() *term {
	switch t.op {
	case opCall:
		return t
	case opExtract:
		return t.args[0]
	}
	return nil
}

// callAnd compares the result of a call with a value that is not. What a
// function makes of something may be that or a part of it; but not if the fork
// and the fallback both have the result in their arguments, at other places;
// and a call between the fork and the false branch made a new value for a
// variable.
func (c *comparer) callAnd(call, other *term) verdict {
	if instr, ok := call.val.(*ssa.Call); ok && call.in == nil && instr.Parent() == c.fork.Parent() &&
		!c.fallback[instr.Block()] && before(c.fork, instr) {
		return differ
	}
	if other.op == opConst || c.shared[call.val] && other.solid() {
		return differ
	}
	if !other.solid() && other.op != opBinary {
		return unknown
	}
	for leaf := range other.roots() {
		for _, arg := range call.args {
			if arg.roots()[leaf] {
				return unknown
			}
		}
	}
	return differ
}

// sharedCalls returns the calls of this function that terms of both lists use.
func sharedCalls(as, bs []*term) map[ssa.Value]bool {
	calls := func(ts []*term) map[ssa.Value]bool {
		found := make(map[ssa.Value]bool)
		var visit func(t *term)
		visit = func(t *term) {
			if t == nil {
				return
			}
			if t.op == opCall && t.in == nil {
				found[t.val] = true
			}
			for _, arg := range t.args {
				visit(arg)
			}
		}
		for _, t := range ts {
			visit(t)
		}
		return found
	}
	shared, inB := calls(as), calls(bs)
	for v := range shared {
		if !inB[v] {
			delete(shared, v)
		}
	}
	return shared
}

// roots returns the variables that t is made from.
func (t *term) roots() map[ssa.Value]bool {
	roots := make(map[ssa.Value]bool)
	var visit func(t *term)
	visit = func(t *term) {
		if t == nil {
			return
		}
		switch t.op {
		case opParam, opVar, opNew, opGlobal, opPhi, opOpaque:
			if t.val != nil {
				roots[t.val] = true
			}
		}
		for _, arg := range t.args {
			visit(arg)
		}
	}
	visit(t)
	return roots
}

// before reports whether a always runs before b, in one function.
func before(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, instr := range a.Block().Instrs {
		switch instr {
		case a:
			return a != b
		case b:
			return false
		}
	}
	return false
}

// key returns a text that is equal for terms that are spelled alike, at
// whatever time they read memory.
func (t *term) key() string {
	if t == nil {
		return "_"
	}
	args := func() string {
		var ks []string
		for _, arg := range t.args {
			ks = append(ks, arg.key())
		}
		return "(" + strings.Join(ks, ",") + ")"
	}
	switch t.op {
	case opConst:
		if t.con == nil {
			return "nil"
		}
		return t.con.ExactString()
	case opGlobal:
		return fmt.Sprintf("g%p", t.val)
	case opFieldAddr, opField:
		return t.args[0].key() + "." + t.sub
	case opIndexAddr, opIndex:
		return t.args[0].key() + "[" + t.args[1].key() + "]"
	case opLoad:
		return "*" + args()
	case opFunc, opMethod:
		return fmt.Sprintf("f%p", t.obj) + args()
	case opBinary, opUnary, opBuiltin, opConvert, opSlice, opStruct, opAssert, opExtract:
		return fmt.Sprintf("%d%s", t.op, t.sub) + args()
	}
	return fmt.Sprintf("v%p.%p", t.val, t.in)
}
