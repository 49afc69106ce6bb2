package rewrite

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
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

// check type-checks the changed packages, tests included, with the new text in place of the old one.
func (s *session) check() error {
	var patterns []string
	overlay := map[string][]byte{}
	for _, f := range s.result.Files {
		overlay[f.Name] = f.After
	}
	for _, p := range s.plans {
		touched := slices.ContainsFunc(s.result.Files, func(f *File) bool { return slices.Contains(p.pkg.GoFiles, f.Name) })
		if !touched {
			continue
		}
		if p.pkg.PkgPath == "command-line-arguments" {
			patterns = s.o.Patterns
			break
		}
		patterns = append(patterns, p.pkg.PkgPath)
	}
	errs, err := s.typeErrors(overlay, patterns)
	if err != nil {
		return err
	}
	if len(errs) > 0 {
		return &CheckError{s.result.Files, errs}
	}
	return nil
}

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
