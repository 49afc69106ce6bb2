package rewrite

import (
	"go/ast"
	"go/token"
	"path"
	"strconv"
	"strings"
)

// runtimePath is the import path of the runtime that rewritten code calls.
const runtimePath = "github.com/spicego/spice/runtime/spice"

// importedAs returns the name under which a file imports a path, "" when it does not, or not under a name.
func importedAs(f *ast.File, importPath string) string {
	for _, spec := range f.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err != nil || p != importPath {
			continue
		}
		if name := specName(spec); name != "_" && name != "." {
			return name
		}
	}
	return ""
}

// specName returns the name that an import spec declares, as far as its text says it.
func specName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	p, _ := strconv.Unquote(spec.Path.Value)
	return path.Base(p)
}

// addImport adds an import to a file: a line of the group it belongs to, or a declaration of its own. No other line
// moves, and removeImport can tell from the result what was there before:
//
//	import "fmt"                  becomes a group of two blocks
//	import ( "fmt" )              gets a declaration beside it, or a line if its path has a domain as ours has
//	import ( "fmt"; "os" )        gets a block, or a line in a block whose paths have a domain as ours has
//	several declarations, none    get a declaration more
func addImport(s *source, name, importPath string) change {
	nl := s.newline()
	spec := strconv.Quote(importPath)
	if name != path.Base(importPath) {
		spec = name + " " + spec
	}
	var decls []*ast.GenDecl
	for _, d := range s.file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			decls = append(decls, g)
		}
	}
	if len(decls) == 0 {
		at := s.afterLine(s.file.Name.End())
		return change{at, at, nl + nl + "import " + spec}
	}
	if len(decls) == 1 && !decls[0].Lparen.IsValid() && hasDomain(importPath) {
		return s.makeGroup(decls[0], spec)
	}
	for _, g := range decls {
		if c, ok := addToGroup(s, g, spec, importPath); ok {
			return c
		}
	}
	at := s.afterLine(decls[len(decls)-1].End())
	return change{at, at, nl + "import " + spec}
}

// makeGroup turns a single import into a group of two blocks.
func (s *source) makeGroup(g *ast.GenDecl, spec string) change {
	nl := s.newline()
	start, end := s.offset(g.Specs[0].Pos()), s.afterLine(g.End())
	line := string(s.src[start:end])
	return change{start, end, "(" + nl + "\t" + line + nl + nl + "\t" + spec + nl + ")"}
}

// addToGroup adds a spec to an import group that has one spec a line.
func addToGroup(s *source, g *ast.GenDecl, spec, importPath string) (change, bool) {
	if !g.Lparen.IsValid() || len(g.Specs) == 0 || !s.oneALine(g) {
		return change{}, false
	}
	nl := s.newline()
	block := s.lastBlock(g)
	if !hasDomain(importPath) {
		// A package of the standard library goes to the first block if that is the library's.
		if block = 0; hasDomain(pathOf(g.Specs[0])) {
			return change{}, false
		}
	} else if !hasDomain(pathOf(g.Specs[block])) {
		if len(g.Specs) == 1 {
			at := s.afterLine(g.End())
			return change{at, at, nl + nl + "import " + spec}, true
		}
		at := s.afterLine(g.Specs[len(g.Specs)-1].End())
		return change{at, at, nl + nl + "\t" + spec}, true
	}
	at := -1
	for i := block; i < len(g.Specs); i++ {
		if i > block && s.gap(g, i) > 1 {
			break
		}
		switch {
		case pathOf(g.Specs[i]) < importPath:
			at = s.afterLine(g.Specs[i].End())
		case at < 0:
			// Before the first of the block.
			start := specStart(g.Specs[i])
			line := s.offset(start) - len(s.startOfLine(start))
			return change{line, line, "\t" + spec + nl}, true
		}
	}
	return change{at, at, nl + "\t" + spec}, true
}

// oneALine reports whether an import group is written as gofmt writes it.
func (s *source) oneALine(g *ast.GenDecl) bool {
	for i := 1; i < len(g.Specs); i++ {
		if s.gap(g, i) < 1 {
			return false
		}
	}
	last := g.Specs[len(g.Specs)-1]
	return s.tok.Line(g.Lparen) < s.tok.Line(specStart(g.Specs[0])) && s.tok.Line(last.End()) < s.tok.Line(g.Rparen)
}

// gap returns how many lines a spec stands below the one before.
func (s *source) gap(g *ast.GenDecl, i int) int {
	return s.tok.Line(specStart(g.Specs[i])) - s.tok.Line(g.Specs[i-1].End())
}

// lastBlock returns the index of the first spec of a group's last block.
func (s *source) lastBlock(g *ast.GenDecl) int {
	block := 0
	for i := 1; i < len(g.Specs); i++ {
		if s.gap(g, i) > 1 {
			block = i
		}
	}
	return block
}

// specStart returns where a spec starts, with its comment.
func specStart(spec ast.Spec) token.Pos {
	if s := spec.(*ast.ImportSpec); s.Doc != nil {
		return s.Doc.Pos()
	}
	return spec.Pos()
}

func pathOf(spec ast.Spec) string {
	p, _ := strconv.Unquote(spec.(*ast.ImportSpec).Path.Value)
	return p
}

func hasDomain(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return strings.Contains(first, ".")
}

// afterLine returns the offset behind p and a comment that follows it on its line.
func (s *source) afterLine(p token.Pos) int {
	_, n := s.lineComment(p)
	return s.offset(p) + n
}

// removeImport returns the change that takes back what addImport did.
func removeImport(s *source, spec *ast.ImportSpec) change {
	var decls []*ast.GenDecl
	var g *ast.GenDecl
	i := 0
	for _, d := range s.file.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.IMPORT {
			continue
		}
		decls = append(decls, d)
		for k, x := range d.Specs {
			if x == spec {
				g, i = d, k
			}
		}
	}
	if len(g.Specs) == 1 {
		return change{backOverNewlines(s.src, s.offset(g.Pos()), 2), s.offset(g.End()), ""}
	}
	start := s.offset(spec.Pos()) - len(s.startOfLine(spec.Pos()))
	if i == len(g.Specs)-1 && s.gap(g, i) > 1 {
		if len(decls) == 1 && len(g.Specs) == 2 && s.oneALine(g) {
			first := g.Specs[0]
			return change{s.offset(g.Lparen), s.offset(g.Rparen) + 1, string(s.src[s.offset(first.Pos()):s.afterLine(first.End())])}
		}
		return change{backOverNewlines(s.src, start, 2), s.offset(spec.End()), ""}
	}
	return change{backOverNewlines(s.src, start, 1), s.offset(spec.End()), ""}
}

// uses reports whether a file mentions an imported package by its name.
func uses(f *ast.File, name string) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && id.Name == name {
				found = true
			}
		}
		return !found
	})
	return found
}
