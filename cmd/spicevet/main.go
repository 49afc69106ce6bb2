// Command spicevet checks Go code that uses the spice runtime: whether forks
// and joins are paired, whether a join that says no runs the call, whether
// loops tick.
//
// It is a vet tool, a fix tool, and a command of its own:
//
//	go vet -vettool=$(which spicevet) ./...
//	go vet -vettool=$(which spicevet) -fix ./...
//	go fix -fixtool=$(which spicevet) ./...
//	spicevet ./...
//
// Alone it takes the flags
//
//	-json   print the findings as JSON
//	-fix    apply the suggested fixes and print the findings that are left
//	-diff   print the suggested fixes as a diff and change nothing
//	-NAME   run only the analyzers named so; with =false, all but those
//
// and exits with 0 when there is nothing to say, 1 when there are findings or a
// diff, and 2 when the flags are wrong or the packages could not be checked.
// With -json it exits with 0 also when there are findings. "spicevet help"
// lists the analyzers, "spicevet help NAME" explains one.
//
// A finding is silenced by a directive on its line, or alone on the line above:
//
//	//spice:ignore forkjoin "why this is right"
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/spicego/spice/analyzers"
	"github.com/spicego/spice/internal/replace"
)

func main() {
	if spokenToByGo(os.Args[1:]) {
		unitchecker.Main(analyzers.All...) // does not return
	}
	code, err := check(os.Args[1:], os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintf(os.Stderr, "spicevet: %v\n", err)
	}
	os.Exit(code)
}

// spokenToByGo reports whether the arguments are those of the protocol between
// the go command and a vet tool, or ask for help, which is the same for both.
func spokenToByGo(args []string) bool {
	if len(args) == 0 {
		return false
	}
	return args[0] == "help" || args[0] == "-V=full" || args[0] == "-flags" ||
		strings.HasSuffix(args[len(args)-1], ".cfg")
}

// The exit codes.
const (
	clean    = 0
	found    = 1
	troubled = 2
)

// check is the command when it is called by a user.
func check(args []string, stdout, stderr io.Writer) (code int, err error) {
	flags := flag.NewFlagSet("spicevet", flag.ContinueOnError)
	flags.SetOutput(stderr)
	asJSON := flags.Bool("json", false, "print the findings as JSON")
	fix := flags.Bool("fix", false, "apply the suggested fixes and print the findings that are left")
	diff := flags.Bool("diff", false, "print the suggested fixes as a diff and change nothing")
	for _, a := range analyzers.All {
		flags.Bool(a.Name, false, "run only the analyzers named so: "+title(a))
	}
	flags.Usage = func() {
		fmt.Fprint(stderr, "usage: spicevet [flags] [packages]\n\nWithout packages, the one in this directory is checked.\n\n")
		flags.PrintDefaults()
		fmt.Fprint(stderr, "\nspicevet help NAME explains an analyzer.\n")
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return clean, nil
	case err != nil:
		return troubled, nil // Parse has said why
	}
	if *asJSON && (*fix || *diff) {
		return troubled, errors.New("-json prints findings and -fix and -diff work on them; give one or the other")
	}
	var chosen []string
	flags.Visit(func(f *flag.Flag) {
		for _, a := range analyzers.All {
			if f.Name == a.Name {
				chosen = append(chosen, "-"+f.Name+"="+f.Value.String())
			}
		}
	})
	report, err := vet(chosen, flags.Args(), stderr)
	if err != nil {
		return troubled, err
	}
	if report.failed {
		code = troubled
	}
	switch {
	case *asJSON:
		return code, report.writeJSON(stdout)
	case *diff:
		changes, err := report.changes()
		if err != nil {
			return troubled, err
		}
		for _, c := range changes {
			code = max(code, found)
			if _, err := io.WriteString(stdout, diffOf(c)); err != nil {
				return troubled, err
			}
		}
		return code, nil
	case *fix:
		changes, err := report.changes()
		if err == nil {
			err = replace.All("spicevet", changes)
		}
		if err == nil && len(changes) > 0 {
			report, err = vet(chosen, flags.Args(), stderr) // what is left
		}
		if err != nil {
			return troubled, err
		}
		if report.failed {
			code = troubled
		}
	}
	if report.writeText(stderr) > 0 {
		code = max(code, found)
	}
	return code, nil
}

// title returns the first line of an analyzer's documentation without its name.
func title(a *analysis.Analyzer) string {
	line, _, _ := strings.Cut(a.Doc, "\n")
	return strings.TrimPrefix(line, a.Name+": ")
}
