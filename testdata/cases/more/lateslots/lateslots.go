// Package lateslots puts parts of slices into structs, early and late.
package lateslots

import (
	"fmt"
	"math/rand"
)

type slot struct {
	s []int
	k int
}

func leaf(s []int, k int) {
	for i := range s {
		s[i] = s[i]*3 + k
	}
}

// late puts the part into the struct after the call, for the next time round.
func late(b slot, d int) {
	if len(b.s) < 3 || d == 0 {
		leaf(b.s, d)
		return
	}
	s := b.s
	var c slot
	for len(s) > 2 {
		m := len(s) / 2
		late(c, d-1)
		late(slot{s[:m], d}, d-1)
		c.s = s[m:]
		s = s[m:]
	}
}

// early puts it there before.
func early(b slot, d int) {
	if len(b.s) < 3 || d == 0 {
		leaf(b.s, d)
		return
	}
	s := b.s
	m := len(s) / 2
	var c slot
	c.s = s[m:]
	c.k = d
	early(slot{s[:m], d}, d-1)
	early(c, d-1)
}

// refilled puts another part there for the second call.
func refilled(b slot, d int) {
	if len(b.s) < 3 || d == 0 {
		leaf(b.s, d)
		return
	}
	s := b.s
	m := len(s) / 2
	var c slot
	c.s = s[:m]
	refilled(c, d-1)
	c.s = s[m:]
	refilled(c, d-1)
}

// refilledWrong puts an overlapping part there.
func refilledWrong(b slot, d int) {
	if len(b.s) < 3 || d == 0 {
		leaf(b.s, d)
		return
	}
	s := b.s
	m := len(s) / 2
	var c slot
	c.s = s[:m]
	refilledWrong(c, d-1)
	c.s = s[m-1:]
	refilledWrong(c, d-1)
}

// perhaps puts a part there only sometimes.
func perhaps(b slot, d int) {
	if len(b.s) < 3 || d == 0 {
		leaf(b.s, d)
		return
	}
	c := b
	m := len(b.s) / 2
	if d%2 == 0 {
		c.s = b.s[m:]
	}
	perhaps(slot{b.s[:m], d}, d-1)
	perhaps(c, d-1)
}

// viaPointer changes the struct by a pointer to it.
func viaPointer(b slot, d int) {
	if len(b.s) < 3 || d == 0 {
		leaf(b.s, d)
		return
	}
	m := len(b.s) / 2
	c := slot{b.s[m:], d}
	widen(&c, b.s)
	viaPointer(slot{b.s[:m], d}, d-1)
	viaPointer(c, d-1)
}

func widen(c *slot, s []int) { c.s = s }

// counting walks down a slice in a loop that both parts depend on.
func counting(s []int, d int) {
	if len(s) < 4 || d == 0 {
		leaf(s, d)
		return
	}
	j := len(s) - 1
	counting(s[:1], d-1)
	for ; j > 2; j-- {
		s[j]++
	}
	counting(s[j+1:], d-1)
}

// shrinking has a pair in a loop over what is left.
func shrinking(s []int, d int) {
	if len(s) < 4 || d == 0 {
		leaf(s, d)
		return
	}
	for len(s) > 3 {
		m := len(s) / 2
		shrinking(s[:m/2], d-1)
		shrinking(s[m/2:m], d-1)
		s = s[m:]
	}
}

// shrinkingWrong forgets to leave the part behind.
func shrinkingWrong(s []int, d int) {
	if len(s) < 4 || d == 0 {
		leaf(s, d)
		return
	}
	for len(s) > 3 {
		m := len(s) / 2
		shrinkingWrong(s[:m/2+1], d-1)
		shrinkingWrong(s[m/2:m], d-1)
		s = s[m:]
	}
}

// lagging keeps the part of the last time round and works on it beside the new one.
func lagging(s []int, d int) {
	if len(s) < 4 || d == 0 {
		leaf(s, d)
		return
	}
	t := s
	for len(s) > 3 {
		m := len(s) / 2
		lagging(s[:m], d-1)
		lagging(t[:1], d-1)
		t = s[m-1:]
		s = s[m:]
	}
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	out := ""
	for i, f := range []func([]int){
		func(s []int) { late(slot{s, 0}, 3) }, func(s []int) { early(slot{s, 0}, 3) },
		func(s []int) { refilled(slot{s, 0}, 3) }, func(s []int) { refilledWrong(slot{s, 0}, 3) },
		func(s []int) { perhaps(slot{s, 0}, 3) }, func(s []int) { viaPointer(slot{s, 0}, 3) },
		func(s []int) { counting(s, 3) }, func(s []int) { shrinking(s, 3) },
		func(s []int) { shrinkingWrong(s, 3) }, func(s []int) { lagging(s, 3) }} {
		s := rng.Perm(20 + i%3 + rng.Intn(5))
		f(s)
		out += fmt.Sprint(s, "\n")
	}
	return out
}
