// Spicefy finds the recursive functions of Go packages whose calls are independent of each other, says why the others'
// are not, and rewrites the former into a sequential and a parallel path.
//
// Usage:
//
//	spicefy [flags] [packages]
//
// Without a flag it reports and changes nothing. The flags are:
//
//	-w         rewrite the files
//	-d         print a unified diff of what -w would do; the report goes to standard error
//	-l         list the files that -w would change
//	-run R     look at functions only whose names (Sum, Tree.Sum) match the regular expression R
//	-undo      give functions that have two paths back as they were; with -d or -l, only show it
//	-json      print the report as JSON, one object a line
//	-v         print the reasons behind each verdict
//	-tags t,…  build tags, as for go build
//
// It exits with 0 when all is well, 1 when -d or -l found something, and 2 on an error; then nothing was written.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/spicego/spice/rewrite"
)

func main() { os.Exit(spicefy(os.Args[1:], os.Stdout, os.Stderr)) }

const usage = `usage: spicefy [flags] [packages]

Spicefy finds the recursive functions whose calls can run in parallel, says why the others cannot,
and rewrites them. Without a flag it reports and changes nothing.

`

// A command is one call of spicefy.
type command struct {
	write, diff, list, undo, json, verbose bool

	options     rewrite.Options
	out, errout io.Writer
}

// spicefy runs the command and returns its exit code.
func spicefy(args []string, stdout, stderr io.Writer) int {
	out := bufio.NewWriter(stdout)
	defer out.Flush()
	c := &command{out: out, errout: stderr}
	if err := c.parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		fmt.Fprintf(stderr, "spicefy: %v; run spicefy -h for the flags\n", err)
		return 2
	}
	found, err := c.run()
	if err != nil {
		c.fail(err)
		return 2
	}
	if found {
		return 1
	}
	return 0
}

func (c *command) parse(args []string) error {
	flags := flag.NewFlagSet("spicefy", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.BoolVar(&c.write, "w", false, "rewrite the files")
	flags.BoolVar(&c.diff, "d", false, "print a unified `diff` and write nothing")
	flags.BoolVar(&c.list, "l", false, "list the files that would change")
	flags.BoolVar(&c.undo, "undo", false, "give functions that have two paths back as they were")
	flags.BoolVar(&c.json, "json", false, "print the report as JSON, one object a line")
	flags.BoolVar(&c.verbose, "v", false, "print the reasons behind each verdict")
	run := flags.String("run", "", "look only at functions whose names match the regular expression `R`")
	tags := flags.String("tags", "", "build `tags`, separated by commas")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(c.errout, usage)
			flags.SetOutput(c.errout)
			flags.PrintDefaults()
		}
		return err
	}
	if c.json && (c.diff || c.list) {
		return errors.New("-json and -d or -l would mix on standard output: use one of them")
	}
	if *run != "" {
		r, err := regexp.Compile(*run)
		if err != nil {
			return fmt.Errorf("-run: %v", err)
		}
		c.options.Run = r
	}
	if *tags != "" {
		c.options.Flags = append(c.options.Flags, "-tags="+*tags)
	}
	c.options.Patterns = flags.Args()
	return nil
}

// run does what the flags say, and reports whether -d or -l found something.
func (c *command) run() (found bool, err error) {
	say, stop := progress(c.errout)
	c.options.Progress = say
	var r *rewrite.Result
	switch {
	case c.undo:
		r, err = rewrite.Undo(c.options)
	case c.write || c.diff || c.list:
		r, err = rewrite.Rewrite(c.options)
	default:
		r, err = rewrite.Report(c.options)
	}
	stop()
	if err != nil {
		return false, err
	}
	for _, w := range r.Warnings {
		fmt.Fprintln(c.errout, w)
	}
	if c.undo {
		fmt.Fprintln(c.errout, undone(r.Undone))
	} else {
		c.report(r)
	}
	for _, f := range r.Files {
		name := rewrite.Relative("", f.Name)
		if c.list {
			fmt.Fprintln(c.out, name)
		}
		if c.diff {
			fmt.Fprint(c.out, unified(name, f))
		}
	}
	if c.write || c.undo && !c.diff && !c.list {
		if err := r.Write(); err != nil {
			return false, err
		}
	}
	return (c.diff || c.list) && len(r.Files) > 0, nil
}

// report prints the findings: on standard output, unless that is for a diff or a list.
func (c *command) report(r *rewrite.Result) {
	out := c.out
	if c.diff || c.list {
		out = c.errout
	}
	if c.list && !c.diff && !c.verbose {
		return
	}
	if c.json {
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		for _, f := range r.Findings {
			enc.Encode(f.JSON())
		}
		return
	}
	for _, f := range r.Findings {
		f.Print(out, c.verbose)
	}
	if line := rewrite.Summary(r.Findings); line != "" {
		fmt.Fprintln(c.errout, line)
	}
}

// unified returns what changes in a file in the form that patch takes. It matches as many lines as it can: the user's
// code stands there twice afterwards, and a diff that looks for lines that are unique would show it all as new.
func unified(name string, f *rewrite.File) string {
	return fmt.Sprintf("diff %s.orig %s\n%s", name, name, udiff.Unified(name+".orig", name, string(f.Before), string(f.After)))
}

// undone says which functions have one path again.
func undone(names []string) string {
	if len(names) == 0 {
		return "nothing to undo"
	}
	return "back to the sequential code: " + strings.Join(names, ", ")
}

// fail prints an error, and of what does not build what it would have looked like.
func (c *command) fail(err error) {
	var check *rewrite.CheckError
	if errors.As(err, &check) {
		for _, f := range check.Files {
			name := rewrite.Relative("", f.Name)
			fmt.Fprint(c.errout, unified(name, f))
		}
	}
	text := strings.TrimRight(err.Error(), "\n")
	if strings.Contains(text, "\n") {
		fmt.Fprintln(c.errout, "spicefy:")
		fmt.Fprintln(c.errout, text)
		return
	}
	fmt.Fprintln(c.errout, "spicefy: "+text)
}
