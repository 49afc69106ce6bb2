package prove

import (
	"os"
	"path/filepath"
	"testing"

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

func TestCases(t *testing.T) {
	root := "../../testdata/cases/spicefy"
	p := loadCases(t, root)
	seen := map[string]bool{}
	verdicts := Functions(p)
	for _, v := range verdicts {
		dir := filepath.Base(v.Package.PkgPath)
		want := readExpectations(t, filepath.Join(root, dir, "expect.txt"))
		key := dir + "/" + v.Name
		seen[key] = true
		e, ok := want[v.Name]
		got := string(v.Code)
		if v.Parallel() {
			got = "parallel"
		}
		t.Logf("%-28s %-18s want %s %v  %s", key, got, e.verdict, e.codes, v.Reason)
		switch {
		case !ok:
			t.Errorf("%s: not recursive, but has a verdict: %s", key, got)
		case e.verdict == "refuse" && v.Parallel():
			t.Errorf("%s: WRONGLY ACCEPTED", key)
		case e.verdict == "parallel" && !v.Parallel():
			if v.Code != ControlFlow && v.Code != Mutual {
				t.Errorf("%s: missed: %s %s", key, v.Code, v.Reason)
			}
		case e.verdict != "parallel" && !v.Parallel():
			found := false
			for _, c := range e.codes {
				found = found || string(v.Code) == c
			}
			if !found {
				t.Errorf("%s: code %s %v, want %v: %s", key, v.Code, v.Also, e.codes, v.Reason)
			}
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
}
