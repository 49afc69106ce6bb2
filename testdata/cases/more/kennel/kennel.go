// Package kennel allocates its nodes from places that calls share, or not.
package kennel

import (
	"fmt"
	"math/rand"
)

type dog struct {
	id   int
	l, r *dog
}

type pack struct {
	dogs []dog
	free []int
	next func() int
}

// fresh makes each dog.
func fresh(id, n int) *dog {
	if n == 0 {
		return nil
	}
	d := &dog{id: id}
	d.l = fresh(id*2, n-1)
	d.r = fresh(id*2+1, n-1)
	return d
}

// pooled takes it from a slice that grows.
func (p *pack) pooled(n int) int {
	if n == 0 {
		return -1
	}
	i := len(p.dogs)
	p.dogs = append(p.dogs, dog{id: i * n})
	l := p.pooled(n - 1)
	r := p.pooled(n - 1)
	if l >= 0 {
		p.dogs[i].l, p.dogs[i].r = &p.dogs[l], &p.dogs[r]
	}
	return i
}

// freed takes it from a free list.
func (p *pack) freed(n int) int {
	if n == 0 || len(p.free) == 0 {
		return 0
	}
	i := p.free[len(p.free)-1]
	p.free = p.free[:len(p.free)-1]
	return i + p.freed(n-1) - 2*p.freed(n-1)
}

// numbered takes its number from a closure in the struct.
func (p *pack) numbered(n int) *dog {
	if n == 0 {
		return nil
	}
	return &dog{p.next(), p.numbered(n - 1), p.numbered(n - 1)}
}

// placed puts it into the part of a slice that belongs to it.
func placed(dogs []dog, id int) *dog {
	if len(dogs) == 0 {
		return nil
	}
	m := len(dogs) / 2
	d := &dogs[m]
	d.id = id
	d.l = placed(dogs[:m], id*2)
	d.r = placed(dogs[m+1:], id*2+1)
	return d
}

// placedFirst cuts off the first place and gives it away twice.
func placedFirst(dogs []dog, id int) *dog {
	if len(dogs) < 2 {
		return nil
	}
	m := len(dogs) / 2
	d := &dogs[0]
	d.id += id
	d.l = placedFirst(dogs[1:m+1], id*2)
	d.r = placedFirst(dogs[m:], id*2+1)
	return d
}

func ids(d *dog) int {
	if d == nil {
		return 1
	}
	return d.id%7 + 3*ids(d.l)%1001 - ids(d.r)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	c := rng.Intn(9)
	p := &pack{free: rng.Perm(20), next: func() int { c++; return c }}
	p.dogs = make([]dog, 0, 100)
	n := 20 + rng.Intn(20)
	return fmt.Sprint(ids(fresh(1, 5)), p.pooled(5), ids(&p.dogs[0]), p.freed(6), p.free, ids(p.numbered(5)), ids(placed(make([]dog, n), 1)),
		ids(placedFirst(make([]dog, n), 1)))
}
