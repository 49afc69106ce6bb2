package evidence

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/dave/dst" // keeps the module, whose copy is rewritten, in go.mod
)

// TestDependencies copies modules that this one is built on out of the module cache, rewrites packages of them, and runs
// their own tests.
func TestDependencies(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes: two whole modules are built with the race detector")
	}
	for _, dependency := range []struct {
		module   string
		packages []string
	}{
		{"golang.org/x/tools", []string{"./go/ssa", "./go/cfg", "./internal/refactor/..."}},
		{"github.com/dave/dst", []string{".", "./decorator", "./dstutil"}},
	} {
		t.Run(path.Base(dependency.module), func(t *testing.T) {
			m := copyDependency(t, dependency.module)
			m.rewriteAndTest(dependency.packages)
		})
	}
}

// copyDependency copies a whole module, so that its internal imports work, and lets it find the runtime.
func copyDependency(t *testing.T, name string) *module {
	t.Helper()
	here := &module{t, root()}
	here.must(nil, "go", "mod", "download", name) // what the build does not need may not be there yet
	from := strings.TrimSpace(here.must(nil, "go", "list", "-m", "-f", "{{.Dir}}", name).stdout)
	m := &module{t, filepath.Join(t.TempDir(), path.Base(name))}
	m.copyTree(from, ".", everything)

	// The runtime goes into a module of its own: with the whole of this one, the versions of what the tools need
	// would go before those of the module's own go.mod.
	m.copyTree(filepath.Join(root(), "runtime", "spice"), "../spice/runtime/spice", func(file string, d fs.DirEntry) bool {
		return !strings.HasSuffix(file, "_test.go")
	})
	m.write("../spice/go.mod", "module github.com/spicego/spice\n\ngo 1.26.0\n")
	gomod, err := os.ReadFile(filepath.Join(m.dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	m.write("go.mod", string(gomod)+requirement("../spice"))
	return m
}
