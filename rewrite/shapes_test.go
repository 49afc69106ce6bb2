package rewrite

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A shaper writes random recursive functions that only compute, so that all of their calls are independent whatever way
// takeAll groups them. What they compute depends on the order of everything that emission could mix up.
type shaper struct {
	rng  *rand.Rand
	b    strings.Builder
	vars int
	f    shaped
}

// A shaped is the signature of one random function.
type shaped struct {
	name    string
	method  string // "", value, pointer
	generic bool
	params  []string // types after the first, which is n int
	results []string
	named   bool
	blank   bool // one parameter has no name
}

func (s *shaper) pick(words ...string) string { return words[s.rng.Intn(len(words))] }

func (s *shaper) fresh() string {
	s.vars++
	return fmt.Sprintf("v%d", s.vars)
}

func (s *shaper) line(format string, args ...any) {
	fmt.Fprintf(&s.b, format+s.pick("\n", "\n", "\n", " // a comment\n", "\n\n", "\n// on a line\n"), args...)
}

// value writes an expression of a type over n and the parameters.
func (s *shaper) value(typ string) string {
	switch typ {
	case "int":
		return s.pick("n", "n*3+1", "7", "len(pad)-n", "tab[n&3]", "twice(n)")
	case "string":
		return s.pick(`"x"`, "pad", "pad+\"y\"", "pad[:1]", "spell(n)")
	case "[]int":
		return s.pick("nil", "tab[:2]", "tab[1:3]", "[]int{n, 2}", "append([]int{n}, tab...)")
	case "pair":
		return s.pick("pair{n, pad}", "pair{}", "pr", "pair{twice(n), \"z\"}")
	case "uint8":
		return s.pick("uint8(n)", "9")
	case "T":
		return "t0"
	case "...int":
		return s.pick("n", "n, 4", "tab...", "")
	}
	panic(typ)
}

// hash writes an expression that folds a value of a type into an int.
func hash(typ, x string) string {
	switch typ {
	case "int":
		return x
	case "string":
		return "hashString(" + x + ")"
	case "[]int":
		return "hashInts(" + x + ")"
	case "pair":
		return "(" + x + ".a + hashString(" + x + ".b))"
	case "uint8":
		return "int(" + x + ")"
	case "T":
		return "hashAny(" + x + ")"
	}
	panic(typ)
}

// call writes a call of the function with an n that is smaller; by is how much.
func (s *shaper) call(n string, by int) string {
	args := []string{fmt.Sprintf("%s-%d", n, by)}
	for _, p := range s.f.params {
		if v := s.value(p); v != "" {
			args = append(args, v)
		}
	}
	list := strings.Join(args, ", ")
	switch {
	case s.f.method == "pointer":
		return s.pick("r", "r", "(&own)", "own") + "." + s.f.name + "(" + list + ")"
	case s.f.method == "value":
		return s.pick("r", "own", "(&own)", "mk(n)") + "." + s.f.name + "(" + list + ")"
	case s.f.generic:
		return s.f.name + s.pick("", "[T]") + "(" + list + ")"
	}
	return s.f.name + "(" + list + ")"
}

// use writes a statement that calls the function and folds its results into acc.
func (s *shaper) use(n string) {
	call := s.call(n, 1+s.rng.Intn(2))
	if len(s.f.results) == 0 {
		s.line("%s", call)
		return
	}
	var names, folds []string
	for _, t := range s.f.results {
		v := s.fresh()
		names = append(names, v)
		folds = append(folds, hash(t, v))
	}
	fold := "acc = acc*31 + " + strings.Join(folds, " + ")
	list := strings.Join(names, ", ")
	if len(names) > 1 {
		switch s.rng.Intn(3) {
		case 0:
			s.line("%s := %s\n%s", list, call, fold)
		case 1:
			s.line("if %s := %s; acc != 12345 {\n%s\n}", list, call, fold)
		default:
			s.line("var %s = %s\n%s", list, call, fold)
		}
		return
	}
	t := s.f.results[0]
	switch s.rng.Intn(9) {
	case 0:
		s.line("%s", call)
	case 1:
		s.line("_ = %s", call)
	case 2:
		s.line("acc += %s", hash(t, call))
	case 3:
		s.line("acc = acc*31 + %s + twice(%s)", hash(t, call), hash(t, s.call(n, 2)))
	case 4:
		s.line("if %s := %s; acc != 12345 {\n%s\n}", list, call, fold)
	case 5:
		s.line("switch %s { case 3: acc++; default: acc += 2 }", hash(t, call))
	case 6:
		s.line("for range max(%s, 0) & 3 { acc = acc*7 + 1 }", hash(t, call))
	default:
		s.line("%s := %s\n%s", list, call, fold)
	}
}

