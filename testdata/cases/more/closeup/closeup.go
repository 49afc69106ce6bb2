// Package closeup has deferred functions, recovers and captured results.
package closeup

import (
	"errors"
	"fmt"
	"math/rand"
)

type tree struct {
	v    int
	l, r *tree
}

var errOdd = errors.New("odd")

// quiet defers something that has nothing to do with the calls.
func quiet(t *tree) int {
	n := 0
	if t == nil {
		return 1
	}
	defer func() { n = 0 }()
	n = quiet(t.l) - quiet(t.r)
	return n + t.v
}

var open int

// opened counts how many frames are open.
func opened(t *tree) int {
	if t == nil {
		return open
	}
	open++
	defer func() { open-- }()
	return opened(t.l) + 2*opened(t.r)
}

// guarded turns panics below into a result.
func guarded(t *tree) (n int) {
	if t == nil {
		return 1
	}
	defer func() {
		if recover() != nil {
			n = -1
		}
	}()
	if t.v%7 == 0 {
		panic("seven")
	}
	n = guarded(t.l)
	n += guarded(t.r) + 100/(t.v%5)
	return n
}

// shown has a deferred function that reads what the calls return, and writes through a parameter.
func shown(t *tree, worst *int) (n int) {
	if t == nil {
		return 0
	}
	defer func() {
		if n > *worst {
			*worst = n
		}
	}()
	return t.v + shown(t.l, worst) - shown(t.r, worst)
}

// captured changes a local by a closure between the calls, with the first result.
func captured(t *tree, k int) int {
	if t == nil {
		return k
	}
	add := func(n int) { k += n }
	a := captured(t.l, k)
	add(a % 3)
	return a + captured(t.r, k)%50
}

// stepped changes a local by a closure between the calls, with a constant.
func stepped(t *tree, k int) int {
	if t == nil {
		return k
	}
	add := func() { k += 2 }
	a := stepped(t.l, k)
	add()
	return a*3%100 - stepped(t.r, k)
}

// checked returns errors joined in order.
func checked(t *tree) (int, error) {
	if t == nil {
		return 0, nil
	}
	l, errL := checked(t.l)
	r, errR := checked(t.r)
	var own error
	if t.v%9 == 1 {
		own = errOdd
	}
	return l + r + t.v, errors.Join(own, errL, errR)
}

// stops returns at the first error.
func stops(t *tree) (n int, err error) {
	if t == nil {
		return 0, nil
	}
	if n, err = stops(t.l); err != nil {
		return
	}
	m, err := stops(t.r)
	if t.v%19 == 1 {
		return n, errOdd
	}
	return n + m + t.v, err
}

// halts panics between the calls.
func halts(t *tree) int {
	if t == nil {
		return 0
	}
	l := halts(t.l)
	if l > 1<<30 {
		panic("too much")
	}
	return l + halts(t.r) + t.v
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]tree, 50)
	for i := range all {
		all[i].v = 1 + rng.Intn(90)
		if j := 2*i + 1; j < len(all) {
			all[i].l = &all[j]
		}
		if j := 2*i + 1 + rng.Intn(2); j < len(all) {
			all[i].r = &all[j]
		}
	}
	t := &all[0]
	worst := 0
	n, err := checked(t)
	m, err2 := stops(t)
	return fmt.Sprint(quiet(t), opened(t), open, guarded(t), shown(t, &worst), worst, captured(t, 1), stepped(t, 1), n, err, m, err2, halts(t))
}
