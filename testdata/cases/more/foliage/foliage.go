// Package foliage has loops over children.
package foliage

import (
	"errors"
	"fmt"
	"math/rand"
)

type leafy struct {
	v    int
	kids []*leafy
}

var errOdd = errors.New("odd")

// total folds a sum.
func total(t *leafy) int {
	n := t.v
	for _, k := range t.kids {
		n = n*3%1009 + total(k)
	}
	return n
}

// each keeps the results in a slice of the frame.
func each(t *leafy) int {
	got := make([]int, len(t.kids))
	for i, k := range t.kids {
		got[i] = each(k)
	}
	n := t.v
	for i, g := range got {
		n += (i + 1) * g
	}
	return n % 1009
}

// running hands the sum so far to the next call.
func running(t *leafy, n int) int {
	n += t.v
	for _, k := range t.kids {
		n = running(k, n) % 1009
	}
	return n
}

// firstOdd stops at the first error.
func firstOdd(t *leafy) (int, error) {
	n := t.v
	for _, k := range t.kids {
		m, err := firstOdd(k)
		if err != nil {
			return 0, err
		}
		n += m
	}
	if n%13 == 5 {
		return 0, errOdd
	}
	return n, nil
}

// scratched fills one buffer in every iteration.
func scratched(t *leafy, buf []int) int {
	if len(t.kids) == 0 {
		return buf[0] + t.v
	}
	n := 0
	for i, k := range t.kids {
		buf[0] = t.v + i
		n += scratched(k, buf)
	}
	return n
}

// reused declares its variable before the loop and passes its address.
func reused(t *leafy, at *leafy) int {
	n := at.v
	var here leafy
	for i, k := range t.kids {
		here.v = t.v + i
		n += reused(k, &here)
	}
	return n % 1009
}

// renewed declares it in the loop.
func renewed(t *leafy, at *leafy) int {
	n := at.v
	for i, k := range t.kids {
		var here leafy
		here.v = t.v + i
		n += renewed(k, &here)
	}
	return n % 1009
}

// counted changes a parameter in each iteration, by the input alone.
func counted(t *leafy, depth int) int {
	n := depth * t.v
	for _, k := range t.kids {
		depth++
		n += counted(k, depth)
	}
	return n % 1009
}

// paths appends to a path with room.
func paths(t *leafy, path []int) int {
	n := 0
	for i, p := range path {
		n += i * p
	}
	for _, k := range t.kids {
		n += paths(k, append(path, t.v))
	}
	return n % 1009
}

// pruned changes its own list of children.
func (t *leafy) pruned() int {
	n := t.v
	kept := t.kids[:0]
	for _, k := range t.kids {
		m := k.pruned()
		if m%4 != 0 {
			kept = append(kept, k)
		}
		n += m
	}
	t.kids = kept
	return n
}

// twoEach makes two calls in each iteration.
func twoEach(t *leafy, k int) int {
	if k == 0 {
		return t.v
	}
	n := 0
	for _, c := range t.kids {
		n += twoEach(c, k-1) - twoEach(t, k-1)%3
	}
	return n % 1009
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := []*leafy{{v: 1}}
	for range 40 {
		k := &leafy{v: rng.Intn(50)}
		up := all[rng.Intn(len(all))]
		up.kids = append(up.kids, k)
		all = append(all, k)
	}
	t := all[0]
	f, err := firstOdd(t)
	s := fmt.Sprint(total(t), each(t), running(t, 3), f, err, scratched(t, []int{0}), reused(t, t), renewed(t, t), counted(t, 2),
		paths(t, make([]int, 0, 50)), twoEach(t, 3))
	return s + fmt.Sprint(t.pruned(), total(t))
}
