package spice

import (
	"os"
	"syscall"
	"time"
	"unsafe"
)

// An alarm lets a worker sleep for less than a millisecond and leaves its processor to others meanwhile.
//
// On Linux time.Sleep takes a millisecond at least, because the network poller waits in whole milliseconds
// (golang.org/issue/44343). A thread in nanosleep is exact, but it keeps the processor of its goroutine: one that does so
// again and again is never long enough in one system call to lose it, and goroutines that have nothing to do with this
// package would not run there. A timer descriptor is exact, and whoever reads it waits in the poller.
type alarm struct {
	timer *os.File // nil before the first sleep
	fd    uintptr
	fired [8]byte
	mute  bool // there are no descriptors to be had
}

func (a *alarm) sleep(d time.Duration) {
	if !a.ring(d) {
		time.Sleep(d)
	}
}

// ring sleeps by the descriptor, and reports whether it could.
func (a *alarm) ring(d time.Duration) bool {
	if a.mute {
		return false
	}
	if a.timer == nil {
		const monotonic = 1 // CLOCK_MONOTONIC
		fd, _, errno := syscall.Syscall(syscall.SYS_TIMERFD_CREATE, monotonic, syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
		if errno != 0 {
			a.mute = true
			return false
		}
		a.timer, a.fd = os.NewFile(fd, "timer"), fd
	}
	spec := struct{ every, after syscall.Timespec }{after: syscall.NsecToTimespec(int64(d))}
	_, _, errno := syscall.RawSyscall6(syscall.SYS_TIMERFD_SETTIME, a.fd, 0, uintptr(unsafe.Pointer(&spec)), 0, 0, 0)
	if errno == 0 {
		if _, err := a.timer.Read(a.fired[:]); err == nil {
			return true
		}
	}
	a.close()
	a.mute = true
	return false
}

func (a *alarm) close() {
	if a.timer != nil {
		a.timer.Close()
		a.timer = nil
	}
}
