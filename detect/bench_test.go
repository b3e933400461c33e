package detect

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"
)

// BenchmarkOneEvent prints what one event costs, from the side's touches to the
// findings, with 500 and with 5,000 open sides of 20 paths: the 99th percentile
// of each and their ratio, and the memory the larger index takes.
func BenchmarkOneEvent(b *testing.B) {
	few := newWorld(500)
	before := heap()
	many := newWorld(5000)
	size := heap() - before
	for b.Loop() {
		few.event()
		many.event()
	}
	p99few, p99many := few.p99(), many.p99()
	b.ReportMetric(float64(p99few.Microseconds()), "p99-500-sides-us")
	b.ReportMetric(float64(p99many.Microseconds()), "p99-5000-sides-us")
	b.ReportMetric(float64(p99many)/float64(p99few), "ratio")
	b.ReportMetric(float64(size)/(1<<20), "MiB-5000-sides")
	b.ReportMetric(0, "ns/op")
}

// heap is the live memory after a collection.
func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

type world struct {
	index  *Index
	facts  *Facts
	sides  []*Side
	took   []time.Duration
	serial int
}

// newWorld opens n sides. Of the 20 paths of a side two are shared with a few
// others, wherever in the repository they are, and all add to one changelog.
func newWorld(n int) *world {
	w := &world{index: NewIndex(), facts: &Facts{
		Rules:    Rules{Ignored: func(string) bool { return false }, Regenerated: func(p string) bool { return p == "CHANGELOG.md" }},
		NextFree: func(SideID, string, string) string { return "" },
	}}
	for i := range n {
		w.sides = append(w.sides, testSide(fmt.Sprintf("s%d", i), i))
	}
	for i, s := range w.sides {
		w.index.Put(s, w.touches(s, i))
	}
	return w
}

func (w *world) touches(s *Side, i int) []*Touch {
	cs := &ChangeSet{Side: s}
	add := func(status Status, path string) {
		cs.Files = append(cs.Files, FileChange{
			Path: path, Status: status,
			New: Entry{ModeFile, fmt.Sprintf("%s-%d", path, i)},
		})
	}
	add(StatusModified, "CHANGELOG.md")
	for k := range 2 {
		add(StatusModified, fmt.Sprintf("src/shared/%d.go", (i+k*13)%(len(w.sides)/4)))
	}
	for k := range 14 {
		add(StatusModified, fmt.Sprintf("src/own/%d/%d.go", i, k))
	}
	for k := range 3 {
		add(StatusAdded, fmt.Sprintf("src/new/%d/%d.go", i, k))
	}
	s.Changes, s.Files = cs.Files, len(cs.Files)
	return Observe(cs, nil, &w.facts.Rules, func(*FileChange) ([]byte, bool) { return nil, false })
}

func (w *world) event() {
	i := w.serial * 37 % len(w.sides)
	w.serial++
	s := w.sides[i]
	start := time.Now()
	w.index.Put(s, w.touches(s, i))
	findings := Detect(w.index.Meetings(s.ID, nil), w.facts)
	w.took = append(w.took, time.Since(start))
	if len(findings) == 0 && w.serial == 1 {
		panic("the benchmark's sides do not meet")
	}
}

func (w *world) p99() time.Duration {
	slices.Sort(w.took)
	return w.took[len(w.took)*99/100]
}
