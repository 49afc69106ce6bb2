package rewrite

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/types"
	"strings"
)

// texts holds what emit makes of one function, in gofmt's form and with plain newlines.
type texts struct {
	wrapper string   // from the word func to the closing brace; the doc comment stays where it is
	seq     string   // likewise
	seqDoc  string   // the sequential path's doc comment
	others  []string // the other declarations, with their doc comments: par, fork, args, results
}

// emit writes the paths of f. Its declaration in the source is the user's function, or the sequential path of one that
// was rewritten before; the two differ in names only.
func (f *function) emit() (*texts, error) {
	out := new(texts)
	out.seq = f.seqText()
	out.seqDoc = fmt.Sprintf("// %s is the sequential path of %s.\n//\n%s//spice:path seq %s\n", f.seqName, f.name, f.directives(), f.name)

	par, err := f.parText()
	if err != nil {
		return nil, err
	}
	others := []string{par}
	if f.shape.adapts() {
		others = append(others, f.forkText())
	}
	if f.shape.packsArgs() {
		others = append(others, fmt.Sprintf("// %s holds the arguments of %s.\n//\n//spice:path args %s\ntype %s%s struct {\n%s}\n",
			f.argsName, f.parName, f.name, f.argsName, f.shape.typeParams(), structFields(f.shape.params)))
	}
	if len(f.shape.results) > 1 {
		others = append(others, fmt.Sprintf("// %s holds the results of %s.\n//\n//spice:path results %s\ntype %s%s struct {\n%s}\n",
			f.resultsName, f.parName, f.name, f.resultsName, f.shape.typeParams(), structFields(f.shape.results)))
	}
	for _, text := range others {
		clean, err := formatDecl(text)
		if err != nil {
			return nil, err
		}
		out.others = append(out.others, clean)
	}
	if f.before == nil {
		if out.wrapper, err = formatDecl(f.wrapperText()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// formatDecl brings a declaration into gofmt's form.
func formatDecl(text string) (string, error) {
	const head = "package p\n\n"
	out, err := format.Source([]byte(head + text))
	if err != nil {
		return "", fmt.Errorf("the generated code does not parse: %v\n%s", err, text)
	}
	return strings.TrimSuffix(strings.TrimPrefix(string(out), head), "\n"), nil
}

// directives returns the lines of the function's doc comment that the proof needs again when the sequential path is
// looked at.
func (f *function) directives() string {
	if f.decl.Doc == nil {
		return ""
	}
	var b strings.Builder
	for _, c := range f.decl.Doc.List {
		d, ok := ast.ParseDirective(c.Pos(), c.Text)
		if ok && d.Tool == "spice" && (d.Name == "assume" || d.Name == "skip") {
			b.WriteString(strings.TrimRight(c.Text, "\r") + "\n")
		}
	}
	return b.String()
}

// seqText returns the sequential path: the function's own bytes, but for its name and the names of the functions that
// it calls and that have a sequential path, itself first of all.
func (f *function) seqText() string {
	ed := &editor{source: f.src, exact: true}
	ed.replace(f.decl.Name, func() string { return f.seqName })
	ast.Inspect(f.decl.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if g, id := f.paths.callee(f.pkg.TypesInfo, call); g != nil && id.Name != g.seqName {
			ed.replace(id, func() string { return g.seqName })
		}
		return true
	})
	return ed.renderRange(f.decl.Type.Func, f.decl.End(), true)
}

// wrapperText returns what takes the function's place for its callers.
func (f *function) wrapperText() string {
	taken := f.localNames()
	ed := &editor{source: f.src}
	names := make([]string, 0, len(f.shape.params))
	name := func(field *ast.Field, stem string) {
		if len(field.Names) == 0 {
			fresh := taken.fresh(stem)
			names = append(names, fresh)
			ed.insertAt(field.Type.Pos(), fresh+" ")
			return
		}
		for _, id := range field.Names {
			if id.Name != "_" {
				names = append(names, id.Name)
				continue
			}
			fresh := taken.fresh(stem)
			names = append(names, fresh)
			ed.replace(id, func() string { return fresh })
		}
	}
	if f.decl.Recv != nil {
		name(f.decl.Recv.List[0], "recv")
	}
	for i, field := range f.decl.Type.Params.List {
		name(field, fmt.Sprintf("a%d", i+1))
	}
	f.nameTypeParams(ed)
	signature := ed.renderRange(f.decl.Type.Func, f.decl.Body.Lbrace, true)

	arg := "struct{}{}"
	switch {
	case f.shape.packsArgs():
		arg = f.argsName + f.shape.typeArgs() + "{" + strings.Join(names, ", ") + "}"
	case len(names) == 1:
		arg = names[0]
	}
	run := fmt.Sprintf("%s.Run(%s%s, %s)", f.spice, f.forkedName(), f.shape.typeArgs(), arg)
	rest := names
	seq := f.seqName
	if f.shape.recv {
		seq, rest = names[0]+"."+seq, names[1:]
	} else {
		seq += f.shape.callArgs()
	}
	call := seq + "(" + strings.Join(rest, ", ")
	if n := len(f.shape.params); n > 0 && f.shape.params[n-1].variadic {
		call += "..."
	}
	call += ")"

	var body string
	switch n := len(f.shape.results); {
	case n == 0:
		body = fmt.Sprintf("if %s.Parallel() {\n%s\nreturn\n}\n%s\n", f.spice, run, call)
	case n == 1:
		body = fmt.Sprintf("if %s.Parallel() {\nreturn %s\n}\nreturn %s\n", f.spice, run, call)
	default:
		r := taken.fresh("r", "res", "out")
		body = fmt.Sprintf("if %s.Parallel() {\n%s := %s\nreturn %s\n}\nreturn %s\n", f.spice, r, run, selectAll(r, f.shape.results), call)
	}
	return signature + "{\n" + body + "}\n"
}

// nameTypeParams names the type parameters that the user left without a name: the wrapper passes them on.
func (f *function) nameTypeParams(ed *editor) {
	var ids []*ast.Ident
	if f.shape.recv {
		ids = receiverTypeParams(f.decl)
	} else if f.decl.Type.TypeParams != nil {
		for _, field := range f.decl.Type.TypeParams.List {
			ids = append(ids, field.Names...)
		}
	}
	for i, id := range ids {
		if id.Name == "_" {
			ed.replace(id, func() string { return f.shape.tparams[i].name })
		}
	}
}

// forkText returns the parallel path in the form that Fork and Run take: one argument, one result.
func (f *function) forkText() string {
	sh := f.shape
	taken := f.localNames()
	t := taken.fresh("t", "task", "spiceTask")
	a := "a"
	if len(sh.params) == 1 && sh.params[0].name != "_" {
		a = sh.params[0].name
	} else {
		a = taken.fresh("a", "args")
	}
	argType, args := "struct{}", ""
	switch {
	case sh.packsArgs():
		argType, args = f.argsName+sh.typeArgs(), ", "+selectAll(a, sh.params)
	case len(sh.params) == 1:
		argType, args = sh.params[0].text, ", "+a
	default:
		a = "_"
	}
	if n := len(sh.params); n > 0 && sh.params[n-1].variadic {
		args += "..."
	}
	if sh.generic() {
		args = ", " + f.forkName + sh.typeArgs() + args
	}
	call := fmt.Sprintf("%s%s(%s%s)", f.parName, sh.callArgs(), t, args)
	result, body := "", ""
	switch n := len(sh.results); {
	case n == 0:
		result, body = "struct{}", call+"\nreturn struct{}{}\n"
	case n == 1:
		result, body = sh.results[0].text, "return "+call+"\n"
	default:
		r := taken.fresh("r", "res", "out")
		result = "(" + r + " " + f.resultsName + sh.typeArgs() + ")"
		body = selectAll(r, sh.results) + " = " + call + "\nreturn " + r + "\n"
	}
	return fmt.Sprintf("// %s is %s with one argument and one result, as a fork takes it.\n//\n//spice:path fork %s\nfunc %s%s(%s *%s.Task, %s %s) %s {\n%s}\n",
		f.forkName, f.parName, f.name, f.forkName, sh.typeParams(), t, f.spice, a, argType, result, body)
}

// parText returns the parallel path with its doc comment.
func (f *function) parText() (string, error) {
	p := newParallel(f)
	body, err := p.body()
	if err != nil {
		return "", err
	}
	results := ""
	if r := f.decl.Type.Results; r != nil {
		results = " " + p.renderRange(r.Pos(), r.End(), true)
	}
	params := p.task + " *" + f.spice + ".Task"
	about := ""
	if f.shape.generic() {
		params += fmt.Sprintf(", %s func(*%s.Task, %s) %s", p.self, f.spice, p.argType(), p.resultType())
		about = fmt.Sprintf("// %s is %s%s: to name it here would make a closure for each fork.\n", p.self, f.forkName, f.shape.typeArgs())
	}
	if len(f.shape.params) > 0 {
		params += ", " + paramList(p.renamedParams())
	}
	return fmt.Sprintf("// %s is the parallel path of %s, written by spicefy from %s.\n%s//\n//spice:path par %s %s\nfunc %s%s(%s)%s %s\n",
		f.parName, f.name, f.seqName, about, f.name, Hash([]byte(f.seqText())), f.parName, f.shape.typeParams(), params, results, body), nil
}

// forkedName returns the function that forks and runs take.
func (f *function) forkedName() string {
	if f.shape.adapts() {
		return f.forkName
	}
	return f.parName
}

// localNames returns the names that code generated for f must not declare: all that its declaration uses, and those
// of what is generated.
func (f *function) localNames() nameSet {
	taken := nameSet{}
	taken.add([]byte("package p\n" + f.src.text(f.decl.Type.Func, f.decl.End())))
	for _, n := range []string{f.spice, f.obj.Name(), f.seqName, f.parName, f.forkName, f.argsName, f.resultsName} {
		if n != "" {
			taken[n] = true
		}
	}
	for _, g := range f.paths.functions {
		taken[g.parName], taken[g.seqName] = true, true
	}
	return taken
}

func selectAll(x string, ps []param) string {
	var parts []string
	for _, p := range ps {
		parts = append(parts, x+"."+p.field)
	}
	return strings.Join(parts, ", ")
}

// callee returns the function with two paths that a call calls statically, and the identifier that names it there.
func (p *paths) callee(info *types.Info, call *ast.CallExpr) (*function, *ast.Ident) {
	fun := ast.Unparen(call.Fun)
	switch x := fun.(type) {
	case *ast.IndexExpr:
		fun = ast.Unparen(x.X)
	case *ast.IndexListExpr:
		fun = ast.Unparen(x.X)
	}
	var id *ast.Ident
	switch x := fun.(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	default:
		return nil, nil
	}
	obj, ok := info.Uses[id].(*types.Func)
	if !ok {
		return nil, nil
	}
	return p.byObject[obj.Origin()], id
}
