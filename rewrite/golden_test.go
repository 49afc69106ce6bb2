package rewrite

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the goldens anew")

// module lays files out as a module of its own that uses this repository's runtime.
func module(t testing.TB, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	files["go.mod"] = fmt.Appendf(nil, "module example.com\n\ngo 1.26.0\n\nrequire github.com/spicego/spice v0.0.0\n\nreplace github.com/spicego/spice => %s\n", root)
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Each golden is a txtar file: what it shows, the input, and under want/ the files that change. The proof is takeAll, so
// that the shapes of emission do not depend on what can be proved.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("../testdata/rewrite/emit/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no goldens", err)
	}
	files := map[string][]byte{}
	archives := map[string]*txtar.Archive{}
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(filepath.Base(name), ".txtar")
		archives[base] = a
		for _, f := range a.Files {
			if !strings.HasPrefix(f.Name, "want/") {
				files[base+"/"+f.Name] = decode(f.Data)
			}
		}
	}
	dir := module(t, files)
	o := Options{Dir: dir, Patterns: []string{"./..."}, Prove: takeAll}
	r, err := Rewrite(o)
	if err != nil {
		var c *CheckError
		if errors.As(err, &c) {
			for _, f := range c.Files {
				t.Logf("%s\n%s", f.Name, f.After)
			}
		}
		t.Fatal(err)
	}
	got := map[string]map[string][]byte{}
	for _, f := range r.Files {
		base, name, _ := strings.Cut(filepath.ToSlash(Relative(dir, f.Name)), "/")
		if got[base] == nil {
			got[base] = map[string][]byte{}
		}
		got[base][name] = f.After
	}
	for base, a := range archives {
		t.Run(base, func(t *testing.T) {
			want := map[string][]byte{}
			var keep []txtar.File
			for _, f := range a.Files {
				if name, ok := strings.CutPrefix(f.Name, "want/"); ok {
					want[name] = decode(f.Data)
				} else {
					keep = append(keep, f)
				}
			}
			if *update {
				var changed []string
				for name := range got[base] {
					changed = append(changed, name)
				}
				slices.Sort(changed)
				for _, name := range changed {
					keep = append(keep, txtar.File{Name: "want/" + name, Data: encode(got[base][name])})
				}
				a.Files = keep
				if err := os.WriteFile("../testdata/rewrite/emit/"+base+".txtar", txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(asText(want), asText(got[base])); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}

	// What was gofmt's form stays in it.
	for _, f := range r.Files {
		if formatted(f.Before) && !formatted(f.After) {
			t.Errorf("%s is no longer as gofmt writes it", Relative(dir, f.Name))
		}
	}

	// Once more on the result: nothing changes any more, and undo gives back the input.
	for _, f := range r.Files {
		if err := os.WriteFile(f.Name, f.After, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	vet(t, dir)
	again, err := Rewrite(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range again.Files {
		t.Errorf("%s changes when it is rewritten again:\n%s", Relative(dir, f.Name), cmp.Diff(string(f.Before), string(f.After)))
	}
	back, err := Undo(o)
	if err != nil {
		t.Fatal(err)
	}
	if len(back.Files) != len(r.Files) {
		t.Errorf("undo changes %d files, rewriting changed %d", len(back.Files), len(r.Files))
	}
	for _, f := range back.Files {
		name := filepath.ToSlash(Relative(dir, f.Name))
		if !bytes.Equal(f.After, files[name]) {
			t.Errorf("%s is not the same after undo:\n%s", name, cmp.Diff(string(files[name]), string(f.After)))
		}
	}
}

// formatted reports whether gofmt would leave a file as it is, but for line ends and a byte order mark.
func formatted(src []byte) bool {
	plain := bytes.ReplaceAll(bytes.TrimPrefix(src, []byte("\ufeff")), []byte("\r"), nil)
	out, err := format.Source(plain)
	return err == nil && bytes.Equal(out, plain)
}

// vet fails if go vet or our own analyzers have something to say about a module.
func vet(t testing.TB, dir string) {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "spicevet")
	run := func(dir, name string, args ...string) {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
	}
	run(".", "go", "build", "-o", tool, "../cmd/spicevet")
	run(dir, "go", "vet", "./...")
	run(dir, tool, "./...")
}

// decode and encode let goldens hold what does not survive in a text file: ␍ for a carriage return, ␀ for a byte order
// mark.
func decode(b []byte) []byte {
	b = bytes.ReplaceAll(b, []byte("␍"), []byte("\r"))
	return bytes.ReplaceAll(b, []byte("⌘BOM"), []byte("\ufeff"))
}

func encode(b []byte) []byte {
	b = bytes.ReplaceAll(b, []byte("\r"), []byte("␍"))
	return bytes.ReplaceAll(b, []byte("\ufeff"), []byte("⌘BOM"))
}

func asText(m map[string][]byte) map[string]string {
	out := map[string]string{}
	for k, v := range m {
		out[k] = string(v)
	}
	return out
}
