// Package forkjoin defines an analyzer that checks the pairing of forks and
// joins.
//
// # Analyzer forkjoin
//
// forkjoin: check that each future is joined or dropped exactly once, last forked first joined
//
// A Fork announces a call that another worker may take. The future that it
// returns must be settled exactly once, by Join or by Drop, on every path from
// the Fork to an exit of the function. A path that leaves with the future
// pending leaves a link to a dead frame behind:
//
//	right := spice.Fork(t, sum, n.Right)
//	left := sum(right.Task(), n.Left)
//	if left < 0 {
//		return -1 // right is pending: call right.Drop() first
//	}
//	r, ok := right.Join()
//
// The analyzer reports
//
//   - a future that is not joined on some path: at the Fork, with the exits or
//     the second Fork as related positions;
//   - a future that is joined or dropped a second time;
//   - an older future that is joined while a younger one is pending. The last
//     one forked must be the first one joined: the runtime gives the oldest
//     latent call away first, and finds the own one by its place on the stack;
//   - a Join or Drop of a future that no path forks.
//
// Paths are followed through branches, loops, deferred calls, function literals
// that are called here, and functions of any package that join a future given
// to them by pointer. Conditions on unchanged variables are followed, so that
//
//	if big {
//		f = spice.Fork(t, sum, n.Right)
//	}
//	…
//	if big {
//		r, ok = f.Join()
//
// is fine. A panic, os.Exit, log.Fatal, t.Fatal, runtime.Goexit and functions
// that never return are no exits. A future whose address is stored, sent or
// given to unknown code is not reported.
//
// Where a path returns early and the future is joined on another path, the
// suggested fix drops it before the return. A second Drop is removed.
package forkjoin
