// Package docs takes an analyzer's documentation out of its package's doc.go,
// so that the page that pkg.go.dev shows and the text that -help prints are
// one.
package docs

import (
	"fmt"
	"go/parser"
	"go/token"
	"strings"
)

// Of returns the section "# Analyzer NAME" of the package comment in source, a
// doc.go embedded into the analyzer. Its first line is "NAME: what it does".
// It panics when there is none, which the analyzer's first test shows.
func Of(source, name string) string {
	file, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil || file.Doc == nil {
		panic(fmt.Sprintf("doc.go of analyzer %s has no package comment", name))
	}
	for section := range strings.SplitSeq("\n"+file.Doc.Text(), "\n# ") {
		if body, ok := strings.CutPrefix(section, "Analyzer "+name+"\n"); ok {
			return strings.TrimSpace(body)
		}
	}
	panic(fmt.Sprintf("doc.go of analyzer %s has no section \"# Analyzer %s\"", name, name))
}
