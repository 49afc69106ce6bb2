// Package facts has functions that pass all their arguments on, or do not.
package facts

import "github.com/spicego/spice/runtime/spice"

type Node struct{ Left, Right *Node }

func Sum(t *spice.Task, n *Node) int {
	if n == nil {
		return 0
	}
	return Sum(t, n.Left) + Sum(t, n.Right) + 1
}

func Redo(t *spice.Task, n *Node) int { return Sum(t, n) } // want Redo:"passes on to facts.Sum"

func Again(t *spice.Task, n *Node) int { return Redo(t, n) } // want Again:"passes on to facts.Redo, facts.Sum"

func Either(t *spice.Task, n *Node) int { // want Either:"passes on to facts.Sum, facts.product"
	if n == nil {
		return product(t, n)
	}
	return Sum(t, n)
}

func Left(t *spice.Task, n *Node) int { return Sum(t, n.Left) }

func product(t *spice.Task, n *Node) int { return 1 }

type Walker struct{}

func (w *Walker) Walk(t *spice.Task, n *Node) int   { return Sum(t, n) }
func (w *Walker) Rewalk(t *spice.Task, n *Node) int { return w.Walk(t, n) } // want Rewalk:"passes on to \\(\\*facts.Walker\\).Walk"

func Generic[T any](t *spice.Task, xs []T) int { return generic(t, xs) } // want Generic:"passes on to facts.generic"

func generic[T any](t *spice.Task, xs []T) int { return len(xs) }
