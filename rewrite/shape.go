package rewrite

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// A shape is the signature of a function as its generated companions need it.
type shape struct {
	tparams []tparam
	params  []param // a method's receiver first
	recv    bool    // the first parameter is the receiver
	results []param
}

type tparam struct {
	name, constraint string
	obj              *types.TypeParam
}

type param struct {
	name     string // "_" when the user gave none
	field    string // its name in a struct
	text     string // its type; a variadic one's is a slice
	typ      types.Type
	variadic bool
	obj      *types.Var
	group    *ast.Field // the declaration it shares with its neighbours
}

// sizes decides what counts as one word. The runtime's costs were measured on 64-bit machines; a word too many costs
// time elsewhere, nothing else.
var sizes = types.SizesFor("gc", "amd64")

// shapeOf reads the shape of a declared function. The qualifier names packages as the file at hand does.
func shapeOf(fset *token.FileSet, d *ast.FuncDecl, sig *types.Signature, taken nameSet, q types.Qualifier) (*shape, error) {
	sh := new(shape)
	if d.Recv != nil {
		sh.recv = true
		if err := sh.receiver(fset, d, sig, taken, q); err != nil {
			return nil, err
		}
	} else if d.Type.TypeParams != nil {
		i := 0
		for _, f := range d.Type.TypeParams.List {
			for _, n := range f.Names {
				name := n.Name
				if name == "_" {
					name = taken.fresh("T")
				}
				sh.tparams = append(sh.tparams, tparam{name, printed(fset, f.Type), sig.TypeParams().At(i)})
				i++
			}
		}
	}
	ps, err := fields(fset, d.Type.Params, sig.Params(), sig.Variadic())
	if err != nil {
		return nil, err
	}
	sh.params = append(sh.params, ps...)
	if sh.results, err = fields(fset, d.Type.Results, sig.Results(), false); err != nil {
		return nil, err
	}
	nameFields(sh.params, "a")
	nameFields(sh.results, "v")
	return sh, nil
}

// receiver makes the receiver the first parameter, and the type parameters that its type names those of a function.
func (sh *shape) receiver(fset *token.FileSet, d *ast.FuncDecl, sig *types.Signature, taken nameSet, q types.Qualifier) error {
	field := d.Recv.List[0]
	r := param{name: "_", obj: sig.Recv(), typ: sig.Recv().Type(), text: printed(fset, field.Type), group: field}
	if len(field.Names) > 0 {
		r.name = field.Names[0].Name
	}
	if tps := sig.RecvTypeParams(); tps.Len() > 0 {
		rename := map[*types.TypeParam]string{}
		var names []string
		for i := range tps.Len() {
			tp := tps.At(i)
			name := tp.Obj().Name()
			if name == "_" {
				name = taken.fresh("T")
			}
			rename[tp] = name
			names = append(names, name)
		}
		for i := range tps.Len() {
			tp := tps.At(i)
			text, err := constraintText(tp.Constraint(), rename, q)
			if err != nil {
				return err
			}
			sh.tparams = append(sh.tparams, tparam{names[i], text, tp})
		}
		r.text = receiverType(d) + "[" + strings.Join(names, ", ") + "]"
		if _, ptr := r.typ.(*types.Pointer); ptr {
			r.text = "*" + r.text
		}
	}
	sh.params = append(sh.params, r)
	return nil
}

// constraintText spells a type parameter's constraint, with the names that the method gives to the parameters.
func constraintText(c types.Type, rename map[*types.TypeParam]string, q types.Qualifier) (string, error) {
	text := types.TypeString(c, q)
	for tp, name := range rename {
		if tp.Obj().Name() != name && strings.Contains(text, tp.Obj().Name()) {
			return "", fmt.Errorf("its receiver leaves the type parameter %s unnamed, and a constraint speaks of it: give it a name", tp.Obj().Name())
		}
	}
	if i := types.Unalias(c); i == types.Universe.Lookup("any").Type().Underlying() {
		return "any", nil
	}
	return text, nil
}

func fields(fset *token.FileSet, list *ast.FieldList, tuple *types.Tuple, variadic bool) ([]param, error) {
	if list == nil {
		return nil, nil
	}
	var out []param
	for _, f := range list.List {
		text, dots := printed(fset, f.Type), false
		if e, ok := f.Type.(*ast.Ellipsis); ok && variadic {
			text, dots = "[]"+printed(fset, e.Elt), true
		}
		names := []string{"_"}
		if len(f.Names) > 0 {
			names = nil
			for _, n := range f.Names {
				names = append(names, n.Name)
			}
		}
		for _, n := range names {
			if len(out) >= tuple.Len() {
				return nil, fmt.Errorf("its declaration and its type differ")
			}
			v := tuple.At(len(out))
			out = append(out, param{name: n, text: text, typ: v.Type(), obj: v, variadic: dots, group: f})
		}
	}
	return out, nil
}

