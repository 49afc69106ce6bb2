package forkjoin

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/spicego/spice/internal/pairing"
	"github.com/spicego/spice/internal/spiceapi"
)

// fix returns the suggested fixes, at most one a function: it goes with the
// first finding that it mends and mends all that can be.
//
// Two things are mended. A future that is pending at a return statement on all
// paths that come there, and joined on others, is dropped before the return.
// A Drop of what is joined or dropped on all paths is removed.
func fix(pass *analysis.Pass, findings []*pairing.Finding) map[*pairing.Finding]*analysis.SuggestedFix {
	fixes := make(map[*pairing.Finding]*analysis.SuggestedFix)
	byFunc := make(map[ast.Node]*mend)
	for _, f := range findings {
		m := byFunc[f.Func]
		if m == nil {
			m = &mend{pass: pass, drops: make(map[*ast.ReturnStmt][]drop)}
			byFunc[f.Func] = m
		}
		if m.add(f) && m.first == nil {
			m.first = f
		}
	}
	for _, m := range byFunc {
		if m.first != nil {
			fixes[m.first] = &analysis.SuggestedFix{Message: m.message(), TextEdits: m.edits()}
		}
	}
	return fixes
}

// A mend is what is changed in one function.
type mend struct {
	pass    *analysis.Pass
	first   *pairing.Finding
	drops   map[*ast.ReturnStmt][]drop
	removed []analysis.TextEdit
}

// A drop is a Drop to insert before a return statement.
type drop struct {
	future string
	depth  int // the youngest future, with 0, is dropped first
}

// add takes in what mends f and reports whether there is anything.
func (m *mend) add(f *pairing.Finding) bool {
	switch f.Kind {
	case pairing.Left:
		for _, l := range f.Leaving {
			if !m.droppable(f, l.Return) {
				return false
			}
		}
		for _, l := range f.Leaving {
			m.drops[l.Return] = append(m.drops[l.Return], drop{f.Future, l.Depth})
		}
		return len(f.Leaving) > 0
	case pairing.Twice:
		if f.Call == spiceapi.Drop && f.Always {
			if edit, ok := m.removal(f); ok {
				m.removed = append(m.removed, edit)
				return true
			}
		}
	}
	return false
}

// droppable reports whether f can be dropped before ret: its name means the
// future there, and what is returned does not need the task.
func (m *mend) droppable(f *pairing.Finding, ret *ast.ReturnStmt) bool {
	scope := m.pass.Pkg.Scope().Innermost(ret.Pos())
	if scope == nil {
		return false
	}
	if _, obj := scope.LookupParent(f.Var.Name(), ret.Pos()); obj != f.Var {
		return false
	}
	for _, r := range ret.Results {
		needed := false
		ast.Inspect(r, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			t := m.pass.TypesInfo.TypeOf(e)
			if t != nil && (spiceapi.IsTask(t) || spiceapi.IsFuture(t) || spiceapi.IsFuturePointer(t)) {
				needed = true
			}
			if call, ok := e.(*ast.CallExpr); ok && m.closure(call.Fun) {
				needed = true
			}
			return !needed
		})
		if needed {
			return false
		}
	}
	return true
}

// closure reports whether fun is a literal or a variable, which may use the
// task without a mention of it.
func (m *mend) closure(fun ast.Expr) bool {
	switch fun := ast.Unparen(fun).(type) {
	case *ast.FuncLit:
		return true
	case *ast.Ident:
		_, ok := m.pass.TypesInfo.Uses[fun].(*types.Var)
		return ok
	}
	return false
}

// removal returns the edit that removes the statement of a second Drop, if no
// other statement stands on its line.
func (m *mend) removal(f *pairing.Finding) (analysis.TextEdit, bool) {
	for _, file := range m.pass.Files {
		if f.Pos < file.FileStart || file.FileEnd <= f.Pos {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(file, f.Pos, f.End)
		for _, n := range path {
			if stmt, ok := n.(*ast.ExprStmt); ok && stmt.Pos() == f.Pos && stmt.End() == f.End {
				return m.deletion(stmt)
			}
		}
	}
	return analysis.TextEdit{}, false
}

// deletion returns the edit that deletes stmt: with its line, or up to the
// comment behind it.
func (m *mend) deletion(stmt ast.Stmt) (analysis.TextEdit, bool) {
	file := m.pass.Fset.File(stmt.Pos())
	src, err := m.pass.ReadFile(file.Name())
	n := file.Line(stmt.Pos())
	if err != nil || file.Line(stmt.End()) != n || n == file.LineCount() {
		return analysis.TextEdit{}, false
	}
	start, end := file.LineStart(n), file.LineStart(n+1)
	before := src[file.Offset(start):file.Offset(stmt.Pos())]
	behind := src[file.Offset(stmt.End()):file.Offset(end)]
	text := bytes.TrimSpace(behind)
	switch {
	case len(bytes.TrimSpace(before)) > 0:
	case len(text) == 0:
		return analysis.TextEdit{Pos: start, End: end}, true
	case bytes.HasPrefix(text, []byte("//")):
		return analysis.TextEdit{Pos: stmt.Pos(), End: stmt.End() + token.Pos(bytes.Index(behind, text))}, true
	}
	return analysis.TextEdit{}, false
}

// edits returns all changes of the function, in the order of the source.
func (m *mend) edits() []analysis.TextEdit {
	edits := slices.Clone(m.removed)
	for ret, drops := range m.drops {
		slices.SortFunc(drops, func(a, b drop) int { return cmp.Compare(a.depth, b.depth) })
		between := m.separator(ret.Pos())
		var text strings.Builder
		for _, d := range drops {
			text.WriteString(d.future + ".Drop()" + between)
		}
		edits = append(edits, analysis.TextEdit{Pos: ret.Pos(), End: ret.Pos(), NewText: []byte(text.String())})
	}
	slices.SortFunc(edits, func(a, b analysis.TextEdit) int { return cmp.Compare(a.Pos, b.Pos) })
	return edits
}

// separator returns what to write between a new statement and the one at pos:
// a new line with the same indentation, or a semicolon within a line.
func (m *mend) separator(pos token.Pos) string {
	file := m.pass.Fset.File(pos)
	src, err := m.pass.ReadFile(file.Name())
	if err != nil {
		return "; "
	}
	indent := src[file.Offset(file.LineStart(file.Line(pos))):file.Offset(pos)]
	if len(bytes.TrimSpace(indent)) > 0 {
		return "; "
	}
	return "\n" + string(indent)
}

// message says what the fix does.
func (m *mend) message() string {
	switch {
	case len(m.removed) == 0:
		return "Drop the futures that are pending before the return"
	case len(m.drops) == 0:
		return "Remove the second Drop"
	}
	return "Drop what is pending before the return, and remove the second Drop"
}
