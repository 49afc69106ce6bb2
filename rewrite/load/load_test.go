package load

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module writes files into a new directory with a go.mod, if they have none.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if files["go.mod"] == "" {
		files["go.mod"] = "module m.test\n\ngo 1.26\n"
	}
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestSources(t *testing.T) {
	dir := module(t, map[string]string{
		"a/a.go":      "package a\n\nimport (\n\t\"m.test/b\"\n\t\"strings\"\n)\n\nfunc A() string { return strings.ToUpper(b.B()) }\n",
		"a/a_test.go": "package a\n\nfunc onlyInTests() string { return A() }\n",
		"a/x_test.go": "package a_test\n",
		"b/b.go":      "package b\n\nfunc B() string { return \"b\" }\n",
	})
	for _, tests := range []bool{false, true} {
		var steps []string
		p, err := Load(Options{Dir: dir, Tests: tests, Progress: func(s string) { steps = append(steps, s) }}, "./a")
		if err != nil {
			t.Fatal(err)
		}
		if len(steps) < 3 {
			t.Errorf("progress: %q", steps)
		}
		files := map[string]int{}
		for _, r := range p.Roots {
			for _, f := range r.GoFiles {
				files[filepath.Base(f)]++
			}
		}
		want := map[string]int{"a.go": 1}
		if tests {
			want = map[string]int{"a.go": 1, "a_test.go": 1, "x_test.go": 1}
		}
		if len(files) != len(want) {
			t.Errorf("tests %v: files %v, want %v", tests, files, want)
		}
		for f, n := range want {
			if files[f] != n {
				t.Errorf("tests %v: %s belongs to %d packages, want %d", tests, f, files[f], n)
			}
		}
		if src := string(p.Content[filepath.Join(dir, "b", "b.go")]); !strings.HasPrefix(src, "package b") {
			t.Errorf("content of b.go: %q", src)
		}

		// b comes from source, strings does not.
		for _, pkg := range p.SSA.AllPackages() {
			switch pkg.Pkg.Path() {
			case "m.test/b":
				if pkg.Func("B").Blocks == nil {
					t.Error("b has no bodies")
				}
			case "strings":
				if pkg.Func("ToUpper").Blocks != nil {
					t.Error("strings has bodies")
				}
			}
		}
	}
}

func TestNamedStandardLibrary(t *testing.T) {
	p, err := Load(Options{}, "container/list")
	if err != nil {
		t.Fatal(err)
	}
	pkg := p.SSA.ImportedPackage("container/list")
	if pkg == nil || pkg.Func("New").Blocks == nil {
		t.Error("a package of the standard library that a pattern names has no bodies")
	}
}

func TestErrors(t *testing.T) {
	dir := module(t, map[string]string{
		"ok/a.go":     "package ok\n",
		"types/a.go":  "package types\n\nfunc f() int { return \"\" }\n",
		"syntax/a.go": "package syntax\n\nfunc f( {\n",
		"imp/a.go":    "package imp\n\nimport _ \"m.test/nowhere\"\n",
		"dep/a.go":    "package dep\n\nimport _ \"m.test/types\"\n",
	})
	for _, c := range []struct {
		pattern string
		kind    ErrorKind
		says    string
	}{
		{"./types", DoesNotBuild, "types/a.go:3:23"},
		{"./syntax", Syntax, "syntax/a.go:3"},
		{"./imp", DoesNotBuild, "nowhere"},
		{"./dep", DoesNotBuild, "types/a.go:3:23"},
		{"./none/...", NoMatch, "./none/..."},
		{"./none", NoMatch, "none"},
	} {
		_, err := Load(Options{Dir: dir}, c.pattern)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: error %v, want a *load.Error", c.pattern, err)
			continue
		}
		if e.Kind != c.kind || !strings.Contains(filepath.ToSlash(e.Text), c.says) {
			t.Errorf("%s: kind %d %q, want kind %d and %q in it", c.pattern, e.Kind, e.Text, c.kind, c.says)
		}
	}
	if _, err := Load(Options{Dir: dir}, "./ok"); err != nil {
		t.Errorf("./ok: %v", err)
	}
	if _, err := Load(Options{Dir: filepath.Join(dir, "missing")}, "./..."); err == nil {
		t.Error("a directory that does not exist: no error")
	}
}

func TestUnloaded(t *testing.T) {
	dir := module(t, map[string]string{
		"a.go":         "package a\n\nfunc here() {}\n",
		"a_plan9.go":   "package a\n\nfunc there() { here() }\n",
		"a_test.go":    "package a\n\nvar inTest = here\n",
		"gen.go":       "//go:build ignore\n\npackage main\n\nvar ignored = 1\n",
		"sub/other.go": "package sub\n\nvar elsewhere = 1\n",
	})
	p, err := Load(Options{Dir: dir}, ".")
	if err != nil {
		t.Fatal(err)
	}
	words := Unloaded(p.Roots[0])
	for _, w := range []string{"there", "inTest", "ignored", "here"} {
		if !slices.Contains(words, w) {
			t.Errorf("%s is not among the words of files that were not loaded", w)
		}
	}
	if slices.Contains(words, "elsewhere") {
		t.Error("another package's words are")
	}
}
