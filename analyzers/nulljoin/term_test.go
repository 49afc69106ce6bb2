package nulljoin

import (
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/spicego/spice/internal/spicessa"
)

// TestReflexive compares each value of some packages with itself. A comparer
// that finds a difference there would find one in correct code.
func TestReflexive(t *testing.T) {
	roots, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax}, "encoding/json", "go/printer", "text/template/parse", "crypto/des", "slices")
	if err != nil {
		t.Fatal(err)
	}
	prog, pkgs := ssautil.Packages(roots, ssa.BuilderMode(0))
	prog.Build()
	compared, equal := 0, 0
	for _, pkg := range pkgs {
		for fn := range ssautil.AllFunctions(prog) {
			if fn.Pkg != pkg {
				continue
			}
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					v, ok := instr.(ssa.Value)
					if !ok {
						continue
					}
					build := &builder{uses: make(map[*ssa.Alloc]*spicessa.Uses), budget: maxBudget}
					c := &comparer{b: build, fork: instr}
					compared++
					switch c.compare(build.term(v, nil, 0), build.term(v, nil, 0)) {
					case differ:
						t.Errorf("%s: %s differs from itself", fn, v)
					case same:
						equal++
					}
				}
			}
		}
	}
	if compared < 10000 || equal < compared*9/10 {
		t.Errorf("compared %d values with themselves and found %d the same", compared, equal)
	}
}
