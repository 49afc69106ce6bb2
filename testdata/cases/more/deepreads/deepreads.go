// Package deepreads hands slices of slices to library functions that read all of them.
package deepreads

import (
	"bytes"
	"fmt"
	"math/rand"
	"slices"
	"sort"
	"strings"
)

// Concat reads what may be the other half by slices.Concat.
func Concat(dst, all []int) {
	if len(dst) == 0 {
		return
	}
	if len(dst) == 1 {
		s := slices.Concat(all, []int{1})
		dst[0] += s[len(s)/2]
		return
	}
	m := len(dst) / 2
	Concat(dst[:m], all)
	Concat(dst[m:], all)
}

// ConcatBy reads a slice of another type.
func ConcatBy(dst []int, all []int8) {
	if len(dst) == 0 {
		return
	}
	if len(dst) == 1 {
		s := slices.Concat(all, []int8{1})
		dst[0] += int(s[len(s)/2])
		return
	}
	m := len(dst) / 2
	ConcatBy(dst[:m], all)
	ConcatBy(dst[m:], all)
}

// Join reads it by bytes.Join.
func Join(dst, all []byte) {
	if len(dst) == 0 {
		return
	}
	if len(dst) == 1 {
		dst[0] += byte(len(bytes.Join([][]byte{all, nil}, all[:1]))) + bytes.Join([][]byte{all}, nil)[0]
		return
	}
	m := len(dst) / 2
	Join(dst[:m], all)
	Join(dst[m:], all)
}

// Compare reads it by a comparison.
func Compare(dst, all []int) {
	if len(dst) == 0 {
		return
	}
	if len(dst) == 1 {
		dst[0] += slices.Compare(all, dst)
		return
	}
	m := len(dst) / 2
	Compare(dst[:m], all)
	Compare(dst[m:], all)
}

// Repeat reads it by slices.Repeat.
func Repeat(dst, all []int) {
	if len(dst) == 0 {
		return
	}
	if len(dst) == 1 {
		dst[0] += slices.Repeat(all, 2)[0]
		return
	}
	m := len(dst) / 2
	Repeat(dst[:m], all)
	Repeat(dst[m:], all)
}

// Text reads it by a conversion.
func Text(dst, all []byte) {
	if len(dst) == 0 {
		return
	}
	if len(dst) == 1 {
		dst[0] += byte(len(strings.Fields(string(all))))
		return
	}
	m := len(dst) / 2
	Text(dst[:m], all)
	Text(dst[m:], all)
}

// Search reads it by a closure that the library calls.
func Search(dst, all []int) {
	if len(dst) == 0 {
		return
	}
	if len(dst) == 1 {
		dst[0] += sort.Search(len(all), func(i int) bool { return all[i] > 3 })
		return
	}
	m := len(dst) / 2
	Search(dst[:m], all)
	Search(dst[m:], all)
}

// Range reads it by ranging over a copy of an array behind a pointer.
func Range(dst []int, all *[4]int) {
	if len(dst) == 0 {
		return
	}
	if len(dst) == 1 {
		for _, v := range *all {
			dst[0] += v & 1
		}
		return
	}
	m := len(dst) / 2
	Range(dst[:m], all)
	Range(dst[m:], all)
}

// Spread reads it by an append to something new.
func Spread(dst, all []int) {
	if len(dst) == 0 {
		return
	}
	if len(dst) == 1 {
		dst[0] += append([]int{1}, all...)[1]
		return
	}
	m := len(dst) / 2
	Spread(dst[:m], all)
	Spread(dst[m:], all)
}

// Length reads only its length.
func Length(dst, all []int) {
	if len(dst) == 0 {
		return
	}
	if len(dst) == 1 {
		dst[0] += len(all) + cap(all[:1:1])
		return
	}
	m := len(dst) / 2
	Length(dst[:m], all)
	Length(dst[m:], all)
}

// Same compares two structs behind pointers, one of which may hold what is written.
func Same(dst []int, a, b *[2]int) {
	if len(dst) == 0 {
		return
	}
	if len(dst) == 1 {
		if *a == *b {
			dst[0]++
		}
		return
	}
	m := len(dst) / 2
	Same(dst[:m], a, b)
	Same(dst[m:], a, b)
}

// Copied reads the other half by copying it to a new place.
func Copied(dst, all []int) {
	if len(dst) == 0 {
		return
	}
	if len(dst) == 1 {
		var t [3]int
		copy(t[:], all)
		dst[0] += t[1]
		return
	}
	m := len(dst) / 2
	Copied(dst[:m], all)
	Copied(dst[m:], all)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	p := func() []int { return rng.Perm(9) }
	a, c, d, e, f, g, h, i, j := p(), p(), p(), p(), p(), p(), p(), p(), p()
	b, k := []byte("some text here"), []byte("other text there")
	b[rng.Intn(9)]++
	Concat(a, a)
	ConcatBy(c, []int8{1, 2, 3})
	Join(b, b)
	Compare(d, d)
	Repeat(e, e)
	Text(k, k)
	Search(f, f)
	Range(g, (*[4]int)(g))
	Spread(h, h)
	Length(i, i)
	Same(j, (*[2]int)(j), (*[2]int)(j[4:]))
	Copied(j, j)
	return fmt.Sprint(a, b, c, d, e, f, g, h, i, j, k)
}
