// Package load brings the packages that spicefy works on into memory: syntax, types and SSA.
package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// Options say what to load and how.
type Options struct {
	Dir      string            // where the go command runs; "" is the current directory
	Env      []string          // nil is os.Environ
	Flags    []string          // build flags such as -tags
	Tests    bool              // test files too
	Overlay  map[string][]byte // file contents that replace those on disk
	Progress func(step string) // told what is being done, if not nil: "listing packages", "checking 216 packages"
}

// A Program is a set of packages from source and the SSA form of all of them.
//
// Packages named by the patterns and everything they import outside the standard library come from source;
// the standard library comes from export data unless a pattern names it, so its functions have no body.
type Program struct {
	Fset  *token.FileSet
	Roots []*packages.Package // what the patterns named; each file belongs to one of them only
	SSA   *ssa.Program
	// Source finds every package that was loaded from source.
	Source map[string]*packages.Package // by package ID
	// Content has the bytes that each file was parsed from, by absolute file name.
	Content map[string][]byte
}

// An Error says why nothing could be loaded. Its text is a sentence, or several lines if several packages are at fault.
type Error struct {
	Kind ErrorKind
	Text string
}

func (e *Error) Error() string { return e.Text }

// An ErrorKind tells errors of loading apart.
type ErrorKind uint8

const (
	GoCommand    ErrorKind = iota // the go command failed
	NoMatch                       // a pattern matches nothing
	Syntax                        // a file cannot be parsed
	DoesNotBuild                  // a package has type errors, or an import that cannot be resolved
)

const (
	listMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedForTest
	fullMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo |
		packages.NeedModule | packages.NeedForTest | packages.NeedExportFile
)

// Load loads the packages that match the patterns.
func Load(o Options, patterns ...string) (*Program, error) {
	say := func(format string, args ...any) {
		if o.Progress != nil {
			o.Progress(fmt.Sprintf(format, args...))
		}
	}
	p := &Program{Fset: token.NewFileSet(), Source: map[string]*packages.Package{}, Content: map[string][]byte{}}
	var mu sync.Mutex
	cfg := packages.Config{
		Mode: listMode, Dir: o.Dir, Env: o.Env, BuildFlags: o.Flags, Tests: o.Tests, Overlay: o.Overlay, Fset: p.Fset,
		ParseFile: func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
			mu.Lock()
			p.Content[name] = src
			mu.Unlock()
			return parser.ParseFile(fset, name, src, parser.AllErrors|parser.ParseComments|parser.SkipObjectResolution)
		},
	}

	// A cheap look first: which packages outside the standard library are there to be loaded from source?
	say("listing packages")
	listed, err := packages.Load(&cfg, patterns...)
	if err != nil {
		return nil, &Error{GoCommand, "the go command could not list " + strings.Join(patterns, " ") + ": " + strings.TrimSpace(err.Error())}
	}
	if err := listErrors(listed, patterns); err != nil {
		return nil, err
	}
	named := map[string]bool{}
	for _, l := range listed {
		named[l.ID] = true
	}
	more := patterns
	count := len(listed)
	packages.Visit(listed, nil, func(l *packages.Package) {
		if !named[l.ID] && l.ForTest == "" && l.Module != nil {
			more = append(more[:len(more):len(more)], l.PkgPath)
			count++
		}
	})

	if !slices.ContainsFunc(listed, func(l *packages.Package) bool { return l.Module != nil }) {
		cfg.Tests = false // the standard library is only looked at, and with its tests it is twice as large
	}

	say("checking %d packages", count)
	cfg.Mode = fullMode
	loaded, err := packages.Load(&cfg, more...)
	if err != nil {
		return nil, &Error{GoCommand, "the go command could not load " + strings.Join(patterns, " ") + ": " + strings.TrimSpace(err.Error())}
	}
	var roots []*packages.Package
	for _, l := range loaded {
		if named[l.ID] {
			roots = append(roots, l)
		}
	}
	if err := buildErrors(roots); err != nil {
		return nil, err
	}
	p.Roots = dedupe(roots)

	say("building SSA")
	p.SSA = build(p.Fset, loaded)
	for _, l := range loaded {
		p.Source[l.ID] = l
	}
	return p, nil
}

// build makes the SSA form of the packages. Generic functions are not instantiated: the analysis looks at their origin.
func build(fset *token.FileSet, loaded []*packages.Package) *ssa.Program {
	prog := ssa.NewProgram(fset, ssa.BuilderMode(0))
	source := map[*packages.Package]bool{}
	for _, l := range loaded {
		source[l] = true
	}
	created := map[*types.Package]bool{}
	packages.Visit(loaded, nil, func(l *packages.Package) {
		if l.Types == nil || l.IllTyped && source[l] || created[l.Types] {
			return
		}
		created[l.Types] = true
		if source[l] {
			prog.CreatePackage(l.Types, l.Syntax, l.TypesInfo, true)
			return
		}
		prog.CreatePackage(l.Types, nil, nil, true)
	})
	// Indirect imports of packages that came from export data.
	var visit func(*types.Package)
	visit = func(t *types.Package) {
		for _, imp := range t.Imports() {
			if !created[imp] {
				created[imp] = true
				prog.CreatePackage(imp, nil, nil, true)
				visit(imp)
			}
		}
	}
	for _, l := range loaded {
		if l.Types != nil {
			visit(l.Types)
		}
	}
	prog.Build()
	return prog
}

