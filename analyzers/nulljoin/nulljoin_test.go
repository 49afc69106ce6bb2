package nulljoin_test

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/spicego/spice/analyzers"
	"github.com/spicego/spice/analyzers/nulljoin"
	"github.com/spicego/spice/internal/vettest"
)

func TestCases(t *testing.T) {
	analysistest.Run(t, vettest.Tree(t, vettest.Cases(t)), nulljoin.Analyzer,
		"nulljoin_branch", "nulljoin_call", "nulljoin_more", "quiet_programs")
}

// deaf takes no notice of expectations that are not met.
type deaf struct{}

func (deaf) Errorf(string, ...any) {}

// TestElsewhere runs nulljoin on the cases of the other analyzers, where it
// has nothing to say.
func TestElsewhere(t *testing.T) {
	var elsewhere []string
	dirs, err := os.ReadDir(vettest.Cases(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		if !strings.HasPrefix(dir.Name(), "nulljoin_") {
			elsewhere = append(elsewhere, dir.Name()+"/...")
		}
	}
	results := analysistest.Run(deaf{}, vettest.Tree(t, vettest.Cases(t)), nulljoin.Analyzer, elsewhere...)
	if len(results) < len(elsewhere) {
		t.Fatalf("analysed %d packages of %d", len(results), len(elsewhere))
	}
	for _, r := range results {
		if r.Err != nil {
			t.Errorf("%s: %v", r.Action.Package, r.Err)
		}
		for _, d := range r.Diagnostics {
			t.Errorf("%s: %s", r.Action.Package.Fset.Position(d.Pos), d.Message)
		}
	}
}

func TestShapes(t *testing.T) {
	analysistest.Run(t, vettest.Tree(t, "testdata/src"), nulljoin.Analyzer, "shapes")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, vettest.Tree(t, "testdata/src"), nulljoin.Analyzer, "fixes")
}

// TestFixed runs all analyzers on the fixed code.
func TestFixed(t *testing.T) {
	fixed := vettest.Fixed(t, "testdata/src/fixes/fixes.go.golden")
	analysistest.Run(t, vettest.Tree(t, fixed), vettest.Together(analyzers.All), "fixed")
}
