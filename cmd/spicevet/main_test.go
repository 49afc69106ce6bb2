package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/spicego/spice/internal/vettest"
)

// bin is the directory of the built program.
var bin string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if bin, err = os.MkdirTemp("", "spicevet"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(bin)
		if out, err := exec.Command("go", "build", "-o", program(), ".").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
			return 1
		}
		return m.Run()
	}())
}

// program returns the name of the built program.
func program() string {
	name := filepath.Join(bin, "spicevet")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return name
}

// TestScripts runs the scripts of testdata, each in a module of its own that
// uses the stub of the runtime.
func TestScripts(t *testing.T) {
	goenv := func(name string) string {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(bytes.TrimSpace(out))
	}
	cache := goenv("GOCACHE")
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
			env.Setenv("SPICEVET", program())
			env.Setenv("GOCACHE", cache)
			env.Setenv("GOPROXY", "off")
			env.Setenv("GOFLAGS", "")
			env.Setenv("GOWORK", "off")
			env.Setenv("GOTOOLCHAIN", "local")
			if _, err := os.Stat(filepath.Join(env.WorkDir, "go.mod")); err != nil {
				mod := "module demo\n\ngo 1.26\n\nrequire github.com/spicego/spice v0.0.0\n\nreplace github.com/spicego/spice => ./spice\n"
				if err := os.WriteFile(filepath.Join(env.WorkDir, "go.mod"), []byte(mod), 0o666); err != nil {
					return err
				}
			}
			return vettest.Module(filepath.Join(env.WorkDir, "spice"))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": status},
	})
}

// status runs a program and compares its exit code: status 2 spicevet -nosuchflag
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status code program args...")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("%v", err)
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s exits with %d, want %d", args[1], got, want)
	}
}
