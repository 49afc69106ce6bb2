package rewrite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

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
