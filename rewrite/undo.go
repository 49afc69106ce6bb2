package rewrite

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// parseSource parses one file by itself, for what needs syntax only.
func parseSource(fset *token.FileSet, name string, src []byte) (*source, error) {
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return &source{name: name, src: src, file: f, tok: fset.File(f.FileStart)}, nil
}

// undo returns what the files of one package were before the functions that want accepts got two paths: the sequential
// path under the function's own name in the place of the wrapper, and nothing of the rest. Files that stay the same are
// not in the result. It works on syntax alone, so that it also takes back what does not build.
func undo(at func(token.Pos) string, files []*source, want func(name string) bool) (after map[string][]byte, undone []string, err error) {
	found, err := findPaths(at, files)
	if err != nil {
		return nil, nil, err
	}
	original := map[string]string{} // by the name of a sequential path
	for _, d := range found {
		original[d.seqName()] = d.wrapper.decl.(*ast.FuncDecl).Name.Name
	}
	changes := map[*source][]change{}
	for _, d := range found {
		if !want(d.name) {
			continue
		}
		undone = append(undone, d.name)
		w, seq := d.wrapper.decl.(*ast.FuncDecl), d.seq.decl.(*ast.FuncDecl)
		if !choosesPath(w, d.seqName()) {
			return nil, nil, fmt.Errorf("%s: %s is no longer as spicefy wrote it, and undoing would lose what was changed: let it choose between its two paths only, or undo it by hand", at(w.Name.Pos()), d.name)
		}
		changes[d.wrapper.src] = append(changes[d.wrapper.src], change{
			d.wrapper.src.offset(w.Type.Func), d.wrapper.src.offset(w.End()), d.seq.src.original(seq, original),
		})
		changes[d.seq.src] = append(changes[d.seq.src], d.seq.removal())
		for _, o := range d.others {
			changes[o.src] = append(changes[o.src], o.removal())
		}
	}
	after = map[string][]byte{}
	for src, cs := range changes {
		text, err := splice(src.src, cs)
		if err != nil {
			return nil, nil, err
		}
		if text, err = withoutIdleImports(src, text); err != nil {
			return nil, nil, err
		}
		after[src.name] = text
	}
	return after, undone, nil
}

// choosesPath reports whether a function is a wrapper and nothing more: if there is a choice, the parallel path, else
// the sequential one.
func choosesPath(w *ast.FuncDecl, seq string) bool {
	if w.Body == nil || len(w.Body.List) != 2 {
		return false
	}
	choice, ok := w.Body.List[0].(*ast.IfStmt)
	if !ok || choice.Init != nil || choice.Else != nil || len(choice.Body.List) > 2 {
		return false
	}
	cond, ok := choice.Cond.(*ast.CallExpr)
	if !ok {
		return false
	}
	if sel, ok := cond.Fun.(*ast.SelectorExpr); !ok || sel.Sel.Name != "Parallel" {
		return false
	}
	var last ast.Expr
	switch s := w.Body.List[1].(type) {
	case *ast.ReturnStmt:
		if len(s.Results) == 1 {
			last = s.Results[0]
		}
	case *ast.ExprStmt:
		last = s.X
	}
	call, ok := last.(*ast.CallExpr)
	if !ok {
		return false
	}
	switch fun := unindexed(call.Fun).(type) {
	case *ast.Ident:
		return fun.Name == seq
	case *ast.SelectorExpr:
		return fun.Sel.Name == seq
	}
	return false
}

// original returns the user's code from a sequential path: the names of sequential paths become those of the functions.
func (s *source) original(seq *ast.FuncDecl, names map[string]string) string {
	ed := &editor{source: s, exact: true}
	ed.replace(seq.Name, func() string { return names[seq.Name.Name] })
	ast.Inspect(seq.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && names[id.Name] != "" {
			ed.replace(id, func() string { return names[id.Name] })
		}
		return true
	})
	return ed.renderRange(seq.Type.Func, seq.End(), true)
}

// removal takes a declaration away, with its doc comment and the blank line before it.
func (d pathDecl) removal() change {
	start := d.decl.Pos()
	switch x := d.decl.(type) {
	case *ast.FuncDecl:
		if x.Doc != nil {
			start = x.Doc.Pos()
		}
	case *ast.GenDecl:
		if x.Doc != nil {
			start = x.Doc.Pos()
		}
	}
	return change{backOverNewlines(d.src.src, d.src.offset(start), 2), d.src.offset(d.decl.End()), ""}
}

