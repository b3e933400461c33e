package merge3

// maxOccurrences is how often a line may occur in the first text before it is
// too common to anchor a diff.
const maxOccurrences = 64

// histogramBudget bounds the steps of one diff. Only a text made to be slow, or
// one that shares every second of many thousand lines, gets there; the rest of
// it is left to Myers' diff, whose cost is capped.
const histogramBudget = 1 << 27

// histogram splits two texts at the longest run of common lines that holds the
// rarest line, then does the same on both sides of it.
type histogram struct {
	a, b  []uint64
	marks *marks
	spent int
	// classA and classB number the distinct lines, so that the tables below are
	// plain slices. They are made once for all regions; round tells which
	// entries belong to the region at hand.
	classA, classB []int32
	table          []occurrences // by class
	next           []int32       // the next occurrence in a of the line at a position, -1 at the end
	round          int32
}

// occurrences of one line in a region of the first text: a linked list of
// positions.
type occurrences struct{ round, first, count int32 }

// region is a run of common lines: [aStart, aEnd] and [bStart, bEnd], both ends
// included.
type region struct{ aStart, aEnd, bStart, bEnd int }

func newHistogram(a, b []uint64, m *marks) *histogram {
	h := &histogram{a: a, b: b, marks: m, next: make([]int32, len(a))}
	n := newNumbering(len(a) + len(b))
	h.classA, h.classB = n.dense(a), n.dense(b)
	h.table = make([]occurrences, n.used)
	return h
}

// run marks what differs between lines [aLo, aHi) and [bLo, bHi).
func (h *histogram) run(aLo, aHi, bLo, bHi int) {
	for aLo < aHi && bLo < bHi {
		found, common, ok := h.anchor(aLo, aHi, bLo, bHi)
		if !ok {
			myers(h.a[aLo:aHi], h.b[bLo:bHi], h.marks.a[aLo:aHi], h.marks.b[bLo:bHi])
			return
		}
		if !common {
			break
		}
		h.run(aLo, found.aStart, bLo, found.bStart)
		aLo, bLo = found.aEnd+1, found.bEnd+1
	}
	for ; aLo < aHi; aLo++ {
		h.marks.a[aLo] = true
	}
	for ; bLo < bHi; bLo++ {
		h.marks.b[bLo] = true
	}
}

// anchorSearch is the state of one search for a region to split at.
type anchorSearch struct {
	*histogram
	aLo, aHi, bLo, bHi int
	best               region
	found              bool
	rarest             int32 // occurrences of the rarest line in the best region
	common             bool
}

// anchor finds the region to split at. common is false when the texts share no
// line; ok is false when all they share is too common.
func (h *histogram) anchor(aLo, aHi, bLo, bHi int) (best region, common, ok bool) {
	if h.spent += aHi - aLo + bHi - bLo; h.spent > histogramBudget {
		return region{}, true, false
	}
	h.index(aLo, aHi)
	s := anchorSearch{histogram: h, aLo: aLo, aHi: aHi, bLo: bLo, bHi: bHi, rarest: maxOccurrences + 1}
	for j := bLo; j < bHi; {
		j = s.try(j)
	}
	if s.common && s.rarest > maxOccurrences {
		return region{}, true, false
	}
	return s.best, s.found, true
}

// index records where the lines [lo, hi) of the first text occur.
func (h *histogram) index(lo, hi int) {
	h.round++
	for i := hi - 1; i >= lo; i-- {
		at := &h.table[h.classA[i]]
		h.next[i] = at.first
		if at.round != h.round {
			at.round, at.count, h.next[i] = h.round, 0, -1
		}
		at.first = int32(i)
		at.count++
	}
}

// try extends every occurrence of line j of the second text to the longest run
// it is part of, and returns the next line worth trying.
func (s *anchorSearch) try(j int) int {
	after := j + 1
	at := s.table[s.classB[j]]
	if at.round != s.round {
		return after
	}
	s.common = true
	if at.count > s.rarest {
		return after
	}
	for i := int(at.first); i >= 0; {
		r, rare := s.extend(i, j, at.count)
		after = max(after, r.bEnd+1)
		if s.best.aEnd-s.best.aStart < r.aEnd-r.aStart || rare < s.rarest {
			s.best, s.rarest, s.found = r, rare, true
		}
		for i = int(s.next[i]); i >= 0 && i <= r.aEnd; {
			i = int(s.next[i])
			s.spent++
		}
	}
	return after
}

func (s *anchorSearch) extend(i, j int, count int32) (region, int32) {
	r := region{i, i, j, j}
	for r.aStart > s.aLo && r.bStart > s.bLo && s.classA[r.aStart-1] == s.classB[r.bStart-1] {
		r.aStart, r.bStart = r.aStart-1, r.bStart-1
		count = min(count, s.table[s.classA[r.aStart]].count)
	}
	for r.aEnd < s.aHi-1 && r.bEnd < s.bHi-1 && s.classA[r.aEnd+1] == s.classB[r.bEnd+1] {
		r.aEnd, r.bEnd = r.aEnd+1, r.bEnd+1
		count = min(count, s.table[s.classA[r.aEnd]].count)
	}
	s.spent += r.aEnd - r.aStart
	return r, count
}
