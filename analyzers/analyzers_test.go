package analyzers_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/txtar"

	"github.com/spicego/spice/analyzers"
	"github.com/spicego/spice/analyzers/ignore"
	"github.com/spicego/spice/internal/vettest"
)

// TestTogether runs all analyzers at once on all cases: code that is about one
// rule must not trouble another.
func TestTogether(t *testing.T) {
	cases := vettest.Cases(t)
	dirs, err := os.ReadDir(cases)
	if err != nil {
		t.Fatal(err)
	}
	all := vettest.Together(analyzers.All)
	names := make(map[string]bool)
	for _, a := range analyzers.All {
		names[a.Name] = true
	}
	var ours, others []string // packages whose rule exists, and those whose rule does not
	for _, dir := range dirs {
		rule, _, _ := strings.Cut(dir.Name(), "_")
		if names[rule] || rule == "quiet" {
			ours = append(ours, dir.Name()+"/...")
		} else {
			others = append(others, dir.Name()+"/...")
		}
	}
	tree := vettest.Tree(t, cases)
	analysistest.Run(t, tree, all, ours...)
	if len(others) > 0 {
		analysistest.Run(unexpected{t}, tree, all, others...)
	}
}

// unexpected passes on what is said about diagnostics that nobody wants, and
// not what is said about those that rules give which do not exist yet.
type unexpected struct{ t *testing.T }

func (u unexpected) Errorf(format string, args ...any) {
	if s := fmt.Sprintf(format, args...); strings.Contains(s, "unexpected diagnostic") {
		u.t.Error(s)
	}
}

// TestWritten runs all analyzers on what spicefy writes, in which they must
// find nothing.
func TestWritten(t *testing.T) {
	archives, err := filepath.Glob("../testdata/rewrite/emit/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no rewritten code: %v", err)
	}
	src := t.TempDir()
	var pkgs []string
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		module := "example.com/" + strings.TrimSuffix(filepath.Base(name), ".txtar")
		pkgs = append(pkgs, module+"/...")
		lay := func(name string, data []byte) {
			file := filepath.Join(src, filepath.FromSlash(module), filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			text := strings.NewReplacer("⌘BOM", "", "␍", "").Replace(string(data)) // signs for what an archive cannot hold
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, f := range archive.Files {
			if !strings.HasPrefix(f.Name, "want/") {
				lay(f.Name, f.Data)
			}
		}
		for _, f := range archive.Files {
			if name, ok := strings.CutPrefix(f.Name, "want/"); ok {
				lay(name, f.Data)
			}
		}
	}
	analysistest.Run(t, vettest.Tree(t, src), vettest.Together(analyzers.All), pkgs...)
}

// TestNames: each analyzer is a rule that a directive may name, and says what it
// does in the form that -help and the drivers expect.
func TestNames(t *testing.T) {
	if err := analysis.Validate(analyzers.All); err != nil {
		t.Fatal(err)
	}
	for i, a := range analyzers.All {
		if a != ignore.Analyzer && !slices.Contains(ignore.Rules, a.Name) {
			t.Errorf("%s is no rule that //spice:ignore may name", a.Name)
		}
		if !strings.HasPrefix(a.Doc, a.Name+": ") {
			t.Errorf("the documentation of %s does not begin with its name: %.40q", a.Name, a.Doc)
		}
		if i > 0 && analyzers.All[i-1].Name >= a.Name {
			t.Errorf("%s is not at its place in the list", a.Name)
		}
	}
}
