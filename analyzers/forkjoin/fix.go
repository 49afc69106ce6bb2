package forkjoin

import (
	"golang.org/x/tools/go/analysis"

	"github.com/spicego/spice/internal/pairing"
)

func fix(pass *analysis.Pass, findings []*pairing.Finding) map[*pairing.Finding]*analysis.SuggestedFix { return nil }
