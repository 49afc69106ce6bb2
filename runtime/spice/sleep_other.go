//go:build !linux

package spice

import "time"

// An alarm lets a worker sleep. See sleep_linux.go for why this is a type.
type alarm struct{}

func (*alarm) sleep(d time.Duration) { time.Sleep(d) }
func (*alarm) close()                {}
