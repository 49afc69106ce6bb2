package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// root is the directory of this module.
var root = sync.OnceValue(func() string {
	dir, err := filepath.Abs("../..")
	if err != nil {
		panic(err)
	}
	return dir
})

// bin is the directory that the tools are built into.
var bin string

func TestMain(m *testing.M) {
	var err error
	if bin, err = os.MkdirTemp("", "evidence"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	code := m.Run()
	os.RemoveAll(bin)
	os.Exit(code)
}

// tools builds spicefy and spicevet, once for all tests.
var tools = sync.OnceValue(func() error {
	build := exec.Command("go", "build", "-o", bin+string(filepath.Separator), "./cmd/spicefy", "./cmd/spicevet")
	build.Dir = root()
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the tools: %w\n%s", err, out)
	}
	return nil
})

// A module is a directory with a go.mod in which commands run.
type module struct {
	testing.TB
	dir string
}

// newModule makes an empty module of that name, which finds the runtime in this source tree.
func newModule(t testing.TB, name string) *module {
	t.Helper()
	m := &module{t, t.TempDir()}
	m.write("go.mod", "module "+name+"\n\ngo 1.26.0\n"+requirement(root()))
	return m
}

// requirement is what a go.mod needs to find the runtime in a directory.
func requirement(dir string) string {
	return fmt.Sprintf("\nrequire github.com/spicego/spice v0.0.0\n\nreplace github.com/spicego/spice => %s\n", dir)
}

func (m *module) write(name, text string) {
	m.Helper()
	name = filepath.Join(m.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		m.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		m.Fatal(err)
	}
}

// copyTree copies a directory into the module; keep says which files and directories, by their path in it.
func (m *module) copyTree(from, to string, keep func(path string, d fs.DirEntry) bool) {
	m.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if inside != "." && !keep(filepath.ToSlash(inside), d) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil {
			m.write(filepath.Join(to, inside), string(text)) // also makes what was read-only writable
		}
		return err
	})
	if err != nil {
		m.Fatal(err)
	}
}

// everything keeps all files of a tree.
func everything(string, fs.DirEntry) bool { return true }

// files returns the text of every file below a directory of the module.
func (m *module) files(below string) map[string]string {
	m.Helper()
	text := map[string]string{}
	err := filepath.WalkDir(filepath.Join(m.dir, below), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(m.dir, path)
		text[filepath.ToSlash(name)] = string(b)
		return err
	})
	if err != nil {
		m.Fatal(err)
	}
	return text
}

// changed returns the names of the files that differ.
func changed(before, after map[string]string) []string {
	names := map[string]bool{}
	for name, text := range before {
		if now, ok := after[name]; !ok || now != text {
			names[name] = true
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// A result is what a command left behind.
type result struct {
	command        string
	stdout, stderr string
	code           int
}

func (r result) String() string {
	return fmt.Sprintf("%s\nexit %d\n%s%s", r.command, r.code, r.stdout, r.stderr)
}

// run runs a command in the module. A first argument spicefy or spicevet is the tool of this source tree.
func (m *module) run(env []string, args ...string) result {
	m.Helper()
	name := args[0]
	if name == "spicefy" || name == "spicevet" {
		name = m.tool(name)
	}
	command := exec.Command(name, args[1:]...)
	command.Dir = m.dir
	command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "SPICE=", "SPICE_WORKERS=")
	command.Env = append(command.Env, env...)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		m.Fatal(err)
	}
	line := strings.Join(append(slices.Clone(env), args...), " ")
	return result{line, stdout.String(), stderr.String(), command.ProcessState.ExitCode()}
}

// must is run for a command that has to exit with 0.
func (m *module) must(env []string, args ...string) result {
	m.Helper()
	r := m.run(env, args...)
	if r.code != 0 {
		m.Fatal(r)
	}
	return r
}

// tool returns the name of the executable of spicefy or spicevet.
func (m *module) tool(name string) string {
	m.Helper()
	if err := tools(); err != nil {
		m.Fatal(err)
	}
	return filepath.Join(bin, name)
}

// rewrite runs spicefy -w, checks what must hold of everything it writes, and returns the files that it changed.
func (m *module) rewrite(patterns ...string) []string {
	m.Helper()
	before := m.files(".")
	m.must(nil, append([]string{"spicefy", "-w"}, patterns...)...)
	after := m.files(".")
	names := changed(before, after)
	if len(names) == 0 {
		return nil
	}
	m.must(nil, append([]string{"spicefy", "-w"}, patterns...)...)
	if again := changed(after, m.files(".")); len(again) > 0 {
		m.Errorf("a second spicefy -w changed %q", again)
	}
	m.must(nil, append([]string{"spicefy", "-undo"}, patterns...)...)
	if left := changed(before, m.files(".")); len(left) > 0 {
		m.Errorf("spicefy -undo did not bring back %q", left)
	}
	m.must(nil, append([]string{"spicefy", "-w"}, patterns...)...)
	if other := changed(after, m.files(".")); len(other) > 0 {
		m.Errorf("spicefy -w after -undo wrote other text into %q", other)
	}
	return names
}

// vet checks that neither go vet nor spicevet has anything to say about packages.
func (m *module) vet(patterns ...string) {
	m.Helper()
	m.must(nil, append([]string{"go", "vet"}, patterns...)...)
	m.must(nil, append([]string{"go", "vet", "-vettool=" + m.tool("spicevet")}, patterns...)...)
}

// packages returns the directories of files as patterns of the go command.
func packages(files []string) []string {
	dirs := map[string]bool{}
	for _, name := range files {
		dirs["./"+filepath.ToSlash(filepath.Dir(name))] = true
	}
	return slices.Sorted(maps.Keys(dirs))
}
