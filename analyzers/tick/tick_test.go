package tick_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/spicego/spice/analyzers"
	"github.com/spicego/spice/analyzers/tick"
	"github.com/spicego/spice/internal/vettest"
)

func TestCases(t *testing.T) {
	analysistest.Run(t, vettest.Tree(t, vettest.Cases(t)), tick.Analyzer,
		"tick_loops", "tick_forks", "tick_more", "quiet_programs")
}

func TestElsewhere(t *testing.T) { vettest.Elsewhere(t, tick.Analyzer) }

func TestShapes(t *testing.T) {
	analysistest.Run(t, vettest.Tree(t, "testdata/src"), tick.Analyzer, "shapes")
}

func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, vettest.Tree(t, "testdata/src"), tick.Analyzer, "fixes")
}

// TestFixed runs all analyzers on the fixed code.
func TestFixed(t *testing.T) {
	fixed := vettest.Fixed(t, "testdata/src/fixes/fixes.go.golden")
	analysistest.Run(t, vettest.Tree(t, fixed), vettest.Together(analyzers.All), "fixed")
}
