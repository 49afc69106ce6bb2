package rewrite

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/spicego/spice/internal/longloop"
	"github.com/spicego/spice/rewrite/load"
	"github.com/spicego/spice/rewrite/prove"
)

// A function is one function with two paths: as the user wrote it and about to get them, or with the paths that an
// earlier run made.
type function struct {
	name    string      // Sum, Tree.Sum
	obj     *types.Func // what callers call
	pkg     *packages.Package
	src     *source
	decl    *ast.FuncDecl // the user's code: the function, or its sequential path
	shape   *shape
	verdict *prove.Verdict // nil when only calls of it matter
	paths   *paths
	before  *pathDecls // what an earlier run left, nil before the first one

	spice                                             string // the runtime's name in this file
	qualify                                           types.Qualifier
	seqName, parName, forkName, argsName, resultsName string
}

// paths are the functions with two paths of one package.
type paths struct {
	functions   []*function // in the order of the source
	byObject    map[*types.Func]*function
	definitions longloop.Definitions // of the package, made when they are needed
}

// A packagePlan says what happens to one package.
type packagePlan struct {
	pkg     *packages.Package
	fset    *token.FileSet
	at      func(token.Pos) string // spells a position
	files   []*source              // all of pkg.Syntax that come from GoFiles
	paths   *paths
	found   []*pathDecls
	dir     nameSet // every identifier of the directory's files
	scope   nameSet // what any file of the directory declares at package level
	imports map[*source]*fileImports
}

// fileImports are the imports that generated code of one file needs.
type fileImports struct {
	src   *source
	plan  *packagePlan
	added []addedImport
}

type addedImport struct{ name, path string }

// newPackagePlan looks at the package as it is.
func newPackagePlan(prog *load.Program, pkg *packages.Package, at func(token.Pos) string) (*packagePlan, error) {
	p := &packagePlan{
		at:  at,
		pkg: pkg, fset: prog.Fset, dir: nameSet{}, scope: nameSet{},
		paths:   &paths{byObject: map[*types.Func]*function{}},
		imports: map[*source]*fileImports{},
	}
	for _, f := range pkg.Syntax {
		tok := prog.Fset.File(f.FileStart)
		if !slices.Contains(pkg.GoFiles, tok.Name()) {
			continue // what cgo made
		}
		src, ok := prog.Content[tok.Name()]
		if !ok {
			return nil, fmt.Errorf("internal error: the text of %s is not known", tok.Name())
		}
		p.files = append(p.files, &source{name: tok.Name(), src: src, file: f, tok: tok})
		p.dir.add(src)
	}
	if err := p.scan(); err != nil {
		return nil, err
	}
	var err error
	if p.found, err = findPaths(at, p.files); err != nil {
		return nil, err
	}
	for _, d := range p.found {
		if err := p.addExisting(d); err != nil {
			return nil, fmt.Errorf("%s: %s: %v", at(d.seq.decl.Pos()), d.name, err)
		}
	}
	return p, nil
}

// scan collects the names of all Go files beside the package's own: tests, and files for other platforms. The loader
// leaves them out, and a generated name must not clash with theirs.
func (p *packagePlan) scan() error {
	if len(p.files) == 0 {
		return nil
	}
	names, err := filepath.Glob(filepath.Join(filepath.Dir(p.files[0].name), "*.go"))
	if err != nil {
		return err
	}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		p.dir.add(src)
		f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
		if err != nil {
			continue // for another platform, or no part of the build; its identifiers are known all the same
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					p.scope[d.Name.Name] = true
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						p.scope[s.Name.Name] = true
					case *ast.ValueSpec:
						for _, n := range s.Names {
							p.scope[n.Name] = true
						}
					}
				}
			}
		}
	}
	return nil
}

