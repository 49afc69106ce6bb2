// Package relays hides its writes behind helpers, methods and literals.
package relays

import (
	"fmt"
	"math/rand"
)

type hub struct {
	n    int
	peer *hub
	each map[string]*hub
}

func (h *hub) self() *hub { return h }

func (h *hub) other() *hub { return h.peer }

func (h *hub) named(s string) *hub { return h.each[s] }

func inc(p *int) { *p++ }

func pick(hs ...*hub) *hub { return hs[len(hs)-1] }

func id[T any](x T) T { return x }

type handle struct{ h *hub }

func (k handle) touch() { k.h.n++ }

type toucher interface{ touch() }

// bySelf writes what a method returns.
func bySelf(h *hub, n int) int {
	if n == 0 {
		h.self().n++
		return h.n
	}
	return bySelf(h, n-1) - 2*bySelf(h, n-1)
}

// byPeer writes what it leads to.
func byPeer(h *hub, n int) int {
	if n == 0 {
		h.other().n++
		return h.n
	}
	return byPeer(h, n-1) - 2*byPeer(h, n-1)
}

// byMap writes what lies in a map.
func byMap(h *hub, n int) int {
	if n == 0 {
		h.named("a").n++
		return h.n
	}
	return byMap(h, n-1) - 2*byMap(h, n-1)
}

// byList writes what comes out of a list of arguments.
func byList(h *hub, n int) int {
	if n == 0 {
		inc(&pick(nil, h).n)
		return h.n
	}
	return byList(h, n-1) - 2*byList(h, n-1)
}

// byID writes what comes out of a generic function.
func byID(h *hub, n int) int {
	if n == 0 {
		id(h).n++
		return h.n
	}
	return byID(h, n-1) - 2*byID(h, n-1)
}

// byHandle writes behind a struct by value.
func byHandle(k handle, n int) int {
	if n == 0 {
		k.touch()
		return k.h.n
	}
	return byHandle(k, n-1) - 2*byHandle(k, n-1)
}

// byAny hides it in an interface.
func byAny(x any, n int) int {
	if n == 0 {
		x.(handle).h.n++
		return 1
	}
	return byAny(x, n-1) - 2*byAny(x, n-1)
}

// byMethod calls a method of an interface that is unexported.
func byMethod(x toucher, n int) int {
	if n == 0 {
		x.touch()
		return 1
	}
	return byMethod(x, n-1) - 2*byMethod(x, n-1)
}

// byValue calls a method value.
func byValue(h *hub, n int) int {
	f := handle{h}.touch
	if n == 0 {
		f()
		return h.n
	}
	return byValue(h, n-1) - 2*byValue(h, n-1)
}

// byLiteral calls a literal at once.
func byLiteral(h *hub, n int) int {
	if n == 0 {
		func() { h.n++ }()
		return h.n
	}
	return byLiteral(h, n-1) - 2*byLiteral(h, n-1)
}

// byDefer writes in a deferred call of a helper.
func byDefer(h *hub, n int) int {
	if n == 0 {
		defer inc(&h.n)
		return h.n
	}
	return byDefer(h, n-1) - 2*byDefer(h, n-1)
}

// byArray finds it in an array of pointers.
func byArray(hs [2]*hub, n int) int {
	if n == 0 {
		hs[1].n++
		return hs[0].n
	}
	return byArray(hs, n-1) - 2*byArray([2]*hub{hs[1], hs[0]}, n-1)
}

// byChan would find it in a channel.
func byChan(c chan *hub, n int) int {
	if n == 0 {
		h := <-c
		h.n++
		c <- h
		return h.n
	}
	return byChan(c, n-1) - 2*byChan(c, n-1)
}

// byNew writes only what it makes.
func byNew(h *hub, n int) int {
	if n == 0 {
		k := id(&hub{n: h.n})
		k.self().n++
		inc(&pick(h, k).n)
		handle{k}.touch()
		return k.n
	}
	return byNew(h, n-1) - 2*byNew(h, n-1)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	h := &hub{n: rng.Intn(9)}
	h.peer, h.each = h, map[string]*hub{"a": h}
	c := make(chan *hub, 1)
	c <- h
	k := handle{h}
	return fmt.Sprint(bySelf(h, 3), byPeer(h, 3), byMap(h, 3), byList(h, 3), byID(h, 3), byHandle(k, 3), byAny(k, 3), byMethod(k, 3),
		byValue(h, 3), byLiteral(h, 3), byDefer(h, 3), byArray([2]*hub{h, h}, 3), byChan(c, 3), h.n, byNew(h, 3))
}
