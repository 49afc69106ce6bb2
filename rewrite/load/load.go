// Package load brings the packages that spicefy works on into memory: syntax, types and SSA.
package load

import (
	"go/token"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// Options say what to load and how.
type Options struct {
	Dir     string            // where the go command runs; "" is the current directory
	Env     []string          // nil is os.Environ
	Flags   []string          // build flags such as -tags
	Tests   bool              // test files too
	Overlay map[string][]byte // file contents that replace those on disk
}

// A Program is a set of packages from source and the SSA form of all of them.
//
// Packages named by the patterns and everything they import outside the standard library come from source;
// the standard library comes from export data unless a pattern names it, so its functions have no body.
type Program struct {
	Fset  *token.FileSet
	Roots []*packages.Package // what the patterns named
	SSA   *ssa.Program
	// Syntax finds the package of any source-loaded types package.
	Source map[string]*packages.Package // by package ID
}

// Load loads the packages that match the patterns.
func Load(o Options, patterns ...string) (*Program, error) {
	fset := token.NewFileSet()
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo |
			packages.NeedModule | packages.NeedForTest | packages.NeedExportFile,
		Dir: o.Dir, Env: o.Env, BuildFlags: o.Flags, Tests: o.Tests, Overlay: o.Overlay, Fset: fset,
	}
	roots, err := packages.Load(cfg, patterns...)
	if err != nil {
		return nil, err
	}
	prog, _ := ssautil.Packages(roots, ssa.InstantiateGenerics|ssa.GlobalDebug)
	prog.Build()
	p := &Program{Fset: fset, Roots: roots, SSA: prog, Source: map[string]*packages.Package{}}
	for _, r := range roots {
		p.Source[r.ID] = r
	}
	return p, nil
}
