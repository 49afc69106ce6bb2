// Package iterations ranges over iterators of the library, in code that the calls share or not.
package iterations

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
)

type cell struct{ n int }

// counted writes what all share in the body of a range over an iterator.
func counted(s []int, seen []int, n int) int {
	if n <= 0 {
		for v := range slices.Values(s) {
			seen[v&3]++
		}
		return seen[0]
	}
	return counted(s, seen, n-1) - 2*counted(s, seen, n-1)
}

// countedOwn writes the frame's own.
func countedOwn(s []int, n int) int {
	if n <= 0 {
		sum := 0
		for v := range slices.Values(s) {
			sum = sum*3 + v
		}
		return sum % 1009
	}
	return countedOwn(s, n-1) - 2*countedOwn(s, n-1)
}

// through writes what the elements lead to.
func through(cs []*cell, n int) int {
	if n <= 0 {
		for c := range slices.Values(cs) {
			c.n++
		}
		return cs[0].n
	}
	return through(cs, n-1) - 2*through(cs, n-1)
}

// keyed writes what the values of a map lead to.
func keyed(m map[int]*cell, n int) int {
	if n <= 0 {
		for _, c := range maps.All(m) {
			c.n++
		}
		return len(m)
	}
	return keyed(m, n-1) - 2*keyed(m, n-1)
}

// indexed writes the slice itself while it ranges over it.
func indexed(s []int, n int) int {
	if n <= 0 {
		for i, v := range slices.All(s) {
			s[i] = v*3 + 1
		}
		return s[0]
	}
	return indexed(s, n-1) - 2*indexed(s, n-1)
}

// halved does it with halves.
func halved(s []int) int {
	if len(s) < 3 {
		for i, v := range slices.All(s) {
			s[i] = v*3 + 1
		}
		return len(s)
	}
	m := len(s) / 2
	return halved(s[:m]) - 2*halved(s[m:])
}

// Read reads by an iterator what the other call may write.
func Read(dst, all []int) {
	if len(dst) == 0 {
		return
	}
	if len(dst) == 1 {
		for v := range slices.Values(all) {
			dst[0] += v & 1
		}
		return
	}
	m := len(dst) / 2
	Read(dst[:m], all)
	Read(dst[m:], all)
}

// Sorted reads it by a library function that takes an iterator.
func Sorted(dst, all []int) {
	if len(dst) == 0 {
		return
	}
	if len(dst) == 1 {
		dst[0] += slices.Sorted(slices.Values(all))[0]
		return
	}
	m := len(dst) / 2
	Sorted(dst[:m], all)
	Sorted(dst[m:], all)
}

// collected sorts what it collected, which holds the same pointers.
func collected(cs []*cell, n int) int {
	if n <= 0 {
		t := slices.Collect(slices.Values(cs))
		slices.SortFunc(t, func(a, b *cell) int { return a.n - b.n })
		t[0].n++
		return t[0].n
	}
	return collected(cs, n-1) - 2*collected(cs, n-1)
}

// collectedRead sorts it and reads.
func collectedRead(cs []*cell, n int) int {
	if n <= 0 {
		t := slices.Collect(slices.Values(cs))
		slices.SortFunc(t, func(a, b *cell) int { return a.n - b.n })
		return t[0].n
	}
	return collectedRead(cs, n-1) - 2*collectedRead(cs, n-1)
}

// late makes an iterator, changes the slice that it reads between the calls, and hands a number on.
func late(s []int, n int) int {
	if n <= 0 {
		return s[0]
	}
	t := slices.Clone(s)
	it := slices.Values(t)
	a := late(t, n-1)
	t[0] += n
	k := 0
	for v := range it {
		k = k*3 + v
	}
	return a - late(s, n-1) + k%7
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	p := func() []int { return rng.Perm(7) }
	x, y, z := &cell{1}, &cell{rng.Intn(9)}, &cell{3}
	cs := []*cell{x, y, x, z}
	m := map[int]*cell{1: x, 2: y, 3: x}
	a, b, c, d, seen := p(), p(), p(), p(), make([]int, 4)
	Read(c, c)
	Sorted(d, d)
	return fmt.Sprint(counted(a, seen, 3), seen, countedOwn(a, 3), through(cs, 3), keyed(m, 3), indexed(a, 3), a, halved(b), b, c, d,
		collectedRead(cs, 3), collected(cs, 3), x.n, y.n, z.n, late(a, 3), a)
}
