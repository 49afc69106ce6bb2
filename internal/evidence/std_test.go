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
	m := newModule(t, "example.com/real")
	m.copyStd(stdPackages)
	var patterns []string
	for _, p := range stdPackages {
		patterns = append(patterns, "./"+p)
	}
	m.must(nil, append([]string{"go", "test", "-short"}, patterns...)...) // whatever fails later is our fault
	m.rewriteAndTest(patterns)
}

// rewriteAndTest rewrites packages and runs the tests of those that changed. All others are as they were.
func (m *module) rewriteAndTest(patterns []string) {
	m.Helper()
	files := m.rewrite(patterns...)
	m.Logf("rewritten: %q", files)
	if len(files) == 0 {
		m.Fatal("nothing was rewritten")
	}
	rewritten := packages(files)
	m.must(nil, append([]string{"go", "vet", "-vettool=" + m.tool("spicevet")}, rewritten...)...)
	m.Log(m.must([]string{"SPICE=always"}, append([]string{"go", "test", "-short", "-race"}, rewritten...)...))
	m.Log(m.must([]string{"SPICE=auto"}, append([]string{"go", "test", "-short"}, rewritten...)...))
}
