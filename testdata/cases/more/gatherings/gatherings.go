// Package gatherings has several calls in one statement that are not as apart as they look.
package gatherings

import (
	"fmt"
	"math/rand"
)

// declared uses the first result in the second specification of one declaration.
func declared(n int) int {
	if n < 2 {
		return n + 1
	}
	var (
		a = declared(n - 1)
		b = declared(a % 2)
	)
	return a - 3*b
}

// shadowed does it where an outer variable has the name.
func shadowed(n int) int {
	if n < 2 {
		return n + 1
	}
	a := n
	{
		var (
			a = shadowed(n - 1)
			b = shadowed(a % 2)
		)
		n += a - 3*b
	}
	return a + n
}

// apart does not use it.
func apart(n int) int {
	if n < 2 {
		return n + 1
	}
	var (
		a = apart(n - 1)
		b = apart(n - 2)
		c = a - b
	)
	return a - 3*b + c
}

// initialised uses it in the condition after the init statement.
func initialised(n int) int {
	if n < 2 {
		return n + 1
	}
	if a := initialised(n - 1); a < initialised(a%2) {
		return a
	}
	return n
}

// initialisedApart does not.
func initialisedApart(n int) int {
	if n < 2 {
		return n + 1
	}
	if a := initialisedApart(n - 1); a < initialisedApart(n-2) {
		return a
	}
	return n
}

// switched uses it in the tag after the init statement.
func switched(n int) int {
	if n < 2 {
		return n + 1
	}
	switch a := switched(n - 1); switched(a % 2) {
	case 1:
		return a
	case 2:
		return a + 1
	}
	return n
}

// assigned uses the old value of what the same statement assigns.
func assigned(n, k int) int {
	if n < 2 {
		return k
	}
	k, m := assigned(n-1, k+1), assigned(n-2, k)
	return k - 3*m
}

// assignedOp adds to what the second argument reads.
func assignedOp(n, k int) int {
	if n < 2 {
		return k
	}
	k += assignedOp(n-1, k+1)
	k -= assignedOp(n-2, k%5)
	return k
}

// middle jumps back to a statement between the calls.
func middle(n, k int) int {
	if n < 2 {
		return k
	}
	s := 0
	s += middle(n-1, k)
next:
	k++
	s -= 2 * middle(n-2, k)
	if k < 4 {
		goto next
	}
	return s % 1009
}

// room tells how much room a slice has.
func room(s []int) int { return cap(s) - len(s) }

// roomy asks for the room behind each leaf.
func roomy(s []int) int {
	if len(s) < 2 {
		for i := range s {
			s[i]++
		}
		return room(s)
	}
	m := len(s) / 2
	return roomy(s[:m]) + 3*roomy(s[m:])
}

// roomyHere asks itself.
func roomyHere(s []int) int {
	if len(s) < 2 {
		for i := range s {
			s[i]++
		}
		return cap(s)
	}
	m := len(s) / 2
	return roomyHere(s[:m]) + 3*roomyHere(s[m:])
}

// roomyRead asks but writes nothing.
func roomyRead(s []int) int {
	if len(s) < 2 {
		return room(s)
	}
	m := len(s) / 2
	return roomyRead(s[:m]) + 3*roomyRead(s[m:])
}

// roomyBox asks for the room of a slice in a struct.
type box struct{ s []int }

func (b box) room() int { return cap(b.s) }

func roomyBox(b box) int {
	if len(b.s) < 2 {
		for i := range b.s {
			b.s[i]++
		}
		return b.room()
	}
	m := len(b.s) / 2
	return roomyBox(box{b.s[:m]}) + 3*roomyBox(box{b.s[m:]})
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	n := 4 + rng.Intn(5)
	s := rng.Perm(n * 3)
	return fmt.Sprint(declared(n), shadowed(n), apart(n), initialised(n), initialisedApart(n), switched(n), assigned(n, 3), assignedOp(n, 4), middle(n, 1),
		roomy(s), roomyHere(s), roomyRead(s), roomyBox(box{s}), s)
}