// addExisting makes a function of what an earlier run left.
func (p *packagePlan) addExisting(d *pathDecls) error {
	wrapper, seq := d.wrapper.decl.(*ast.FuncDecl), d.seq.decl.(*ast.FuncDecl)
	obj, _ := p.pkg.TypesInfo.Defs[wrapper.Name].(*types.Func)
	seqObj, _ := p.pkg.TypesInfo.Defs[seq.Name].(*types.Func)
	if obj == nil || seqObj == nil {
		return errors.New("internal error: no types")
	}
	f := &function{name: d.name, obj: obj, pkg: p.pkg, src: d.seq.src, decl: seq, paths: p.paths, before: d, seqName: seq.Name.Name}
	for kind, o := range d.others {
		name := ""
		switch x := o.decl.(type) {
		case *ast.FuncDecl:
			name = x.Name.Name
		case *ast.GenDecl:
			name = x.Specs[0].(*ast.TypeSpec).Name.Name
		}
		switch kind {
		case "par":
			f.parName = name
		case "fork":
			f.forkName = name
		case "args":
			f.argsName = name
		case "results":
			f.resultsName = name
		}
	}
	p.paths.functions = append(p.paths.functions, f)
	p.paths.byObject[obj] = f
	p.paths.byObject[seqObj] = f
	return p.complete(f)
}

// add makes a function of a verdict: a new one, or one that was rewritten before.
func (p *packagePlan) add(v *prove.Verdict) error {
	obj, _ := p.pkg.TypesInfo.Defs[v.Decl.Name].(*types.Func)
	if obj == nil {
		return fmt.Errorf("internal error: no object for %s", v.Name)
	}
	if f := p.paths.byObject[obj]; f != nil {
		f.verdict = v
		return nil
	}
	f := &function{name: pathName(v.Decl), obj: obj, pkg: p.pkg, decl: v.Decl, verdict: v, paths: p.paths}
	for _, s := range p.files {
		if s.file.FileStart <= v.Decl.Pos() && v.Decl.Pos() < s.file.FileEnd {
			f.src = s
		}
	}
	if f.src == nil {
		return fmt.Errorf("internal error: no file for %s", v.Name)
	}
	if err := p.complete(f); err != nil {
		return err
	}
	p.paths.functions = append(p.paths.functions, f)
	p.paths.byObject[obj] = f
	return nil
}

// complete reads the shape of a function.
func (p *packagePlan) complete(f *function) error {
	sig := p.pkg.TypesInfo.Defs[f.decl.Name].(*types.Func).Signature()
	taken := nameSet{}
	taken.add([]byte("package p\n" + f.src.text(f.decl.Type.Func, f.decl.End())))
	sh, err := shapeOf(p.fset, f.decl, sig, taken, p.importsOf(f.src).qualify)
	if err != nil {
		return err
	}
	f.shape = sh
	f.qualify = p.importsOf(f.src).qualify
	return nil
}

// nameAll gives names to what will be generated.
func (p *packagePlan) nameAll() {
	stems := map[string]int{}
	for _, f := range p.paths.functions {
		if f.before == nil {
			stems[unexported(f.obj.Name())]++
		}
	}
	for _, f := range p.paths.functions {
		if f.verdict == nil || !f.verdict.Parallel() {
			continue
		}
		f.spice = p.importsOf(f.src).use(runtimePath, "spice", "spicego")
		p.name(f, stems)
	}
}

