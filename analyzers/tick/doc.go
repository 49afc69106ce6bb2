// Package tick defines an analyzer that finds places where idle workers ask
// for work and nobody hears them.
//
// # Analyzer tick
//
// tick: find loops without a tick and forks that idle workers cannot reach
//
// Idle workers raise a flag; running code looks at it whenever it calls Task
// on a future or Tick on a task, and then gives away the oldest fork that can
// be reached from that task. The analyzer reports code that never looks, or
// that looks from a place from which a fork cannot be reached.
//
// A loop in a task function without a tick:
//
//	func total(t *spice.Task, n *Node) (sum int) {
//		for ; n != nil; n = n.next {	// tick: this loop ...
//			sum += weigh(n)
//		}
//		return sum
//	}
//
// Call t.Tick() in it, or in every 64th round. Loops that pass a task on, run
// a small constant number of rounds, or stand behind a test that their input
// is small are fine.
//
// A fork whose Task is passed to nobody while it is pending, so that it can
// never be taken:
//
//	f := spice.Fork(t, sum, n.right)	// tick: nobody gets f's Task ...
//	l := plain(n.left)
//
// A call, or a second fork, that gets the task from before a pending fork.
// What runs there cannot give that fork away:
//
//	f := spice.Fork(t, sum, n.right)
//	l := sum(t, n.left)	// tick: ... pass f.Task()
//
// A call that is given the future itself may have the old task.
//
// A tick next to a call of Task, which ticks, too:
//
//	f := spice.Fork(t, sum, n.right)
//	t.Tick()	// tick: this tick is redundant ...
//	l := sum(f.Task(), n.left)
//
// Since 1.0.
package tick
