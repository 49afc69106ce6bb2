package evidence

import (
	"testing"
)

// stdPackages are the packages of the standard library whose copies are rewritten and tested.
var stdPackages = []string{
	"container/heap",
	"container/list",
	"container/ring",
	"encoding/xml",
	"go/ast",
	"go/build/constraint",
	"go/constant",
	"go/scanner", // go/parser, which the tests of go/ast use, reaches into it
	"html",
	"image",
	"image/png",
	"index/suffixarray",
	"regexp/syntax",
	"text/template/parse",
}

// TestStandardLibrary copies packages of the standard library into a module, rewrites them, and runs their own tests.
func TestStandardLibrary(t *testing.T) {
	names := stdPackages
	if testing.Short() {
		names = []string{"go/build/constraint", "regexp/syntax"}
	}
	m := newModule(t, "example.com/real")
	m.copyStd(names)
	var patterns []string
	for _, p := range names {
		patterns = append(patterns, "./"+p)
	}
	m.must(nil, append([]string{"go", "test", "-short"}, patterns...)...) // whatever fails later is our fault
	if len(m.rewriteAndTest(patterns)) == 0 {
		t.Error("nothing was rewritten")
	}
}

// rewriteAndTest rewrites packages, runs the tests of those that changed, and returns the files. All others are as they
// were, byte for byte, so there is nothing in them to test.
func (m *module) rewriteAndTest(patterns []string) []string {
	m.Helper()
	files := m.rewrite(patterns...)
	m.Logf("rewritten: %q", files)
	if len(files) == 0 {
		return nil
	}
	rewritten := packages(files)
	m.must(nil, append([]string{"go", "vet", "-vettool=" + m.tool("spicevet")}, rewritten...)...)
	m.Log(m.must([]string{"SPICE=always"}, append([]string{"go", "test", "-short", "-race"}, rewritten...)...))
	m.Log(m.must([]string{"SPICE=auto"}, append([]string{"go", "test", "-short"}, rewritten...)...))
	return files
}