// name names one function's paths after it: sumSeq and sumPar, or treeSumPar where several methods are called Sum.
func (p *packagePlan) name(f *function, stems map[string]int) {
	stem := unexported(f.obj.Name())
	typed := stem
	if r := receiverType(f.decl); r != "" {
		typed = unexported(r) + exported(stem)
		if stems[stem] > 1 {
			stem = typed
		}
	}
	free := func(stem string) bool {
		for _, suffix := range []string{"Par", "Fork", "Args", "Results"} {
			if p.dir[stem+suffix] {
				return false
			}
		}
		return f.shape.recv || !p.dir[stem+"Seq"]
	}
	if f.parName == "" && !free(stem) {
		stem = typed
		for i := 2; !free(stem); i++ {
			stem = typed + strconv.Itoa(i)
		}
	}
	if f.seqName == "" {
		f.seqName = p.seqMethodName(f)
		if f.seqName == "" {
			f.seqName = p.dir.fresh(stem + "Seq")
		}
	}
	if f.parName == "" {
		f.parName = p.dir.fresh(stem + "Par")
	}
	if f.shape.adapts() && f.forkName == "" {
		f.forkName = p.dir.fresh(stem + "Fork")
	}
	if f.shape.packsArgs() && f.argsName == "" {
		f.argsName = p.dir.fresh(stem + "Args")
	}
	if len(f.shape.results) > 1 && f.resultsName == "" {
		f.resultsName = p.dir.fresh(stem + "Results")
	}
}

// seqMethodName returns the name for the sequential path of a method, which is a method too: the same for all methods of
// one name, as long as nothing else has it.
func (p *packagePlan) seqMethodName(f *function) string {
	if !f.shape.recv {
		return ""
	}
	for _, g := range p.paths.functions {
		if g != f && g.seqName != "" && g.shape.recv && g.obj.Name() == f.obj.Name() {
			return g.seqName
		}
	}
	return p.dir.fresh(unexported(f.obj.Name())+"Seq", unexported(receiverType(f.decl))+exported(f.obj.Name())+"Seq")
}

// importsOf returns the imports of a file.
func (p *packagePlan) importsOf(s *source) *fileImports {
	i := p.imports[s]
	if i == nil {
		i = &fileImports{src: s, plan: p}
		p.imports[s] = i
	}
	return i
}

// use returns the name under which generated code of the file can use a package: that of an import that nothing
// shadows, or a new one's.
func (i *fileImports) use(importPath string, names ...string) string {
	for _, a := range i.added {
		if a.path == importPath {
			return a.name
		}
	}
	if name := importedAs(i.src.file, importPath); name != "" && !i.shadowed(name) {
		return name
	}
	taken := nameSet{}
	taken.add(i.src.src)
	for n := range i.plan.scope {
		taken[n] = true
	}
	name := taken.fresh(names...)
	i.added = append(i.added, addedImport{name, importPath})
	return name
}

// shadowed reports whether the file uses the name of an import for something else as well.
func (i *fileImports) shadowed(name string) bool {
	info := i.plan.pkg.TypesInfo
	found := false
	ast.Inspect(i.src.file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == name && info.Defs[id] != nil {
			if _, pkgName := info.Defs[id].(*types.PkgName); !pkgName {
				found = true
			}
		}
		return !found
	})
	return found
}

// qualify names a package in generated type expressions.
func (i *fileImports) qualify(pkg *types.Package) string {
	if pkg == i.plan.pkg.Types {
		return ""
	}
	return i.use(pkg.Path(), pkg.Name(), pkg.Name()+"pkg")
}

// addTo adds the imports to the file's new text: the runtime first, which undo takes away last.
func (i *fileImports) addTo(text []byte) ([]byte, error) {
	slices.SortStableFunc(i.added, func(a, b addedImport) int {
		switch {
		case a.path == runtimePath && b.path != runtimePath:
			return -1
		case a.path != runtimePath && b.path == runtimePath:
			return 1
		}
		return strings.Compare(a.path, b.path)
	})
	for _, a := range i.added {
		s, err := parseSource(token.NewFileSet(), i.src.name, text)
		if err != nil {
			return nil, fmt.Errorf("internal error: the rewritten file does not parse: %v", err)
		}
		if text, err = splice(text, []change{addImport(s, a.name, a.path)}); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// sortFunctions brings functions into the order of the source, which the loader does not promise.
func (p *paths) sortFunctions() {
	slices.SortFunc(p.functions, func(a, b *function) int {
		if c := strings.Compare(a.src.name, b.src.name); c != 0 {
			return c
		}
		return int(a.decl.Pos() - b.decl.Pos())
	})
}
