package prove

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/internal/effects"
)

// Two parameters may refer to the same memory: any caller may pass one slice twice. If all callers can be seen, and none does,
// they are apart.

// separate reports whether x and y are elements of two different slice parameters that no caller ever lets overlap.
func (j *judge) separate(x, y *effects.Touch) bool {
	a, fa, ok1 := x.Place.ElementOf()
	b, fb, ok2 := y.Place.ElementOf()
	if !ok1 || !ok2 || fa >= 0 || fb >= 0 || a == b {
		return false
	}
	k := [2]int{min(a, b), max(a, b)}
	sep, ok := j.sep[k]
	if !ok {
		sep = j.separateParams(k[0], k[1])
		j.sep[k] = sep
		if sep {
			j.step("no caller of %s passes %s and %s with common elements", j.n.name, j.n.fn.Params[k[0]].Name(), j.n.fn.Params[k[1]].Name())
		}
	}
	return sep
}

func (j *judge) separateParams(a, b int) bool {
	fn := j.n.fn
	callers, ok := j.callers(fn)
	if !ok {
		return false
	}
	for _, c := range callers {
		args := c.Common().Args
		if a >= len(args) || b >= len(args) {
			return false
		}
		in := c.Parent()
		if j.generated[outermost(in)] {
			continue // spicefy wrote it: it passes on what its own callers give, or what fn passes on
		}
		if in == fn {
			// By induction: parts of the first parameter and parts of the second one.
			if sliceRoot(args[a]) == ssa.Value(fn.Params[a]) && sliceRoot(args[b]) == ssa.Value(fn.Params[b]) {
				continue
			}
		}
		if !j.an.Body(in).Disjoint(args[a], args[b]) {
			return false
		}
	}
	return true
}

func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

func sliceRoot(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.Slice:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}

// callers lists all calls of fn, or reports that there may be others.
func (j *judge) callers(fn *ssa.Function) ([]ssa.CallInstruction, bool) {
	obj, ok := fn.Object().(*types.Func)
	if !ok || obj.Exported() || fn.Signature.Recv() != nil || fn.Parent() != nil || j.an.Open != nil && j.an.Open(obj.Pkg(), obj.Name()) {
		return nil, false
	}
	for w, seq := range j.an.Stand {
		if seq == fn && (w.Object() == nil || w.Object().Exported() || j.an.Open != nil && j.an.Open(obj.Pkg(), w.Name())) {
			return nil, false
		}
	}
	var out []ssa.CallInstruction
	var space [16]*ssa.Value
	var visit func(f *ssa.Function) bool
	visit = func(f *ssa.Function) bool {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				call, isCall := i.(ssa.CallInstruction)
				for _, op := range i.Operands(space[:0]) {
					g, ok := (*op).(*ssa.Function)
					if !ok || j.an.Canonical(g) != fn {
						continue
					}
					if !isCall || call.Common().Value != ssa.Value(g) {
						return false // used as a value
					}
					for _, a := range call.Common().Args {
						if a == ssa.Value(g) {
							return false
						}
					}
					out = append(out, call)
				}
			}
		}
		for _, a := range f.AnonFuncs {
			if !visit(a) {
				return false
			}
		}
		return true
	}
	for _, n := range j.g.nodes {
		if n.lit == nil && !visit(n.fn) {
			return nil, false
		}
	}
	if init := j.prog.SSA.Package(j.n.pkg.Types).Func("init"); init != nil && !visit(init) {
		return nil, false
	}
	return out, true
}
