package merge3

import "github.com/comity-dev/comity/detect"

// matrixSteps bounds what a merge may spend on finding similar files: a step for
// every piece that two files have in common, and some for taking files apart. It
// is a few seconds. git has no such limit below its 7,000 by 7,000 files and may
// take minutes.
const matrixSteps = 1 << 29

// bytesPerStep is how many bytes are taken apart in the time of one step.
const bytesPerStep = 4

// matrix measures the similarity of every source with one target at a time. It
// knows which sources have a piece, so that files without anything in common,
// which most are, cost nothing.
type matrix struct {
	f       *finder
	sizes   []int // of the sources; -1 for what has no content to compare
	holders map[uint32][]holder
	copied  []int // bytes that each source has in common with the target
	unread  bool  // a content could not be had
}

// holder is a source that has a piece, with that many bytes of it.
type holder struct{ source, bytes uint32 }

func (f *finder) newMatrix(sources []string) *matrix {
	m := &matrix{f: f, sizes: make([]int, len(sources)), copied: make([]int, len(sources)), holders: map[uint32][]holder{}}
	for i, p := range sources {
		m.sizes[i] = -1
		print := m.print(f.m.base.tree[p])
		if print == nil {
			continue
		}
		m.sizes[i] = print.size
		for _, c := range print.pieces {
			m.holders[c.hash] = append(m.holders[c.hash], holder{uint32(i), c.bytes})
		}
	}
	return m
}

// print takes an entry apart, nil where it has no content to compare.
func (m *matrix) print(e detect.Entry) *fingerprint {
	if m.f.m.steps < 0 || !e.Mode.Regular() {
		return nil
	}
	print, ok := m.f.print(e)
	if !ok {
		m.unread = true
		return nil
	}
	m.f.m.steps -= print.size/bytesPerStep + 2*len(print.pieces)
	return print
}

// scores gives the score of each source with the target, in a slice that the
// next call uses again. It reports false when the budget is spent.
func (m *matrix) scores(target detect.Entry) ([]int, bool) {
	clear(m.copied)
	print := m.print(target)
	if m.f.m.steps -= len(m.copied); m.f.m.steps < 0 {
		return nil, false
	}
	if print == nil {
		return m.copied, true
	}
	for _, c := range print.pieces {
		holders := m.holders[c.hash]
		if m.f.m.steps -= len(holders); m.f.m.steps < 0 {
			return nil, false
		}
		for _, h := range holders {
			m.copied[h.source] += int(min(h.bytes, c.bytes))
		}
	}
	for i, size := range m.sizes {
		if size < 0 {
			m.copied[i] = 0
			continue
		}
		m.copied[i] = scoreOf(size, print.size, m.copied[i], minScore)
	}
	return m.copied, true
}

// candidates lists the best few sources of every target. It reports false when
// that would take too long.
func (m *matrix) candidates(sources, targets []string) (all []candidate, ok bool) {
	names := make([]string, len(sources))
	for i, p := range sources {
		names[i] = baseName(p)
	}
	for _, t := range targets {
		scores, ok := m.scores(m.f.side.entries[t])
		if !ok {
			return nil, false
		}
		name := baseName(t)
		var kept []candidate
		for i, p := range sources {
			c := candidate{t, p, scores[i], 0}
			if names[i] == name {
				c.name = 1
			}
			kept = keepBest(kept, c)
		}
		all = append(all, kept...)
	}
	return all, true
}
