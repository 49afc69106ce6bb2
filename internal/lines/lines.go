// Package lines finds where in the text of a file an edit must stand so that
// comments stay with what they are about.
package lines

import (
	"bytes"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// End returns the end of the line that pos is on if nothing but a comment is
// behind pos, so that what is inserted there leaves the comment in its line;
// otherwise pos.
func End(pass *analysis.Pass, pos token.Pos) token.Pos {
	file := pass.Fset.File(pos)
	src, err := pass.ReadFile(file.Name())
	if err != nil || file.Offset(pos) > len(src) {
		return pos
	}
	rest, _, _ := bytes.Cut(src[file.Offset(pos):], []byte("\n"))
	rest = bytes.TrimRight(rest, "\r")
	if text := bytes.TrimSpace(rest); len(text) > 0 && !bytes.HasPrefix(text, []byte("//")) {
		return pos
	}
	return pos + token.Pos(len(rest))
}

// Whole returns the line that n is on, with its end, if there is nothing else
// on it; otherwise the extent of n and of a semicolon behind it.
func Whole(pass *analysis.Pass, n ast.Node) (start, end token.Pos) {
	file := pass.Fset.File(n.Pos())
	src, err := pass.ReadFile(file.Name())
	from, to := file.Offset(n.Pos()), file.Offset(n.End())
	if err != nil || to > len(src) {
		return n.Pos(), n.End()
	}
	begin := bytes.LastIndexByte(src[:from], '\n') + 1
	after, _, more := bytes.Cut(src[to:], []byte("\n"))
	if more && len(bytes.TrimSpace(src[begin:from])) == 0 && len(bytes.TrimSpace(after)) == 0 {
		return file.Pos(begin), file.Pos(to + len(after) + 1)
	}
	if rest := bytes.TrimLeft(after, " \t"); bytes.HasPrefix(rest, []byte(";")) {
		return n.Pos(), file.Pos(to + len(after) - len(rest) + 1)
	}
	return n.Pos(), n.End()
}
