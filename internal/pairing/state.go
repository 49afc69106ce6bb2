package pairing

import (
	"encoding/binary"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A condition of a future, on one path.
type condition uint8

const (
	unforked condition = iota
	lent               // the future of the caller, which a parameter points to
	pending
	settled  // joined or dropped
	settling // an array or slice of futures in a loop that joins them
	gone     // out of sight
)

// A status is the condition of a future and the place that put it there.
type status struct {
	is condition
	by token.Pos
}

// A state is what is known on one path.
type state struct {
	cells  []status
	held   []bool           // the address of the cell is out of sight
	young  []int            // the pending cells that are one future each, the oldest first
	defers []*ast.DeferStmt // registered in this frame
	facts  []fact           // ordered by atom
}

func (s *state) clone() *state {
	return &state{
		cells:  slices.Clone(s.cells),
		held:   slices.Clone(s.held),
		young:  slices.Clone(s.young),
		defers: slices.Clone(s.defers),
		facts:  slices.Clone(s.facts),
	}
}

// key is the same for states with the same future.
func (s *state) key() string {
	var b []byte
	for i, c := range s.cells {
		b = append(b, byte(c.is))
		if s.held[i] {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
		b = binary.AppendUvarint(b, uint64(c.by))
	}
	for _, c := range s.young {
		b = binary.AppendUvarint(b, uint64(c)+1)
	}
	b = append(b, 0)
	for _, d := range s.defers {
		b = binary.AppendUvarint(b, uint64(d.Pos()))
	}
	b = append(b, 0)
	for _, f := range s.facts {
		b = append(b, f.atom.String()...)
		if f.is {
			b = append(b, '+')
		} else {
			b = append(b, '-')
		}
	}
	return string(b)
}

// set changes the condition of a cell.
func (s *state) set(c int, is condition, by token.Pos) {
	s.cells[c] = status{is, by}
	s.young = slices.DeleteFunc(s.young, func(y int) bool { return y == c })
}

// fork makes a cell pending, the youngest of all.
func (s *state) fork(c int, by token.Pos) {
	s.set(c, pending, by)
	s.young = append(s.young, c)
}

// younger returns the youngest pending cell if that is not c, or -1.
func (s *state) younger(c int) int {
	if n := len(s.young); n > 0 && s.young[n-1] != c {
		return s.young[n-1]
	}
	return -1
}

// learn adds a fact in place of an older answer to the same question.
func (s *state) learn(f fact) {
	key := f.atom.String()
	i, found := slices.BinarySearchFunc(s.facts, key, func(f fact, key string) int {
		switch have := f.atom.String(); {
		case have < key:
			return -1
		case have > key:
			return 1
		}
		return 0
	})
	if found {
		s.facts[i] = f
		return
	}
	s.facts = slices.Insert(s.facts, i, f)
}

// forget drops the facts for which drop is true.
func (s *state) forget(drop func(fact) bool) {
	s.facts = slices.DeleteFunc(s.facts, drop)
}

// forgetObject drops what is known about obj, which is assigned to.
func (s *state) forgetObject(obj types.Object) {
	s.forget(func(f fact) bool { return f.atom.subject.speaksOf(obj) })
}

// distinct removes states that are equal.
func distinct(states []*state) []*state {
	if len(states) < 2 {
		return states
	}
	seen := make(map[string]bool, len(states))
	return slices.DeleteFunc(states, func(s *state) bool {
		k := s.key()
		if seen[k] {
			return true
		}
		seen[k] = true
		return false
	})
}
