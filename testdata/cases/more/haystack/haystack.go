// Package haystack looks for values in halves.
package haystack

import (
	"fmt"
	"math/rand"
)

// Count counts v in halves of a slice.
func Count(s []byte, v byte) int {
	if len(s) == 0 {
		return 0
	}
	if len(s) == 1 {
		if s[0] == v {
			return 1
		}
		return 0
	}
	m := len(s) / 2
	return Count(s[:m], v) + Count(s[m:], v)
}

// CountUsed takes what it counts out.
func CountUsed(s []byte, v byte, used *[256]bool) int {
	if len(s) == 0 {
		return 0
	}
	if len(s) == 1 {
		if s[0] == v && !used[v] {
			used[v] = true
			return 1
		}
		return 0
	}
	m := len(s) / 2
	return CountUsed(s[:m], v, used) + CountUsed(s[m:], v, used)
}

// index returns the first place of v, or -1.
func index(s []byte, v byte, at int) int {
	if len(s) == 0 {
		return -1
	}
	if len(s) == 1 {
		if s[0] == v {
			return at
		}
		return -1
	}
	m := len(s) / 2
	if i := index(s[:m], v, at); i >= 0 {
		return i
	}
	return index(s[m:], v, at+m)
}

// erase zeroes v and counts it.
func erase(s []byte, v byte) (n int) {
	if len(s) == 0 {
		return 0
	}
	if len(s) == 1 {
		if s[0] == v {
			s[0] = 0
			n++
		}
		return n
	}
	m := len(s) / 2
	n += erase(s[:m], v)
	n += erase(s[m:], v)
	return n
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	s := make([]byte, 60)
	for i := range s {
		s[i] = byte(rng.Intn(6))
	}
	v := byte(rng.Intn(7))
	var used [256]bool
	return fmt.Sprint(Count(s, v), CountUsed(s, v, &used), index(s, v, 0), erase(s, v), s)
}
