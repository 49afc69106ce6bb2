package shapes

import "github.com/spicego/spice/runtime/spice"

// golang/go#64547: the function, and the file, end here.
func endOfFile(t *spice.Task, n *node) { f := spice.Fork(t, sum, n); _ = f.Task() } // want `forkjoin: future f is not joined`