package spice

import (
	"syscall"
	"time"
)

// sleep pauses the calling goroutine, and a thread with it. On Linux time.Sleep takes a millisecond at least, because the
// network poller waits in whole milliseconds (golang.org/issue/44343); nanosleep takes d and about 60 µs.
func sleep(d time.Duration) {
	ts := syscall.NsecToTimespec(int64(d))
	syscall.Nanosleep(&ts, nil)
}
