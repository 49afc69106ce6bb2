// Package mailroom adds up in fields of receivers and parameters.
package mailroom

import (
	"fmt"
	"math/rand"
)

type letter struct {
	w    int
	l, r *letter
}

type clerk struct {
	name  string
	tally int
	log   []string
	rate  [3]int
}

// price reads the clerk only.
func (c *clerk) price(m *letter) int {
	if m == nil {
		return c.rate[0]
	}
	return m.w*c.rate[m.w%3] + c.price(m.l) - c.price(m.r)
}

// count adds to the clerk.
func (c *clerk) count(m *letter) {
	if m == nil {
		return
	}
	c.tally += m.w
	c.count(m.l)
	c.count(m.r)
}

// leaves adds to the clerk at the leaves only.
func (c *clerk) leaves(m *letter) int {
	if m == nil {
		c.tally++
		return c.tally & 1
	}
	return c.leaves(m.l) + c.leaves(m.r)
}

// once writes to the clerk before the calls, but the calls do it too.
func (c *clerk) once(m *letter) int {
	if m == nil {
		return 0
	}
	c.name = "x"
	return c.once(m.l) + c.once(m.r) + m.w
}

// copied works with a copy of the clerk.
func (c clerk) copied(m *letter) int {
	if m == nil {
		return c.tally
	}
	c.tally += m.w
	c.rate[m.w%3]++
	return c.copied(m.l) - c.copied(m.r) + c.rate[0]
}

// deputy makes a copy and hands its address on.
func (c *clerk) deputy(m *letter) int {
	if m == nil {
		return c.tally
	}
	d := *c
	d.tally += m.w
	return d.deputy(m.l) - d.deputy(m.r)
}

// deputies makes two copies and each call changes its own.
func (c *clerk) deputies(m *letter) int {
	if m == nil {
		c.tally++
		return c.tally
	}
	d, e := *c, *c
	d.tally += m.w
	a := d.deputies(m.l)
	b := e.deputies(m.r)
	return a - b + d.tally - e.tally
}

// deputyShared makes one copy and both calls change it.
func (c *clerk) deputyShared(m *letter) int {
	if m == nil {
		c.tally++
		return c.tally
	}
	d := *c
	return d.deputyShared(m.l) - 2*d.deputyShared(m.r)
}

// logs appends to the log of a copy.
func (c clerk) logs(m *letter) int {
	if m == nil {
		n := 0
		for i, s := range c.log {
			n += i * len(s)
		}
		return n
	}
	c.log = append(c.log, fmt26[m.w%3])
	return c.logs(m.l) - 2*c.logs(m.r)
}

var fmt26 = [3]string{"a", "bb", "ccc"}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]letter, 30)
	for i := range all {
		all[i].w = rng.Intn(90)
		if j := 2*i + 1; j < len(all) {
			all[i].l = &all[j]
		}
		if j := 2*i + 1 + rng.Intn(2); j < len(all) {
			all[i].r = &all[j]
		}
	}
	m := &all[0]
	c := &clerk{rate: [3]int{1, 2, rng.Intn(5)}, log: make([]string, 0, 20)}
	p := c.price(m)
	c.count(m)
	return fmt.Sprint(p, c.tally, c.leaves(m), c.tally, c.once(m), c.copied(m), c.deputy(m), c.deputies(m), c.deputyShared(m), c.logs(m))
}
