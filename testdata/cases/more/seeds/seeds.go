// Package seeds carries random state in several ways.
package seeds

import (
	"fmt"
	"math/rand"
)

type lcg uint32

func (g *lcg) next() uint32 {
	*g = *g*1664525 + 1013904223
	return uint32(*g) >> 16
}

// fork gives each call a state computed from its own.
func fork(g lcg, n int) uint32 {
	if n == 0 {
		return g.next()
	}
	a, b := g, g^0x55555
	return fork(a*3, n-1) ^ fork(b*5, n-1)>>1
}

// share gives both calls one state.
func share(g *lcg, n int) uint32 {
	if n == 0 {
		return g.next()
	}
	return share(g, n-1) ^ share(g, n-1)>>1
}

// copies draws from its own copy before each call.
func copies(g lcg, n int) uint32 {
	if n == 0 {
		return g.next()
	}
	a := copies(lcg(g.next()), n-1)
	b := copies(lcg(g.next()), n-1)
	return a ^ b>>1
}

// global draws from a package variable.
func global(n int) uint32 {
	if n == 0 {
		return state.next()
	}
	return global(n-1) ^ global(n-1)>>1
}

var state lcg

// drawnBetween draws for the second call from a source that the first one uses.
func drawnBetween(g *lcg, n int) uint32 {
	if n == 0 {
		return g.next() & 7
	}
	a := drawnBetween(g, n-1)
	k := int(g.next() & 1)
	return a + 3*drawnBetween(g, max(0, n-1-k))
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	state = lcg(rng.Uint32())
	g := state
	h := state
	return fmt.Sprint(fork(g, 5), share(&g, 5), copies(g, 5), global(5), drawnBetween(&h, 5), g, h, state)
}
