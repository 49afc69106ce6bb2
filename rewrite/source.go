package rewrite

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// A source is one file as it was parsed: its bytes and its syntax. All changes are edits of these bytes, so that
// whatever is not rewritten stays as it is, whether or not gofmt would have written it so.
type source struct {
	name string // as the go command names it
	src  []byte
	file *ast.File
	tok  *token.File
}

// newline returns the file's line terminator.
func (s *source) newline() string { return newlineOf(s.src) }

func newlineOf(src []byte) string {
	if i := bytes.IndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

func (s *source) offset(p token.Pos) int { return s.tok.Offset(p) }

// raw returns the bytes between two positions.
func (s *source) raw(pos, end token.Pos) string {
	return string(s.src[s.offset(pos):s.offset(end)])
}

// text returns the bytes between two positions with plain newlines.
func (s *source) text(pos, end token.Pos) string {
	return strings.ReplaceAll(s.raw(pos, end), "\r\n", "\n")
}

// restOfLine returns what stands between p and the end of its line.
func (s *source) restOfLine(p token.Pos) string {
	rest := s.src[s.offset(p):]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	return strings.TrimRight(string(rest), "\r")
}

// startOfLine returns what stands between the start of p's line and p.
func (s *source) startOfLine(p token.Pos) string {
	before := s.src[:s.offset(p)]
	return string(before[bytes.LastIndexByte(before, '\n')+1:])
}

// lineComment returns a comment that alone follows p on its line, and the distance from p to its end.
func (s *source) lineComment(p token.Pos) (comment string, length int) {
	rest := s.restOfLine(p)
	trimmed := strings.TrimSpace(rest)
	if strings.HasPrefix(trimmed, "//") {
		return trimmed, len(strings.TrimRight(rest, " \t"))
	}
	if strings.HasPrefix(trimmed, "/*") && strings.Index(trimmed, "*/") == len(trimmed)-2 {
		return trimmed, len(strings.TrimRight(rest, " \t"))
	}
	return "", 0
}

// An edit replaces the text between two positions.
type edit struct {
	pos, end token.Pos
	text     func() string
	before   bool // goes before a statement that starts at pos; no part of the expression that starts there
	gone     bool // what it covers is rendered elsewhere
}

// An editor renders parts of a source with edits. Edits may nest: the text of an outer one is made by rendering parts
// of what it replaces.
type editor struct {
	*source
	edits []edit
	exact bool // keep the newlines of the source
}

func (e *editor) replace(n ast.Node, text func() string) {
	e.edits = append(e.edits, edit{pos: n.Pos(), end: n.End(), text: text})
}

// insert puts text in front of a statement.
func (e *editor) insert(before ast.Stmt, text func() string) {
	e.edits = append(e.edits, edit{pos: before.Pos(), end: before.Pos(), text: text, before: true})
}

func (e *editor) cut(pos, end token.Pos) {
	e.edits = append(e.edits, edit{pos: pos, end: end, text: func() string { return "" }, gone: true})
}

// render returns the text of n with all edits inside it.
func (e *editor) render(n ast.Node) string {
	_, expr := n.(ast.Expr)
	return e.renderRange(n.Pos(), n.End(), !expr)
}

// renderGone returns the text of a statement that was cut from where it stands.
func (e *editor) renderGone(s ast.Stmt) string {
	all := e.edits
	defer func() { e.edits = all }()
	e.edits = nil
	for _, x := range all {
		if !x.gone || x.pos > s.Pos() || x.end < s.End() {
			e.edits = append(e.edits, x)
		}
	}
	return e.renderRange(s.Pos(), s.End(), false)
}

func (e *editor) insertAt(p token.Pos, text string) {
	e.edits = append(e.edits, edit{pos: p, end: p, text: func() string { return text }})
}

func (e *editor) renderRange(pos, end token.Pos, before bool) string {
	var in []edit
	for _, x := range e.edits {
		if x.pos >= pos && x.end <= end && (before || !x.before || x.pos > pos) {
			in = append(in, x)
		}
	}
	// Insertions come before what they are inserted in front of, outer edits before the inner ones that they cover.
	slices.SortStableFunc(in, func(a, b edit) int {
		if c := cmp.Compare(a.pos, b.pos); c != 0 {
			return c
		}
		if a.before != b.before {
			if a.before {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.end, a.end)
	})
	text := e.text
	if e.exact {
		text = e.raw
	}
	var out strings.Builder
	at := pos
	for _, x := range in {
		if x.pos < at {
			continue // inside an edit that is done
		}
		out.WriteString(text(at, x.pos))
		out.WriteString(x.text())
		at = x.end
	}
	out.WriteString(text(at, end))
	return out.String()
}
