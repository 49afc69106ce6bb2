// Package bignums computes with big integers, fresh and not.
package bignums

import (
	"fmt"
	"math/big"
	"math/rand"
)

var one = big.NewInt(1)

// choose returns the product of lo+1 to hi.
func choose(lo, hi int64) *big.Int {
	if hi-lo == 1 {
		return big.NewInt(hi)
	}
	m := (lo + hi) / 2
	l := choose(lo, m)
	r := choose(m, hi)
	return l.Mul(l, r)
}

// chooseOne hands out the package's one at its leaves and multiplies it.
func chooseOne(lo, hi int64) *big.Int {
	if hi-lo == 1 {
		if hi%2 == 0 {
			return one
		}
		return big.NewInt(hi)
	}
	m := (lo + hi) / 2
	l := chooseOne(lo, m)
	r := chooseOne(m, hi)
	return l.Mul(l, r)
}

// chooseFresh hands it out too, but never writes it.
func chooseFresh(lo, hi int64) *big.Int {
	if hi-lo == 1 {
		if hi%2 == 0 {
			return one
		}
		return big.NewInt(hi)
	}
	m := (lo + hi) / 2
	return new(big.Int).Mul(chooseFresh(lo, m), chooseFresh(m, hi))
}

// Total adds xs into its first number.
func Total(xs []*big.Int) *big.Int {
	if len(xs) == 1 {
		return xs[0]
	}
	m := len(xs) / 2
	z := Total(xs[:m])
	return z.Add(z, Total(xs[m:]))
}

// split is the binary splitting of a series, three results each.
func split(a, b int64) (p, q, t *big.Int) {
	if b-a == 1 {
		p = big.NewInt(2*a - 1)
		q = big.NewInt(3 * a)
		t = new(big.Int).Set(p)
		return
	}
	m := (a + b) / 2
	pl, ql, tl := split(a, m)
	pr, qr, tr := split(m, b)
	tl.Mul(tl, qr)
	tr.Mul(tr, pl)
	return pl.Mul(pl, pr), ql.Mul(ql, qr), tl.Add(tl, tr)
}

// splitTo multiplies into a number that both calls get.
func splitTo(z *big.Int, a, b int64) {
	if b-a == 1 {
		z.Mul(z, big.NewInt(a))
		return
	}
	m := (a + b) / 2
	splitTo(z, a, m)
	splitTo(z, m, b)
}

type ring struct{ mod, tmp big.Int }

// pow uses a temporary of the receiver.
func (r *ring) pow(x *big.Int, n int) *big.Int {
	if n == 1 {
		return new(big.Int).Set(x)
	}
	a, b := r.pow(x, n/2), r.pow(x, n-n/2)
	r.tmp.Mul(a, b)
	return new(big.Int).Mod(&r.tmp, &r.mod)
}

// powFresh reads the modulus only.
func (r *ring) powFresh(x *big.Int, n int) *big.Int {
	if n == 1 {
		return new(big.Int).Set(x)
	}
	a, b := r.powFresh(x, n/2), r.powFresh(x, n-n/2)
	a.Mul(a, b)
	return a.Mod(a, &r.mod)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	n := 5 + rng.Int63n(30)
	one.SetInt64(1)
	s := fmt.Sprint(choose(0, n), chooseFresh(0, n), chooseOne(0, n), one)
	one.SetInt64(1)
	xs := make([]*big.Int, 20)
	for i := range xs {
		xs[i] = big.NewInt(rng.Int63n(1 << 30))
	}
	p, q, t := split(1, n)
	z := big.NewInt(7)
	splitTo(z, 1, n)
	r := &ring{mod: *big.NewInt(1_000_003)}
	return s + fmt.Sprint(Total(xs), xs[0], p, q, t, z, r.pow(q, 20), r.powFresh(q, 20))
}
