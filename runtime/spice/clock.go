package spice

import (
	"time"
	_ "unsafe" // for linkname
)

// nanotime is the monotonic clock. time.Since would do, except inside a testing/synctest bubble, where the time package
// tells a time that stands still while code runs: nothing would ever earn the credit for a promotion there. The runtime
// keeps nanotime for use by linkname (golang.org/issue/67401).
//
//go:linkname nanotime runtime.nanotime
func nanotime() int64

var (
	start     = time.Now()
	startNano = nanotime()
)

// inBubble reports whether the caller is inside a synctest bubble: there the time package's clock starts in the year 2000
// and is nowhere near the real one.
func inBubble() bool {
	ahead := int64(time.Since(start)) - (nanotime() - startNano)
	return ahead < -int64(time.Hour) || ahead > int64(time.Hour)
}
