package pairing

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/spicego/spice/internal/vettest"
)

// TestFacts: what functions do with the futures of their callers. The test
// driver encodes each fact twice and compares.
func TestFacts(t *testing.T) {
	analysistest.Run(t, vettest.Tree(t, "testdata/src"), Analyzer, "facts")
}
