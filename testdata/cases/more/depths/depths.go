// Package depths reads and writes far along links.
package depths

import (
	"fmt"
	"math/rand"
)

type gem struct{ n int }

type cave struct {
	n    int
	next *cave
	gem  *gem
}

// Mine reads far down what may be an element of the other half.
func Mine(c *cave, gs []gem) int {
	if len(gs) == 0 {
		return 0
	}
	if len(gs) == 1 {
		gs[0].n++
		return c.next.next.next.n + c.next.next.next.gem.n
	}
	m := len(gs) / 2
	return Mine(c, gs[:m]) + Mine(c, gs[m:])
}

// MineHere reads only numbers of caves, which are no gems.
func MineHere(c *cave, gs []gem) int {
	if len(gs) == 0 {
		return 0
	}
	if len(gs) == 1 {
		gs[0].n++
		return c.next.next.next.n + c.next.n
	}
	m := len(gs) / 2
	return MineHere(c, gs[:m]) + MineHere(c, gs[m:])
}

// Dig walks down and writes at the end of the walk.
func Dig(c *cave, d int) int {
	if d == 0 {
		for c.next != nil {
			c = c.next
		}
		c.n++
		return c.n
	}
	return Dig(c, d-1) + 2*Dig(c, d-1)
}

// Bury stores a pointer far down, and the second call may find it there.
func Bury(c *cave, g *gem, d int) int {
	if d == 0 {
		p := c
		for p.next != nil {
			p = p.next
		}
		p.gem = g
		return c.next.gem.n
	}
	return Bury(c, g, d-1) + 2*Bury(c, g, d-1)
}

// Echo follows pairs of links and reads only.
func Echo(c *cave, d int) int {
	if c == nil || d == 0 {
		return d
	}
	if c.next == nil {
		return c.n
	}
	return Echo(c.next, d-1) + Echo(c.next.next, d-1)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	gs := make([]gem, 8)
	var c *cave
	for i := range 6 {
		gs[i].n = rng.Intn(9)
		c = &cave{rng.Intn(9), c, &gs[rng.Intn(8)]}
	}
	s := fmt.Sprint(Mine(c, gs), MineHere(c, gs), Echo(c, 6), Dig(c, 3), c.n)
	return s + fmt.Sprint(Bury(c, &gs[1], 3), gs)
}
