package rewrite

import (
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A nameSet holds the names that are taken somewhere.
type nameSet map[string]bool

// add adds all identifiers of a Go file, whatever they mean there: a name that occurs nowhere clashes with nothing.
func (n nameSet) add(src []byte) {
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", -1, len(src)), src, func(token.Position, string) {}, 0)
	for {
		_, tok, lit := s.Scan()
		if tok == token.EOF {
			return
		}
		if tok == token.IDENT {
			n[lit] = true
		}
	}
}

// addDir adds the identifiers of all Go files of a directory: also of tests and of files for other platforms, which
// the loader leaves out.
func (n nameSet) addDir(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return err
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		n.add(src)
	}
	return nil
}

// fresh returns the first candidate that is free, or the last one with a number, and takes it.
func (n nameSet) fresh(candidates ...string) string {
	for _, c := range candidates {
		if !n[c] && !reserved(c) {
			n[c] = true
			return c
		}
	}
	last := candidates[len(candidates)-1]
	for i := 2; ; i++ {
		if c := last + strconv.Itoa(i); !n[c] {
			n[c] = true
			return c
		}
	}
}

// reserved reports whether a name must not be declared: a keyword, or a predeclared name that generated code may use.
func reserved(name string) bool {
	return token.IsKeyword(name) || slices.Contains([]string{"_", "true", "false", "nil", "init", "main"}, name)
}

// unexported returns the name with a lower-case start: sum for Sum, httpGet for HTTPGet, urls for URLs.
func unexported(name string) string {
	r := []rune(name)
	upper := 0
	for upper < len(r) && unicode.IsUpper(r[upper]) {
		upper++
	}
	switch {
	case upper == 0:
		return name
	case upper > 1 && upper < len(r) && !(upper == len(r)-1 && r[upper] == 's'):
		upper-- // the last capital starts the next word
	}
	return strings.ToLower(string(r[:upper])) + string(r[upper:])
}

// exported returns the name with an upper-case start.
func exported(name string) string {
	r := []rune(name)
	if len(r) > 0 {
		r[0] = unicode.ToUpper(r[0])
	}
	return string(r)
}
