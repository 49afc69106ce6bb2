// What directives silence, and what they do not.
package p

import "fmt"

type node struct {
	v    int
	l, r *node
}

// want skip
//
//spice:skip "too small"
func skipped(n int) int {
	if n < 2 {
		return n
	}
	return skipped(n-1) + skipped(n-2)
}

// want parallel tree
//
//spice:assume tree
func treeWise(n *node) {
	if n == nil {
		return
	}
	treeWise(n.l)
	treeWise(n.r)
	n.v++
}

// want shared-write
//
//spice:assume tree
func notByTree(n *node, sum *int) {
	if n == nil {
		return
	}
	*sum += n.v
	notByTree(n.l, sum)
	notByTree(n.r, sum)
}

// want parallel disjoint
//
//spice:assume disjoint
func disjoint(a []int, k, n int) {
	if n < 2 {
		a[k]++
		return
	}
	disjoint(a, 2*k, n/2)
	disjoint(a, 2*k+1, n/2)
}

var total int

// want global-write
//
//spice:assume disjoint
func notByDisjoint(n int) {
	if n < 2 {
		total++
		return
	}
	notByDisjoint(n - 1)
	notByDisjoint(n - 2)
}

// want parallel pure
//
//spice:assume pure
func pureByWord(n *node, f func(int) int) int {
	if n == nil {
		return 0
	}
	return pureByWord(n.l, f) + f(n.v) + pureByWord(n.r, f)
}

// want parallel pure
//
//spice:assume pure
func pureBelow(n *node, s fmt.Stringer) int {
	if n == nil {
		return size(s)
	}
	return pureBelow(n.l, s) + pureBelow(n.r, s)
}

func size(s fmt.Stringer) int { return len(s.String()) }

// want io
//
//spice:assume pure
func notByPure(n *node) int {
	if n == nil {
		fmt.Println("leaf")
		return 0
	}
	return notByPure(n.l) + notByPure(n.r)
}

// want shared-write
//
//spice:assume pure
func notByPureEither(n *node, f func(int) int) int {
	if n == nil {
		return f(0)
	}
	n.v++
	return notByPureEither(n.l, f) + notByPureEither(n.r, f)
}

// want parallel
//
//spice:assume pure
func needless(n int) int {
	if n < 2 {
		return n
	}
	return needless(n-1) + needless(n-2)
}
