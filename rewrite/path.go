package rewrite

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"strings"
)

// A path marker is the directive that spicefy writes above what it generates:
//
//	//spice:path seq Sum            the sequential path, the user's own code
//	//spice:path par Sum 3f9a1c0e   the parallel path, with the hash of the sequential one
//	//spice:path fork Sum           the parallel path in the form that a fork takes
//	//spice:path args Sum           its arguments as one value
//	//spice:path results Sum        its results as one value
type marker struct {
	kind string // seq, par, fork, args, results
	name string // Sum, Tree.Sum
	hash string
}

// markerOf returns the path marker of a doc comment.
func markerOf(doc *ast.CommentGroup) (marker, bool) {
	if doc == nil {
		return marker{}, false
	}
	for _, c := range doc.List {
		d, ok := ast.ParseDirective(c.Pos(), c.Text)
		if !ok || d.Tool != "spice" || d.Name != "path" {
			continue
		}
		if w := strings.Fields(d.Args); len(w) >= 2 {
			m := marker{kind: w[0], name: w[1]}
			if len(w) > 2 {
				m.hash = w[2]
			}
			return m, true
		}
	}
	return marker{}, false
}

// Hash returns the hash that a parallel path's marker holds: of the code and the comments of the sequential path,
// from the word func to the closing brace, without regard to white space.
func Hash(seq []byte) string {
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", -1, len(seq)), seq, func(token.Position, string) {}, scanner.ScanComments)
	h := sha256.New()
	for {
		_, tok, lit := s.Scan()
		if tok == token.EOF {
			break
		}
		if tok == token.SEMICOLON {
			continue // gofmt writes and leaves them out as lines break
		}
		if lit == "" {
			lit = tok.String()
		}
		h.Write([]byte(strings.Join(strings.Fields(lit), " ")))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))[:8]
}

// pathName returns the name by which markers and reports call a function: Sum, or Tree.Sum for a method.
func pathName(d *ast.FuncDecl) string {
	if r := receiverType(d); r != "" {
		return r + "." + d.Name.Name
	}
	return d.Name.Name
}

// receiverType returns the name of a method's receiver type, "" for a function.
func receiverType(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return ""
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// receiverTypeParams returns the names that a method gives to the parameters of its receiver's type.
func receiverTypeParams(d *ast.FuncDecl) []*ast.Ident {
	var ids []*ast.Ident
	var args []ast.Expr
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			args = []ast.Expr{n.Index}
		case *ast.IndexListExpr:
			args = n.Indices
		}
		return args == nil
	})
	for _, a := range args {
		if id, ok := a.(*ast.Ident); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// A pathDecl is one declaration of a function with two paths.
type pathDecl struct {
	src  *source
	decl ast.Decl
}

// pathDecls are the declarations of one function with two paths, found by their markers.
type pathDecls struct {
	name    string
	wrapper pathDecl
	seq     pathDecl
	others  map[string]pathDecl // by kind: par, fork, args, results
	hash    string
}

func (d *pathDecls) seqName() string { return d.seq.decl.(*ast.FuncDecl).Name.Name }

// findPaths finds the functions with two paths in the files of one package, in the order of their sequential paths.
// Errors name what does not fit together.
func findPaths(at func(token.Pos) string, files []*source) ([]*pathDecls, error) {
	var found []*pathDecls
	byName := map[string]*pathDecls{}
	get := func(name string) *pathDecls {
		d := byName[name]
		if d == nil {
			d = &pathDecls{name: name, others: map[string]pathDecl{}}
			byName[name] = d
		}
		return d
	}
	functions := map[string]pathDecl{}
	for _, src := range files {
		for _, decl := range src.file.Decls {
			var doc *ast.CommentGroup
			fn, isFunc := decl.(*ast.FuncDecl)
			if isFunc {
				doc = fn.Doc
			} else {
				doc = decl.(*ast.GenDecl).Doc
			}
			m, ok := markerOf(doc)
			if !ok {
				if isFunc {
					functions[pathName(fn)] = pathDecl{src, decl}
				}
				continue
			}
			d := get(m.name)
			here := pathDecl{src, decl}
			switch {
			case m.kind == "seq" && isFunc:
				if d.seq.decl != nil {
					return nil, fmt.Errorf("%s: %s has a second sequential path: delete one of them", at(decl.Pos()), m.name)
				}
				d.seq = here
				found = append(found, d)
			case (m.kind == "par" || m.kind == "fork") == isFunc:
				if d.others[m.kind].decl != nil {
					return nil, fmt.Errorf("%s: %s has a second declaration marked %s: delete one of them", at(decl.Pos()), m.name, m.kind)
				}
				d.others[m.kind] = here
				if m.kind == "par" {
					d.hash = m.hash
				}
			}
		}
	}
	for name, d := range byName {
		if d.seq.decl == nil {
			continue // a parallel path without a sequential one was written by hand
		}
		w, ok := functions[name]
		if !ok {
			return nil, fmt.Errorf("%s: %s is marked as the sequential path of %s, and the package has no %s: write it again, or take the marker away",
				at(d.seq.decl.Pos()), d.seqName(), name, name)
		}
		d.wrapper = w
	}
	return found, nil
}
