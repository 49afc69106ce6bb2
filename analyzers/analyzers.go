// Package analyzers lists the checks of spicevet. Each is a package of its own
// in the directory below.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/spicego/spice/analyzers/forkjoin"
	"github.com/spicego/spice/analyzers/ignore"
	"github.com/spicego/spice/analyzers/nulljoin"
	"github.com/spicego/spice/analyzers/tick"
)

// All are the checks, in the order of their names.
var All = []*analysis.Analyzer{
	forkjoin.Analyzer,
	ignore.Analyzer,
	nulljoin.Analyzer,
	tick.Analyzer,
}
