package prove

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/spicego/spice/rewrite/load"
)

// loadCases copies packages without a go.mod into one module and loads them.
func loadCases(t *testing.T, src string) *load.Program {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(src)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module cases\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := load.Load(load.Options{Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var update = flag.Bool("update", false, "write the table of verdicts anew")

// TestCases compares the verdicts on the cases with what is expected of them, and with the table of verdicts in testdata: no
// verdict changes unseen.
func TestCases(t *testing.T) {
	root := "../../testdata/cases/spicefy"
	p := loadCases(t, root)
	seen := map[string]bool{}
	var table strings.Builder
	for _, v := range Functions(p) {
		dir := filepath.Base(v.Package.PkgPath)
		key := dir + "/" + v.Name
		seen[key] = true
		got := string(v.Code)
		if v.Parallel() {
			got = "parallel"
		}
		fmt.Fprintf(&table, "%s %s\n", key, got)
		e, ok := readExpectations(t, filepath.Join(root, dir, "expect.txt"))[v.Name]
		switch {
		case !ok:
			t.Errorf("%s: not recursive, but has a verdict: %s", key, text(v))
		case e.verdict == "refuse" && v.Parallel():
			t.Errorf("%s: wrongly accepted", key)
		case e.verdict == "parallel" && !v.Parallel() && v.Code != ControlFlow && v.Code != Mutual:
			t.Errorf("%s: the calls are independent, not %s", key, text(v))
		case e.verdict != "parallel" && !v.Parallel() && !slices.Contains(e.codes, string(v.Code)):
			t.Errorf("%s: %s, want one of %v", key, text(v), e.codes)
		}
	}
	dirs, _ := filepath.Glob(root + "/*/expect.txt")
	for _, f := range dirs {
		dir := filepath.Base(filepath.Dir(f))
		for name := range readExpectations(t, f) {
			if !seen[dir+"/"+name] {
				t.Errorf("%s/%s: no verdict", dir, name)
			}
		}
	}
	const golden = "testdata/cases.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(table.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(table.String(), "\n")); diff != "" {
		t.Errorf("verdicts changed (-%s +now; -update writes them anew):\n%s", golden, diff)
	}
}
