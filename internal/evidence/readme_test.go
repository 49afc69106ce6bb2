package evidence

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadme checks that what the README quotes is what spicefy says and writes.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join(root(), "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	golden, err := os.ReadFile(filepath.Join(root(), "testdata", "tour.golden"))
	if err != nil {
		t.Fatal(err)
	}
	_, example, ok := strings.Cut(string(readme), "becomes\n\n```go\n")
	if !ok {
		t.Fatal("no example")
	}
	example, _, _ = strings.Cut(example, "```")
	for line := range strings.Lines(example) {
		if !strings.Contains(string(golden), "\n+"+line) && !strings.Contains(string(golden), "\n "+line) {
			t.Errorf("spicefy does not write %q", line)
		}
	}
	quotes := 0
	for line := range strings.Lines(string(readme)) {
		if strings.HasPrefix(line, "testdata/tour/") {
			quotes++
			if !strings.Contains(string(golden), line) {
				t.Errorf("spicefy does not say %q", line)
			}
		}
	}
	if quotes == 0 {
		t.Error("no report is quoted")
	}
}
