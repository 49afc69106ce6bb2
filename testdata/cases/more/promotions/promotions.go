// Package promotions calls methods that were promoted, through interfaces with unexported methods.
package promotions

import (
	"fmt"
	"math/rand"
)

type ticker interface{ tick() int }

type meter struct{ n int }

func (m *meter) tick() int {
	m.n++
	return m.n
}

type box struct{ *meter }

type crate struct {
	box
	lid int
}

// boxed wraps the meter in something new, and the meter stays the old one.
func boxed(m *meter, n int) int {
	var t ticker = &box{m}
	if n == 0 {
		return t.tick()
	}
	return boxed(m, n-1) - 2*boxed(m, n-1)
}

// byValue wraps it in a value.
func byValue(m *meter, n int) int {
	var t ticker = box{m}
	if n == 0 {
		return t.tick()
	}
	return byValue(m, n-1) - 2*byValue(m, n-1)
}

// twice wraps it twice.
func twice(m *meter, n int) int {
	var t ticker = &crate{box{m}, 1}
	if n == 0 {
		return t.tick()
	}
	return twice(m, n-1) - 2*twice(m, n-1)
}

// own wraps a meter of the frame.
func own(m *meter, n int) int {
	var t ticker = &crate{box{&meter{m.n}}, 1}
	if n == 0 {
		return t.tick()
	}
	return own(m, n-1) - 2*own(m, n-1)
}

// direct calls the promoted method without an interface.
func direct(m *meter, n int) int {
	c := &crate{box{m}, 1}
	if n == 0 {
		return c.tick()
	}
	return direct(m, n-1) - 2*direct(m, n-1)
}

// handed hands the wrapped one to a helper.
func handed(m *meter, n int) int {
	if n == 0 {
		return ask(&box{m})
	}
	return handed(m, n-1) - 2*handed(m, n-1)
}

func ask(t ticker) int { return t.tick() }

type silent struct{ v int }

func (s silent) tick() int { return s.v }

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	m := &meter{rng.Intn(99)}
	s := fmt.Sprint(boxed(m, 3), byValue(m, 3), twice(m, 3), own(m, 3), direct(m, 3), handed(m, 3))
	return s + fmt.Sprint(m.n, ask(silent{4}))
}
