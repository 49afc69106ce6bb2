package pairing

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/ctrlflow"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/packages"

	"github.com/spicego/spice/internal/vettest"
)

// TestMutants takes one statement after the other out of the cases, which
// leaves code that does not type-check, paths without a join and joins without
// a fork, and expects that nothing panics, that the findings are the same
// twice, and that they lie in the package.
func TestMutants(t *testing.T) {
	dirs, imports := load(t, "*_*")
	every := 25 // statements
	if testing.Short() {
		every = 100
	}
	mutants, found := 0, 0
	for _, dir := range dirs {
		path := filepath.Base(dir)
		for i := 0; ; i += every {
			fset := token.NewFileSet()
			files, all := parse(t, fset, dir)
			if i >= len(all) {
				break
			}
			*all[i] = &ast.EmptyStmt{Semicolon: (*all[i]).Pos(), Implicit: true}
			mutants++
			first := analyse(t, fset, path, files, imports)
			found += len(first)
			if again := analyse(t, fset, path, files, imports); !reflect.DeepEqual(describe(first), describe(again)) {
				t.Errorf("%s without statement %d: findings differ:\n%v\n%v", path, i, describe(first), describe(again))
			}
			for _, f := range first {
				if fset.File(f.Pos) == nil {
					t.Errorf("%s without statement %d: a finding is nowhere: %+v", path, i, f)
				}
			}
		}
	}
	t.Logf("%d mutants, %d findings", mutants, found)
	if found == 0 {
		t.Error("nothing was found")
	}
}

// TestForgotten takes each Join and Drop, one at a time, out of functions that
// are correct: each must be missed.
func TestForgotten(t *testing.T) {
	dirs, imports := load(t, "quiet_*", "forkjoin_search", "forkjoin_branches")
	for _, dir := range dirs {
		path := filepath.Base(dir)
		fset := token.NewFileSet()
		files, all := parse(t, fset, dir)
		wrong := make(map[string]bool)
		for _, f := range analyse(t, fset, path, files, imports) {
			wrong[enclosing(files, f.Pos)] = true
		}
		missed := 0
		for i := range all {
			fset := token.NewFileSet()
			files, all := parse(t, fset, dir)
			pos := (*all[i]).Pos()
			name := enclosing(files, pos)
			if wrong[name] || name == "positive" || !forget(all[i]) { // positive joins for its caller
				continue
			}
			missed++
			found := analyse(t, fset, path, files, imports)
			if !slices.ContainsFunc(found, func(f *Finding) bool { return enclosing(files, f.Pos) == name }) {
				t.Errorf("%s: nobody misses the call at %s", name, fset.Position(pos))
			}
		}
		if missed == 0 {
			t.Errorf("%s: no Join or Drop was taken out", path)
		}
	}
}

// forget takes the call of Join or Drop out of a statement, if it is one.
func forget(slot *ast.Stmt) bool {
	settles := func(e ast.Expr) bool {
		call, ok := e.(*ast.CallExpr)
		if !ok {
			return false
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		return ok && (sel.Sel.Name == "Join" && sel.X.(*ast.Ident).Name != "errors" || sel.Sel.Name == "Drop")
	}
	switch s := (*slot).(type) {
	case *ast.ExprStmt:
		if settles(s.X) {
			*slot = &ast.EmptyStmt{Semicolon: s.Pos(), Implicit: true}
			return true
		}
	case *ast.AssignStmt:
		if len(s.Rhs) == 1 && settles(s.Rhs[0]) {
			unknown := &ast.Ident{Name: "unknown", NamePos: s.Rhs[0].Pos()}
			s.Rhs[0] = &ast.CallExpr{Fun: unknown, Lparen: unknown.End(), Rparen: unknown.End()}
			return true
		}
	}
	return false
}

// enclosing returns the name of the function around pos.
func enclosing(files []*ast.File, pos token.Pos) string {
	for _, file := range files {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Pos() <= pos && pos < fn.End() {
				return fn.Name.Name
			}
		}
	}
	return ""
}

// load returns the directories of cases and everything that they import.
func load(t *testing.T, patterns ...string) (dirs []string, imports importMap) {
	root := vettest.Tree(t, vettest.Cases(t))
	for _, p := range patterns {
		found, err := filepath.Glob(filepath.Join(root, "src", p))
		if err != nil || len(found) == 0 {
			t.Fatalf("no cases %s: %v", p, err)
		}
		dirs = append(dirs, found...)
	}
	cfg := &packages.Config{
		Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedTypes,
		Dir:  root,
		Env:  append(os.Environ(), "GOPATH="+root, "GO111MODULE=off", "GOWORK=off"),
	}
	loaded, err := packages.Load(cfg, "./src/...")
	if err != nil {
		t.Fatal(err)
	}
	imports = make(importMap)
	packages.Visit(loaded, nil, func(p *packages.Package) { imports[p.PkgPath] = p.Types })
	return dirs, imports
}

type importMap map[string]*types.Package

func (m importMap) Import(path string) (*types.Package, error) {
	if p := m[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not loaded", path)
}

// parse parses the files of dir and returns the slots of all statements.
func parse(t *testing.T, fset *token.FileSet, dir string) (files []*ast.File, stmts []*ast.Stmt) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
		ast.Inspect(file, func(n ast.Node) bool {
			var list []ast.Stmt
			switch n := n.(type) {
			case *ast.BlockStmt:
				list = n.List
			case *ast.CaseClause:
				list = n.Body
			case *ast.CommClause:
				list = n.Body
			}
			for i := range list {
				switch list[i].(type) {
				case *ast.CaseClause, *ast.CommClause: // the body of a switch
				default:
					stmts = append(stmts, &list[i])
				}
			}
			return true
		})
	}
	return files, stmts
}

// analyse runs the analyzer and what it requires on one package.
func analyse(t *testing.T, fset *token.FileSet, path string, files []*ast.File, imports importMap) []*Finding {
	info := &types.Info{
		Types:      make(map[ast.Expr]types.TypeAndValue),
		Defs:       make(map[*ast.Ident]types.Object),
		Uses:       make(map[*ast.Ident]types.Object),
		Implicits:  make(map[ast.Node]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection),
		Scopes:     make(map[ast.Node]*types.Scope),
		Instances:  make(map[*ast.Ident]types.Instance),
	}
	conf := types.Config{Importer: imports, Error: func(error) {}}
	pkg, _ := conf.Check(path, fset, files, info) // with errors, which is the point
	results := make(map[*analysis.Analyzer]any)
	for _, a := range []*analysis.Analyzer{inspect.Analyzer, ctrlflow.Analyzer, Analyzer} {
		result, err := func() (_ any, err error) {
			defer func() {
				if x := recover(); x != nil {
					err = fmt.Errorf("%s panics: %v\n%s", a.Name, x, debug.Stack())
				}
			}()
			return a.Run(&analysis.Pass{
				Analyzer: a, Fset: fset, Files: files, Pkg: pkg, TypesInfo: info, ResultOf: results,
				Report:           func(analysis.Diagnostic) {},
				ImportObjectFact: func(types.Object, analysis.Fact) bool { return false },
				ExportObjectFact: func(types.Object, analysis.Fact) {},
			})
		}()
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		results[a] = result
	}
	return results[Analyzer].([]*Finding)
}

func describe(list []*Finding) (lines []string) {
	for _, f := range list {
		lines = append(lines, fmt.Sprint(f.Kind, f.Pos, f.Future, f.At, f.Younger, len(f.Leaving)))
	}
	return lines
}
