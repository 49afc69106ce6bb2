package nulljoin

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/spicego/spice/internal/vettest"
)

func TestPassesOn(t *testing.T) {
	analysistest.Run(t, vettest.Tree(t, "testdata/src"), passesOn, "facts")
}