// nameFields gives every parameter a name that a struct's field can have.
func nameFields(ps []param, stem string) {
	used := nameSet{}
	for _, p := range ps {
		used[p.name] = true
	}
	for i := range ps {
		ps[i].field = ps[i].name
		switch {
		case ps[i].name != "_":
		case ps[i].text == "error":
			ps[i].field = used.fresh("err")
		default:
			ps[i].field = used.fresh(stem + strconv.Itoa(i+1))
		}
	}
}

// printed returns an expression as gofmt writes it, without comments.
func printed(fset *token.FileSet, e ast.Expr) string {
	var b bytes.Buffer
	if err := format.Node(&b, fset, e); err != nil {
		return types.ExprString(e)
	}
	return b.String()
}

// words returns how many machine words values of the types take together; more than one when that is open.
func words(ps []param) int64 {
	var total int64
	for _, p := range ps {
		if openSize(p.typ, nil) {
			return 2
		}
		total += sizes.Sizeof(p.typ)
	}
	return (total + 7) / 8
}

// openSize reports whether the size of t depends on a type parameter.
func openSize(t types.Type, seen []types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Array:
		return openSize(t.Elem(), seen)
	case *types.Struct:
		for i := range t.NumFields() {
			if openSize(t.Field(i).Type(), seen) {
				return true
			}
		}
	case *types.Named:
		return openSize(t.Underlying(), seen)
	}
	return false
}

// packsArgs reports whether a fork takes the arguments as one struct.
func (sh *shape) packsArgs() bool { return len(sh.params) > 1 }

// adapts reports whether a fork takes a companion of the parallel path: fork and join speak of one argument and one
// result, and the parallel path keeps the signature of the function.
func (sh *shape) adapts() bool {
	return sh.generic() || len(sh.params) != 1 || len(sh.results) != 1 || sh.params[0].variadic
}

// generic reports whether the function has type parameters. In generic code every mention of a generic function as a
// value makes a closure, which a fork moves to the heap. So the parallel path gets the value it forks as a parameter; it
// is made once a run and once for each call that is really taken.
func (sh *shape) generic() bool { return len(sh.tparams) > 0 }

// fitsWord reports whether the arguments are small enough to travel inside a future.
func (sh *shape) fitsWord() bool { return words(sh.params) <= 1 }

func (sh *shape) typeParams() string {
	if len(sh.tparams) == 0 {
		return ""
	}
	var parts []string
	for i, tp := range sh.tparams {
		if i+1 < len(sh.tparams) && sh.tparams[i+1].constraint == tp.constraint {
			parts = append(parts, tp.name)
			continue
		}
		parts = append(parts, tp.name+" "+tp.constraint)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (sh *shape) typeArgs() string {
	if len(sh.tparams) == 0 {
		return ""
	}
	var names []string
	for _, tp := range sh.tparams {
		names = append(names, tp.name)
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// callArgs returns the type arguments that a call must spell: none when the arguments' types say them all.
func (sh *shape) callArgs() string {
	for _, tp := range sh.tparams {
		found := false
		for _, p := range sh.params {
			found = found || mentions(p.typ, tp.obj)
		}
		if !found {
			return sh.typeArgs()
		}
	}
	return ""
}

// mentions reports whether inference can read a type parameter off a value of type t.
func mentions(t types.Type, tp *types.TypeParam) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return t == tp
	case *types.Pointer:
		return mentions(t.Elem(), tp)
	case *types.Slice:
		return mentions(t.Elem(), tp)
	case *types.Array:
		return mentions(t.Elem(), tp)
	case *types.Chan:
		return mentions(t.Elem(), tp)
	case *types.Map:
		return mentions(t.Key(), tp) || mentions(t.Elem(), tp)
	case *types.Named:
		for i := range t.TypeArgs().Len() {
			if mentions(t.TypeArgs().At(i), tp) {
				return true
			}
		}
	}
	return false
}

// structFields spells parameters as the fields of a struct, one line a declaration.
func structFields(ps []param) string {
	var b strings.Builder
	for i, p := range ps {
		b.WriteString(p.field)
		if i+1 < len(ps) && ps[i+1].group == p.group {
			b.WriteString(", ")
			continue
		}
		b.WriteString(" " + p.text + "\n")
	}
	return b.String()
}

// paramList spells parameters as a function declares them.
func paramList(ps []param) string {
	var b strings.Builder
	for i, p := range ps {
		b.WriteString(p.name)
		if i+1 < len(ps) && ps[i+1].group == p.group {
			b.WriteString(", ")
			continue
		}
		if p.variadic {
			b.WriteString(" ..." + strings.TrimPrefix(p.text, "[]"))
		} else {
			b.WriteString(" " + p.text)
		}
		if i+1 < len(ps) {
			b.WriteString(", ")
		}
	}
	return b.String()
}
