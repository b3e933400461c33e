package main

import (
	"os"
	"time"

	"github.com/jedib0t/go-pretty/v6/progress"
)

// progressDelay is how long work may take before a sign of life is due.
const progressDelay = time.Second

// showProgress shows that work goes on, on standard error and only when it is a
// terminal and the work takes longer than a second. The returned function ends
// it.
func showProgress(s streams) (stop func()) {
	if f, ok := s.err.(*os.File); !ok || !isTerminal(f) {
		return func() {}
	}
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case <-done:
			return
		case <-time.After(progressDelay):
		}
		w := newProgress(s)
		go w.Render()
		<-done
		w.Stop()
		for w.IsRenderInProgress() {
			time.Sleep(time.Millisecond)
		}
	}()
	return func() { close(done); <-gone }
}

func newProgress(s streams) progress.Writer {
	w := progress.NewWriter()
	w.SetOutputWriter(s.err)
	w.SetAutoStop(false)
	w.SetUpdateFrequency(100 * time.Millisecond)
	w.Style().Visibility = progress.StyleVisibility{Tracker: true, Time: true}
	w.AppendTracker(&progress.Tracker{Message: "Comparing branches"})
	return w
}
