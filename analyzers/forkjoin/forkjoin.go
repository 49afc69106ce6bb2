package forkjoin

import (
	_ "embed"
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/spicego/spice/analyzers/ignore"
	"github.com/spicego/spice/internal/docs"
	"github.com/spicego/spice/internal/pairing"
	"github.com/spicego/spice/internal/spiceapi"
)

//go:embed doc.go
var doc string

var Analyzer = &analysis.Analyzer{
	Name:     "forkjoin",
	Doc:      docs.Of(doc, "forkjoin"),
	URL:      "https://pkg.go.dev/github.com/spicego/spice/analyzers/forkjoin",
	Requires: []*analysis.Analyzer{ignore.Analyzer, pairing.Analyzer},
	Run:      ignore.Honour(run),
}

func run(pass *analysis.Pass) (any, error) {
	if !spiceapi.ImportedBy(pass.Pkg) {
		return nil, nil
	}
	findings := pass.ResultOf[pairing.Analyzer].([]*pairing.Finding)
	fixes := fix(pass, findings)
	for _, f := range findings {
		d := analysis.Diagnostic{
			Pos:     f.Pos,
			End:     f.End,
			Message: message(pass.Fset, f),
			Related: related(f),
		}
		if fix := fixes[f]; fix != nil {
			d.SuggestedFixes = []analysis.SuggestedFix{*fix}
		}
		pass.Report(d)
	}
	return nil, nil
}

// message says what is wrong with f and what to do.
func message(fset *token.FileSet, f *pairing.Finding) string {
	line := func(i int) int { return fset.Position(f.At[i]).Line }
	switch f.Kind {
	case pairing.Left:
		where := fmt.Sprintf("when the function leaves at line %d", line(0))
		if len(f.At) > 1 {
			where = fmt.Sprintf("when the function leaves at lines %s", lines(fset, f.At))
		}
		return fmt.Sprintf("future %s is not joined %s; call %s.Join or %[1]s.Drop on every path", f.Future, where, f.Future)
	case pairing.Overwritten:
		if f.At[0] == f.Pos {
			return fmt.Sprintf("future %s is not joined when control comes back to this %s; call %[1]s.Join or %[1]s.Drop in each round", f.Future, f.Call)
		}
		return fmt.Sprintf("future %s is not joined before %[1]s gets another value at line %d; call %[1]s.Join or %[1]s.Drop first", f.Future, line(0))
	case pairing.Discarded:
		return fmt.Sprintf("the future of this %s is thrown away, so it is not joined; keep it in a variable and join it", f.Call)
	case pairing.Twice:
		return fmt.Sprintf("future %s is %s, but it is already joined or dropped at line %d; settle each future once", f.Future, done(f), line(0))
	case pairing.Order:
		if f.Younger == "" {
			return fmt.Sprintf("future %s is %s out of order: this loop goes the same way as the one that forks at line %d and meets the oldest future first; go the other way", f.Future, done(f), line(0))
		}
		return fmt.Sprintf("future %s is %s out of order: %s was forked after it and is still pending; join or drop %[3]s first", f.Future, done(f), f.Younger)
	case pairing.NotForked:
		return fmt.Sprintf("future %s is %s here, but it is not forked on any path that comes here", f.Future, done(f))
	}
	panic("unknown kind of finding")
}

// done says what the call at f.Pos does.
func done(f *pairing.Finding) string {
	switch f.Call {
	case spiceapi.Join:
		return "joined"
	case spiceapi.Drop:
		return "dropped"
	}
	return "joined by this call"
}

// lines returns the lines of the places, at most five of them.
func lines(fset *token.FileSet, at []token.Pos) string {
	var words []string
	for i, pos := range at {
		if i == 5 {
			words = append(words, fmt.Sprintf("and %d more", len(at)-i))
			break
		}
		words = append(words, fmt.Sprint(fset.Position(pos).Line))
	}
	return strings.Join(words, ", ")
}

// related shows the other end of f.
func related(f *pairing.Finding) []analysis.RelatedInformation {
	say := map[pairing.Kind]string{
		pairing.Left:        "the function leaves here with %s pending",
		pairing.Overwritten: "%s gets another value here",
		pairing.Twice:       "%s is joined or dropped here before",
		pairing.Order:       "%s is forked here and still pending",
	}[f.Kind]
	name := f.Future
	if f.Kind == pairing.Order && f.Younger != "" {
		name = f.Younger
	}
	var list []analysis.RelatedInformation
	for _, pos := range f.At {
		list = append(list, analysis.RelatedInformation{Pos: pos, Message: fmt.Sprintf(say, name)})
	}
	return list
}
