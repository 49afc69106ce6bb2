package effects

import (
	"go/types"
	"slices"
	"sort"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/spicego/spice/rewrite/load"
)

// reviewed lists what the table says on purpose although the source, as far as it can be followed, says more.
var reviewed = map[string]string{
	"bytes.Replace":                 "returns a copy; assembly is in the way",
	"bytes.ReplaceAll":              "returns a copy; assembly is in the way",
	"(*strings.Replacer).Replace":   "is built once, under a sync.Once",
	"unicode/utf8.Valid":            "reads its bytes eight at a time",
	"html.EscapeString":             "a Replacer is built once, under a sync.Once",
	"(*math/big.Int).ProbablyPrime": "draws from a generator of its own, and only reads x",
}

// TestTable compares the table of the standard library with the effects computed from its source: whatever is found there must be
// admitted here.
func TestTable(t *testing.T) {
	if testing.Short() {
		t.Skip("loads a part of the standard library from source")
	}
	packages := []string{"bytes", "cmp", "encoding/binary", "errors", "html", "maps", "math", "math/big", "math/bits", "math/cmplx",
		"path", "path/filepath", "slices", "sort", "strconv", "strings", "unicode", "unicode/utf16", "unicode/utf8"}
	p, err := load.Load(load.Options{}, packages...)
	if err != nil {
		t.Fatal(err)
	}
	a := New()
	a.computed, a.Exact = true, true
	checked, unsure := 0, map[string]int{}
	for _, root := range p.Roots {
		for _, fn := range exported(p.SSA, root.Types) {
			e := lookUp(fn)
			if e == nil || e.top || fn.Blocks == nil {
				continue
			}
			name := fn.RelString(nil)
			s := a.Of(fn)
			if s.top {
				unsure[s.Witness(UnknownCall).What]++
				continue
			}
			checked++
			for _, why := range missing(e, s, fn) {
				if root.PkgPath == "math/big" && sharedInBig(why) {
					continue
				}
				if reviewed[name] == "" {
					t.Errorf("%s: the source %s, and the table does not say so", name, why)
				}
			}
		}
	}
	t.Logf("%d entries checked; not followed: %v", checked, unsure)
	if checked < 350 {
		t.Errorf("only %d entries could be compared", checked)
	}
}

// sharedInBig reports whether it is about what all of math/big shares: pools and a table of powers under a lock, prints while
// debugging. Working memory from a pool and what assembly does with words can be anything, as far as the
// analysis can see, so it takes operands to be written and kept too; the
// package promises that they are not.
func sharedInBig(why string) bool {
	for _, w := range []string{"may print", "sync.Pool", "sync.Mutex", "writes ", "appends ", "holds ", "stores "} {
		if strings.Contains(why, w) {
			return true
		}
	}
	return false
}

// exported lists the functions and methods of a package that others can call.
func exported(prog *ssa.Program, pkg *types.Package) []*ssa.Function {
	var out []*ssa.Function
	add := func(f *types.Func) {
		if fn := prog.FuncValue(f); fn != nil && f.Exported() {
			out = append(out, fn)
		}
	}
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			add(obj)
		case *types.TypeName:
			if n, ok := obj.Type().(*types.Named); ok {
				for i := range n.NumMethods() {
					add(n.Method(i))
				}
			}
		}
	}
	return out
}

// missing lists effects that the summary has and the entry lacks.
func missing(e *stdEntry, s *Summary, fn *ssa.Function) []string {
	var out []string
	say := func(what string) {
		if !slices.Contains(out, what) {
			out = append(out, what)
		}
	}
	in := func(i int, lists ...[]int) bool {
		for _, l := range lists {
			if slices.Contains(l, i) {
				return true
			}
		}
		return false
	}
	for _, acc := range s.Accesses {
		r := acc.Place.Root
		switch {
		case r.Kind == GlobalRoot && acc.Write:
			say("writes " + r.Global.String() + " (" + acc.Place.String() + ")")
		case r.Kind == ParamRoot && !acc.Write && (acc.Place.deref > 1 || acc.Place.isAny()) && !e.deep && !in(r.Index, e.Write) && !ownBuffer(fn, r.Index):
			say("reads " + acc.Place.String())
		case r.Kind == ParamRoot && acc.Tail && !in(r.Index, e.app, e.Write, e.write):
			say("appends to " + fn.Params[r.Index].Name())
		case r.Kind == ParamRoot && acc.Write && !acc.Tail:
			direct := acc.Place.deref == 1 && !acc.Place.isAny()
			if !in(r.Index, e.Write, e.app) && !(direct && in(r.Index, e.write)) && !ownBuffer(fn, r.Index) {
				say("writes " + acc.Place.String())
			}
		}
	}
	for _, rs := range s.results {
		for _, r := range rs {
			if r.kind != isFunc && r.place.Root.Kind == ParamRoot && !in(r.place.Root.Index, e.ret, e.elem, e.app, e.hold, e.keep) {
				say("returns " + r.place.String())
			}
		}
	}
	for _, st := range s.stores {
		if i, r := st.place.Root.Index, st.ref; st.place.Root.Kind == ParamRoot && r.kind != isFunc && r.place.Root.Kind == ParamRoot &&
			r.place.Root.Index != i && !in(i, e.app) {
			say("stores " + r.place.String() + " in " + st.place.String())
		}
	}
	for _, r := range s.madeHold {
		if len(e.app) > 0 || fn.Signature.Results().Len() == 0 || ownBuffer(fn, 0) {
			break
		}
		if r.kind != isFunc && r.place.Root.Kind == ParamRoot && !in(r.place.Root.Index, e.ret, e.elem, e.app, e.hold, e.keep, e.call, e.Write) {
			say("returns something that holds " + r.place.String())
		}
	}
	for _, c := range s.calls {
		if i := c.fn.place.Root.Index; !in(i, e.call, e.keep) {
			say("calls " + fn.Params[i].Name())
		}
	}
	for _, f := range []Flags{IO, Sync, Nondeterministic, NoReturn} {
		if s.Flags&f != 0 && e.flags&f == 0 {
			say("may " + s.Witness(f).What)
		}
	}
	sort.Strings(out)
	return out
}

// ownBuffer reports whether parameter i is a strings.Builder: the bytes behind it are nobody else's.
func ownBuffer(fn *ssa.Function, i int) bool {
	return len(fn.Params) > i && strings.HasSuffix(fn.Params[i].Type().String(), "strings.Builder")
}
