package evidence

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkTour rewrites the tour and compares it in one process with code for the same runtime that was written by
// hand. It reports the time of the rewritten function divided by that of the hand-written one.
func BenchmarkTour(b *testing.B) {
	m := newModule(b, "example.com/tour")
	m.copyTree(filepath.Join(root(), "testdata", "tour"), ".", everything)
	m.rewrite(".")
	m.copyTree(filepath.Join("testdata", "hand"), ".", everything)
	m.must(nil, "go", "test", "-c", "-o", "hand.test", ".")
	ratios := m.must(nil, "./hand.test", "-test.run=TestRatio").stdout
	for line := range strings.Lines(ratios) {
		var name string
		var ratio float64
		if n, _ := fmt.Sscanf(line, "ratio %s %g", &name, &ratio); n != 2 {
			continue
		}
		b.Run(name, func(b *testing.B) {
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(ratio, "rewritten/hand")
		})
	}
}
