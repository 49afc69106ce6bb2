package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A report is what the analyzers said about some packages.
type report struct {
	findings []*finding
	tree     map[string]map[string]json.RawMessage // by package and analyzer, as printed by -json
	failed   bool                                  // a package could not be checked; go vet has said why
}

// A finding is one diagnostic, in the form of the go command.
type finding struct {
	Posn    string `json:"posn"` // file:line:column
	End     string `json:"end"`
	Message string `json:"message"`
	Fixes   []struct {
		Message string `json:"message"`
		Edits   []edit `json:"edits"`
	} `json:"suggested_fixes"`
	Related []struct {
		Posn    string `json:"posn"`
		Message string `json:"message"`
	} `json:"related"`
}

// An edit replaces the bytes from Start to End of a file.
type edit struct {
	Filename string `json:"filename"`
	Start    int    `json:"start"`
	End      int    `json:"end"`
	New      string `json:"new"`
}

// vet has the go command run this program on the packages. The go command
// knows the build configuration, keeps what has been found out about
// dependencies, and repeats nothing that has not changed.
func vet(analyzers, packages []string, stderr io.Writer) (*report, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("cannot find this program, which go vet is to run: %w", err)
	}
	args := append([]string{"vet", "-vettool=" + self, "-json"}, analyzers...)
	args = append(args, "--")
	cmd := exec.Command("go", append(args, packages...)...)
	var stdout bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, stderr
	r := &report{tree: make(map[string]map[string]json.RawMessage)}
	if err := cmd.Run(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			return nil, fmt.Errorf("cannot run the go command, which is to load the packages: %w", err)
		}
		r.failed = true
	}
	if err := r.read(&stdout); err != nil {
		return nil, fmt.Errorf("cannot read what go vet found: %w", err)
	}
	return r, nil
}

// read decodes the JSON objects of the go command, one a package.
func (r *report) read(in io.Reader) error {
	dec := json.NewDecoder(in)
	for {
		var units map[string]map[string]json.RawMessage
		if err := dec.Decode(&units); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		for _, id := range slices.Sorted(maps.Keys(units)) {
			r.tree[id] = units[id]
			for _, name := range slices.Sorted(maps.Keys(units[id])) {
				var list []*finding
				if err := json.Unmarshal(units[id][name], &list); err != nil {
					return fmt.Errorf("analyzer %s failed on %s: %s", name, id, units[id][name])
				}
				r.findings = append(r.findings, list...)
			}
		}
	}
	slices.SortStableFunc(r.findings, func(a, b *finding) int {
		return cmp.Or(comparePositions(a.Posn, b.Posn), cmp.Compare(a.Message, b.Message))
	})
	// A file of a package may be checked again with the package's tests.
	r.findings = slices.CompactFunc(r.findings, func(a, b *finding) bool {
		return a.Posn == b.Posn && a.Message == b.Message
	})
	return nil
}

// comparePositions orders file:line:column by file, then by number.
func comparePositions(a, b string) int {
	af, al, ac := splitPosition(a)
	bf, bl, bc := splitPosition(b)
	return cmp.Or(cmp.Compare(af, bf), cmp.Compare(al, bl), cmp.Compare(ac, bc))
}

func splitPosition(posn string) (file string, line, column int) {
	rest, c, _ := cutLast(posn)
	file, l, ok := cutLast(rest)
	if !ok {
		return posn, 0, 0
	}
	return file, l, c
}

// cutLast takes the number after the last colon off s.
func cutLast(s string) (before string, n int, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, 0, false
	}
	n, err := strconv.Atoi(s[i+1:])
	return s[:i], n, err == nil
}

// writeText prints the findings as go vet does, and returns their number.
func (r *report) writeText(w io.Writer) int {
	for _, f := range r.findings {
		fmt.Fprintf(w, "%s: %s\n", relative(f.Posn), f.Message)
		for _, rel := range f.Related {
			fmt.Fprintf(w, "%s: \t%s\n", relative(rel.Posn), rel.Message)
		}
	}
	return len(r.findings)
}

// writeJSON prints the findings as one tree: package, analyzer, list.
func (r *report) writeJSON(w io.Writer) error {
	data, err := json.MarshalIndent(r.tree, "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(append(data, '\n'))
	return err
}

// relative makes a name relative to the working directory, if it is in there.
func relative(name string) string {
	dir, err := os.Getwd()
	if err != nil {
		return name
	}
	rel, err := filepath.Rel(dir, name)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return name
	}
	return rel
}
