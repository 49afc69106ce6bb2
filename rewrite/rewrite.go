// Package rewrite gives recursive functions a sequential and a parallel path.
//
// What must not change is what a caller can see: name, doc comment, signature and receiver of the function stay, and so
// do its results, its effects and their order, and its panics. The user's code stays byte for byte as the sequential path,
// the one that counts; the parallel path is made from it.
//
// A run goes through these steps, each in a file or package of its own:
//
//	load    packages from source, with types and SSA          (rewrite/load)
//	prove   which calls are independent, or why not           (rewrite/prove)
//	plan    which functions get paths, and their names        plan.go
//	emit    the text of the paths                             emit.go, parallel.go, operands.go
//	splice  the texts into the original bytes, and imports    splice.go, imports.go
//	check   the result type-checks, and undo gives back the original   check.go
//	write   all files or none                                 internal/replace
//
// Nothing is written before everything is checked.
//
// All of it is edits of the user's bytes. The parallel path is not printed from a changed syntax tree either: what is not
// edited keeps its comments and line breaks, and gofmt's formatter puts the rest in order. Of a method the sequential path
// is a method too, under a name that nothing in the package has: a call differs by its name only, so that undo is exact
// whatever stands in front of the dot. The parallel path is always a function, which can be forked without a closure.
package rewrite

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/spicego/spice/internal/replace"
	"github.com/spicego/spice/rewrite/load"
	"github.com/spicego/spice/rewrite/prove"
)

// Options say what to rewrite.
type Options struct {
	Dir      string         // where the go command runs; "" is the current directory
	Flags    []string       // build flags, such as -tags=x
	Patterns []string       // as go list takes them
	Run      *regexp.Regexp // only functions whose names match; nil is all

	// Progress is told what is being done, if it is not nil.
	Progress func(step string)
	// Prove finds the independent calls; nil is prove.Functions.
	Prove func(*load.Program) []*prove.Verdict
}

// A Result is what a run found, and what it would write.
type Result struct {
	Findings []*Finding
	Files    []*File
	Undone   []string // the functions that are taken back
	Warnings []string
}

// A File is one file that changes.
type File = replace.File

// Write writes all files, or none.
func (r *Result) Write() error { return replace.All("spicefy", r.Files) }

// Report loads the packages and says of every recursive function whether its calls are independent.
func Report(o Options) (*Result, error) {
	s, err := begin(o)
	if err != nil {
		return nil, err
	}
	return s.result, nil
}

// Rewrite does the same and works out the changes, all checked and none written.
func Rewrite(o Options) (*Result, error) {
	s, err := begin(o)
	if err != nil {
		return nil, err
	}
	if err := s.rewrite(); err != nil {
		return nil, err
	}
	return s.result, nil
}

// A session is one run on its way.
type session struct {
	o      Options
	prog   *load.Program
	plans  []*packagePlan
	byPkg  map[*packages.Package]*packagePlan
	result *Result

	runtime *types.Package
}

func begin(o Options) (*session, error) {
	if len(o.Patterns) == 0 {
		o.Patterns = []string{"."}
	}
	prog, err := load.Load(load.Options{Dir: o.Dir, Flags: o.Flags, Tests: true, Progress: o.Progress}, o.Patterns...)
	if err != nil {
		return nil, err
	}
	s := &session{o: o, prog: prog, byPkg: map[*packages.Package]*packagePlan{}, result: new(Result)}
	if err := s.directives(); err != nil {
		return nil, err
	}
	find := o.Prove
	if find == nil {
		find = prove.Functions
	}
	if o.Progress != nil {
		o.Progress("proving")
	}
	for _, v := range find(prog) {
		if o.Run != nil && !o.Run.MatchString(v.Name) || strings.HasSuffix(prog.Fset.PositionFor(v.Pos, false).Filename, "_test.go") {
			continue
		}
		f := &Finding{Verdict: v, Fset: prog.Fset, LeftAlone: leftAlone(prog.Fset, v)}
		if f.LeftAlone == "" {
			if err := s.look(f); err != nil {
				return nil, err
			}
		}
		s.result.Findings = append(s.result.Findings, f)
	}
	slices.SortStableFunc(s.result.Findings, func(a, b *Finding) int { return comparePositions(a.Position(), b.Position()) })
	return s, nil
}

