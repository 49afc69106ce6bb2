package prove

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// An expectation is a line of an expect.txt: what a function's verdict should be.
type expectation struct {
	verdict string // parallel, refuse or either
	codes   []string
	later   bool // a shape that this version need not find
	reason  string
}

func readExpectations(t *testing.T, file string) map[string]expectation {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]expectation{}
	for line := range strings.Lines(string(text)) {
		line, reason, _ := strings.Cut(line, "#")
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		e := expectation{verdict: f[1], reason: strings.TrimSpace(reason)}
		if len(f) > 2 {
			e.codes = strings.Split(f[2], ",")
		}
		e.later = strings.HasPrefix(e.reason, "later:")
		out[f[0]] = e
	}
	return out
}

// TestMoreCases compares the verdicts on a second set of cases with what they should be. A wrong "can" fails, and so does a
// verdict on what is not recursive, or none on what is. A wrong "cannot" and another code than the expected one are logged.
func TestMoreCases(t *testing.T) {
	const root = "../../testdata/cases/more"
	prog := loadCases(t, root)
	dirs, err := filepath.Glob(filepath.Join(root, "*", "expect.txt"))
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	found := map[string]map[string]*Verdict{}
	for _, v := range Functions(prog) {
		dir := filepath.Base(v.Package.PkgPath)
		if found[dir] == nil {
			found[dir] = map[string]*Verdict{}
		}
		found[dir][v.Name] = v
	}
	missed, miscoded, total := 0, 0, 0
	for _, file := range dirs {
		want := readExpectations(t, file)
		name := filepath.Base(filepath.Dir(file))
		for fn, v := range found[name] {
			if _, ok := want[fn]; !ok {
				t.Errorf("%s: %s is not recursive (or is missing in expect.txt), and has the verdict %s", name, fn, text(v))
			}
		}
		for fn, e := range want {
			total++
			v := found[name][fn]
			switch {
			case v == nil && e.verdict == "either":
				t.Logf("%s: no verdict on %s # %s", name, fn, e.reason)
			case v == nil:
				t.Errorf("%s: no verdict on %s", name, fn)
			case e.verdict == "refuse" && v.Parallel():
				t.Errorf("UNSOUND %s: %s can be parallelised; must be refused: %v # %s", name, fn, e.codes, e.reason)
			case e.verdict == "parallel" && !v.Parallel():
				if !e.later {
					missed++
					t.Logf("MISS %s: %s: %s # %s", name, fn, text(v), e.reason)
				}
			case !v.Parallel() && !slices.Contains(e.codes, string(v.Code)):
				miscoded++
				t.Logf("CODE %s: %s: %s; want %v # %s", name, fn, text(v), e.codes, e.reason)
			}
		}
	}
	t.Logf("%d functions, %d missed, %d with another code", total, missed, miscoded)
}

func text(v *Verdict) string {
	if v.Parallel() {
		return "parallel"
	}
	return "cannot: " + v.Reason + " [" + string(v.Code) + "]"
}
