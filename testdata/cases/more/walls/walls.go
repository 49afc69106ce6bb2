// Package walls has returns, breaks and panics between calls, by the input and by results.
package walls

import (
	"errors"
	"fmt"
	"math/rand"
)

type tree struct {
	v    int
	l, r *tree
}

var errDeep = errors.New("deep")

// byInput returns between the calls when the input says so.
func byInput(t *tree, k int) int {
	if t == nil {
		return k
	}
	a := byInput(t.l, k+1)
	if t.v%3 == 0 {
		return a
	}
	return a - byInput(t.r, k)
}

// byResult returns when the first result says so.
func byResult(t *tree, k int) int {
	if t == nil {
		return k
	}
	a := byResult(t.l, k+1)
	if a%3 == 0 {
		return a
	}
	return a - byResult(t.r, k)
}

// byLater returns after both.
func byLater(t *tree, k int) int {
	if t == nil {
		return k
	}
	a := byLater(t.l, k+1)
	b := byLater(t.r, k)
	if a%3 == 0 {
		return a
	}
	return a - b
}

// byError looks at one error after both calls.
func byError(t *tree) (int, error) {
	if t == nil {
		return 0, nil
	}
	a, errA := byError(t.l)
	b, errB := byError(t.r)
	if errA != nil {
		return 0, errA
	}
	if errB != nil {
		return a, errB
	}
	if a+b > 300 {
		return 1, errDeep
	}
	return a + b + t.v, nil
}

// bySwitch decides by the first result which call comes next.
func bySwitch(t *tree, k int) int {
	if t == nil {
		return k
	}
	switch a := bySwitch(t.l, k); a % 3 {
	case 0:
		return a + 1
	case 1:
		return a - bySwitch(t.r, k)
	default:
		return bySwitch(t.l, k+1) % 50
	}
}

// byAnd asks the second only if the first says yes.
func byAnd(t *tree) bool {
	if t == nil {
		return true
	}
	return byAnd(t.l) && t.v%5 != 1 && byAnd(t.r)
}

// byBoth asks both.
func byBoth(t *tree) bool {
	if t == nil {
		return true
	}
	l := byBoth(t.l)
	r := byBoth(t.r)
	return l && t.v%5 != 1 && r
}

// byGuard has the whole pair to the right of a test of the input.
func byGuard(t *tree) bool {
	return t == nil || t.v%5 != 1 && byGuard(t.l) == byGuard(t.r)
}

// byIndex panics between the calls when the first result is large.
func byIndex(t *tree, box []int) int {
	if t == nil {
		return 1
	}
	a := byIndex(t.l, box)
	v := box[a%len(box)]
	return v + byIndex(t.r, box)
}

// byDefault has the pair in one of the cases.
func byDefault(t *tree) int {
	switch {
	case t == nil:
		return 1
	case t.l == nil, t.r == nil:
		return 2
	default:
		return byDefault(t.l) - byDefault(t.r)
	}
}

// bySign picks one of two after both were asked.
func bySign(t *tree, sign int) int {
	if t == nil {
		return sign
	}
	a, b := bySign(t.l, -sign), bySign(t.r, -sign)
	if (a-b)*sign > 0 {
		return a + t.v%3
	}
	return b - t.v%5
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]tree, 30)
	for i := range all {
		all[i].v = rng.Intn(90)
		if j := 2*i + 1; j < len(all) {
			all[i].l = &all[j]
		}
		if j := 2*i + 1 + rng.Intn(2); j < len(all) {
			all[i].r = &all[j]
		}
	}
	t := &all[0]
	n, err := byError(t)
	return fmt.Sprint(byInput(t, 1), byResult(t, 1), byLater(t, 1), n, err, bySwitch(t, 2), byAnd(t), byBoth(t), byGuard(t),
		byIndex(t, rng.Perm(7)), byDefault(t), bySign(t, 1))
}
