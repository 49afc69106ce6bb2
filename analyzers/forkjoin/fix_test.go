package forkjoin_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/spicego/spice/analyzers/forkjoin"
	"github.com/spicego/spice/internal/vettest"
)

// TestFixes compares the mended file with fixes.go.golden.
func TestFixes(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, vettest.Tree(t, "testdata/src"), forkjoin.Analyzer, "fixes")
}
