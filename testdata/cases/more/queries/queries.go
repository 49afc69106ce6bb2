// Package queries asks trees questions, some of which change the tree.
package queries

import (
	"fmt"
	"math/rand"
)

type seg struct {
	lo, hi int
	sum    int
	lazy   int
	l, r   *seg
}

// ask only reads and carries what is pending along.
func (s *seg) ask(lo, hi, pending int) int {
	if s == nil || hi <= s.lo || s.hi <= lo {
		return 0
	}
	pending += s.lazy
	if s.l == nil {
		return s.sum + pending
	}
	return s.l.ask(lo, hi, pending) + s.r.ask(lo, hi, pending)
}

func (s *seg) push() {
	if s.lazy != 0 && s.l != nil {
		s.l.lazy += s.lazy
		s.r.lazy += s.lazy
		s.lazy = 0
	}
}

// settle pushes down before it asks.
func (s *seg) settle(lo, hi int) int {
	if s == nil || hi <= s.lo || s.hi <= lo {
		return 0
	}
	if s.l == nil {
		return s.sum + s.lazy
	}
	s.push()
	return s.l.settle(lo, hi) + s.r.settle(lo, hi)
}

func (s *seg) left() *seg {
	if s == nil {
		return nil
	}
	return s.l
}

func (s *seg) right() *seg {
	if s == nil {
		return nil
	}
	return s.r
}

// width goes through accessors that read.
func (s *seg) width() int {
	if s == nil {
		return 0
	}
	return s.hi - s.lo + s.left().width() - s.right().width()
}

type counter struct{ hits int }

func (c *counter) leftOf(s *seg) *seg {
	c.hits++
	return s.l
}

// counted goes through an accessor that counts in its own receiver.
func counted(c *counter, s *seg) int {
	if s == nil {
		return 1
	}
	return counted(c, c.leftOf(s)) + counted(c, s.r)
}

// cached keeps its sum in the node.
func (s *seg) cached() int {
	if s == nil {
		return 0
	}
	if s.sum < 0 {
		s.sum = s.l.cached() + s.r.cached()
	}
	return s.sum
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	level := []*seg{}
	for i := range 32 {
		level = append(level, &seg{lo: i, hi: i + 1, sum: rng.Intn(100)})
	}
	for len(level) > 1 {
		var next []*seg
		for i := 0; i < len(level); i += 2 {
			next = append(next, &seg{lo: level[i].lo, hi: level[i+1].hi, sum: -1, lazy: rng.Intn(3), l: level[i], r: level[i+1]})
		}
		level = next
	}
	s := level[0]
	lo, hi := rng.Intn(20), 10+rng.Intn(22)
	var c counter
	return fmt.Sprint(s.ask(lo, hi, 0), s.settle(lo, hi), s.ask(lo, hi, 0), s.width(), counted(&c, s), c.hits, s.cached())
}
