package rewrite

import (
	"cmp"
	"fmt"
	"go/token"
	"io"
	"strings"

	"github.com/spicego/spice/rewrite/prove"
)

// A Finding is what spicefy has to say about one recursive function.
type Finding struct {
	Verdict   *prove.Verdict
	Fset      *token.FileSet
	LeftAlone string // why the function's file is not changed
	Rewritten bool   // it has two paths; the verdict is about the sequential one
	Stale     bool   // and that was edited since the parallel path was made
}

// Position returns where the function's name stands, in the file as it is on disk.
func (f *Finding) Position() token.Position { return f.Fset.PositionFor(f.Verdict.Pos, false) }

// Text returns the finding as one clause: can parallelise Sum: 2 independent calls.
func (f *Finding) Text() string {
	v := f.Verdict
	switch {
	case !v.Parallel() && f.Rewritten:
		return fmt.Sprintf("%s is parallel and must not be: %s [%s]", v.Name, v.Reason, v.Code)
	case !v.Parallel():
		return fmt.Sprintf("cannot parallelise %s: %s [%s]", v.Name, v.Reason, v.Code)
	}
	var sizes []string
	for _, g := range v.Groups {
		sizes = append(sizes, fmt.Sprint(len(g.Calls)))
	}
	calls := enumerate(sizes) + " independent calls"
	switch {
	case f.Stale:
		return fmt.Sprintf("%s is parallel, but its sequential path was edited since: %s", v.Name, calls)
	case f.Rewritten:
		return fmt.Sprintf("%s is parallel: %s", v.Name, calls)
	case f.LeftAlone != "":
		return fmt.Sprintf("can parallelise %s: %s, but %s", v.Name, calls, f.LeftAlone)
	}
	return fmt.Sprintf("can parallelise %s: %s", v.Name, calls)
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

// spell returns a position as the report prints it.
func (f *Finding) spell(pos token.Pos) string {
	p := f.Fset.PositionFor(pos, false)
	p.Filename = Relative("", p.Filename)
	return p.String()
}

// Print writes the finding as a line like the compiler's; with verbose, the steps of the proof and the places it speaks
// of follow, indented.
func (f *Finding) Print(w io.Writer, verbose bool) {
	v := f.Verdict
	fmt.Fprintf(w, "%s: %s\n", f.spell(v.Pos), f.Text())
	if !verbose {
		return
	}
	for _, g := range v.Groups {
		for _, c := range g.Calls {
			fmt.Fprintf(w, "\t%s: independent call\n", f.spell(c.Expr.Pos()))
		}
	}
	for _, r := range v.Related {
		fmt.Fprintf(w, "\t%s: %s\n", f.spell(r.Pos), r.Message)
	}
	for _, a := range v.Assumed {
		fmt.Fprintf(w, "\t%s: %s settles [%s]\n", f.spell(a.Pos), a.Directive, a.Code)
	}
	for _, step := range v.Chain {
		fmt.Fprintf(w, "\t%s\n", step)
	}
	if len(v.Also) > 0 {
		var codes []string
		for _, c := range v.Also {
			codes = append(codes, string(c))
		}
		fmt.Fprintf(w, "\talso [%s]\n", strings.Join(codes, ", "))
	}
}

// A jsonFinding is a finding as -json prints it.
type jsonFinding struct {
	Pos       string        `json:"pos"` // file:line:column
	Func      string        `json:"func"`
	Verdict   string        `json:"verdict"` // parallel or refuse
	Code      string        `json:"code,omitempty"`
	Also      []prove.Code  `json:"also,omitempty"`
	Reason    string        `json:"reason,omitempty"`
	Related   []jsonRelated `json:"related,omitempty"`
	Calls     [][]string    `json:"calls,omitempty"` // the positions of independent calls, group by group
	Assumed   []string      `json:"assumed,omitempty"`
	LeftAlone string        `json:"leftAlone,omitempty"` // why -w does not change it
	Rewritten bool          `json:"rewritten,omitempty"` // it has two paths
	Stale     bool          `json:"stale,omitempty"`     // and the sequential one was edited since
}

type jsonRelated struct {
	Pos     string `json:"pos"`
	Message string `json:"message"`
}

// JSON returns the finding as -json prints it.
func (f *Finding) JSON() any {
	v := f.Verdict
	j := jsonFinding{
		Pos: f.spell(v.Pos), Func: v.Name, Verdict: "parallel",
		Code: string(v.Code), Also: v.Also, Reason: v.Reason, LeftAlone: f.LeftAlone, Rewritten: f.Rewritten, Stale: f.Stale,
	}
	if !v.Parallel() {
		j.Verdict = "refuse"
	}
	for _, r := range v.Related {
		j.Related = append(j.Related, jsonRelated{f.spell(r.Pos), r.Message})
	}
	for _, g := range v.Groups {
		var calls []string
		for _, c := range g.Calls {
			calls = append(calls, f.spell(c.Expr.Pos()))
		}
		j.Calls = append(j.Calls, calls)
	}
	for _, a := range v.Assumed {
		j.Assumed = append(j.Assumed, a.Directive)
	}
	return j
}

// Summary counts findings in a line, when there are enough of them to lose count.
func Summary(findings []*Finding) string {
	can := 0
	for _, f := range findings {
		if f.Verdict.Parallel() {
			can++
		}
	}
	switch len(findings) {
	case 0:
		return "no recursive functions"
	case 1:
		return ""
	}
	return fmt.Sprintf("%d recursive functions: %d can be parallelised, %d cannot", len(findings), can, len(findings)-can)
}
