package merge3

// maxOccurrences is how often a line may occur in the first text before it is
// too common to anchor a diff.
const maxOccurrences = 64

// histogram splits two texts at the longest run of common lines that holds the
// rarest line, then does the same on both sides of it.
type histogram struct {
	a, b  []uint64
	marks *marks
	spent *int // lines looked at so far
}

// histogramBudget bounds the lines one diff may look at. Only a text made to be
// slow gets there; the rest of it is left to Myers' diff, whose cost is capped.
const histogramBudget = 1 << 27

// region is a run of common lines: [aStart, aEnd] and [bStart, bEnd], both ends
// included.
type region struct{ aStart, aEnd, bStart, bEnd int }

// occurrences of one line in the first text, as a linked list of positions.
type occurrences struct {
	first, count int
}

// run marks what differs between lines [aLo, aHi) and [bLo, bHi).
func (h histogram) run(aLo, aHi, bLo, bHi int) {
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
	histogram
	aLo, aHi, bLo, bHi int
	lines              map[uint64]*occurrences
	next               []int // the next occurrence of the line at a position, -1 at the end
	best               region
	found              bool
	rarest             int // occurrences of the rarest line in the best region
	common             bool
}

// anchor finds the region to split at. common is false when the texts share no
// line; ok is false when all they share is too common.
func (h histogram) anchor(aLo, aHi, bLo, bHi int) (best region, common, ok bool) {
	if *h.spent += aHi - aLo + bHi - bLo; *h.spent > histogramBudget {
		return region{}, true, false
	}
	s := &anchorSearch{
		histogram: h, aLo: aLo, aHi: aHi, bLo: bLo, bHi: bHi,
		lines: make(map[uint64]*occurrences, aHi-aLo), next: make([]int, aHi-aLo), rarest: maxOccurrences + 1,
	}
	for i := aHi - 1; i >= aLo; i-- {
		at := s.lines[h.a[i]]
		if at == nil {
			s.lines[h.a[i]] = &occurrences{i, 1}
			s.next[i-aLo] = -1
			continue
		}
		s.next[i-aLo] = at.first
		at.first = i
		at.count++
	}
	for j := bLo; j < bHi; {
		j = s.try(j)
	}
	if s.common && s.rarest > maxOccurrences {
		return region{}, true, false
	}
	return s.best, s.found, true
}

// try extends every occurrence of line j of the second text to the longest run
// it is part of, and returns the next line worth trying.
func (s *anchorSearch) try(j int) int {
	after := j + 1
	at := s.lines[s.b[j]]
	if at == nil {
		return after
	}
	s.common = true
	if at.count > s.rarest {
		return after
	}
	for i := at.first; i >= 0; {
		r, rare := s.extend(i, j, at.count)
		after = max(after, r.bEnd+1)
		if s.best.aEnd-s.best.aStart < r.aEnd-r.aStart || rare < s.rarest {
			s.best, s.rarest, s.found = r, rare, true
		}
		for i = s.next[i-s.aLo]; i >= 0 && i <= r.aEnd; {
			i = s.next[i-s.aLo]
		}
	}
	return after
}

func (s *anchorSearch) extend(i, j, count int) (region, int) {
	r := region{i, i, j, j}
	for r.aStart > s.aLo && r.bStart > s.bLo && s.a[r.aStart-1] == s.b[r.bStart-1] {
		r.aStart, r.bStart = r.aStart-1, r.bStart-1
		if count > 1 {
			count = min(count, s.lines[s.a[r.aStart]].count)
		}
	}
	for r.aEnd < s.aHi-1 && r.bEnd < s.bHi-1 && s.a[r.aEnd+1] == s.b[r.bEnd+1] {
		r.aEnd, r.bEnd = r.aEnd+1, r.bEnd+1
		if count > 1 {
			count = min(count, s.lines[s.a[r.aEnd]].count)
		}
	}
	*s.spent += r.aEnd - r.aStart
	return r, count
}
