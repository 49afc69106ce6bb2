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

// addImport returns the change that adds an import: a line of the group it belongs to, or a declaration of its own. No
// other line moves.
func addImport(s *source, name, importPath string) change {
	nl := s.newline()
	spec := strconv.Quote(importPath)
	if name != path.Base(importPath) {
		spec = name + " " + spec
	}
	var last *ast.GenDecl
	for _, d := range s.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		last = g
		if c, ok := addToGroup(s, g, spec, importPath); ok {
			return c
		}
	}
	if last != nil {
		at := s.afterLine(last.End())
		return change{at, at, nl + "import " + spec}
	}
	at := s.afterLine(s.file.Name.End())
	return change{at, at, nl + nl + "import " + spec}
}

// addToGroup adds a spec to an import group that has one spec a line: in order to the last block if that holds paths
// with a dot in the first element, as ours is one, and as a block of its own after the standard library's.
func addToGroup(s *source, g *ast.GenDecl, spec, importPath string) (change, bool) {
	if !g.Lparen.IsValid() || len(g.Specs) == 0 {
		return change{}, false
	}
	nl := s.newline()
	block := 0
	for i := 1; i < len(g.Specs); i++ {
		gap := s.tok.Line(specStart(g.Specs[i])) - s.tok.Line(g.Specs[i-1].End())
		if gap == 0 {
			return change{}, false
		}
		if gap > 1 {
			block = i
		}
	}
	final := g.Specs[len(g.Specs)-1]
	if s.tok.Line(g.Lparen) == s.tok.Line(g.Specs[0].Pos()) || s.tok.Line(g.Rparen) == s.tok.Line(final.End()) {
		return change{}, false
	}
	if !hasDomain(importPath) {
		// A package of the standard library goes to the first block if that is the library's.
		block = 0
		if hasDomain(pathOf(g.Specs[0])) {
			return change{}, false
		}
	} else if !hasDomain(pathOf(g.Specs[block])) {
		at := s.afterLine(final.End())
		return change{at, at, nl + nl + "\t" + spec}, true
	}
	at := -1
	for i := block; i < len(g.Specs); i++ {
		if i > block && s.tok.Line(specStart(g.Specs[i]))-s.tok.Line(g.Specs[i-1].End()) > 1 {
			break
		}
		if at < 0 || pathOf(g.Specs[i]) < importPath {
			if pathOf(g.Specs[i]) > importPath {
				// Before the first of the block.
				start := s.offset(specStart(g.Specs[i]))
				line := start - len(s.startOfLine(specStart(g.Specs[i])))
				return change{line, line, "\t" + spec + nl}, true
			}
			at = s.afterLine(g.Specs[i].End())
		}
	}
	return change{at, at, nl + "\t" + spec}, true
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
	for _, d := range s.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		for i, x := range g.Specs {
			if x != spec {
				continue
			}
			if len(g.Specs) == 1 {
				start := s.offset(g.Pos())
				return change{backOverNewlines(s.src, start, 2), s.offset(g.End()), ""}
			}
			start := s.offset(spec.Pos()) - len(s.startOfLine(spec.Pos()))
			alone := i == len(g.Specs)-1 && s.tok.Line(spec.Pos())-s.tok.Line(g.Specs[i-1].End()) > 1
			if alone {
				return change{backOverNewlines(s.src, start, 2), s.offset(spec.End()), ""}
			}
			return change{backOverNewlines(s.src, start, 1), s.offset(spec.End()), ""}
		}
	}
	return change{}
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
