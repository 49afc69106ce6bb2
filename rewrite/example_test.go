package rewrite_test

import (
	"fmt"
	"log"

	"github.com/spicego/spice/rewrite"
)

// What can be parallelised in a package, and why the rest cannot.
func ExampleReport() {
	r, err := rewrite.Report(rewrite.Options{Patterns: []string{"../testdata/tour"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range r.Findings {
		fmt.Println(f.Text())
	}
	// Output:
	// can parallelise Dir.Usage: 2 independent calls
	// can parallelise Dir.Depth: 2 independent calls
	// can parallelise Eval: 2 independent calls
	// cannot parallelise Fold: both calls write package variable folded (expr.go:67:4) [global-write]
	// can parallelise karatsuba: 3 independent calls
	// can parallelise NewKD: 2 independent calls
	// cannot parallelise KD.Nearest: the argument of the second call (kd.go:50:29) comes from the result of the first one (kd.go:48:29) [threaded]
	// can parallelise mergeSort: 2 independent calls
}
