package rewrite

import (
	"cmp"
	"fmt"
	"go/token"
	"strings"

	"github.com/spicego/spice/rewrite/prove"
)

// A Finding is what spicefy has to say about one recursive function.
type Finding struct {
	Verdict   *prove.Verdict
	Fset      *token.FileSet
	LeftAlone string // why the function's file is not changed
}

// Position returns where the function's name stands, in the file as it is on disk.
func (f *Finding) Position() token.Position { return f.Fset.PositionFor(f.Verdict.Pos, false) }

// Text returns the finding as one clause: can parallelise Sum: 2 independent calls.
func (f *Finding) Text() string {
	v := f.Verdict
	if !v.Parallel() {
		return fmt.Sprintf("cannot parallelise %s: %s [%s]", v.Name, v.Reason, v.Code)
	}
	var sizes []string
	for _, g := range v.Groups {
		sizes = append(sizes, fmt.Sprint(len(g.Calls)))
	}
	text := fmt.Sprintf("can parallelise %s: %s independent calls", v.Name, enumerate(sizes))
	if f.LeftAlone != "" {
		text += ", but " + f.LeftAlone
	}
	return text
}

// enumerate joins words as a sentence does: 2; 2 and 3; 2, 2 and 4.
func enumerate(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

func comparePositions(a, b token.Position) int {
	if c := cmp.Compare(a.Filename, b.Filename); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Line, b.Line); c != 0 {
		return c
	}
	return cmp.Compare(a.Column, b.Column)
}
