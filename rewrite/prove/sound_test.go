package prove

import (
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spicego/spice/rewrite/load"
)

// TestSound checks the functions of testdata/sound against what the comment above each says: want parallel, want and a code, or
// want refuse where the code does not matter. Words after parallel are assumptions that the proof needs.
func TestSound(t *testing.T) {
	files, err := filepath.Glob("testdata/sound/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	dir := t.TempDir()
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		sub := filepath.Join(dir, strings.TrimSuffix(filepath.Base(f), ".go"))
		if err := os.Mkdir(sub, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(sub, "p.go"), src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module sound.test\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := load.Load(load.Options{Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	got := map[*ast.FuncDecl]*Verdict{}
	for _, v := range Functions(p) {
		got[v.Decl] = v
	}
	for _, pkg := range p.Roots {
		for _, file := range pkg.Syntax {
			for _, d := range file.Decls {
				decl, ok := d.(*ast.FuncDecl)
				if !ok || decl.Doc == nil || !strings.HasPrefix(decl.Doc.Text(), "want ") {
					continue
				}
				name := pkg.PkgPath[len("sound.test/"):] + "." + decl.Name.Name
				line, _, _ := strings.Cut(decl.Doc.Text(), "\n")
				want := strings.Fields(line)[1:]
				v := got[decl]
				if v == nil {
					t.Errorf("%s: no verdict, want %v", name, want)
					continue
				}
				switch {
				case v.Parallel() != (want[0] == "parallel"):
					t.Errorf("%s: %s, want %v", name, text(v), want)
				case v.Parallel():
					var words []string
					for _, a := range v.Assumed {
						words = append(words, strings.TrimPrefix(a.Directive, "//spice:assume "))
					}
					slices.Sort(words)
					if words = slices.Compact(words); !slices.Equal(words, want[1:]) && len(words)+len(want) > 1 {
						t.Errorf("%s: assumes %v, want %v", name, words, want[1:])
					}
				case want[0] != "refuse" && string(v.Code) != want[0]:
					t.Errorf("%s: %s, want %v", name, text(v), want)
				}
			}
		}
	}
}
