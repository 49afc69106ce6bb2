// Package threads passes state along in results, arguments and receivers.
package threads

import (
	"fmt"
	"math/rand"
)

type node struct {
	v    int
	l, r *node
}

type cursor struct{ at, depth int }

// layout gives each node its place, in order.
func layout(n *node, at int) int {
	if n == nil {
		return at
	}
	at = layout(n.l, at)
	n.v = at
	return layout(n.r, at+1)
}

// width computes the places without order.
func width(n *node) int {
	if n == nil {
		return 0
	}
	return width(n.l) + 1 + width(n.r)
}

// walk returns a cursor.
func (c cursor) walk(n *node) cursor {
	if n == nil {
		return c
	}
	c.depth++
	c = c.walk(n.l)
	c.at++
	c = c.walk(n.r)
	c.depth--
	return c
}

// walkApart keeps both results.
func (c cursor) walkApart(n *node) cursor {
	if n == nil {
		return c
	}
	c.depth++
	l := c.walkApart(n.l)
	c.at++
	r := c.walkApart(n.r)
	return cursor{l.at*3%1001 + r.at, max(l.depth, r.depth)}
}

// parse returns the rest of the text.
func parse(s string) (n int, rest string) {
	if s == "" || s[0] != '(' {
		return 1, s
	}
	a, rest := parse(s[1:])
	b, rest := parse(rest)
	if rest != "" && rest[0] == ')' {
		rest = rest[1:]
	}
	return a + 2*b, rest
}

// parseAt knows where the second part begins from the text alone.
func parseAt(s string) int {
	if len(s) < 3 {
		return len(s)
	}
	at := 1
	for depth := 0; at < len(s)-1; at++ {
		switch s[at] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth <= 0 {
			break
		}
	}
	return parseAt(s[1:at])*2%997 + parseAt(s[at:])
}

// best passes the better of what it knows.
func best(n *node, bound int) int {
	if n == nil {
		return bound
	}
	bound = max(bound, n.v)
	l := best(n.l, bound)
	if l > bound {
		bound = l
	}
	return best(n.r, bound)
}

// bestApart passes what it knows from above.
func bestApart(n *node, bound int) int {
	if n == nil {
		return bound
	}
	bound = max(bound, n.v)
	l := bestApart(n.l, bound)
	r := bestApart(n.r, bound)
	return max(l, r)
}

// Run exercises the package on an input made from seed.
func Run(seed int64) string {
	rng := rand.New(rand.NewSource(seed))
	all := make([]node, 30)
	for i := range all {
		all[i].v = rng.Intn(90)
		if j := 2*i + 1; j < len(all) {
			all[i].l = &all[j]
		}
		if j := 2*i + 2; j < len(all) && rng.Intn(3) > 0 {
			all[i].r = &all[j]
		}
	}
	n := &all[0]
	s := "((()())(()"[:5+rng.Intn(5)]
	k, rest := parse(s + "))")
	out := fmt.Sprint(width(n), cursor{}.walk(n), cursor{1, 1}.walkApart(n), k, rest, parseAt(s+s), best(n, 3), bestApart(n, 3))
	return out + fmt.Sprint(layout(n, 0), n.v)
}
