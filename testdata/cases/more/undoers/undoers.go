// Package undoers sets things and takes them back, in pairs of calls.
package undoers

import (
	"fmt"
	"math/rand"
)

// gaps puts a mark, asks, takes it away, asks again.
func gaps(row []bool, i int) int {
	if i == len(row) {
		n := 0
		for j := 1; j < len(row); j++ {
			if row[j] != row[j-1] {
				n++
			}
		}
		return n
	}
	row[i] = true
	n := gaps(row, i+1)
	row[i] = false
	return n + gaps(row, i+1)
}

type state struct {
	stack []int
	bits  [6]bool
	gain  int
}

// push does it with a stack in a struct.
func (s *state) push(i int) int {
	if i == 0 {
		n := 0
		for _, v := range s.stack {
			n = n*3 + v
		}
		return n % 1000
	}
	s.stack = append(s.stack, i)
	n := s.push(i - 1)
	s.stack = s.stack[:len(s.stack)-1]
	return n + s.push(i-1)
}

// onCopy does it with a copy per call.
func onCopy(s state, i int) int {
	if i == len(s.bits) {
		n := 0
		for j, b := range s.bits {
			if b {
				n += j + s.gain
			}
		}
		return n
	}
	with := s
	with.bits[i] = true
	with.gain++
	a := onCopy(with, i+1)
	b := onCopy(s, i+1)
	return a*2 - b
}

// onOwn sets and clears its own copy between the calls.
func onOwn(s state, i int) int {
	if i == len(s.bits) {
		n := 0
		for j, b := range s.bits {
			if b {
				n += j + s.gain
			}
		}
		return n
	}
	s.bits[i] = true
	a := onOwn(s, i+1)
	s.bits[i] = false
	b := onOwn(s, i+1)
	return a*2 - b
}

// onShared does it with the address of its own copy.
func onShared(s *state, i int) int {
	if i == len(s.bits) {
		n := 0
		for j, b := range s.bits {
			if b {
				n += j + s.gain
			}
		}
		return n
	}
	c := *s
	c.bits[i] = true
	a := onShared(&c, i+1)
	c.bits[i] = false
	b := onShared(&c, i+1)
	return a*2 - b
}

// swaps moves two values, asks, and moves them back.
func swaps(a []int, k int) int {
	if k >= len(a)-1 {
		n := 0
		for i, v := range a {
			n += i * v
		}
		return n % 97
	}
	n := swaps(a, k+1)
	a[k], a[k+1] = a[k+1], a[k]
	n -= swaps(a, k+1)
	a[k], a[k+1] = a[k+1], a[k]
	return n
}

// visits counts ways through a small graph with a set of nodes on the way.
func visits(next [][]int, on map[int]bool, at, left int) int {
	if left == 0 {
		return 1
	}
	n := 0
	for _, to := range next[at] {
		if on[to] {
			continue
		}
		on[to] = true
		n += visits(next, on, to, left-1)
		delete(on, to)
	}
	return n
}

// visitsBits does it with a set by value.
func visitsBits(next [][]int, on uint, at, left int) int {
	if left == 0 {
		return 1
	}
	n := 0
	for _, to := range next[at] {
		if on>>to&1 == 0 {
			n += visitsBits(next, on|1<<to, to, left-1)
		}
	}
	return n
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	s := &state{gain: rng.Intn(5)}
	a := rng.Perm(6)
	next := make([][]int, 6)
	for i := range next {
		next[i] = rng.Perm(6)[:3]
	}
	return fmt.Sprint(gaps(make([]bool, 6), 0), s.push(6), onCopy(*s, 0), onOwn(*s, 0), onShared(s, 0), swaps(a, 0), a,
		visits(next, map[int]bool{0: true}, 0, 4), visitsBits(next, 1, 0, 4))
}
