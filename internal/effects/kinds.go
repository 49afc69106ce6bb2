package effects

import (
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// Questions about types that the analysis asks over and over. The answers are cached: types are many, but they repeat.

type typeFacts struct {
	pointers typeutil.Map // types.Type → bool
	parts    typeutil.Map // types.Type → []types.Type
}

// hasPointers reports whether values of type t can refer to memory that somebody may write.
func (f *typeFacts) hasPointers(t types.Type) bool {
	if v := f.pointers.At(t); v != nil {
		return v.(bool)
	}
	f.pointers.Set(t, true) // a type that contains itself does so through a pointer
	has := f.lookForPointers(t)
	f.pointers.Set(t, has)
	return has
}

func (f *typeFacts) lookForPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		for i := range u.NumFields() {
			if f.hasPointers(u.Field(i).Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return u.Len() != 0 && f.hasPointers(u.Elem())
	case *types.Tuple:
		for i := range u.Len() {
			if f.hasPointers(u.At(i).Type()) {
				return true
			}
		}
		return false
	case *types.Interface:
		if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
			if set := termsOf(tp); set != nil {
				for _, t := range set {
					if f.hasPointers(t) {
						return true
					}
				}
				return false
			}
		}
		return true
	}
	return true
}

// termsOf lists the types that a type parameter may stand for, or nil if its constraint does not list them.
func termsOf(tp *types.TypeParam) []types.Type {
	u, ok := tp.Constraint().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	return interfaceTerms(u, 0)
}

func interfaceTerms(u *types.Interface, depth int) []types.Type {
	if depth > 8 {
		return nil
	}
	for i := range u.NumEmbeddeds() {
		switch e := types.Unalias(u.EmbeddedType(i)).(type) {
		case *types.Union:
			var out []types.Type
			for j := range e.Len() {
				t := e.Term(j).Type()
				if iu, ok := t.Underlying().(*types.Interface); ok {
					sub := interfaceTerms(iu, depth+1)
					if sub == nil {
						return nil
					}
					out = append(out, sub...)
					continue
				}
				out = append(out, t)
			}
			return out
		default:
			if iu, ok := e.Underlying().(*types.Interface); ok {
				if sub := interfaceTerms(iu, depth+1); sub != nil {
					return sub
				}
				continue
			}
			return []types.Type{e}
		}
	}
	return nil
}

// core returns the underlying type of t, looking through a type parameter whose terms agree.
func core(t types.Type) types.Type {
	if tp, ok := types.Unalias(t).(*types.TypeParam); ok {
		set := termsOf(tp)
		if len(set) == 0 {
			return t.Underlying()
		}
		u := set[0].Underlying()
		for _, s := range set[1:] {
			if !types.Identical(u, s.Underlying()) {
				return t.Underlying()
			}
		}
		return u
	}
	return t.Underlying()
}

func isString(t types.Type) bool {
	b, ok := core(t).(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isReference reports whether a value of type t is one word that refers to an object: a pointer, slice, map, channel or function.
func isReference(t types.Type) bool {
	switch u := core(t).(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	}
	return false
}

func isAggregate(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array, *types.Interface: // an interface may be a type parameter
		return true
	}
	return false
}

func isParameterized(t types.Type) bool {
	return parameterized(t, 0)
}

func parameterized(t types.Type, depth int) bool {
	if depth > 6 {
		return true
	}
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		for i := range t.TypeArgs().Len() {
			if parameterized(t.TypeArgs().At(i), depth+1) {
				return true
			}
		}
		if t.TypeArgs().Len() == 0 && t.TypeParams().Len() > 0 {
			return true
		}
		return false
	case *types.Pointer:
		return parameterized(t.Elem(), depth+1)
	case *types.Slice:
		return parameterized(t.Elem(), depth+1)
	case *types.Array:
		return parameterized(t.Elem(), depth+1)
	case *types.Chan:
		return parameterized(t.Elem(), depth+1)
	case *types.Map:
		return parameterized(t.Key(), depth+1) || parameterized(t.Elem(), depth+1)
	case *types.Struct:
		for i := range t.NumFields() {
			if parameterized(t.Field(i).Type(), depth+1) {
				return true
			}
		}
	case *types.Signature:
		for i := range t.Params().Len() {
			if parameterized(t.Params().At(i).Type(), depth+1) {
				return true
			}
		}
		for i := range t.Results().Len() {
			if parameterized(t.Results().At(i).Type(), depth+1) {
				return true
			}
		}
	}
	return false
}

func identical(a, b types.Type) bool {
	return types.IdenticalIgnoreTags(a.Underlying(), b.Underlying())
}

// mayBeSame reports whether memory of type a can be seen as type b through a conversion of pointers, or may turn out to be
// of the same type when type parameters are filled in.
func mayBeSame(a, b types.Type) bool {
	if identical(a, b) {
		return true
	}
	return isParameterized(a) || isParameterized(b)
}

// contains reports whether a value of type t has a part of type part, without following pointers.
func contains(t, part types.Type) bool { return containsDepth(t, part, 0) }

func containsDepth(t, part types.Type, depth int) bool {
	if depth > 8 {
		return true
	}
	if isParameterized(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			if ft := u.Field(i).Type(); mayBeSame(ft, part) || containsDepth(ft, part, depth+1) {
				return true
			}
		}
	case *types.Array:
		return mayBeSame(u.Elem(), part) || containsDepth(u.Elem(), part, depth+1)
	}
	return false
}