// block writes statements with a few calls.
func (s *shaper) block(calls int) {
	n := "n"
	for range calls {
		switch s.rng.Intn(7) {
		case 0:
			n = s.fresh()
			s.line("%s := n - acc0&0", n)
		case 1:
			s.line("acc ^= tab[acc&3]")
		}
		s.use(n)
	}
}

func (s *shaper) function(i int) {
	s.f = shaped{name: fmt.Sprintf("F%d", i)}
	kinds := []string{"int", "string", "[]int", "pair", "uint8"}
	for range s.rng.Intn(3) {
		s.f.params = append(s.f.params, s.pick(kinds...))
	}
	for range s.rng.Intn(4) {
		s.f.results = append(s.f.results, s.pick(kinds...))
	}
	recv := ""
	switch s.rng.Intn(5) {
	case 0:
		s.f.method, recv = "pointer", "(r *rec) "
	case 1:
		s.f.method, recv = "value", "(r rec) "
	case 2:
		s.f.generic = true
		s.f.params = append([]string{"T"}, s.f.params...)
		if s.rng.Intn(2) == 0 {
			s.f.results = append(s.f.results, "T")
		}
	}
	if s.rng.Intn(4) == 0 {
		s.f.params = append(s.f.params, "...int")
	}
	s.f.named = s.rng.Intn(2) == 0
	var params []string
	for k, p := range s.f.params {
		name := fmt.Sprintf("p%d", k)
		if p == "T" {
			name = "t0"
		} else if s.rng.Intn(5) == 0 {
			name = "_"
		}
		params = append(params, name+" "+p)
	}
	tparams := ""
	if s.f.generic {
		tparams = "[T any]"
	}
	var results []string
	for k, r := range s.f.results {
		if s.f.named {
			r = fmt.Sprintf("q%d %s", k, r)
		}
		results = append(results, r)
	}
	fmt.Fprintf(&s.b, "// %s is made at random.\nfunc %s%s%s(%s) (%s) {\n", s.f.name, recv, s.f.name, tparams,
		strings.Join(append([]string{"n int"}, params...), ", "), strings.Join(results, ", "))
	ret := func(n string) string {
		var vs []string
		for _, r := range s.f.results {
			switch r {
			case "int":
				vs = append(vs, n)
			case "string":
				vs = append(vs, "spell("+n+")")
			case "[]int":
				vs = append(vs, "[]int{"+n+"}")
			case "pair":
				vs = append(vs, "pair{"+n+", spell("+n+")}")
			case "uint8":
				vs = append(vs, "uint8("+n+")")
			case "T":
				vs = append(vs, "t0")
			}
		}
		if s.f.named && s.rng.Intn(2) == 0 {
			text := ""
			for k, v := range vs {
				text += fmt.Sprintf("q%d = %s\n", k, v)
			}
			return text + "return"
		}
		return "return " + strings.Join(vs, ", ")
	}
	fmt.Fprintf(&s.b, "if n < 2 {\nleaf(n)\n%s\n}\n", ret("n"))
	s.b.WriteString("pad, tab, pr, own, acc, acc0 := spell(n+20), []int{n, n+1, 5, 6}, pair{n, \"q\"}, mk(n), n, n\n_, _, _, _, _, _ = pad, tab, pr, own, acc, acc0\n")
	if s.rng.Intn(3) == 0 {
		s.b.WriteString("if n == 3 {\n")
		s.block(2)
		s.b.WriteString("}\n")
	}
	switch s.rng.Intn(4) {
	case 0:
		s.b.WriteString("for i := range 2 {\nacc += i\n")
		s.block(2)
		s.b.WriteString("}\n")
	case 1:
		s.b.WriteString("switch {\ncase n%2 == 0:\n")
		s.block(2)
		s.b.WriteString("default:\n")
		s.block(2)
		s.b.WriteString("}\n")
	default:
		s.block(2 + s.rng.Intn(2))
	}
	if len(s.f.results) == 1 && s.f.results[0] == "int" && s.rng.Intn(2) == 0 {
		s.line("return acc*%s - %s", s.call("n", 1), s.call("n", 2))
	} else {
		s.b.WriteString(ret("acc") + "\n")
	}
	s.b.WriteString("}\n\n")
}

