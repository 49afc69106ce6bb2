package evidence

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// TestTourDiff runs the first command of the README.
func TestTourDiff(t *testing.T) {
	m := &module{t, root()}
	before := m.files("testdata/tour")
	r := m.run(nil, "spicefy", "-d", "./testdata/tour")
	if r.code != 1 {
		t.Fatalf("exit %d, want 1, because there is a difference\n%s", r.code, r)
	}
	if names := changed(before, m.files("testdata/tour")); len(names) > 0 {
		t.Errorf("spicefy -d wrote %q", names)
	}
	golden := filepath.Join(root(), "testdata", "tour.golden")
	got := r.stderr + r.stdout
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("spicefy -d ./testdata/tour (-want +got, go test -update accepts it):\n%s", diff)
	}
}

// TestTour runs the tests of the tour: as it stands, and rewritten in every mode.
func TestTour(t *testing.T) {
	here := &module{t, root()}
	here.must(nil, "go", "test", "./testdata/tour")
	here.vet("./testdata/tour")

	m := newModule(t, "example.com/tour")
	m.copyTree(filepath.Join(root(), "testdata", "tour"), ".", everything)
	if files := m.rewrite("."); len(files) == 0 {
		t.Fatal("nothing was rewritten")
	}
	m.vet(".")
	m.must(nil, "go", "test", "-race", "-c", "-o", "tour.test", ".")
	for _, mode := range []string{"never", "always", "auto"} {
		m.must([]string{"SPICE=" + mode}, "./tour.test")
	}
}
