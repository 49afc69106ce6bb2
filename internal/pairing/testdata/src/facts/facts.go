// Package facts has functions that get futures. Facts are exported about these only.
package facts

import (
	"os"

	"github.com/spicego/spice/runtime/spice"
)

type future = spice.Future[int, int]

func Join(t *spice.Task, f *future) int { // want Join:`pairing\(unknown,settles\)`
	r, _ := f.Join()
	return r
}

func Either(f *future, c bool) { // want Either:`pairing\(settles,unknown\)`
	if c {
		f.Drop()
		return
	}
	f.Join()
}

func Sometimes(f *future, c bool) { // want Sometimes:`pairing\(unknown,unknown\)`
	if c {
		f.Drop()
	}
}

func OrElse(f *future, c bool) { // want OrElse:`pairing\(settles,unknown\)`
	if !c {
		os.Exit(1)
	}
	f.Drop()
}

func Look(f, g *future) bool { return f == g } // want Look:`pairing\(untouched,untouched\)`

func Task(f *future) *spice.Task { return f.Task() } // want Task:`pairing\(untouched\)`

func Ignore(*future, *future) {} // want Ignore:`pairing\(untouched,untouched\)`

func Two(f, g *future) { // want Two:`pairing\(settles,untouched\)`
	Look(f, g)
	Join(nil, f)
}

func Deferred[A, R any](f *spice.ArgsFuture[A, R]) { // want Deferred:`pairing\(settles\)`
	defer func() { f.Drop() }()
}

var kept *future

func Keep(f *future) { kept = f } // want Keep:`pairing\(unknown\)`

func Other(f *future, g *future) { // want Other:`pairing\(unknown,unknown\)`
	f = g
	f.Drop()
}

func Fork(t *spice.Task, f *future) { // want Fork:`pairing\(unknown,unknown\)`
	*f = spice.Fork(t, func(*spice.Task, int) int { return 0 }, 1)
}

func Recursive(f *future, n int) { // want Recursive:`pairing\(unknown,unknown\)`
	if n == 0 {
		f.Drop()
		return
	}
	Recursive(f, n-1)
}

type walker struct{}

func (walker) Join(f *future) { f.Join() } // want Join:`pairing\(settles\)`

func None(t *spice.Task, n int) int { return n }