// withoutIdleImports takes the imports away that were used before and are no longer.
func withoutIdleImports(before *source, after []byte) ([]byte, error) {
	for {
		s, err := parseSource(token.NewFileSet(), before.name, after)
		if err != nil {
			return nil, err
		}
		idle := (*ast.ImportSpec)(nil)
		for _, spec := range s.file.Imports {
			name := specName(spec)
			if p, _ := strconv.Unquote(spec.Path.Value); p == "C" || name == "_" || name == "." {
				continue
			}
			if !uses(s.file, name) && uses(before.file, name) && (idle == nil || pathOf(idle) == runtimePath) {
				idle = spec
			}
		}
		if idle == nil {
			return after, nil
		}
		if after, err = splice(after, []change{removeImport(s, idle)}); err != nil {
			return nil, err
		}
	}
}

// Undo works out how to take the paths of the functions back, all checked and nothing written. The findings of the
// result are empty.
func Undo(o Options) (*Result, error) {
	if len(o.Patterns) == 0 {
		o.Patterns = []string{"."}
	}
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedModule, Dir: o.Dir, BuildFlags: o.Flags, Tests: true}
	pkgs, err := packages.Load(cfg, o.Patterns...)
	if err != nil {
		return nil, err
	}
	if err := listErrors(pkgs, o.Patterns); err != nil {
		return nil, err
	}
	s := &session{o: o, result: new(Result)}
	seen := map[string]bool{}
	for _, pkg := range pkgs {
		if pkg.Module == nil || !pkg.Module.Main || pkg.ForTest != "" && pkg.Name != "" && seen[pkg.PkgPath] {
			continue
		}
		seen[pkg.PkgPath] = true
		files, err := s.undoPackage(pkg)
		if err != nil {
			return nil, err
		}
		s.result.Files = append(s.result.Files, files...)
	}
	slices.SortFunc(s.result.Files, func(a, b *File) int { return strings.Compare(a.Name, b.Name) })
	s.result.Files = slices.CompactFunc(s.result.Files, func(a, b *File) bool { return a.Name == b.Name })
	if len(s.result.Files) == 0 {
		return s.result, nil
	}
	return s.result, s.checkUndone()
}

// checkUndone makes sure that what built before builds after: something else may call the paths that go away.
func (s *session) checkUndone() error {
	overlay := map[string][]byte{}
	for _, f := range s.result.Files {
		overlay[f.Name] = f.After
	}
	after, err := s.typeErrors(overlay, s.o.Patterns)
	if err != nil || len(after) == 0 {
		return err
	}
	before, err := s.typeErrors(nil, s.o.Patterns)
	if err != nil || len(before) > 0 {
		return err // it did not build before, and undoing may well be the way out
	}
	return fmt.Errorf("something still uses the paths that would go away, nothing was changed:\n%w", errors.Join(after...))
}

// listErrors returns what is wrong with the patterns. Packages that do not build can be undone.
func listErrors(pkgs []*packages.Package, patterns []string) error {
	var errs []error
	for _, pkg := range pkgs {
		for _, e := range pkg.Errors {
			if e.Kind == packages.ListError && len(pkg.GoFiles) == 0 {
				errs = append(errs, errors.New(e.Msg))
			}
		}
	}
	if len(pkgs) == 0 {
		errs = append(errs, fmt.Errorf("no packages match %s: name a directory such as ./... or an import path", strings.Join(patterns, " ")))
	}
	return errors.Join(errs...)
}

func (s *session) undoPackage(pkg *packages.Package) ([]*File, error) {
	fset := token.NewFileSet()
	var sources []*source
	before := map[string][]byte{}
	for _, name := range pkg.GoFiles {
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f, err := parseSource(fset, name, src)
		if err != nil {
			return nil, err
		}
		before[name] = src
		sources = append(sources, f)
	}
	at := func(pos token.Pos) string { return s.relative(fset.PositionFor(pos, false)) }
	after, undone, err := undo(at, sources, func(name string) bool { return s.o.Run == nil || s.o.Run.MatchString(name) })
	if err != nil {
		return nil, err
	}
	for _, name := range undone {
		if !slices.Contains(s.result.Undone, name) {
			s.result.Undone = append(s.result.Undone, name)
		}
	}
	var files []*File
	for name, text := range after {
		files = append(files, &File{Name: name, Before: before[name], After: text})
	}
	return files, nil
}
