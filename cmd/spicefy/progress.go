package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows that something is going on while packages are loaded, on a terminal and when it takes more than a moment.
// The returned function ends it.
func progress(w io.Writer) (stop func()) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		var bar *progressbar.ProgressBar
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
				if bar == nil && time.Since(start) > time.Second {
					bar = progressbar.NewOptions(-1, progressbar.OptionSetWriter(f), progressbar.OptionSetDescription("loading and proving"),
						progressbar.OptionClearOnFinish(), progressbar.OptionSetElapsedTime(true))
				}
				if bar != nil {
					bar.Add(1)
				}
			}
		}
	}()
	return func() { close(done); <-ended }
}
