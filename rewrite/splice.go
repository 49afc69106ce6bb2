package rewrite

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// apply emits the paths of one package's functions and returns the files that change.
func (p *packagePlan) apply() ([]*File, error) {
	p.paths.sortFunctions()
	p.nameAll()
	changes := map[*source][]change{}
	add := func(s *source, c ...change) { changes[s] = append(changes[s], c...) }
	for _, f := range p.paths.functions {
		if f.verdict == nil {
			continue
		}
		if err := f.apply(add); err != nil {
			return nil, fmt.Errorf("%s: cannot rewrite %s: %v", p.at(f.decl.Name.Pos()), f.name, err)
		}
	}
	var files []*File
	for _, s := range p.files {
		if len(changes[s]) == 0 {
			continue
		}
		after, err := splice(s.src, changes[s])
		if err == nil {
			after, err = p.importsOf(s).addTo(after)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %v", s.name, err)
		}
		files = append(files, &File{Name: s.name, Before: s.src, After: after})
	}
	return files, p.checkUndo(files)
}

// current reports whether the parallel path was made from the sequential path as it is.
func (f *function) current() bool {
	return f.before.others["par"].decl != nil && Hash([]byte(f.seqText())) == f.before.hash
}

// apply adds the changes that give f its paths, or bring them up to date.
func (f *function) apply(add func(*source, ...change)) error {
	nl := f.src.newline()
	switch {
	case f.before == nil && !f.verdict.Parallel():
		return nil
	case !f.verdict.Parallel():
		return fmt.Errorf("its calls are not independent any more (%s [%s]): change back what made them so, or run spicefy -undo -run '^%s$'",
			f.verdict.Reason, f.verdict.Code, regexp.QuoteMeta(f.name))
	case f.before != nil && f.current():
		return nil
	}
	t, err := f.emit()
	if err != nil {
		return err
	}
	others := ""
	for _, o := range t.others {
		others += nl + nl + withNewlines(o, nl)
	}
	start, end, after := f.src.offset(f.decl.Type.Func), f.src.offset(f.decl.End()), f.src.afterLine(f.decl.End())
	if d := f.before; d != nil {
		if was := f.src.raw(f.decl.Type.Func, f.decl.End()); was != t.seq {
			add(f.src, change{start, end, t.seq})
		}
		add(f.src, change{after, after, others})
		for _, o := range d.others {
			add(o.src, o.removal())
		}
		return nil
	}
	add(f.src, change{start, end, withNewlines(t.wrapper, nl)}, change{after, after, nl + nl + withNewlines(t.seqDoc, nl) + t.seq + others})
	return nil
}

// A change replaces bytes of a file.
type change struct {
	start, end int
	text       string
}

// splice applies changes to the bytes of a file. Everything between them stays as it is.
func splice(src []byte, changes []change) ([]byte, error) {
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(a.start, b.start) })
	var out []byte
	at := 0
	for _, c := range changes {
		if c.start < at || c.end < c.start || c.end > len(src) {
			return nil, fmt.Errorf("internal error: two changes overlap at byte %d", c.start)
		}
		out = append(out, src[at:c.start]...)
		out = append(out, c.text...)
		at = c.end
	}
	return append(out, src[at:]...), nil
}

// withNewlines converts generated text to a file's line terminators.
func withNewlines(text, newline string) string {
	if newline == "\n" {
		return text
	}
	return strings.ReplaceAll(text, "\n", newline)
}

// backOverNewlines returns the offset before at most n line terminators that end at offset at.
func backOverNewlines(src []byte, at, n int) int {
	for range n {
		if at == 0 || src[at-1] != '\n' {
			break
		}
		at--
		if at > 0 && src[at-1] == '\r' {
			at--
		}
	}
	return at
}
