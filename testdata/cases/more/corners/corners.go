// Package corners has calls whose arguments change their look when they are put into variables.
package corners

import (
	"fmt"
	"math/rand"
)

type flag bool

type num int32

type inner struct {
	v    int
	l, r *outer
}

type outer struct {
	name string
	*inner
}

// walk calls itself by promotion.
func (i *inner) walk() int {
	if i == nil {
		return 0
	}
	if i.l == nil || i.r == nil {
		return i.v
	}
	return i.v + i.l.walk() - 2*i.r.walk()%1009
}

type bed struct {
	v    int
	kids []bed
}

// sum takes the addresses of elements.
func (b *bed) sum() int {
	if len(b.kids) < 2 {
		return b.v
	}
	return b.kids[0].sum() - 2*b.kids[1].sum() + b.v
}

// copies takes the elements by value.
func (b bed) copies() int {
	if len(b.kids) < 2 {
		return b.v
	}
	b.v++
	return b.kids[0].copies() - 2*b.kids[1].copies() + b.v
}

// shifted passes a constant shifted by a variable, which changes.
func shifted(x uint64, k uint) uint64 {
	if k == 0 {
		return x
	}
	a := shifted(1<<k, k-1)
	k--
	b := shifted(1<<(k+35), k)
	return a ^ b>>1
}

// compared passes comparisons to a parameter of a type of its own.
func compared(f flag, n int) int {
	if n <= 0 {
		if f {
			return 1
		}
		return 2
	}
	a := compared(n > 3, n-1)
	n -= 2
	b := compared(n < 4, n)
	return a*3 - b
}

// constants passes untyped constants and nil.
func constants(p *int, x any, f float32, n int) string {
	if n <= 0 {
		return fmt26(p == nil, x == nil, f > 1)
	}
	a := constants(nil, 'x', 3, n-1)
	n--
	b := constants(new(int), nil, 1.5, n-1)
	return a + b
}

func fmt26(bs ...bool) (s string) {
	for _, b := range bs {
		if b {
			s += "y"
		} else {
			s += "n"
		}
	}
	return s
}

func two(n int) (int, num) { return n - 1, num(n % 5) }

// spread gets its arguments from a call with two results.
func spread(n int, k num) int {
	if n <= 0 {
		return int(k)
	}
	return spread(two(n)) - 2*spread(two(n-1))
}

// shadowing has parameters and locals with the names of the types that the call needs.
func shadowing(n int, num ...num) int {
	if n <= 0 {
		return len(num) + int(num[0])
	}
	flag := n % 3
	return shadowing(n-1, num[0]+1, 2) - 2*shadowing(n-2, num[0], num[0]+3)*flag
}

// local declares a type with the name of a parameter's type in front of a loop with the calls.
func local(b *bed, n int) int {
	if len(b.kids) < 2 || n == 0 {
		return b.v
	}
	s := 0
	kids := b.kids
	{
		type bed struct{ x int }
		t := bed{n}
		for i := range 2 {
			s += local(&kids[0], n-1) - 2*local(&kids[1], i) + t.x
		}
	}
	return s % 1009
}

// converted passes arguments of other types than the parameters'.
func converted(x any, s fmt.Stringer, n int) int {
	if n <= 0 {
		r := 0
		if v, ok := x.(num); ok {
			r = int(v)
		}
		if s != nil {
			r++
		}
		return r
	}
	k := num(n)
	a := converted(k, nil, n-1)
	k += 2
	b := converted(k, stringer(k), n-2)
	return a*3 - b
}

type stringer num

func (stringer) String() string { return "s" }

// channels passes a channel as its receiving end, and a function as a value.
func channels(c <-chan int, f func(), n int) int {
	if n <= 0 {
		return cap(c)
	}
	d := make(chan int, n)
	a := channels(d, nil, n-1)
	d = make(chan int, 2*n)
	b := channels(d, func() {}, n-2)
	return a*3 - b
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	ins := make([]inner, 31)
	for i := range ins {
		ins[i].v = rng.Intn(50)
		if 2*i+2 < len(ins) {
			ins[i].l, ins[i].r = &outer{"l", &ins[2*i+1]}, &outer{"r", &ins[2*i+2]}
		}
	}
	var grow func(d int) bed
	grow = func(d int) bed {
		b := bed{v: rng.Intn(50)}
		if d > 0 {
			b.kids = []bed{grow(d - 1), grow(d - 1)}
		}
		return b
	}
	b := grow(4)
	return fmt.Sprint(ins[0].walk(), b.sum(), b.copies(), shifted(1, 5), compared(true, 7), constants(nil, nil, 0, 5), spread(5, 1),
		shadowing(5, 3), local(&b, 3), converted(1, nil, 5), channels(nil, nil, 5))
}
