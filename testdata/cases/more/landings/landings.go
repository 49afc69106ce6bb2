// Package landings has recursion in places where a rewriter has to look twice.
package landings

import (
	"fmt"
	"math/rand"
)

type point struct{ x, y int }

type area [2]point

func (a area) w() int { return a[1].x - a[0].x }

func (a area) h() int { return a[1].y - a[0].y }

// tiles takes and returns arrays of structs.
func (a area) tiles(depth int) (out [2]point) {
	if depth == 0 || a.w() < 2 || a.h() < 2 {
		return a
	}
	mid := point{(a[0].x + a[1].x) / 2, (a[0].y + a[1].y) / 2}
	p, q := area{a[0], mid}.tiles(depth-1), area{mid, a[1]}.tiles(depth-1)
	out[0], out[1] = p[1], q[0]
	out[0].x--
	return out
}

// anonymous takes and returns structs without names.
func anonymous(in struct {
	n int
	s string
}) (out struct{ sum, len int }) {
	if in.n < 2 {
		out.sum, out.len = in.n, len(in.s)
		return
	}
	a := anonymous(struct {
		n int
		s string
	}{in.n - 1, in.s + "a"})
	in.n -= 2
	b := anonymous(in)
	return struct{ sum, len int }{a.sum - b.sum, a.len + b.len}
}

// many has many parameters of many kinds.
func many(n int, f float64, c complex128, s string, m map[int]int, p *point, a [2]int8, e error, fn func(), ch chan int, x any, r ...rune) (float64, complex128, string, error) {
	if n < 1 {
		return f + float64(len(m)+len(r)), c, s, e
	}
	f1, c1, s1, e1 := many(n-1, f+1, c*2, s+"l", m, p, a, e, fn, ch, x, r...)
	f2, c2, s2, _ := many(n-2, f-1, c+1i, s+"r", m, p, [2]int8{a[1], a[0]}, nil, fn, ch, nil, 'x', 'y')
	return f1 - f2, c1 + c2, s1[:min(len(s1), 4)] + s2[:min(len(s2), 3)], e1
}

// results has named results that it reads before the calls and writes after.
func results(n int) (a, b int, ok bool) {
	a, b = n, n*2
	if n < 2 {
		ok = n == 0
		return
	}
	x, y, ok := results(n - 1)
	z, _, ok2 := results(n - 2)
	a += x - z
	b ^= y
	ok = ok && ok2
	return a, b, ok
}

// overwritten assigns the calls' results straight to the results and to parameters.
func overwritten(n, m int) (a int, b int) {
	if n < 2 {
		return n, m
	}
	a, n = overwritten(n-1, m)
	b, m = overwritten(n%2, m)
	return a + n, b + m
}

// straight assigns both to the results; the second one's arguments do not know.
func straight(n, m int) (a int, b int) {
	if n < 2 {
		return n, m
	}
	a, _ = straight(n-1, m)
	_, b = straight(n-2, m+1)
	return a - b, b + 1
}

// parked assigns a result to the very parameter that the second call needs.
func parked(n *cell, k int) int {
	if n == nil {
		return k
	}
	k = parked(n.l, k+1)
	return k*2%997 - parked(n.r, 3)
}

// parkedWrong needs it.
func parkedWrong(n *cell, k int) int {
	if n == nil {
		return k
	}
	k = parkedWrong(n.l, k+1)
	return k*2%997 - parkedWrong(n.r, k%7)
}

type cell struct{ l, r *cell }

// lefts sets the parameter to a child before the second call reads it.
func lefts(n *cell, k int) int {
	if n == nil {
		return k
	}
	a := lefts(n.l, k+1)
	n = n.r
	b := lefts(n, k)
	return a*3%997 - b
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	cells := make([]cell, 30)
	for i := range cells {
		if j := 2*i + 1; j < len(cells) {
			cells[i].l = &cells[j]
		}
		if j := 2*i + 1 + rng.Intn(2); j < len(cells) {
			cells[i].r = &cells[j]
		}
	}
	c := &cells[0]
	a := area{{0, 0}, {40 + rng.Intn(9), 30}}
	f, z, s, e := many(5, 1.5, 2i, "m", map[int]int{1: 1}, nil, [2]int8{1, 2}, nil, nil, nil, nil)
	x, y, ok := results(7)
	p, q := overwritten(6, 2)
	u, v := straight(6, 2)
	return fmt.Sprint(a.tiles(3), anonymous(struct {
		n int
		s string
	}{6, "q"}), f, z, s, e, x, y, ok, p, q, u, v, parked(c, 1), parkedWrong(c, 1), lefts(c, 2))
}