// test writes the call of the function from outside.
func (s *shaper) test() string {
	s.f.params = append([]string(nil), s.f.params...)
	args := []string{"n"}
	for _, p := range s.f.params {
		switch p {
		case "int":
			args = append(args, "n+5")
		case "string":
			args = append(args, `"abc"`)
		case "[]int":
			args = append(args, "[]int{1, 2}")
		case "pair":
			args = append(args, `pair{n, "p"}`)
		case "uint8":
			args = append(args, "3")
		case "T":
			args = append(args, `"type"`)
		case "...int":
			args = append(args, "8, 9")
		}
	}
	call := s.f.name + "(" + strings.Join(args, ", ") + ")"
	if s.f.method != "" {
		call = "own." + call
	}
	if len(s.f.results) == 0 {
		return fmt.Sprintf("%s\nfmt.Fprintln(w, %q, n, leaves.Load())\n", call, s.f.name)
	}
	return fmt.Sprintf("fmt.Fprint(w, %q, \" \", n, \" \")\nfmt.Fprintln(w, show(%s))\n", s.f.name, call)
}

const shapesHead = `package PKG

import (
	"fmt"
	"io"
	"sync/atomic"
)

type pair struct {
	a int
	b string
}

type rec struct{ a, b, c int }

func mk(n int) rec { return rec{n, 2, 3} }

var leaves atomic.Int64

func leaf(n int)          { leaves.Add(int64(n + 2)) }
func twice(n int) int     { return 2 * n }
func spell(n int) string  { return fmt.Sprintf("%032b", uint32(n)) }
func hashAny(x any) int   { return hashString(fmt.Sprint(x)) }
func show(xs ...any) string { return fmt.Sprint(xs...) }

func hashString(s string) (h int) {
	for i := range len(s) {
		h = h*33 + int(s[i])
	}
	return h & 0xffff
}

func hashInts(xs []int) (h int) {
	for _, x := range xs {
		h = h*33 + x
	}
	return h & 0xffff
}

`

// TestShapes rewrites random functions and compares what they compute with what the original ones do, forked always,
// never and when it pays.
func TestShapes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	s := &shaper{rng: rand.New(rand.NewSource(7))}
	tests := ""
	const functions = 80
	for i := range functions {
		s.function(i)
		tests += s.test()
	}
	text := shapesHead + s.b.String() + "func All(w io.Writer) {\nfor n := range 6 {\nown := mk(n)\nown.a++\n" + tests + "}\n}\n"
	dir := module(t, map[string][]byte{
		"plain/p.go": []byte(strings.Replace(text, "PKG", "plain", 1)),
		"paths/p.go": []byte(strings.Replace(text, "PKG", "paths", 1)),
		"main.go":    []byte("package main\n\nimport (\n\"bytes\"\n\"example.com/paths\"\n\"example.com/plain\"\n\"fmt\"\n\"os\"\n)\n\nfunc main() {\nvar a, b bytes.Buffer\nplain.All(&a)\npaths.All(&b)\nif a.String() != b.String() {\nos.WriteFile(\"plain.txt\", a.Bytes(), 0o666)\nos.WriteFile(\"paths.txt\", b.Bytes(), 0o666)\nfmt.Println(\"differ\")\nos.Exit(1)\n}\nfmt.Println(a.Len())\n}\n"),
	})
	r, err := Rewrite(Options{Dir: dir, Patterns: []string{"./paths"}, Prove: takeAll})
	var check *CheckError
	if errors.As(err, &check) {
		for _, f := range check.Files {
			os.WriteFile(filepath.Join(os.TempDir(), "shapes.go.txt"), f.After, 0o666)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) < functions*3/4 {
		t.Errorf("only %d of %d functions were rewritten", len(r.Findings), functions)
	}
	if err := r.Write(); err != nil {
		t.Fatal(err)
	}
	vet(t, dir)
	build := exec.Command("go", "build", "-o", "shapes", ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, mode := range []string{"SPICE=never", "SPICE=always", "SPICE_WORKERS=3"} {
		cmd := exec.Command(filepath.Join(dir, "shapes"))
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), mode)
		out, err := cmd.CombinedOutput()
		if err != nil {
			plain, _ := os.ReadFile(filepath.Join(dir, "plain.txt"))
			paths, _ := os.ReadFile(filepath.Join(dir, "paths.txt"))
			t.Errorf("%s: %v\n%s%s", mode, err, out, firstDifference(plain, paths))
		}
		t.Logf("%s: %s bytes equal", mode, bytes.TrimSpace(out))
	}
}

func firstDifference(a, b []byte) string {
	as, bs := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return fmt.Sprintf("plain: %s\npaths: %s\n", as[i], bs[i])
		}
	}
	return ""
}
