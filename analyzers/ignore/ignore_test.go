package ignore_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/spicego/spice/analyzers/ignore"
	"github.com/spicego/spice/internal/vettest"
)

func TestDirectives(t *testing.T) {
	analysistest.Run(t, vettest.Tree(t, "testdata/src"), ignore.Analyzer, "directives")
}
