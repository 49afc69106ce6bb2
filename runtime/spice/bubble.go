package spice

import "runtime"

// outside calls f, which starts a goroutine, such that the goroutine is in no testing/synctest bubble: a worker that
// belonged to the bubble of the test that happened to start it would be reported by that test as blocked.
//
// The one way out of a bubble that needs no goroutine waiting outside is a cleanup. It costs a garbage collection, in a
// test that runs something in parallel while the pool has no idle worker.
func outside(f func()) {
	if !inBubble() {
		f()
		return
	}
	type ticket struct{ _ [64]byte } // of a size that is not allocated together with others
	runtime.AddCleanup(new(ticket), func(f func()) { f() }, f)
	runtime.GC()
}
