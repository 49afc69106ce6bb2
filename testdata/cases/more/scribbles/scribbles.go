/*
Package scribbles has comments and directives in places where they are easily lost.
*/
package scribbles // the clause has one

import (
	"fmt" // for Sprint
	"math/rand"
)

type tree struct { // a tree
	v    int
	l, r *tree
}

// Sum has a doc comment
//
//   - with a list
//   - of two
//
// and a directive.
//
//go:noinline
func Sum(t *tree) int { // after the brace
	// before the test
	if t == nil { // in the test
		// alone
		return 0 /* zero */
	}
	/* before */ return /* one */ t.v + // the value
		Sum(t.l) + // the left part
		/* the right part */ Sum(t.r) // behind
	// before the end
} // behind the function

// Spread has its arguments on several lines.
func Spread(
	t *tree, // the tree
	k int, // the number
) (
	n int, // the result
	// and nothing else
) {
	if t == nil {
		return k
	}

	a := Spread(
		t.l, // left

		k+1,
	)

	// A paragraph of its own.

	b := Spread(
		t.r, /* right */
		k-1,
	)

	n = a - b // the difference
	return
}

func one(t *tree) int {
	if t == nil {
		return 1
	}
	return one(t.l) - 2*one(t.r)
} // on one line

// text has strings that look like code and comments.
func text(t *tree) string {
	if t == nil {
		return `// text(t.l)
	text(t.r) /*`
	}
	return text(t.l)[:3] + "/* // */" + string(rune('a'+t.v%26)) + text(t.r)[3:]
}

//nolint:all
func größe(日 *tree) (größe_ int) {
	if 日 == nil {
		return 1
	}
	größe_ += größe(日.l) // links
	größe_ -= größe(日.r) // rechts
	return größe_ + 日.v
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]tree, 20)
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
	return fmt.Sprint(Sum(t), Spread(t, 3), one(t), text(t), größe(t))
}
