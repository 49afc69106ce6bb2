// Package vettest lays out the packages that the tests of the analyzers run
// on: a GOPATH-style tree, as analysistest wants it, with a stub of the
// runtime in its place.
//
// The stub has the whole API of the design, also what the runtime does not
// have yet. Its functions return: ctrlflow takes a function that only panics
// for one that never returns, and would cut the paths behind each call of it.
package vettest

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/spicego/spice/internal/spiceapi"
)

//go:embed stub
var stub embed.FS

// Tree copies each of the source directories, such as "testdata/src", and the
// stub of the runtime into one new tree, and returns its root.
func Tree(t testing.TB, sources ...string) string {
	t.Helper()
	root := t.TempDir()
	src := filepath.Join(root, "src")
	for _, dir := range sources {
		if err := os.CopyFS(src, os.DirFS(dir)); err != nil {
			t.Fatalf("copying %s: %v", dir, err)
		}
	}
	if err := copyStub(filepath.Join(src, filepath.FromSlash(spiceapi.Path))); err != nil {
		t.Fatal(err)
	}
	return root
}

// Module makes dir a module with the path of this one and the stub of the
// runtime in it, for a replace directive in the go.mod of a test.
func Module(dir string) error {
	const path = "github.com/spicego/spice"
	if err := copyStub(filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(spiceapi.Path, path)))); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module "+path+"\n\ngo 1.26\n"), 0o666)
}

func copyStub(dir string) error {
	files, err := fs.Sub(stub, "stub")
	if err == nil {
		err = os.CopyFS(dir, files)
	}
	if err != nil {
		return fmt.Errorf("copying the stub of the runtime: %w", err)
	}
	return nil
}

// Cases returns the source directory of the cases that all analyzers share,
// testdata/cases/spicevet/src at the top of the module.
func Cases(t testing.TB) string {
	t.Helper()
	top, err := os.Getwd() // the directory of the package under test
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(top, "go.mod")); err == nil {
			return filepath.Join(top, "testdata", "cases", "spicevet", "src")
		}
		up := filepath.Dir(top)
		if up == top {
			t.Fatal("there is no go.mod above the package under test")
		}
		top = up
	}
}

// Together returns one analyzer that runs all of them and reports what they
// report, for cases that must hold for all analyzers at once.
func Together(all []*analysis.Analyzer) *analysis.Analyzer {
	together := &analysis.Analyzer{Name: "together", Doc: "together: run all analyzers"}
	for _, a := range all {
		together.Requires = append(together.Requires, a.Requires...)
	}
	together.Run = func(pass *analysis.Pass) (any, error) {
		for _, a := range all {
			own := *pass
			own.Analyzer = a
			if _, err := a.Run(&own); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}
	return together
}

// Fixed returns a source directory with one package, fixed, that is the golden
// file without its want comments: a fix must leave nothing to report.
func Fixed(t testing.TB, golden string) string {
	t.Helper()
	text, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	var clean strings.Builder
	for line := range strings.Lines(string(text)) {
		if code, _, ok := strings.Cut(line, "// want"); ok {
			line = code + "\n"
		}
		clean.WriteString(line)
	}
	src := t.TempDir()
	if err := os.Mkdir(filepath.Join(src, "fixed"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(src, "fixed", "fixed.go"), []byte(clean.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	return src
}

// Elsewhere runs an analyzer on the cases of all others, where it must have
// nothing to say.
func Elsewhere(t *testing.T, a *analysis.Analyzer) {
	t.Helper()
	dirs, err := os.ReadDir(Cases(t))
	if err != nil {
		t.Fatal(err)
	}
	var elsewhere []string
	for _, dir := range dirs {
		if !strings.HasPrefix(dir.Name(), a.Name+"_") {
			elsewhere = append(elsewhere, dir.Name()+"/...")
		}
	}
	results := analysistest.Run(deaf{}, Tree(t, Cases(t)), a, elsewhere...)
	if len(results) < len(elsewhere) {
		t.Fatalf("analysed %d packages of %d", len(results), len(elsewhere))
	}
	for _, r := range results {
		if r.Err != nil {
			t.Errorf("%s: %v", r.Action.Package, r.Err)
		}
		for _, d := range r.Diagnostics {
			t.Errorf("%s: %s", r.Action.Package.Fset.Position(d.Pos), d.Message)
		}
	}
}

// deaf takes no notice of expectations that are not met.
type deaf struct{}

func (deaf) Errorf(string, ...any) {}
