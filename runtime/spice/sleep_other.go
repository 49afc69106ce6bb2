//go:build !linux

package spice

import "time"

// sleep pauses the calling goroutine. See sleep_linux.go for why this is a function.
func sleep(d time.Duration) { time.Sleep(d) }
