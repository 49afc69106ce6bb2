// Package sidedoors changes arguments between calls by other names than their own.
package sidedoors

import (
	"fmt"
	"math/rand"
)

type state struct {
	gain int
	bits [4]int
}

func (s *state) bump() { s.gain++ }

func inc(p *int) { *p += 3 }

// byPointer changes the struct by a pointer to it.
func byPointer(s state, n int) int {
	if n == 0 {
		return s.gain
	}
	p := &s
	a := byPointer(s, n-1)
	p.gain++
	b := byPointer(s, n-1)
	return a*3%1009 - b
}

// byHelper changes a number by a helper that got its address before.
func byHelper(k, n int) int {
	if n == 0 {
		return k
	}
	p := &k
	a := byHelper(k, n-1)
	inc(p)
	b := byHelper(k, n-1)
	return a*3%1009 - b
}

// byAddress changes it by a helper that gets the address between the calls.
func byAddress(k, n int) int {
	if n == 0 {
		return k
	}
	a := byAddress(k, n-1)
	inc(&k)
	b := byAddress(k, n-1)
	return a*3%1009 - b
}

// byMethod changes it by a method with a pointer receiver.
func byMethod(s state, n int) int {
	if n == 0 {
		return s.gain
	}
	a := byMethod(s, n-1)
	s.bump()
	b := byMethod(s, n-1)
	return a*3%1009 - b
}

// byClosure changes it by a closure.
func byClosure(k, n int) int {
	if n == 0 {
		return k
	}
	next := func() { k += 2 }
	a := byClosure(k, n-1)
	next()
	b := byClosure(k, n-1)
	next()
	c := byClosure(k+1, n-1)
	return a*3%1009 - b + c
}

// bySlice changes an element of the frame's array by a slice of it.
func bySlice(s state, n int) int {
	if n == 0 {
		return s.bits[0]*2 - s.bits[1]
	}
	t := s.bits[:]
	a := bySlice(s, n-1)
	t[n%4] += n
	b := bySlice(s, n-1)
	return a*3%1009 - b
}

// byRange changes it in a loop.
func byRange(s state, n int) int {
	if n == 0 {
		return s.bits[0]*2 - s.bits[1]
	}
	a := byRange(s, n-1)
	for i := range s.bits {
		s.bits[i] += i
	}
	b := byRange(s, n-1)
	return a*3%1009 - b
}

// bySwap swaps two arguments between the calls.
func bySwap(x, y, n int) int {
	if n == 0 {
		return x - 2*y
	}
	a := bySwap(x, y, n-1)
	x, y = y, x
	b := bySwap(x, y, n-1)
	x, y = y+1, x
	c := bySwap(x, y, n-1)
	return a*3%1009 - b + c
}

// byShadow has another variable of the name between the calls.
func byShadow(k, n int) int {
	if n == 0 {
		return k
	}
	a := byShadow(k, n-1)
	{
		k := k + 5
		a += k
	}
	b := byShadow(k, n-1)
	return a*3%1009 - b
}

// bySwitch changes it in some of the cases.
func bySwitch(k, n int) int {
	if n == 0 {
		return k
	}
	a := bySwitch(k, n-1)
	switch {
	case n%2 == 0:
		k++
	case n%3 == 0:
		k--
	}
	b := bySwitch(k, n-1)
	return a*3%1009 - b
}

// byDefine declares the argument between the calls.
func byDefine(k, n int) int {
	if n == 0 {
		return k
	}
	a := byDefine(k, n-1)
	j := k * 2
	i, h := j+1, 7
	b := byDefine(i%h+j, n-1)
	return a*3%1009 - b + h
}

// byMap reads the argument from a map that is changed between the calls.
func byMap(k, n int) int {
	if n == 0 {
		return k
	}
	m := map[string]int{"k": k}
	a := byMap(m["k"], n-1)
	m["k"] += 2
	b := byMap(m["k"], n-1)
	delete(m, "k")
	c := byMap(m["k"], n-1)
	return a*3%1009 - b + c
}

// byString builds its argument between the calls.
func byString(s string, n int) int {
	if n == 0 {
		return len(s)
	}
	a := byString(s+"a", n-1)
	s += "bc"
	b := byString(s, n-1)
	return a*3%1009 - b
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	k := rng.Intn(50)
	s := state{gain: k, bits: [4]int{k, 1, 2, 3}}
	return fmt.Sprint(byPointer(s, 5), byHelper(k, 5), byAddress(k, 5), byMethod(s, 5), byClosure(k, 4), bySlice(s, 5), byRange(s, 5),
		bySwap(k, 3, 4), byShadow(k, 5), bySwitch(k, 5), byDefine(k, 5), byMap(k, 4), byString("x", 5))
}
