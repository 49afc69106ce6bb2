package effects

import (
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A RootKind says where a place begins.
type RootKind uint8

const (
	ParamRoot   RootKind = iota // the value of a parameter (receivers are parameter 0)
	FreeRoot                    // the value of a free variable: a pointer to the captured variable
	GlobalRoot                  // a package variable itself
	FreshRoot                   // an object made during the call
	UnknownRoot                 // anything
)

// A Root is where a place begins: something that a function is given, makes, or finds.
type Root struct {
	Kind   RootKind
	Index  int         // of a parameter or free variable
	Global *ssa.Global // of a GlobalRoot
	Site   ssa.Instruction
	// Site is the instruction that made a fresh object: an allocation, or a call that returned it.

	closure *ssa.MakeClosure // if the fresh object is a closure
	place   *Place
}

// A Step leads from a place to a part of it, or from a pointer to what it points at.
type Step int32

const (
	Deref Step = -1 - iota // what the pointer, slice, map or interface held at the place refers to
	Elem                   // any element of the array or map
	Key                    // any key of the map
	Any                    // anything that can be reached
)

// A Place names memory by the way that leads to it: a root and a bounded number of steps. Steps of a value 0 or more
// are field indices. A place rooted at a parameter or free variable starts with the value passed; what it refers to is one
// Deref away. A place rooted at a global or a fresh object starts with the variable or object itself.
//
// Places are canonical within one function: equal places have equal pointers.
type Place struct {
	Root  *Root
	Up    *Place
	Step  Step
	deref int8 // number of Deref steps
	len   int8
	next  map[Step]*Place
}

// Bounds of a place. Linked structures repeat themselves below two dereferences, and no proof needs more.
const (
	maxDeref = 2
	maxSteps = 7

	manyFields = 0xfe // the fields of a struct from here on are not told apart
)

func newRoot(r Root) *Place {
	root := &r
	p := &Place{Root: root}
	root.place = p
	return p
}

// To returns the place one step further, or the Any place that covers it.
func (p *Place) To(s Step) *Place {
	if p.Step == Any && p.Up != nil || p.Root.Kind == UnknownRoot {
		return p
	}
	s = min(s, manyFields)
	if s == Deref && p.deref >= maxDeref || p.len >= maxSteps {
		s = Any
	}
	if q := p.next[s]; q != nil {
		return q
	}
	q := &Place{Root: p.Root, Up: p, Step: s, deref: p.deref, len: p.len + 1}
	if s == Deref {
		q.deref++
	}
	if p.next == nil {
		p.next = map[Step]*Place{}
	}
	p.next[s] = q
	return q
}

func (p *Place) isAny() bool { return p.Up != nil && p.Step == Any || p.Root.Kind == UnknownRoot }

// Steps returns the way from the root to p.
func (p *Place) Steps() []Step {
	steps := make([]Step, p.len)
	for q := p; q.Up != nil; q = q.Up {
		steps[q.len-1] = q.Step
	}
	return steps
}

// extends returns the steps that lead from q to p.
func (p *Place) extends(q *Place) ([]Step, bool) {
	if p.Root != q.Root || p.len < q.len {
		return nil, false
	}
	r := p
	for r.len > q.len {
		r = r.Up
	}
	if r != q {
		return nil, false
	}
	return p.Steps()[q.len:], true
}

// covers reports whether the Any place p stands for q too, or for something that contains q.
func (p *Place) covers(q *Place) bool {
	if !p.isAny() || p.Root != q.Root {
		return false
	}
	if p.Up == nil {
		return true
	}
	_, ok := q.extends(p.Up)
	return ok
}

func (p *Place) walk(steps []Step) *Place {
	for _, s := range steps {
		p = p.To(s)
	}
	return p
}

// ElementOf reports whether p is an element, or a part of one without further dereference, of the array behind the slice (or
// map, or pointer to an array) that parameter param holds: directly, or in its field number field if that is not -1.
func (p *Place) ElementOf() (param, field int, ok bool) {
	if p.Root.Kind != ParamRoot {
		return 0, 0, false
	}
	s := p.Steps()
	field = -1
	if len(s) > 0 && s[0] >= 0 {
		field, s = int(s[0]), s[1:]
	}
	if len(s) < 2 || s[0] != Deref || s[1] != Elem {
		return 0, 0, false
	}
	for _, t := range s[2:] {
		if t == Deref || t == Any || t == Key {
			return 0, 0, false
		}
	}
	return p.Root.Index, field, true
}

// String renders p for traces: P0*.1*[].
func (p *Place) String() string {
	var b strings.Builder
	switch r := p.Root; r.Kind {
	case ParamRoot:
		b.WriteString("P" + strconv.Itoa(r.Index))
	case FreeRoot:
		b.WriteString("F" + strconv.Itoa(r.Index))
	case GlobalRoot:
		b.WriteString(r.Global.String())
	case FreshRoot:
		b.WriteString("fresh")
		if v, ok := r.Site.(ssa.Value); ok {
			b.WriteString("(" + v.Name() + ")")
		}
	case UnknownRoot:
		b.WriteString("?")
	}
	for _, s := range p.Steps() {
		switch s {
		case Deref:
			b.WriteString("*")
		case Elem:
			b.WriteString("[]")
		case Key:
			b.WriteString("[k]")
		case Any:
			b.WriteString("~")
		default:
			b.WriteString("." + strconv.Itoa(int(s)))
		}
	}
	return b.String()
}

// Apart reports whether p and q, places of one root, are certainly different memory: they leave their common way by two
// fields of one object.
func (p *Place) Apart(q *Place) bool {
	if p.isAny() || q.isAny() {
		return false
	}
	a, b := p.Steps(), q.Steps()
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	if i == len(a) || i == len(b) || a[i] < 0 || b[i] < 0 || a[i] == manyFields && b[i] == manyFields {
		return false
	}
	for _, rest := range [][]Step{a[i:], b[i:]} {
		for _, s := range rest {
			if s == Deref || s == Any {
				return false
			}
		}
	}
	return true
}

// A cell is what an access touches there: a value of a type, inside something. It is what Go's type safety says about
// aliasing: a field of one struct type is never an element of an array of another type.
type cell struct {
	typ  types.Type // nil: not known
	in   types.Type // the struct, array (its element type) or map that has the cell; nil: not known
	kind containerKind
	n    int // field index
}

type containerKind uint8

const (
	inAnything containerKind = iota
	inStruct
	inArray // in is the element type
	inMap   // in is the map type
)

// mayShare reports whether two cells can be the same memory, or one part of the other, by their types.
//
// Without unsafe every cell has one type and lies in one struct or array. So cells of one type are the same only if what
// they lie in agrees, and cells of different types only overlap if one type contains the other.
func (a cell) mayShare(b cell) bool {
	if a.kind == inMap && b.kind == inMap {
		return mayBeSame(a.in, b.in)
	}
	if a.typ == nil || b.typ == nil {
		return true
	}
	if a.kind == inMap || b.kind == inMap {
		return false // maps give no addresses
	}
	if isParameterized(a.typ) || isParameterized(b.typ) || a.in != nil && isParameterized(a.in) || b.in != nil && isParameterized(b.in) {
		if a.kind == inStruct && b.kind == inStruct && a.n != b.n && types.Identical(a.in, b.in) && isReference(a.typ) && isReference(b.typ) {
			return false // two pointer fields of one struct type contain no other struct
		}
		return mayBeSame(a.typ, b.typ) || contains(a.typ, b.typ) || contains(b.typ, a.typ)
	}
	if a.kind == inStruct && b.kind == inStruct && a.n != b.n && identical(a.in, b.in) {
		return false
	}
	if a.kind == inArray && b.kind == inArray && !types.Identical(a.in, b.in) && !contains(a.typ, b.typ) && !contains(b.typ, a.typ) {
		return false // slices and arrays convert only if their element types are the same
	}
	if !identical(a.typ, b.typ) {
		return contains(a.typ, b.typ) || contains(b.typ, a.typ)
	}
	switch {
	case a.kind == inStruct && b.kind == inStruct:
		return identical(a.in, b.in)
	case a.kind == inStruct && b.kind == inArray, a.kind == inArray && b.kind == inStruct:
		return false
	}
	return true
}
