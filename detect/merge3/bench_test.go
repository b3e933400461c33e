package merge3

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/comity-dev/comity/detect"
)

// BenchmarkPair prints what the merge of a pair costs whose sides each change
// twenty files of a tree of 5,000 and share one of 200 lines: with a cache that
// knows the file already, as when many sides are compared, and with an empty one.
func BenchmarkPair(b *testing.B) {
	base, ours, theirs, read := benchPair()
	warm := NewCache(1 << 24)
	run := func(c *Cache) time.Duration {
		start := time.Now()
		res := Merge(base, ours, theirs, Options{Read: read, Cache: c, VerdictOnly: true})
		took := time.Since(start)
		if len(res.Conflicts) != 1 {
			b.Fatalf("conflicts: %+v", res.Conflicts)
		}
		return took
	}
	run(warm)
	var withCache, without time.Duration
	n := 0
	for b.Loop() {
		withCache += run(warm)
		without += run(NewCache(1 << 24))
		n++
	}
	b.ReportMetric(float64(withCache.Nanoseconds())/float64(n), "warm-ns/op")
	b.ReportMetric(float64(without.Nanoseconds())/float64(n), "cold-ns/op")
	b.ReportMetric(0, "ns/op")
}

func benchPair() (base *Base, ours, theirs *Side, read Reader) {
	blobs := map[string][]byte{}
	entry := func(text string) detect.Entry {
		oid := blobID(text)
		blobs[oid] = []byte(text)
		return detect.Entry{Mode: detect.ModeFile, OID: oid}
	}
	tree := detect.Tree{}
	for i := range 5000 {
		tree[fmt.Sprintf("src/dir%d/file%d.go", i%100, i)] = entry(fmt.Sprint(i))
	}
	lines := strings.SplitAfter(numbered("line of the shared file", 200), "\n")
	tree["src/shared.go"] = entry(strings.Join(lines, ""))
	base = NewBase(tree)
	side := func(from int, at ...int) *Side {
		changes := []Change{}
		for i := range 20 {
			p := fmt.Sprintf("src/dir%d/file%d.go", (from+i)%100, from+i)
			changes = append(changes, Change{p, entry(fmt.Sprint("changed ", from+i))})
		}
		text := append([]string(nil), lines...)
		for _, i := range at {
			text[i] = fmt.Sprintf("changed by %d\n", from)
		}
		changes = append(changes, Change{"src/shared.go", entry(strings.Join(text, ""))})
		return NewSide(base, changes)
	}
	return base, side(0, 10, 50, 120), side(1000, 30, 120), func(oid string) ([]byte, bool) { data, ok := blobs[oid]; return data, ok }
}
