package forkjoin_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/spicego/spice/analyzers/forkjoin"
	"github.com/spicego/spice/internal/vettest"
)

func TestCases(t *testing.T) {
	analysistest.Run(t, vettest.Tree(t, vettest.Cases(t)), forkjoin.Analyzer,
		"forkjoin_args", "forkjoin_branches", "forkjoin_exits", "forkjoin_generic", "forkjoin_helpers/...",
		"forkjoin_lookalike/...", "forkjoin_loops", "forkjoin_order", "forkjoin_search")
}

// TestOthersQuiet runs on the packages that are about other rules. Whatever is
// wrong there, the futures are paired.
func TestOthersQuiet(t *testing.T) {
	cases := vettest.Cases(t)
	dirs, err := os.ReadDir(cases)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, dir := range dirs {
		if !strings.HasPrefix(dir.Name(), "forkjoin_") {
			names = append(names, dir.Name()+"/...")
		}
	}
	analysistest.Run(unexpected{t}, vettest.Tree(t, cases), forkjoin.Analyzer, names...)
}

// unexpected passes on what is said about diagnostics that nobody wants, and
// not what is said about those that other rules would give.
type unexpected struct{ t *testing.T }

func (u unexpected) Errorf(format string, args ...any) {
	if s := fmt.Sprintf(format, args...); strings.Contains(s, "unexpected diagnostic") {
		u.t.Error(s)
	}
}

// TestShapes runs on what fooled checkers of other pairs.
func TestShapes(t *testing.T) {
	analysistest.Run(t, vettest.Tree(t, "testdata/src"), forkjoin.Analyzer, "shapes/...", "probes", "conditions", "closures")
}
