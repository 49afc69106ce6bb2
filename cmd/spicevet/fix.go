package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/aymanbagabas/go-udiff"

	"github.com/spicego/spice/internal/replace"
)

// changes applies the fixes of all findings in memory. A fix is applied whole or not at all: one that meets an earlier one
// is left for another run, and so is one in a generated file.
func (r *report) changes() ([]*replace.File, error) {
	old := make(map[string][]byte)
	edits := make(map[string][]edit)
	closed := make(map[string]bool) // generated
	for _, f := range r.findings {
		if len(f.Fixes) == 0 {
			continue
		}
		fits := true
		for _, e := range f.Fixes[0].Edits {
			if _, ok := old[e.Filename]; !ok {
				src, err := os.ReadFile(e.Filename)
				if err != nil {
					return nil, fmt.Errorf("cannot fix %s: %w", relative(f.Posn), err)
				}
				old[e.Filename] = src
				closed[e.Filename] = generated(src)
			}
			if e.Start < 0 || e.Start > e.End || e.End > len(old[e.Filename]) {
				return nil, fmt.Errorf("cannot fix %s: %s has changed since it was read; run spicevet again", relative(f.Posn), relative(e.Filename))
			}
			fits = fits && !closed[e.Filename] && !slices.ContainsFunc(edits[e.Filename], e.meets)
		}
		if !fits {
			continue
		}
		for _, e := range f.Fixes[0].Edits {
			if !slices.Contains(edits[e.Filename], e) {
				edits[e.Filename] = append(edits[e.Filename], e)
			}
		}
	}
	var list []*replace.File
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		list = append(list, &replace.File{Name: name, Before: old[name], After: apply(old[name], edits[name])})
	}
	return list, nil
}

// meets reports whether two edits cannot both be made. Equal edits are one.
func (e edit) meets(f edit) bool {
	if e == f {
		return false
	}
	return e.Start < f.End && f.Start < e.End || e.Start == f.Start
}

// apply makes the edits, and formats the result if the file was formatted before.
func apply(src []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.Start, b.Start) })
	var out []byte
	at := 0
	for _, e := range edits {
		out = append(out, src[at:e.Start]...)
		out = append(out, e.New...)
		at = e.End
	}
	out = append(out, src[at:]...)
	if was, err := format.Source(src); err != nil || !bytes.Equal(was, src) {
		return out
	}
	if formatted, err := format.Source(out); err == nil {
		return formatted
	}
	return out
}

// generated reports whether src says that a program wrote it.
func generated(src []byte) bool {
	file, err := parser.ParseFile(token.NewFileSet(), "", src, parser.ParseComments|parser.PackageClauseOnly)
	return err == nil && ast.IsGenerated(file)
}

// diffOf returns the change of a file as a unified diff.
func diffOf(f *replace.File) string {
	name := filepath.ToSlash(relative(f.Name))
	return udiff.Unified("a/"+name, "b/"+name, string(f.Before), string(f.After))
}
