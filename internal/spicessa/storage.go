package spicessa

import (
	"fmt"
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/spiceapi"
)

// Resolve returns the value that v is another name for: it looks through
// changes of type that keep the representation, through variables that are
// assigned to once, also when a literal captures them, and through phis whose
// edges are all the same.
func Resolve(v ssa.Value) ssa.Value {
	for range 64 { // a bound for cyclic phis
		next := step(v)
		if next == nil {
			return v
		}
		v = next
	}
	return v
}

// step looks through one layer, or returns nil.
func step(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return v.X
	case *ssa.FreeVar:
		return Captured(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			if cell, ok := Resolve(v.X).(*ssa.Alloc); ok {
				return Sole(cell)
			}
		}
	case *ssa.Phi:
		var same ssa.Value
		for _, edge := range v.Edges {
			if edge == v || edge == same {
				continue
			}
			if same != nil {
				return nil
			}
			same = edge
		}
		return same
	}
	return nil
}

// Captured returns what free is bound to where its literal is made, or nil if
// that is not known.
func Captured(free *ssa.FreeVar) ssa.Value {
	fn := free.Parent()
	made := Made(fn)
	if made == nil {
		return nil
	}
	for i, fv := range fn.FreeVars {
		if fv == free && i < len(made.Bindings) {
			return made.Bindings[i]
		}
	}
	return nil
}

// Made returns the one place where the literal fn becomes a value, or nil.
func Made(fn *ssa.Function) *ssa.MakeClosure {
	refs := fn.Referrers()
	if refs == nil {
		return nil
	}
	var made *ssa.MakeClosure
	for _, ref := range *refs {
		if m, ok := ref.(*ssa.MakeClosure); ok && m.Fn == fn {
			if made != nil {
				return nil
			}
			made = m
		}
	}
	return made
}

// Sole returns the one value that is ever stored to the variable, or nil when
// there are several, when a part of it is assigned to, or when its address goes
// where it cannot be followed.
func Sole(cell *ssa.Alloc) ssa.Value {
	u := UsesOf(cell)
	if len(u.Stores) == 1 && len(u.Parts) == 0 && u.Followed() {
		return u.Stores[0].Val
	}
	return nil
}

// Uses are the uses of a variable, also in literals that capture it.
type Uses struct {
	Stores []*ssa.Store          // to all of it
	Parts  []*ssa.Store          // to a field or an element
	Calls  []Call                // of the runtime's methods on it, or on a part of it
	Made   []*ssa.MakeClosure    // the literals that capture it
	Given  []ssa.CallInstruction // the calls that get its address
	Leaks  bool                  // its address goes somewhere else
}

// Followed reports whether u has all that ever happens to the variable.
func (u *Uses) Followed() bool { return len(u.Given) == 0 && !u.Leaks }

// UsesOf collects the uses of the variable.
func UsesOf(cell *ssa.Alloc) *Uses {
	u := new(Uses)
	u.collect(cell, true, 0)
	return u
}

func (u *Uses) collect(addr ssa.Value, whole bool, depth int) {
	if addr.Referrers() == nil || depth > 20 {
		u.Leaks = true
		return
	}
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			switch {
			case ref.Val == addr:
				// p := &f: follow p if it is assigned to once, and only then.
				if cell, ok := ref.Addr.(*ssa.Alloc); !ok || !u.followPointer(cell, whole, depth) {
					u.Leaks = true
				}
			case whole:
				u.Stores = append(u.Stores, ref)
			default:
				u.Parts = append(u.Parts, ref)
			}
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.FieldAddr:
			u.collect(ref, false, depth+1)
		case *ssa.IndexAddr:
			if ref.X == addr {
				u.collect(ref, false, depth+1)
			}
		case *ssa.MakeClosure:
			fn := ref.Fn.(*ssa.Function)
			if fn.Synthetic != "" && len(ref.Bindings) == 1 && isBound(fn) {
				u.boundCalls(ref, depth)
				continue
			}
			u.Made = append(u.Made, ref)
			for i, b := range ref.Bindings {
				if b == addr && i < len(fn.FreeVars) {
					u.collect(fn.FreeVars[i], whole, depth+1)
				}
			}
		case ssa.CallInstruction:
			// Not CallOf: a callee that is looked up in a variable may lead back here.
			if c := callOf(ref, ref.Common().Value); c.Func != spiceapi.None {
				u.Calls = append(u.Calls, c)
			} else {
				u.Given = append(u.Given, ref)
			}
		case *ssa.BinOp: // compared with nil
		default:
			u.Leaks = true
		}
	}
}

// followPointer goes on with the loads of cell, a variable that holds the
// address of another one.
func (u *Uses) followPointer(cell *ssa.Alloc, whole bool, depth int) bool {
	stores := 0
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != cell {
				return false
			}
			stores++
		case *ssa.UnOp:
		default:
			return false
		}
	}
	if stores != 1 {
		return false
	}
	for _, ref := range *cell.Referrers() {
		if load, ok := ref.(*ssa.UnOp); ok {
			u.collect(load, whole, depth+1)
		}
	}
	return true
}

// boundCalls takes the calls of a method value, join := f.Join.
func (u *Uses) boundCalls(made *ssa.MakeClosure, depth int) {
	if made.Referrers() == nil {
		return
	}
	for _, ref := range *made.Referrers() {
		if call, ok := ref.(ssa.CallInstruction); ok {
			if c := callOf(call, call.Common().Value); c.Func != spiceapi.None {
				u.Calls = append(u.Calls, c)
				continue
			}
		}
		u.Leaks = true
	}
}

// isBound reports whether fn is the wrapper behind a method value.
func isBound(fn *ssa.Function) bool { return strings.HasSuffix(fn.Name(), "$bound") }

// A Place is a variable, or a part of one, that an address points to. Two
// places are one if they have the same root and the same path.
type Place struct {
	Root ssa.Value // an Alloc, a Global, or a pointer that came from elsewhere
	Path string    // the fields and elements on the way, ".0[3]"
}

// PlaceOf returns the place that addr points to.
func PlaceOf(addr ssa.Value) Place {
	switch v := Resolve(addr).(type) {
	case *ssa.FieldAddr:
		p := PlaceOf(v.X)
		p.Path += fmt.Sprintf(".%d", v.Field)
		return p
	case *ssa.IndexAddr:
		p := PlaceOf(v.X)
		p.Path += "[" + index(v.Index) + "]"
		return p
	default:
		return Place{Root: v}
	}
}

// index returns a constant index, or anyIndex.
func index(v ssa.Value) string {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.Int {
		return c.Value.String()
	}
	return anyIndex
}

const anyIndex = "?"

// Overlaps reports whether the two places may have memory in common as far as
// their paths go: one is a part of the other, where an index that is not a
// constant may be any.
func (p Place) Overlaps(q Place) bool {
	if p.Root != q.Root {
		return false
	}
	a, b := parts(p.Path), parts(q.Path)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] && a[i] != "["+anyIndex && b[i] != "["+anyIndex {
			return false
		}
	}
	return true
}

// Within reports whether p is q or a part of it, for certain.
func (p Place) Within(q Place) bool {
	return p.Root == q.Root && !strings.Contains(q.Path, anyIndex) &&
		(p.Path == q.Path || strings.HasPrefix(p.Path, q.Path) && strings.ContainsRune(".[", rune(p.Path[len(q.Path)])))
}

// parts splits a path into its steps.
func parts(path string) []string {
	return strings.FieldsFunc(strings.NewReplacer(".", "\x00.", "[", "\x00[", "]", "").Replace(path), func(r rune) bool { return r == 0 })
}
