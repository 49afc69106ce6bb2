// Package embedded has methods promoted from embedded types, by value and by pointer.
package embedded

import (
	"fmt"
	"math/rand"
)

type meter struct{ ticks int }

func (m *meter) tick() { m.ticks++ }

type plan struct {
	*meter
	v    int
	l, r *plan
}

// cost ticks the meter that all plans share.
func (p *plan) cost() int {
	if p == nil {
		return 0
	}
	p.tick()
	return p.v + p.l.cost() + p.r.cost()
}

type draft struct {
	meter
	v    int
	l, r *draft
}

// cost ticks the meter of the node itself.
func (d *draft) cost() int {
	if d == nil {
		return 0
	}
	d.tick()
	return d.v + d.l.cost() + d.r.cost()
}

// price ticks the meter of a copy.
func price(d draft, n int) int {
	if n == 0 {
		return d.ticks + d.v
	}
	d.tick()
	return price(d, n-1) + 2*price(d, n-2+1)
}

// fee ticks the meter behind a pointer in a copy.
func fee(p plan, n int) int {
	if n == 0 {
		return p.ticks + p.v
	}
	p.tick()
	return fee(p, n-1) + 2*fee(p, n-1)
}

type base struct {
	kids [2]*base
	w    int
}

func (b *base) total() int {
	if b == nil {
		return 0
	}
	return b.w + b.kids[0].total() + b.kids[1].total()
}

// fancy inherits total; it is not a function of its own.
type fancy struct {
	base
	extra int
}

func (f *fancy) all() int { return f.total() + f.extra + f.base.total() }

type walker struct {
	path  []int
	found int
	tags  map[int]bool
}

// byValue gets a copy of the walker and counts in it.
func (w walker) byValue(b *base) int {
	if b == nil {
		return w.found
	}
	w.found += b.w
	return w.byValue(b.kids[0]) - 2*w.byValue(b.kids[1])
}

// marks writes the map of the copy.
func (w walker) marks(b *base) int {
	if b == nil {
		return len(w.tags)
	}
	w.tags[b.w%5] = true
	return w.marks(b.kids[0]) - 2*w.marks(b.kids[1])
}

// trail appends to the slice of the copy, which has room.
func (w walker) trail(b *base) int {
	if b == nil {
		s := 0
		for i, p := range w.path {
			s = (s*7 + i*p) % 997
		}
		return s
	}
	w.path = append(w.path, b.w)
	return w.trail(b.kids[0]) - 2*w.trail(b.kids[1])
}

// slots writes an element of the slice of the copy.
func (w walker) slots(b *base, depth int) int {
	if b == nil {
		return w.path[depth/2]
	}
	w.path[depth] = b.w
	return w.slots(b.kids[0], depth+1) - 2*w.slots(b.kids[1], depth+1)
}

// fresh makes a slice for its copy.
func (w walker) fresh(b *base) int {
	if b == nil {
		s := 0
		for i, p := range w.path {
			s = (s*7 + i*p) % 997
		}
		return s
	}
	w.path = append(append([]int(nil), w.path...), b.w)
	return w.fresh(b.kids[0]) - 2*w.fresh(b.kids[1])
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	m := &meter{}
	n := 31
	ps, ds, bs := make([]plan, n), make([]draft, n), make([]base, n)
	for i := range n {
		v := rng.Intn(50)
		ps[i] = plan{meter: m, v: v}
		ds[i].v, bs[i].w = v, v
		if 2*i+2 < n {
			ps[i].l, ps[i].r = &ps[2*i+1], &ps[2*i+2]
			ds[i].l, ds[i].r = &ds[2*i+1], &ds[2*i+2]
			bs[i].kids = [2]*base{&bs[2*i+1], &bs[2*i+2]}
		}
	}
	f := &fancy{bs[0], 3}
	w := walker{path: make([]int, 0, 40), tags: map[int]bool{}}
	v := walker{path: make([]int, 40)}
	return fmt.Sprint(ps[0].cost(), m.ticks, ds[0].cost(), ds[3].ticks, price(ds[0], 5), fee(ps[0], 5), bs[0].total(), f.all(),
		w.byValue(&bs[0]), w.marks(&bs[0]), w.trail(&bs[0]), v.slots(&bs[0], 0), w.fresh(&bs[0]))
}
