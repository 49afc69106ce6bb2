//go:build race

package spice

import (
	"runtime"
	"unsafe"
)

const raceEnabled = true

// hideSync hides synchronization by the calling goroutine from the race detector, until showSync.
func hideSync() { runtime.RaceDisable() }
func showSync() { runtime.RaceEnable() }

// release and acquire tell it what happened before what.
func release(p *byte) { runtime.RaceRelease(unsafe.Pointer(p)) }
func acquire(p *byte) { runtime.RaceAcquire(unsafe.Pointer(p)) }
