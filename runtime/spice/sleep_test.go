package spice

import (
	"testing"
	"time"
)

// TestAlarm sleeps with a timer descriptor where there are some, without, and again after the descriptor was closed.
func TestAlarm(t *testing.T) {
	var a alarm
	defer a.close()
	for range 3 {
		for _, d := range []time.Duration{50 * time.Microsecond, 250 * time.Microsecond, 2 * time.Millisecond} {
			start := nanotime()
			a.sleep(d)
			if slept := time.Duration(nanotime() - start); slept < d {
				t.Errorf("slept %v of %v", slept, d)
			}
		}
		a.close()
	}
}
