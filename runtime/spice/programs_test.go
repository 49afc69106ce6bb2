package spice

import (
	"math/rand/v2"
	"slices"
)

// The programs that tests and benchmarks run: each as sequential code and as a task function.

type node struct {
	left, right *node
	val         int64
}

// newTree returns a balanced tree of n nodes, allocated from the root down, whose values are 1 … n.
func newTree(n int) *node {
	next := int64(0)
	var grow func(n int) *node
	grow = func(n int) *node {
		if n == 0 {
			return nil
		}
		next++
		t := &node{val: next}
		t.left = grow((n - 1) / 2)
		t.right = grow(n - 1 - (n-1)/2)
		return t
	}
	return grow(n)
}

func sumSeq(n *node) int64 {
	if n == nil {
		return 0
	}
	return sumSeq(n.left) + sumSeq(n.right) + n.val
}

func sumPar(t *Task, n *node) int64 {
	if n == nil {
		return 0
	}
	right := Fork(t, sumPar, n.right)
	left := sumPar(right.Task(), n.left)
	r, ok := right.Join()
	if !ok {
		r = sumPar(t, n.right)
	}
	return left + r + n.val
}

func fibSeq(n int) int {
	if n < 2 {
		return n
	}
	return fibSeq(n-1) + fibSeq(n-2)
}

func fibPar(t *Task, n int) int {
	if n < 2 {
		return n
	}
	b := Fork(t, fibPar, n-2)
	x := fibPar(b.Task(), n-1)
	y, ok := b.Join()
	if !ok {
		y = fibPar(t, n-2)
	}
	return x + y
}

// halves is the argument of a merge sort: s is to be sorted, tmp is as long.
type halves struct{ s, tmp []int32 }

func sortSeq(s, tmp []int32) {
	if len(s) <= 32 {
		insertion(s)
		return
	}
	m := len(s) / 2
	sortSeq(s[:m], tmp[:m])
	sortSeq(s[m:], tmp[m:])
	merge(s, tmp, m)
}

func sortPar(t *Task, a halves) struct{} {
	if len(a.s) <= 32 {
		insertion(a.s)
		return struct{}{}
	}
	m := len(a.s) / 2
	hi := halves{a.s[m:], a.tmp[m:]}
	f := ForkArgs(t, sortPar, &hi)
	sortPar(f.Task(), halves{a.s[:m], a.tmp[:m]})
	if _, ok := f.Join(); !ok {
		sortPar(t, hi)
	}
	merge(a.s, a.tmp, m)
	return struct{}{}
}

func insertion(s []int32) {
	for i := 1; i < len(s); i++ {
		v, j := s[i], i
		for ; j > 0 && s[j-1] > v; j-- {
			s[j] = s[j-1]
		}
		s[j] = v
	}
}

// merge merges s[:m] and s[m:] by way of tmp.
func merge(s, tmp []int32, m int) {
	copy(tmp, s[:m])
	i, j, k := 0, m, 0
	for i < m && j < len(s) {
		if s[j] < tmp[i] {
			s[k] = s[j]
			j++
		} else {
			s[k] = tmp[i]
			i++
		}
		k++
	}
	copy(s[k:], tmp[i:m])
}

func shuffled(n int) []int32 {
	s := make([]int32, n)
	for i := range s {
		s[i] = int32(i)
	}
	r := rand.New(rand.NewPCG(1, 2))
	r.Shuffle(n, func(i, j int) { s[i], s[j] = s[j], s[i] })
	return s
}

func sorted(s []int32) bool { return slices.IsSorted(s) }

// board is a partial solution of the n queens puzzle, by value: the rows so far, and the columns and diagonals taken.
type board struct {
	n, row           int8
	cols, left, down uint32
}

func (b board) place(bit uint32) board {
	return board{b.n, b.row + 1, b.cols | bit, (b.left | bit) << 1, (b.down | bit) >> 1}
}

func (b board) free() uint32 { return ^(b.cols | b.left | b.down) & (1<<b.n - 1) }

func queensSeq(b board) int {
	if b.row == b.n {
		return 1
	}
	free := b.free()
	if free == 0 {
		return 0
	}
	return placesSeq(b, free)
}

// placesSeq counts the solutions of b with a queen on one of the free squares, at least one, of its next row.
func placesSeq(b board, free uint32) int {
	bit := free & -free
	if free == bit {
		return queensSeq(b.place(bit))
	}
	return queensSeq(b.place(bit)) + placesSeq(b, free&^bit)
}

type places struct {
	b    board
	free uint32
}

func queensPar(t *Task, b board) int {
	if b.row == b.n {
		return 1
	}
	free := b.free()
	if free == 0 {
		return 0
	}
	return placesPar(t, places{b, free})
}

func placesPar(t *Task, a places) int {
	bit := a.free & -a.free
	if a.free == bit {
		return queensPar(t, a.b.place(bit))
	}
	rest := places{a.b, a.free &^ bit}
	f := ForkArgs(t, placesPar, &rest)
	x := queensPar(f.Task(), a.b.place(bit))
	y, ok := f.Join()
	if !ok {
		y = placesPar(t, rest)
	}
	return x + y
}

// trip has several futures in one frame.
func tripSeq(n int) int {
	if n < 3 {
		return n + 1
	}
	return tripSeq(n-1) + 2*tripSeq(n-2) + 3*tripSeq(n-3)
}

func tripPar(t *Task, n int) int {
	if n < 3 {
		return n + 1
	}
	fc := Fork(t, tripPar, n-3)
	fb := Fork(fc.Task(), tripPar, n-2)
	a := tripPar(fb.Task(), n-1)
	b, ok := fb.Join()
	if !ok {
		b = tripPar(fc.Task(), n-2)
	}
	c, ok := fc.Join()
	if !ok {
		c = tripPar(t, n-3)
	}
	return a + 2*b + 3*c
}
