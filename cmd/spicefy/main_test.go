package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"spicefy": main})
}

// TestCommand runs the scripts in testdata/rewrite/command. Besides the usual commands they have
//
//	module [dir]   write a go.mod for a module called example that finds the runtime in this repository
//	expand f       replace variables such as $ROOT in a file
//	snapshot       remember all files
//	exit n cmd …   run a command that has to exit with code n
//	replace f a b  replace all a in a file by b
//	unchanged      fail if a file is not what it was at the snapshot, or there are more or fewer of them
func TestCommand(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	goEnv := func(name string) string {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		return name + "=" + strings.TrimSpace(string(out))
	}
	shared := []string{goEnv("GOCACHE"), goEnv("GOMODCACHE"), "GOPROXY=off", "GOFLAGS=", "GOWORK=off", "ROOT=" + root}
	testscript.Run(t, testscript.Params{
		Dir:           "../../testdata/rewrite/command",
		UpdateScripts: os.Getenv("UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, shared...)
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond != "cgo" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			out, err := exec.Command("go", "list", "-f", "{{context.CgoEnabled}}", "runtime").Output() // without a compiler the go command turns it off
			_, noCompiler := exec.LookPath("gcc")
			return strings.TrimSpace(string(out)) == "true" && noCompiler == nil, err
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"module": func(ts *testscript.TestScript, neg bool, args []string) {
				dir := ts.MkAbs(strings.Join(args, ""))
				text := fmt.Sprintf("module example\n\ngo 1.26.0\n\nrequire github.com/spicego/spice v0.0.0\n\nreplace github.com/spicego/spice => %s\n", root)
				ts.Check(os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o666))
			},
			"exit": func(ts *testscript.TestScript, neg bool, args []string) {
				err := ts.Exec(args[1], args[2:]...)
				var exit *exec.ExitError
				if !errors.As(err, &exit) || fmt.Sprint(exit.ExitCode()) != args[0] {
					ts.Fatalf("exit code %v, want %s", err, args[0])
				}
			},
			"replace": func(ts *testscript.TestScript, neg bool, args []string) {
				name := ts.MkAbs(args[0])
				text := strings.ReplaceAll(ts.ReadFile(name), args[1], args[2])
				ts.Check(os.WriteFile(name, []byte(text), 0o666))
			},
			"expand": func(ts *testscript.TestScript, neg bool, args []string) {
				name := ts.MkAbs(args[0])
				ts.Check(os.WriteFile(name, []byte(os.Expand(ts.ReadFile(name), ts.Getenv)), 0o666))
			},
			"snapshot": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Setenv("SNAPSHOT", tree(ts))
			},
			"unchanged": func(ts *testscript.TestScript, neg bool, args []string) {
				if was, is := ts.Getenv("SNAPSHOT"), tree(ts); (was == is) == neg {
					ts.Fatalf("the tree was\n%sand is\n%s", was, is)
				}
			},
		},
	})
}

// tree lists all files with their modes and hashes.
func tree(ts *testscript.TestScript) string {
	var b strings.Builder
	root := ts.Getenv("WORK")
	ts.Check(filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == filepath.Join(root, ".tmp") {
			return filepath.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		sum := [32]byte{}
		if info.Mode().IsRegular() {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			sum = sha256.Sum256(text)
		}
		rel, _ := filepath.Rel(root, path)
		fmt.Fprintf(&b, "%s %s %x\n", rel, info.Mode(), sum[:4])
		return nil
	}))
	return b.String()
}
