package ignore

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/spicego/spice/internal/docs"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:             "ignore",
	Doc:              docs.Of(doc, "ignore"),
	Run:              run,
	ResultType:       reflect.TypeFor[Directives](),
	RunDespiteErrors: true,
}

// Rules are the rules that a directive may name.
var Rules = []string{
	"blocking", "drift", "forkjoin", "gearuse", "hotclock",
	"nanomsg", "nulljoin", "taskrace", "taskuse", "tick",
}

// Directives are the well-formed directives of a package.
type Directives []Directive

// A Directive silences one rule on one line.
type Directive struct {
	Rule string
	Pos  token.Pos // of the directive
	file *token.File
	line int // the line that it silences
}

func run(pass *analysis.Pass) (any, error) {
	var found Directives
	for _, file := range pass.Files {
		for _, group := range file.Comments {
			for _, c := range group.List {
				if !strings.HasPrefix(c.Text, "//spice:ignore") {
					continue
				}
				if d, ok := parse(pass, c); ok {
					d.file = pass.Fset.File(c.Pos())
					d.line = silencedLine(pass, d.file, group, c)
					found = append(found, d)
				}
			}
		}
	}
	return found, nil
}

// parse reads one directive and reports what is wrong with it.
func parse(pass *analysis.Pass, c *ast.Comment) (Directive, bool) {
	report := func(format string, args ...any) (Directive, bool) {
		pass.Report(analysis.Diagnostic{
			Pos:     c.Pos(),
			End:     c.End(),
			Message: "ignore: " + fmt.Sprintf(format, args...),
		})
		return Directive{}, false
	}
	dir, ok := ast.ParseDirective(c.Pos(), c.Text)
	if !ok || dir.Name != "ignore" {
		return Directive{}, false // another directive, such as //spice:ignored
	}
	args, err := dir.ParseArgs()
	if i := slices.IndexFunc(args, func(a ast.DirectiveArg) bool { return strings.HasPrefix(a.Arg, "//") }); i >= 0 {
		args = args[:i] // a comment on the directive
	}
	switch {
	case err != nil:
		return report("this directive cannot be read (%v); write //spice:ignore rule \"reason\"", err)
	case len(args) == 0:
		return report("this directive names no rule; write //spice:ignore rule \"reason\"")
	}
	rule := args[0].Arg
	switch {
	case !slices.Contains(Rules, rule):
		return report("there is no rule %q; did you mean %q?", rule, nearest(rule))
	case len(args) == 1 || strings.TrimSpace(args[1].Arg) == "":
		return report("this directive gives no reason; write //spice:ignore %s \"reason\"", rule)
	case len(args) > 2:
		return report("this directive has more than a rule and a reason; put the reason in quotes: //spice:ignore %s \"reason\"", rule)
	}
	return Directive{Rule: rule, Pos: c.Pos()}, true
}

// silencedLine returns the line that c speaks of: its own when there is code
// in front of it, otherwise the one below its comment.
func silencedLine(pass *analysis.Pass, file *token.File, group *ast.CommentGroup, c *ast.Comment) int {
	line := file.Line(c.Pos())
	src, err := pass.ReadFile(file.Name())
	if err != nil {
		return line
	}
	start, end := file.Offset(file.LineStart(line)), file.Offset(c.Pos())
	if end > len(src) || len(strings.TrimSpace(string(src[start:end]))) > 0 {
		return line
	}
	return file.Line(group.End()) + 1
}

// nearest returns the rule whose name takes the fewest edits to get from name.
func nearest(name string) string {
	return slices.MinFunc(Rules, func(a, b string) int { return edits(name, a) - edits(name, b) })
}

// edits returns the Levenshtein distance of a and b.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// Honour is the one way in which the findings of spicevet are reported. It
// returns a Run function for the analyzer of a rule that calls run with a pass
// whose Report puts the rule in front of each message, because plain go vet
// does not say which analyzer spoke, and keeps back findings that a directive
// silences. Then it reports the directives of this rule that silenced nothing.
//
// The analyzer must require [Analyzer].
func Honour(run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (any, error) {
		rule := pass.Analyzer.Name
		directives := pass.ResultOf[Analyzer].(Directives)
		used := make(map[token.Pos]bool)
		honest := *pass
		honest.Report = func(d analysis.Diagnostic) {
			silenced := false
			for _, dir := range directives {
				if dir.Rule == rule && dir.silences(pass.Fset, d.Pos) {
					used[dir.Pos] = true
					silenced = true
				}
			}
			if !silenced {
				d.Message = rule + ": " + d.Message
				pass.Report(d)
			}
		}
		result, err := run(&honest)
		for _, dir := range directives {
			if err == nil && dir.Rule == rule && !used[dir.Pos] {
				pass.Reportf(dir.Pos, "%s: this //spice:ignore silences nothing; delete it", rule)
			}
		}
		return result, err
	}
}

// silences reports whether pos is on the line that d speaks of.
func (d Directive) silences(fset *token.FileSet, pos token.Pos) bool {
	return fset.File(pos) == d.file && d.file.Line(pos) == d.line
}