// dedupe drops packages whose files all belong to another one: a package that is loaded with its tests too is loaded twice, and
// the one with the tests says more. Test mains go as well.
func dedupe(pkgs []*packages.Package) []*packages.Package {
	withTests, tested := map[string]bool{}, map[string]bool{}
	for _, p := range pkgs {
		if p.ForTest != "" {
			tested[p.ForTest] = true
			withTests[p.PkgPath] = withTests[p.PkgPath] || p.PkgPath == p.ForTest
		}
	}
	var out []*packages.Package
	for _, p := range pkgs {
		of, isMain := strings.CutSuffix(p.ID, ".test")
		if isMain = isMain && p.Name == "main" && (tested[of] || hasTestMain(p)); isMain || p.ForTest == "" && withTests[p.PkgPath] {
			continue
		}
		out = append(out, p)
	}
	return out
}

// hasTestMain reports whether the go command wrote the package: its only file is in the build cache.
func hasTestMain(p *packages.Package) bool {
	for _, f := range p.GoFiles {
		if filepath.Base(f) != "_testmain.go" {
			return strings.Contains(filepath.ToSlash(f), "/go-build/")
		}
	}
	return true
}

// listErrors looks at what a listing without types can know.
func listErrors(pkgs []*packages.Package, patterns []string) error {
	if len(pkgs) == 0 {
		return &Error{NoMatch, fmt.Sprintf("no packages match %s: name a directory such as ./... or an import path", strings.Join(patterns, " "))}
	}
	return buildErrors(pkgs)
}

const maxErrorLines = 10

// buildErrors collects the errors of packages that cannot be analysed.
func buildErrors(pkgs []*packages.Package) error {
	kind := DoesNotBuild
	var lines []string
	seen := map[string]bool{}
	add := func(text string) {
		if !seen[text] {
			seen[text] = true
			lines = append(lines, text)
		}
	}
	var compiler []string // what the compiler said when it was to export a package: type checking says it better
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			text := e.Msg
			if e.Pos != "" && e.Pos != "-" {
				text = relative(e.Pos) + ": " + e.Msg
			}
			if e.Kind == packages.ParseError {
				kind = Syntax
			}
			if e.Kind == packages.ListError && missing(e.Msg) {
				kind = NoMatch
			}
			if strings.HasPrefix(e.Msg, "# ") {
				compiler = append(compiler, text)
				continue
			}
			add(text)
		}
	})
	if len(lines) == 0 {
		for _, c := range compiler {
			add(c)
		}
	}
	if len(lines) == 0 {
		return nil
	}
	if n := len(lines); n > maxErrorLines {
		lines = append(lines[:maxErrorLines], fmt.Sprintf("and %d more errors", n-maxErrorLines))
	}
	head := "packages that do not build cannot be rewritten; fix these errors first:"
	switch kind {
	case Syntax:
		head = "files that cannot be parsed cannot be rewritten; fix these errors first:"
	case NoMatch:
		head = "no packages match:"
	}
	return &Error{kind, head + "\n\t" + strings.Join(lines, "\n\t")}
}

// missing reports whether the go command could not find what a pattern names.
func missing(msg string) bool {
	for _, m := range []string{"matched no packages", "no such file or directory", "directory not found"} {
		if strings.Contains(msg, m) {
			return true
		}
	}
	return false
}

func relative(pos string) string {
	if dir, err := filepath.Abs("."); err == nil {
		if rel, err := filepath.Rel(dir, pos); err == nil && !strings.HasPrefix(rel, "..") {
			return rel
		}
	}
	return pos
}

// Unloaded lists the identifiers that occur in files of the package's directory which were not loaded with it: files for other
// platforms, and tests. What can be said of all uses of a name cannot be said if it is among them.
func Unloaded(p *packages.Package) []string {
	var out []string
	loaded := map[string]bool{}
	for _, f := range p.CompiledGoFiles {
		loaded[f] = true
	}
	for _, f := range p.GoFiles {
		loaded[f] = true
	}
	files := p.IgnoredFiles
	if len(p.GoFiles) > 0 {
		tests, _ := filepath.Glob(filepath.Join(filepath.Dir(p.GoFiles[0]), "*_test.go"))
		files = append(files[:len(files):len(files)], tests...)
	}
	for _, f := range files {
		if loaded[f] || !strings.HasSuffix(f, ".go") {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		var s scanner.Scanner
		s.Init(token.NewFileSet().AddFile(f, -1, len(src)), src, nil, 0)
		for {
			_, tok, lit := s.Scan()
			if tok == token.EOF {
				break
			}
			if tok == token.IDENT {
				out = append(out, lit)
			}
		}
	}
	return out
}
