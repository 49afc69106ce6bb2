package evidence

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// copyStd copies packages of the standard library into the module, and with them what they and their tests import: the
// packages that import a copied one, so that all speak of the same types, and the internal ones.
func (m *module) copyStd(names []string) {
	m.Helper()
	std := m.listStd()
	copied := closure(std, names)
	for name := range copied {
		p := std[name]
		if p == nil || len(p.SFiles) > 0 {
			m.Fatalf("package %s is not in the standard library or has assembly", name)
		}
		tests := slices.Contains(names, name)
		m.copyTree(p.Dir, name, func(file string, d fs.DirEntry) bool {
			if data := file == "testdata" || strings.HasPrefix(file, "testdata/"); data || d.IsDir() {
				return data && tests
			}
			return tests || !strings.HasSuffix(file, "_test.go")
		})
		if parent := filepath.Join(p.Dir, "..", "testdata"); tests && isDir(parent) { // image/png shares image/testdata
			m.copyTree(parent, path.Join(path.Dir(name), "testdata"), everything)
		}
	}
	for file, text := range m.files(".") {
		if strings.HasSuffix(file, ".go") && !strings.Contains(file, "testdata/") {
			m.write(file, m.redirect(file, text, copied))
		}
	}
}

// A listed is a package of the standard library as the go command describes it.
type listed struct {
	ImportPath, Dir                    string
	Imports, TestImports, XTestImports []string
	SFiles                             []string
}

// listStd returns the packages of the standard library by import path.
func (m *module) listStd() map[string]*listed {
	m.Helper()
	out := m.must(nil, "go", "list", "-json=ImportPath,Dir,Imports,TestImports,XTestImports,SFiles", "std").stdout
	std := map[string]*listed{}
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		p := new(listed)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			return std
		} else if err != nil {
			m.Fatal(err)
		}
		std[p.ImportPath] = p
	}
}

// closure returns the packages that have to be copied so that the named ones and their tests can be.
func closure(std map[string]*listed, names []string) map[string]bool {
	known := map[string]bool{}
	var sees func(name string) bool // reports whether the package is or imports a named one
	sees = func(name string) bool {
		if is, ok := known[name]; ok {
			return is
		}
		known[name] = slices.Contains(names, name) || std[name] != nil && slices.ContainsFunc(std[name].Imports, sees)
		return known[name]
	}
	copied := map[string]bool{}
	var add func(name string)
	add = func(name string) {
		if copied[name] || std[name] == nil {
			return
		}
		copied[name] = true
		imports := std[name].Imports
		if slices.Contains(names, name) {
			imports = slices.Concat(imports, std[name].TestImports, std[name].XTestImports)
		}
		for _, i := range imports {
			if sees(i) || slices.Contains(strings.Split(i, "/"), "internal") {
				add(i)
			}
		}
	}
	for _, name := range names {
		add(name)
	}
	return copied
}

// redirect returns a file's text with imports of copied packages turned to the copies.
func (m *module) redirect(name, text string, copied map[string]bool) string {
	m.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ImportsOnly)
	if err != nil {
		m.Fatal(err)
	}
	var out bytes.Buffer
	end := 0
	for _, spec := range file.Imports {
		if i, err := strconv.Unquote(spec.Path.Value); err == nil && copied[i] {
			at := fset.Position(spec.Path.Pos()).Offset
			out.WriteString(text[end:at])
			out.WriteString(strconv.Quote("example.com/real/" + i))
			end = at + len(spec.Path.Value)
		}
	}
	return out.String() + text[end:]
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
