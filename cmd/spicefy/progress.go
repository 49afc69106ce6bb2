package main

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress returns a function that is told what is being done, and one that ends the display. Something is shown on a
// terminal only, and when the whole takes more than a second.
func progress(w io.Writer) (say func(step string), stop func()) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil, func() {}
	}
	var mu sync.Mutex
	var bar *progressbar.ProgressBar
	step := "loading"
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for start := time.Now(); ; {
			select {
			case <-done:
				if bar != nil {
					bar.Clear()
				}
				return
			case <-tick.C:
			}
			if bar == nil && time.Since(start) > time.Second {
				bar = progressbar.NewOptions(-1, progressbar.OptionSetWriter(f), progressbar.OptionClearOnFinish(), progressbar.OptionSetElapsedTime(true))
			}
			if bar != nil {
				mu.Lock()
				bar.Describe(step)
				mu.Unlock()
				bar.Add(1)
			}
		}
	}()
	say = func(s string) {
		mu.Lock()
		defer mu.Unlock()
		step = s
	}
	return say, func() { close(done); <-ended }
}