// look finds out whether the function was rewritten before.
func (s *session) look(f *Finding) error {
	if m, ok := markerOf(f.Verdict.Decl.Doc); !ok || m.kind != "seq" {
		return nil
	}
	p, err := s.plan(f.Verdict.Package)
	if err != nil {
		return err
	}
	for _, g := range p.paths.functions {
		if g.decl == f.Verdict.Decl {
			f.Rewritten, f.Stale = true, !g.current()
		}
	}
	return nil
}

// leftAlone says why the file that has a function is not spicefy's to change, "" if it is.
func leftAlone(fset *token.FileSet, v *prove.Verdict) string {
	pkg := v.Package
	name := fset.PositionFor(v.Decl.Pos(), false).Filename
	switch {
	case pkg.Module == nil:
		return "it belongs to the standard library"
	case !pkg.Module.Main:
		return "it belongs to the module " + pkg.Module.Path
	case !slices.Contains(pkg.GoFiles, name):
		return "its file uses cgo"
	}
	for _, f := range pkg.Syntax {
		if fset.File(f.FileStart).Name() != name {
			continue
		}
		if ast.IsGenerated(f) {
			return "its file is generated: change what generates it"
		}
		for _, spec := range f.Imports {
			if spec.Path.Value == `"C"` {
				return "its file uses cgo"
			}
		}
	}
	return ""
}

// rewrite works out the changes to all files.
func (s *session) rewrite() error {
	var wanted, alone []*Finding
	for _, f := range s.result.Findings {
		switch {
		case !f.Verdict.Parallel():
		case f.LeftAlone != "":
			alone = append(alone, f)
		default:
			wanted = append(wanted, f)
		}
	}
	if len(wanted) == 0 && len(alone) > 0 {
		var errs []error
		for _, f := range alone {
			errs = append(errs, fmt.Errorf("%s: %s is left alone: %s", s.relative(f.Position()), f.Verdict.Name, f.LeftAlone))
		}
		errs = append(errs, errors.New("nothing else can be rewritten here: nothing was changed"))
		return errors.Join(errs...)
	}
	if err := s.checkRuntime(wanted); err != nil {
		return err
	}
	for _, f := range s.result.Findings {
		if f.LeftAlone != "" || f.Verdict.Code == prove.Skip {
			continue
		}
		p, err := s.plan(f.Verdict.Package)
		if err != nil {
			return err
		}
		if f.Verdict.Parallel() || f.Rewritten {
			if err := p.add(f.Verdict); err != nil {
				f.LeftAlone = err.Error()
			}
		}
	}
	for _, p := range s.plans {
		files, err := p.apply()
		if err != nil {
			return err
		}
		s.result.Files = append(s.result.Files, files...)
	}
	slices.SortFunc(s.result.Files, func(a, b *File) int { return strings.Compare(a.Name, b.Name) })
	if len(s.result.Files) == 0 {
		return nil
	}
	return s.check()
}

// plan returns the plan of a package, which is made when it is first asked for.
func (s *session) plan(pkg *packages.Package) (*packagePlan, error) {
	if p := s.byPkg[pkg]; p != nil {
		return p, nil
	}
	p, err := newPackagePlan(s.prog, pkg, s.at)
	if err != nil {
		return nil, err
	}
	s.byPkg[pkg] = p
	s.plans = append(s.plans, p)
	return p, nil
}

// at spells where something stands.
func (s *session) at(pos token.Pos) string { return s.relative(s.prog.Fset.PositionFor(pos, false)) }

// relative spells a position with the file's name as seen from the working directory.
func (s *session) relative(pos token.Position) string {
	pos.Filename = Relative(s.o.Dir, pos.Filename)
	return pos.String()
}

// Relative returns a file's name as seen from dir, if that is shorter than the whole.
func Relative(dir, name string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return name
	}
	if rel, err := filepath.Rel(abs, name); err == nil && len(rel) < len(name) {
		return rel
	}
	return name
}
