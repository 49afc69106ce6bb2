// Package toolbox calls functions of the library that return what they got, or write it.
package toolbox

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"math/rand"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// trimmed writes what bytes.TrimSpace returns, which is memory of its argument.
func trimmed(b []byte, n int) int {
	if n == 0 {
		t := bytes.TrimSpace(b)
		t[0]++
		return int(t[0])
	}
	return trimmed(b, n-1) + trimmed(b, n-1)
}

// words reads fresh slices of strings.
func words(s string) int {
	f := strings.Fields(s)
	if len(f) < 2 {
		return len(s)
	}
	m := len(f) / 2
	return words(strings.Join(f[:m], " ")) + 2*words(strings.Join(f[m:], "  "))
}

// digits appends numbers into the room that both calls have.
func digits(dst []byte, n int) []byte {
	if n < 3 {
		return strconv.AppendInt(dst, int64(n), 2)
	}
	l := digits(dst, n-1)
	r := digits(dst, n-2)
	return append(append([]byte{'('}, l...), r...)
}

// digitsNew appends numbers to nothing.
func digitsNew(n int) []byte {
	if n < 3 {
		return strconv.AppendInt(nil, int64(n), 2)
	}
	l := digitsNew(n - 1)
	r := digitsNew(n - 2)
	return append(append([]byte{'('}, l...), r...)
}

// packed writes words into halves.
func packed(b []byte, v uint32) {
	if len(b) <= 4 {
		binary.BigEndian.PutUint32(b, v)
		return
	}
	m := len(b) / 8 * 4
	packed(b[:m], v+1)
	packed(b[m:], v*3)
}

// packedShared writes words into one place.
func packedShared(b []byte, v uint32, n int) uint32 {
	if n == 0 {
		binary.LittleEndian.PutUint32(b, v)
		return binary.BigEndian.Uint32(b)
	}
	return packedShared(b, v+1, n-1) + packedShared(b, v*3, n-1)
}

// insertInto makes room in a slice that all calls get.
func insertInto(s []int, n int) int {
	if n < 2 {
		s = slices.Insert(s, 1, n)
		return s[1] + s[len(s)-1]
	}
	return insertInto(s, n-1) + insertInto(s, n-2)
}

// sortedCopy sorts a copy.
func sortedCopy(s []int, n int) int {
	c := slices.Clone(s)
	slices.Sort(c)
	if n < 2 {
		return c[n]
	}
	return sortedCopy(c[1:], n-1) + sortedCopy(c[:len(c)-1], n-2)
}

// sortedShared sorts what all calls get.
func sortedShared(s []int, n int) int {
	slices.Sort(s)
	if n < 2 {
		return s[n]
	}
	return sortedShared(s, n-1) + sortedShared(s, n-2)
}

// sortedNames sorts with the older function.
func sortedNames(s []string) string {
	if len(s) < 3 {
		sort.Strings(s)
		return strings.Join(s, "")
	}
	m := len(s) / 2
	return sortedNames(s[:m]) + sortedNames(s[m:])
}

var compared int

// ordered sorts its half with a comparison that counts.
func ordered(s []int) int {
	if len(s) < 4 {
		slices.SortFunc(s, func(a, b int) int {
			compared++
			return cmp.Compare(a, b)
		})
		return s[0]
	}
	m := len(s) / 2
	return ordered(s[:m]) - ordered(s[m:])
}

// orderedBy sorts its half by a key that is only read.
func orderedBy(s []int, key map[int]int) int {
	if len(s) < 4 {
		slices.SortFunc(s, func(a, b int) int { return cmp.Compare(key[a], key[b]) })
		return s[0]
	}
	m := len(s) / 2
	return orderedBy(s[:m], key) - orderedBy(s[m:], key)
}

// mapped hands the library a function that writes.
func mapped(s string, seen []int) string {
	if len(s) < 3 {
		return strings.Map(func(r rune) rune {
			seen[r&3]++
			return r + 1
		}, s)
	}
	m := len(s) / 2
	return mapped(s[:m], seen) + mapped(s[m:], seen)
}

// mappedQuiet hands it one that does not.
func mappedQuiet(s string) string {
	if len(s) < 3 {
		return strings.Map(func(r rune) rune { return r + 1 }, s)
	}
	m := len(s) / 2
	return mappedQuiet(s[:m]) + mappedQuiet(s[m:])
}

// compacted writes the leaf's argument by slices.Compact.
func compacted(s []int, n int) int {
	if n == 0 {
		return len(slices.Compact(s))
	}
	return compacted(s, n-1)*2 + compacted(s, n-1)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	b := []byte("  abc ")
	b[3] = byte(rng.Intn(90))
	p, q := make([]byte, 64), make([]byte, 8)
	packed(p, rng.Uint32())
	k := packedShared(q, rng.Uint32(), 4)
	s := rng.Perm(12)
	names := strings.Split("q w e r t y u i o p", " ")
	rng.Shuffle(10, func(i, j int) { names[i], names[j] = names[j], names[i] })
	compared = 0
	key := map[int]int{}
	for i, v := range s {
		key[v] = i * 7 % 12
	}
	seen := make([]int, 4)
	return fmt.Sprint(trimmed(b, 3), words("a bc def g hi"[rng.Intn(3):]), digits(make([]byte, 0, 9), 6), digitsNew(6), p, q, k,
		insertInto(append(make([]int, 0, 20), s...), 4), sortedCopy(s, 4), s, orderedBy(s, key), ordered(s), compared, s, sortedShared(s, 4), s,
		sortedNames(names), names, mapped("hello", seen), seen, mappedQuiet("world"), compacted([]int{1, 1, 2, 2, 3, 3, 4, rng.Intn(9)}, 3))
}
