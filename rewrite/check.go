package rewrite

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A CheckError says that what spicefy made does not build. It is a fault of spicefy, and nothing was written.
type CheckError struct {
	Files []*File
	Errs  []error
}

func (e *CheckError) Error() string {
	return "internal error: the rewritten code does not build, nothing was changed:\n" + errors.Join(e.Errs...).Error()
}

// check type-checks the changed packages, tests included, with the new text in place of the old one. What they import is
// in memory already, but for the runtime. Packages that import them see the same declarations as before.
func (s *session) check() error {
	var errs []error
	for _, p := range s.plans {
		overlay := map[string][]byte{}
		for _, f := range s.result.Files {
			if slices.Contains(p.pkg.GoFiles, f.Name) {
				overlay[f.Name] = f.After
			}
		}
		if len(overlay) > 0 {
			errs = append(errs, s.checkPackage(p.pkg, overlay)...)
		}
	}
	if len(errs) > 0 {
		return &CheckError{s.result.Files, errs}
	}
	return nil
}

func (s *session) checkPackage(pkg *packages.Package, overlay map[string][]byte) []error {
	var errs []error
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range pkg.CompiledGoFiles {
		var src any // nil: read the file
		if text, ok := overlay[name]; ok {
			src = text
		} else if text, ok := s.prog.Content[name]; ok {
			src = text
		}
		f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if err != nil {
			return []error{err}
		}
		files = append(files, f)
	}
	known := map[string]*types.Package{runtimePath: s.runtime}
	for _, imp := range pkg.Types.Imports() {
		known[imp.Path()] = imp
	}
	conf := types.Config{
		Sizes: pkg.TypesSizes,
		Importer: importer(func(path string) (*types.Package, error) {
			if imp := pkg.Imports[path]; imp != nil && known[imp.PkgPath] != nil {
				return known[imp.PkgPath], nil // a vendored one has another path
			}
			if path == "unsafe" {
				return types.Unsafe, nil
			}
			if known[path] == nil {
				return nil, fmt.Errorf("internal error: %s is not loaded", path)
			}
			return known[path], nil
		}),
		Error: func(err error) { errs = append(errs, err) },
	}
	if pkg.Module != nil && pkg.Module.GoVersion != "" {
		conf.GoVersion = "go" + pkg.Module.GoVersion
	}
	conf.Check(pkg.PkgPath, fset, files, nil)
	return errs
}

type importer func(path string) (*types.Package, error)

func (i importer) Import(path string) (*types.Package, error) { return i(path) }

// typeErrors returns what keeps packages and their tests from building with some texts in place of those on disk.
func (s *session) typeErrors(overlay map[string][]byte, patterns []string) ([]error, error) {
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedExportFile,
		Dir: s.o.Dir, BuildFlags: s.o.Flags, Tests: true, Overlay: overlay,
	}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		return nil, err
	}
	var errs, others []error
	seen := map[string]bool{}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			text := e.Error()
			if seen[text] {
				continue
			}
			seen[text] = true
			if e.Kind == packages.TypeError || e.Kind == packages.ParseError {
				errs = append(errs, errors.New(text))
			} else {
				others = append(others, errors.New(text)) // the go command says the same in its own words
			}
		}
	})
	if len(errs) == 0 {
		errs = others
	}
	return errs, nil
}

// checkUndo makes sure that undoing all paths gives the same bytes before and after this run: what undo cannot take back
// is not written.
func (p *packagePlan) checkUndo(files []*File) error {
	if len(files) == 0 {
		return nil
	}
	before, after := map[string][]byte{}, map[string][]byte{}
	for _, s := range p.files {
		before[s.name], after[s.name] = s.src, s.src
	}
	for _, f := range files {
		after[f.Name] = f.After
	}
	was, err := p.undoAll(before)
	if err != nil {
		return err
	}
	is, err := p.undoAll(after)
	if err != nil {
		return err
	}
	for name := range was {
		if !bytes.Equal(was[name], is[name]) {
			return fmt.Errorf("internal error: undo would not give back %s, so nothing is changed", name)
		}
	}
	return nil
}

func (p *packagePlan) undoAll(files map[string][]byte) (map[string][]byte, error) {
	fset := token.NewFileSet()
	var sources []*source
	out := map[string][]byte{}
	for name, src := range files {
		s, err := parseSource(fset, name, src)
		if err != nil {
			return nil, fmt.Errorf("internal error: the rewritten file does not parse: %v", err)
		}
		sources = append(sources, s)
		out[name] = src
	}
	slices.SortFunc(sources, func(a, b *source) int { return strings.Compare(a.name, b.name) })
	after, _, err := undo(func(pos token.Pos) string { return fset.Position(pos).String() }, sources, func(string) bool { return true })
	for name, src := range after {
		out[name] = src
	}
	return out, err
}
