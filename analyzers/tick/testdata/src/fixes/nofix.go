package fixes

import "github.com/spicego/spice/runtime/spice"

// shadowed has no fix: the task has no name in the loop.
func shadowed(task *spice.Task, n *node) (z int) {
	for task := n; task != nil; task = task.next { // want "loop"
		z += weigh(task)
	}
	return z
}

// hidden has no fix: what should get the Task is for the programmer to say.
func hidden(t *spice.Task, n *node) int {
	f := spice.Fork(t, sum, n.right) // want "Task"
	l := weigh(n)
	r, ok := f.Join()
	if !ok {
		r = sum(t, n.right)
	}
	return l + r
}
