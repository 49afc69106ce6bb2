package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/renameio/v2"
	"github.com/rogpeppe/go-internal/diff"
)

// A change is a file with fixes applied.
type change struct {
	name     string
	old, new []byte
}

// changes applies the fixes of all findings in memory. A fix is applied whole or not at all: one that meets an earlier one
// is left for another run, and so is one in a generated file.
func (r *report) changes() ([]change, error) {
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
	var list []change
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		list = append(list, change{name, old[name], apply(old[name], edits[name])})
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

// diff returns the change as a unified diff.
func (c change) diff() []byte {
	name := filepath.ToSlash(relative(c.name))
	return diff.Diff("a/"+name, c.old, "b/"+name, c.new)
}

// write writes all changes. All files are complete under another name before
// the first one is replaced.
func write(changes []change) error {
	var pending []*renameio.PendingFile
	defer func() {
		for _, p := range pending {
			p.Cleanup()
		}
	}()
	for _, c := range changes {
		name, err := writable(c.name)
		if err != nil {
			return fmt.Errorf("cannot write %s: %w; no file was changed", relative(c.name), err)
		}
		p, err := renameio.NewPendingFile(name, renameio.WithExistingPermissions())
		if err != nil {
			return fmt.Errorf("cannot write %s: %w; no file was changed", relative(c.name), err)
		}
		pending = append(pending, p)
		if _, err := p.Write(c.new); err != nil {
			return fmt.Errorf("cannot write %s: %w; no file was changed", relative(c.name), err)
		}
		if now, err := os.ReadFile(c.name); err != nil || !bytes.Equal(now, c.old) {
			return fmt.Errorf("%s has changed since it was read; no file was changed; run spicevet again", relative(c.name))
		}
	}
	for i, p := range pending {
		if err := p.CloseAtomicallyReplace(); err != nil {
			return fmt.Errorf("cannot write %s: %w; %d of %d files were changed", relative(changes[i].name), err, i, len(changes))
		}
	}
	return nil
}

// writable returns the file that name stands for, which is another one when it
// is a symbolic link, if it may be written to. Replacing a file takes a
// writable directory only, and would go over a file that is to stay as it is.
func writable(name string) (string, error) {
	name, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if info.Mode()&0o222 == 0 {
		return "", errors.New("the file is read-only") // also for the superuser
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return "", err
	}
	return name, f.Close()
}
