package evidence

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// runner compares a package with its rewritten copy: same text from Run for every seed. It runs one package a process,
// so that a race, a panic or a hang has a name.
const runner = `package main

import (
	"fmt"
	"os"

%s)

const seeds = 20

var cases = map[string][2]func(int64) string{
%s}

func main() {
	c := cases[os.Args[1]]
	for seed := int64(0); seed < seeds; seed++ {
		if want, got := c[0](seed), c[1](seed); got != want {
			fmt.Printf("seed %%d: got %%s\nwant %%s\n", seed, got, want)
			os.Exit(1)
		}
	}
}
`

// racy forks two writers of one variable: what the race detector must find in code that was wrongly parallelised.
const racy = `package racy

import (
	"fmt"

	"github.com/spicego/spice/runtime/spice"
)

var nodes int

func count(t *spice.Task, n int) int {
	if n == 0 {
		return 0
	}
	nodes++
	right := spice.Fork(t, count, n-1)
	left := count(right.Task(), n-1)
	r, ok := right.Join()
	if !ok {
		r = count(t, n-1)
	}
	return left + r + 1
}

func Run(seed int64) string { return fmt.Sprint(spice.Run(count, 5)) }
`

// parallelPath matches the marker of a function that spicefy wrote, and finds the name of the function it stands for.
var parallelPath = regexp.MustCompile(`(?m)^//spice:path par (\S+)`)

// TestCases rewrites every case that can be rewritten and compares it with the original, path by path.
func TestCases(t *testing.T) {
	all, err := filepath.Glob(filepath.Join(root(), "testdata", "cases", "*", "*", "expect.txt"))
	if err != nil || len(all) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	m := newModule(t, "example.com/cases")
	m.write("original/racy/racy.go", racy)
	forbidden := map[string][]string{} // by the name of the case: functions that must stay as they are
	for i, expect := range all {
		if testing.Short() && i%4 != 0 {
			continue
		}
		dir := filepath.Dir(expect)
		name := filepath.Base(filepath.Dir(dir)) + "/" + filepath.Base(dir)
		forbidden[name] = refused(t, expect)
		m.copyTree(dir, "original/"+name, everything)
		m.copyTree(dir, "rewritten/"+name, everything)
	}

	files := m.rewrite("./rewritten/...")
	accepted := map[string]bool{}
	for _, file := range files {
		name := path.Dir(strings.TrimPrefix(file, "rewritten/"))
		text, err := os.ReadFile(filepath.Join(m.dir, file))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range parallelPath.FindAllSubmatch(text, -1) {
			accepted[name] = true
			if f := string(found[1]); slices.Contains(forbidden[name], f) {
				t.Errorf("%s: %s was rewritten and must be refused", name, f)
			}
		}
	}
	if len(accepted) == 0 {
		t.Fatal("nothing was rewritten")
	}
	m.vet(packages(files)...)

	var imports, entries strings.Builder
	fmt.Fprintf(&imports, "\tracy %q\n", "example.com/cases/original/racy")
	fmt.Fprintf(&entries, "\t\"racy\": {racy.Run, racy.Run},\n")
	run := slices.Sorted(maps.Keys(accepted))
	for i, name := range run {
		fmt.Fprintf(&imports, "\to%d %q\n\tr%[1]d %[3]q\n", i, "example.com/cases/original/"+name, "example.com/cases/rewritten/"+name)
		fmt.Fprintf(&entries, "\t%q: {o%d.Run, r%[2]d.Run},\n", name, i)
	}
	m.write("compare/main.go", fmt.Sprintf(runner, imports.String(), entries.String()))
	m.must(nil, "go", "build", "-race", "-o", "comparison", "./compare")

	if r := m.run([]string{"SPICE=always"}, "./comparison", "racy"); !strings.Contains(r.stderr, "DATA RACE") {
		t.Errorf("a race that is there was not found, so the rest of this test would find none:\n%s", r)
	}
	for _, name := range run {
		for _, env := range [][]string{{"SPICE=never"}, {"SPICE=always"}, {"SPICE=auto", "SPICE_WORKERS=4"}} {
			t.Run(name+"/"+env[0], func(t *testing.T) {
				t.Parallel()
				child := &module{t, m.dir}
				// By default the detector sleeps for a second before the process ends.
				child.must(append(env, "GORACE=atexit_sleep_ms=10"), "./comparison", name)
			})
		}
	}
}

// refused returns the functions of a case that must stay sequential.
func refused(t *testing.T, expect string) (names []string) {
	text, err := os.ReadFile(expect)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 1 && f[1] == "refuse" {
			names = append(names, f[0])
		}
	}
	return names
}
