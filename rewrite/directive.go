package rewrite

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// The directives of Spice. ignore is spicevet's and may stand anywhere; the others speak of the declaration whose doc
// comment they are part of.
var directives = []string{"skip", "assume", "path", "ignore"}

// assumptions are what //spice:assume may say.
var assumptions = []string{"pure", "disjoint", "tree", "assoc", "total"}

// nearMiss finds comments that look like a directive of ours and are none for Go: // spice:skip, //Spice:skip.
var nearMiss = regexp.MustCompile(`^(//\s*[Ss][Pp][Ii][Cc][Ee]\s*:|/\*\s*spice\s*:)\s*(` + strings.Join(directives, "|") + `)\b`)

// directives reports directives that would have no effect: who writes one expects something of it.
func (s *session) directives() error {
	var errs []error
	seen := map[string]bool{}
	for _, pkg := range s.prog.Roots {
		if pkg.Module == nil || !pkg.Module.Main {
			continue
		}
		for _, f := range pkg.Syntax {
			name := s.prog.Fset.File(f.FileStart).Name()
			if seen[name] || !slices.Contains(pkg.GoFiles, name) {
				continue
			}
			seen[name] = true
			errs = append(errs, s.fileDirectives(f)...)
		}
	}
	return errors.Join(errs...)
}

func (s *session) fileDirectives(f *ast.File) []error {
	var errs []error
	functions, types := map[*ast.CommentGroup]bool{}, map[*ast.CommentGroup]bool{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			functions[d.Doc] = true
		case *ast.GenDecl:
			types[d.Doc] = d.Tok == token.TYPE
		}
	}
	for _, g := range f.Comments {
		for _, c := range g.List {
			at := s.relative(s.prog.Fset.PositionFor(c.Pos(), false))
			d, ok := ast.ParseDirective(c.Pos(), c.Text)
			if !ok || d.Tool != "spice" {
				if nearMiss.MatchString(c.Text) {
					s.result.Warnings = append(s.result.Warnings, fmt.Sprintf("%s: %s is a comment, not a directive: write //spice:%s", at, firstLine(c.Text), nearMiss.FindStringSubmatch(c.Text)[2]))
				}
				continue
			}
			name := "//spice:" + d.Name
			switch {
			case !slices.Contains(directives, d.Name):
				errs = append(errs, fmt.Errorf("%s: %s is not a directive of Spice%s", at, name, suggest("//spice:", d.Name, directives)))
			case d.Name == "ignore":
			case !functions[g] && !(d.Name == "path" && types[g]):
				errs = append(errs, fmt.Errorf("%s: %s is not part of a function's doc comment and has no effect: move it directly above the function that it speaks of", at, name))
			case d.Name == "assume":
				words := strings.Fields(d.Args)
				if len(words) == 0 {
					errs = append(errs, fmt.Errorf("%s: %s does not say what to assume: add %s", at, name, strings.Join(assumptions, ", ")))
				}
				for _, w := range words {
					if !slices.Contains(assumptions, w) {
						errs = append(errs, fmt.Errorf("%s: %s does not know %q%s", at, name, w, suggest("", w, assumptions)))
					}
				}
			}
		}
	}
	return errs
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimRight(line, "\r")
}

// suggest names the known word that is nearest to an unknown one, or all of them.
func suggest(prefix, word string, known []string) string {
	best, least := "", 3
	for _, k := range known {
		if d := distance(word, k); d < least {
			best, least = k, d
		}
	}
	if best != "" {
		return ": did you mean " + prefix + best + "?"
	}
	return ": there are " + prefix + strings.Join(known, ", "+prefix)
}

// distance returns how many letters have to be added, dropped or changed to turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
