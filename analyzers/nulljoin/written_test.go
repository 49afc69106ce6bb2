package nulljoin_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/txtar"

	"github.com/spicego/spice/analyzers/nulljoin"
	"github.com/spicego/spice/analyzers/tick"
	"github.com/spicego/spice/internal/vettest"
)

// TestWritten runs nulljoin and tick on what spicefy writes, in which they must
// find nothing.
func TestWritten(t *testing.T) {
	archives, err := filepath.Glob("../../testdata/rewrite/*/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no rewritten code: %v", err)
	}
	src := t.TempDir()
	var pkgs []string
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		dirs := make(map[string]bool)
		for _, f := range a.Files {
			want, ok := strings.CutPrefix(f.Name, "want/")
			if !ok || !strings.HasSuffix(want, ".go") {
				continue
			}
			dir := "written_" + strings.TrimSuffix(filepath.Base(name), ".txtar") + "/" + filepath.ToSlash(filepath.Dir(want))
			if !dirs[dir] {
				dirs[dir] = true
				pkgs = append(pkgs, filepath.ToSlash(filepath.Clean(dir)))
			}
			path := filepath.Join(src, dir, filepath.Base(want))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			data := strings.NewReplacer("⌘BOM", "", "␍", "").Replace(string(f.Data)) // signs for what an archive cannot hold
			if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	// None of the files has a want comment.
	analysistest.Run(t, vettest.Tree(t, src), vettest.Together([]*analysis.Analyzer{nulljoin.Analyzer, tick.Analyzer}), pkgs...)
}
