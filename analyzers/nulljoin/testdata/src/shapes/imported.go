package shapes

import (
	"shapes/other"

	"github.com/spicego/spice/runtime/spice"
)

func imported(t *spice.Task, n *other.Node) (total int) {
	var f spice.Future[*other.Node, int]
	f = spice.Fork(t, other.Sum, n.Right)
	total += other.Sum(f.Task(), n.Left)
	r, ok := f.Join()
	if !ok {
		r = other.Redo(t, n.Right)
	}
	total += r
	f = spice.Fork(t, other.Sum, n.Right)
	total += other.Sum(f.Task(), n.Left)
	r, ok = f.Join()
	if !ok {
		r = other.Again(t, n.Right)
	}
	total += r
	f = spice.Fork(t, other.Sum, n.Right)
	total += other.Sum(f.Task(), n.Left)
	r, ok = f.Join()
	if !ok {
		r = other.Counted(t, n.Right)
	}
	return total + r
}

func importedWrong(t *spice.Task, n *other.Node) (total int) {
	var f spice.Future[*other.Node, int]
	f = spice.Fork(t, other.Sum, n.Right)
	total += other.Sum(f.Task(), n.Left)
	r, ok := f.Join()
	if !ok {
		r = other.Product(t, n.Right) // want "nulljoin: .*not the function"
	}
	total += r
	f = spice.Fork(t, other.Sum, n.Right)
	total += other.Sum(f.Task(), n.Left)
	r, ok = f.Join()
	if !ok {
		r = other.Redo(t, n.Left) // want "nulljoin: .*another argument"
	}
	total += r
	f = spice.Fork(t, other.Sum, n.Right)
	total += other.Sum(f.Task(), n.Left)
	r, ok = f.Join()
	if !ok {
		r = other.Left(t, n.Right) // want "nulljoin: .*not the function"
	}
	return total + r
}

func importedMethods(t *spice.Task, w, v *other.Walker, n *other.Node) (total int) {
	var f spice.Future[*other.Node, int]
	f = spice.Fork(t, w.Walk, n.First())
	total += w.Walk(f.Task(), n.Right)
	r, ok := f.Join()
	if !ok {
		r = w.Rewalk(t, n.Left)
	}
	total += r
	f = spice.Fork(t, w.Walk, n.Right)
	total += w.Walk(f.Task(), n.Left)
	r, ok = f.Join()
	if !ok {
		r = v.Rewalk(t, n.Right) // want "nulljoin: .*not the function"
	}
	return total + r
}
