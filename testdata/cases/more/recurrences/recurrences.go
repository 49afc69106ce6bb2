// Package recurrences has games, counts and texts that carry their state by value.
package recurrences

import (
	"fmt"
	"math/bits"
	"math/rand"
	"strconv"
	"strings"
)

// Domino counts tilings row by row with bit sets.
func Domino(cols, rows int, full uint) int {
	if rows == 0 {
		if full == 0 {
			return 1
		}
		return 0
	}
	return row(cols, rows, full, 0, 0)
}

func row(cols, rows int, full, next uint, at int) int {
	if at == cols {
		return Domino(cols, rows-1, next)
	}
	if full>>at&1 == 1 {
		return row(cols, rows, full, next, at+1)
	}
	n := row(cols, rows, full, next|1<<at, at+1)
	if at+1 < cols && full>>(at+1)&1 == 0 {
		n += row(cols, rows, full, next, at+2)
	}
	return n
}

// parens returns all words with open and close left, as a list of strings.
func parens(word string, open, shut int) []string {
	if open == 0 && shut == 0 {
		return []string{word}
	}
	var a, b []string
	if open > 0 {
		a = parens(word+"(", open-1, shut+1)
	}
	if shut > 0 {
		b = parens(word+")", open, shut-1)
	}
	return append(a, b...)
}

// parensTo does it with one array of bytes.
func parensTo(word []byte, open, shut int) []string {
	if open == 0 && shut == 0 {
		return []string{string(word)}
	}
	var a, b []string
	if open > 0 {
		a = parensTo(append(word, '('), open-1, shut+1)
	}
	if shut > 0 {
		b = parensTo(append(word, ')'), open, shut-1)
	}
	return append(a, b...)
}

// hanoi returns the moves as text.
func hanoi(n int, from, to, via string) string {
	if n == 0 {
		return ""
	}
	return hanoi(n-1, from, via, to) + from + to + " " + hanoi(n-1, via, to, from)
}

// gray returns codes; the right ones are written after both calls.
func gray(n int) []uint {
	if n == 0 {
		return []uint{0}
	}
	a, b := gray(n-1), gray(n-1)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	for i := range b {
		b[i] |= 1 << (n - 1)
	}
	return append(a, b...)
}

// grayBefore turns the first result around before the second call, which does not know it.
func grayBefore(n int) []uint {
	if n == 0 {
		return []uint{0}
	}
	a := grayBefore(n - 1)
	for i := range a {
		a[i] ^= 1
	}
	b := grayBefore(n - 1)
	return append(a, b...)
}

// expand evaluates all signs between digits.
func expand(digits string, sum, last int) int {
	if digits == "" {
		if sum == 10 {
			return 1
		}
		return 0
	}
	d, err := strconv.Atoi(digits[:1])
	if err != nil {
		return 0
	}
	rest := digits[1:]
	return expand(rest, sum+d, d) + expand(rest, sum-d, -d) + expand(rest, sum-last+last*d, last*d)
}

// cover counts sets by popcounts in the arguments.
func cover(set uint16, n int) int {
	if n == 0 {
		return bits.OnesCount16(set)
	}
	return cover(bits.RotateLeft16(set, n), n-1) - cover(set&^(1<<bits.TrailingZeros16(set)), n-1)
}

// indent builds text with a builder of its own.
func indent(n int, tab string) string {
	var sb strings.Builder
	sb.WriteString(tab)
	if n > 0 {
		sb.WriteString(indent(n-1, tab+"-"))
		sb.WriteByte('/')
		sb.WriteString(indent(n-2, tab+"+"))
	}
	sb.WriteByte('.')
	return sb.String()
}

// indentTo writes to one builder.
func indentTo(sb *strings.Builder, n int, tab string) {
	sb.WriteString(tab)
	if n > 0 {
		indentTo(sb, n-1, tab+"-")
		sb.WriteByte('/')
		indentTo(sb, n-2, tab+"+")
	}
	sb.WriteByte('.')
}

// indentLen hands the address of its builder to both calls.
func indentLen(out *strings.Builder, n int) int {
	out.WriteByte('x')
	if n <= 0 {
		return out.Len()
	}
	var sb strings.Builder
	return indentLen(&sb, n-1) + indentLen(&sb, n-2)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	var sb strings.Builder
	indentTo(&sb, 4, "")
	return fmt.Sprint(Domino(4, 2+rng.Intn(3), 0), parens("", 4, 0), parensTo(make([]byte, 0, 16), 4, 0), hanoi(3+rng.Intn(2), "a", "b", "c"),
		gray(4), grayBefore(4), expand(strconv.Itoa(100000+rng.Intn(899999)), 0, 0), cover(uint16(rng.Intn(65536)), 7),
		indent(4, ""), sb.String(), indentLen(&sb, 6))
}
