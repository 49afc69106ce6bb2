// Package copies copies things, as deep as needed or not.
package copies

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
)

type board struct {
	cells []int
	links []*int
	marks map[int]int
	at    [3]int
}

// plain copies the struct only, and writes an array.
func plain(b *board, n int) int {
	if n == 0 {
		return b.at[0] - b.at[1]*2 + b.cells[0]
	}
	c, d := *b, *b
	c.at[n%3]++
	d.at[(n+1)%3]--
	return plain(&c, n-1)*2%1009 - plain(&d, n-1)
}

// cloned clones the cells for each call.
func cloned(b *board, n int) int {
	if n == 0 {
		return b.cells[0] - b.cells[1]*2
	}
	c, d := *b, *b
	c.cells = slices.Clone(b.cells)
	d.cells = append([]int(nil), b.cells...)
	c.cells[n%3]++
	d.cells[(n+1)%3]--
	return cloned(&c, n-1)*2%1009 - cloned(&d, n-1)
}

// halfCloned forgets one of them.
func halfCloned(b *board, n int) int {
	if n == 0 {
		return b.cells[0] - b.cells[1]*2
	}
	c, d := *b, *b
	c.cells = slices.Clone(b.cells)
	c.cells[n%3]++
	d.cells[(n+1)%3]--
	return halfCloned(&c, n-1)*2%1009 - halfCloned(&d, n-1)
}

// shallow clones a slice of pointers and writes through them.
func shallow(b *board, n int) int {
	if n == 0 {
		return *b.links[0] - *b.links[1]
	}
	c, d := *b, *b
	c.links = slices.Clone(b.links)
	d.links = slices.Clone(b.links)
	*c.links[n%3]++
	*d.links[(n+1)%3]--
	return shallow(&c, n-1)*2%1009 - shallow(&d, n-1)
}

// relinked clones it and puts new pointers in.
func relinked(b *board, n int) int {
	if n == 0 {
		return *b.links[0] - *b.links[1]
	}
	c, d := *b, *b
	c.links = slices.Clone(b.links)
	d.links = slices.Clone(b.links)
	v := *b.links[n%3] + 1
	c.links[n%3] = &v
	w := *b.links[(n+1)%3] - 1
	d.links[(n+1)%3] = &w
	return relinked(&c, n-1)*2%1009 - relinked(&d, n-1)
}

// marked clones a map for each call.
func marked(m map[int]int, n int) int {
	if n == 0 {
		return m[0] - m[1]
	}
	l, r := maps.Clone(m), maps.Clone(m)
	l[n%3]++
	r[(n+1)%3]--
	return marked(l, n-1)*2%1009 - marked(r, n-1)
}

// markedHand copies it by hand.
func markedHand(m map[int]int, n int) int {
	if n == 0 {
		return m[0] - m[1]
	}
	l, r := map[int]int{}, make(map[int]int, len(m))
	for k, v := range m {
		l[k], r[k] = v, v
	}
	l[n%3]++
	r[(n+1)%3]--
	return markedHand(l, n-1)*2%1009 - markedHand(r, n-1)
}

// markedOnce copies it once for both.
func markedOnce(m map[int]int, n int) int {
	if n == 0 {
		return m[0] - m[1]
	}
	c := map[int]int{}
	for k, v := range m {
		c[k] = v
	}
	c[n%3]++
	a := markedOnce(c, n-1)
	c[(n+1)%3]--
	return a*2%1009 - markedOnce(c, n-1)
}

// turned writes between the calls a slice that only the second one gets.
func turned(s []int, n int) int {
	if n == 0 {
		return s[0] - 2*s[1]
	}
	l, r := slices.Clone(s), slices.Clone(s)
	a := turned(l, n-1)
	r[n%3]++
	return a*2%1009 - turned(r, n-1)
}

// turnedLeft writes between the calls a slice that the first one got; nobody looks at it then.
func turnedLeft(s []int, n int) int {
	if n == 0 {
		return s[0] - 2*s[1]
	}
	l, r := slices.Clone(s), slices.Clone(s)
	l[0]++
	a := turnedLeft(l, n-1)
	l[n%3]++
	return a*2%1009 - turnedLeft(r, n-1) + l[1]
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	x, y, z := 1, 2, rng.Intn(9)
	b := &board{cells: rng.Perm(5), links: []*int{&x, &y, &z}, marks: map[int]int{0: 3, 1: rng.Intn(5)}}
	return fmt.Sprint(plain(b, 4), cloned(b, 4), relinked(b, 4), marked(b.marks, 4), markedHand(b.marks, 4), markedOnce(b.marks, 4),
		turned(b.cells, 4), turnedLeft(b.cells, 4), halfCloned(b, 4), shallow(b, 4), x, y, z, b.cells)
}
