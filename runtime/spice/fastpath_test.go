package spice

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCompiler reads what the compiler says about forks in recursive functions: that they are inlined, that nothing but
// what must be shared leaves the frame, and that what must be shared does.
func TestCompiler(t *testing.T) {
	needGo(t)
	const dir = "testdata/fastpath"
	out, err := exec.Command("go", "build", "-gcflags=-m", "./"+dir).CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	said := map[string][]string{} // by file:line
	message := regexp.MustCompile(`^(testdata[^:]*:\d+):\d+: (.*)$`)
	for line := range bytes.Lines(out) {
		if m := message.FindSubmatch(bytes.TrimSpace(line)); m != nil {
			at := filepath.ToSlash(string(m[1]))
			said[at] = append(said[at], string(m[2]))
		}
	}
	if len(said) == 0 {
		t.Fatalf("the compiler said nothing:\n%s", out)
	}
	heap := regexp.MustCompile(`moved to heap|escapes to heap|leaking param: t$`)
	want := regexp.MustCompile(`// want "(.*)"$`)
	src, err := os.Open(filepath.Join(dir, "fastpath.go"))
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	lines := bufio.NewScanner(src)
	for n := 1; lines.Scan(); n++ {
		at := fmt.Sprintf("%s/fastpath.go:%d", dir, n)
		var re *regexp.Regexp
		if m := want.FindStringSubmatch(lines.Text()); m != nil {
			re = regexp.MustCompile(m[1])
			if !re.MatchString(strings.Join(said[at], "\n")) {
				t.Errorf("%s: no message matches %q; the compiler said:\n\t%s", at, m[1], strings.Join(said[at], "\n\t"))
			}
		}
		for _, s := range said[at] {
			if heap.MatchString(s) && (re == nil || !re.MatchString(s)) {
				t.Errorf("%s: %s", at, s)
			}
		}
	}
}

// TestForksDoNotAllocate counts what the compiler test only infers.
func TestForksDoNotAllocate(t *testing.T) {
	tree, data := newTree(1000), shuffled(1000)
	tmp := make([]int32, len(data))
	for _, c := range []struct {
		name string
		fn   func(*Task)
	}{
		{"Fork", func(t *Task) { sumPar(t, tree) }},
		{"ForkArgs", func(t *Task) { sortPar(t, halves{data, tmp}) }},
		{"several", func(t *Task) { tripPar(t, 12) }},
	} {
		run := func() { std.Do(c.fn) }
		before := std.counts.promoted.Load()
		n := testing.AllocsPerRun(200, run)
		if raceEnabled { // sync.Pool drops values at random
			continue
		}
		if promoted := std.counts.promoted.Load() - before; n != 0 && promoted == 0 {
			t.Errorf("%s: %v allocations a run, nothing was promoted", c.name, n)
		}
	}
}

func needGo(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("the go command is not in PATH")
	}
}
