// Package other has task functions for package shapes, and functions that
// pass their arguments on to them.
package other

import "github.com/spicego/spice/runtime/spice"

type Node struct {
	Left, Right *Node
	Val         int
}

func (n *Node) First() *Node { return n.Left }

func Sum(t *spice.Task, n *Node) int {
	if n == nil {
		return 0
	}
	return Sum(t, n.Left) + Sum(t, n.Right) + n.Val
}

// Redo only passes its arguments on.
func Redo(t *spice.Task, n *Node) int { return Sum(t, n) }

// Again does so through another.
func Again(t *spice.Task, n *Node) int { return Redo(t, n) }

// Counted does something else as well.
func Counted(t *spice.Task, n *Node) int {
	calls++
	v := Sum(t, n)
	if v < 0 {
		calls--
	}
	return v
}

var calls int

// Product has nothing to do with Sum.
func Product(t *spice.Task, n *Node) int {
	if n == nil {
		return 1
	}
	return Product(t, n.Left) * Product(t, n.Right) * n.Val
}

// Left passes another argument on.
func Left(t *spice.Task, n *Node) int { return Sum(t, n.Left) }

// A Walker has methods.
type Walker struct{ Depth int }

func (w *Walker) Walk(t *spice.Task, n *Node) int  { return w.Depth * Sum(t, n) }
func (w *Walker) Rewalk(t *spice.Task, n *Node) int { return w.Walk(t, n) }
