// Package costumes has types that look different and can lie in the same memory.
package costumes

import (
	"fmt"
	"math/rand"
)

type degree int

type celsius struct{ v int }

type kelvin struct{ v int }

type ints []int

// Shift reads an offset that may be one of the values in other clothes.
func Shift(s []int, by *degree) {
	if len(s) == 0 {
		return
	}
	if len(s) == 1 {
		s[0] += int(*by)
		return
	}
	m := len(s) / 2
	Shift(s[:m], by)
	Shift(s[m:], by)
}

// Warm reads a kelvin that may be one of the celsius values.
func Warm(s []celsius, k *kelvin) {
	if len(s) == 0 {
		return
	}
	if len(s) == 1 {
		s[0].v += k.v
		return
	}
	m := len(s) / 2
	Warm(s[:m], k)
	Warm(s[m:], k)
}

// Two writes a slice and reads one of another name.
func Two(a ints, b []int) {
	if len(a) == 0 {
		return
	}
	if len(a) == 1 {
		for _, v := range b {
			a[0] += v % 3
		}
		return
	}
	m := len(a) / 2
	Two(a[:m], b)
	Two(a[m:], b)
}

// TwoApart reads a slice of another element type: no conversion leads from one to the other.
func TwoApart(a []int, b []degree) {
	if len(a) == 0 {
		return
	}
	if len(a) == 1 {
		for _, v := range b {
			a[0] += int(v) % 3
		}
		return
	}
	m := len(a) / 2
	TwoApart(a[:m], b)
	TwoApart(a[m:], b)
}

// Both writes a slice of a type parameter, which may be int.
func Both[T any](a []T, v T, b []int) int {
	if len(a) == 0 {
		return 0
	}
	if len(a) == 1 {
		a[0] = v
		n := 0
		for _, x := range b {
			n += x
		}
		return n
	}
	m := len(a) / 2
	return Both(a[:m], v, b) + Both(a[m:], v, b)
}

// Pairs has two type parameters, which may be the same.
func Pairs[A, B any](a []A, b []B, v A) int {
	if len(a) == 0 {
		return 0
	}
	if len(a) == 1 {
		a[0] = v
		if any(b[0]) == any(v) {
			return 1
		}
		return 0
	}
	m := len(a) / 2
	return Pairs(a[:m], b, v) + Pairs(a[m:], b, v)
}

// Quad writes a slice and reads an array behind a pointer.
func Quad(a []int, q *[4]int) {
	if len(a) == 0 {
		return
	}
	if len(a) == 1 {
		a[0] += q[1] + q[3]
		return
	}
	m := len(a) / 2
	Quad(a[:m], q)
	Quad(a[m:], q)
}

// QuadBy reads a copy of the array.
func QuadBy(a []int, q [4]int) {
	if len(a) == 0 {
		return
	}
	if len(a) == 1 {
		a[0] += q[1] + q[3]
		return
	}
	m := len(a) / 2
	QuadBy(a[:m], q)
	QuadBy(a[m:], q)
}

type frame struct {
	bits [8]int
	name string
}

// Frame writes a slice and reads a struct that has an array in it.
func Frame(a []int, f *frame) {
	if len(a) == 0 {
		return
	}
	if len(a) == 1 {
		a[0] += f.bits[2]
		return
	}
	m := len(a) / 2
	Frame(a[:m], f)
	Frame(a[m:], f)
}

// FrameName reads another field of it.
func FrameName(a []int, f *frame) {
	if len(a) == 0 {
		return
	}
	if len(a) == 1 {
		a[0] += len(f.name)
		return
	}
	m := len(a) / 2
	FrameName(a[:m], f)
	FrameName(a[m:], f)
}

// Room appends to rows, which may share the room behind them.
func Room(rows [][]int) {
	if len(rows) == 0 {
		return
	}
	if len(rows) == 1 {
		rows[0] = append(rows[0], len(rows[0]))
		return
	}
	m := len(rows) / 2
	Room(rows[:m])
	Room(rows[m:])
}

// Maps writes maps, two of which may be one.
func Maps(ms []map[string]int) {
	if len(ms) == 0 {
		return
	}
	if len(ms) == 1 {
		ms[0]["x"]++
		return
	}
	m := len(ms) / 2
	Maps(ms[:m])
	Maps(ms[m:])
}

// Text appends to strings, which nobody shares.
func Text(rows []string) {
	if len(rows) == 0 {
		return
	}
	if len(rows) == 1 {
		rows[0] += "x"
		return
	}
	m := len(rows) / 2
	Text(rows[:m])
	Text(rows[m:])
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	a, b, c, d := rng.Perm(9), rng.Perm(9), rng.Perm(9), rng.Perm(9)
	cs := []celsius{{rng.Intn(9)}, {2}, {3}, {4}}
	Shift(a, (*degree)(&a[4]))
	Warm(cs, (*kelvin)(&cs[2]))
	Two(b, b)
	TwoApart(b, []degree{1, 2})
	n := Both(c, 5, c) + Pairs(c, c, 6) + Both([]string{"a"}, "b", c)
	Quad(c, (*[4]int)(c[3:]))
	QuadBy(c, [4]int(c[3:]))
	f := &frame{name: "abc"}
	f.bits[2] = 3
	Frame(f.bits[:], f)
	FrameName(d, f)
	base := make([]int, 2, 9)
	rows := [][]int{base, base[:1], base[:2], {1}}
	Room(rows)
	m := map[string]int{}
	Maps([]map[string]int{m, {}, m})
	ts := []string{"a", "b", "c"}
	Text(ts)
	return fmt.Sprint(a, cs, b, n, c, d, f, rows, m, ts)
}
