package merge3

import "math"

// The limits of Myers' diff, as git sets them: beyond them a good path is taken
// for the best one.
const (
	minMaxCost    = 256 // the least edit cost that ends the search
	heuristicCost = 256 // the edit cost from which long snakes are taken
	snakeLength   = 20
	snakeFactor   = 4
	maxEqual      = 1024 // occurrences that make a line too common to look at
	windowLines   = 100  // how far around such a line is looked
	discardFactor = 4
)

// myers marks the differing lines of two texts that share too many common
// lines for the histogram. Lines that occur nowhere in the other text, and
// those too common to mean anything among such, are left out of the search.
func myers(a, b []uint64, markA, markB []bool) {
	lo := 0
	for lo < len(a) && lo < len(b) && a[lo] == b[lo] {
		lo++
	}
	hiA, hiB := len(a), len(b)
	for hiA > lo && hiB > lo && a[hiA-1] == b[hiB-1] {
		hiA, hiB = hiA-1, hiB-1
	}
	m := &myersSearch{}
	countA, countB := occurrencesOf(a), occurrencesOf(b)
	m.a, m.atA = keep(a, lo, hiA, countB, markA)
	m.b, m.atB = keep(b, lo, hiB, countA, markB)
	m.markA, m.markB = markA, markB
	diagonals := len(m.a) + len(m.b) + 3
	m.maxCost = max(roughRoot(diagonals), minMaxCost)
	m.offset = len(m.b) + 1
	m.forward, m.backward = make([]int, diagonals+2), make([]int, diagonals+2)
	m.compare(0, len(m.a), 0, len(m.b), false)
}

func occurrencesOf(lines []uint64) map[uint64]int {
	count := make(map[uint64]int, len(lines))
	for _, l := range lines {
		count[l]++
	}
	return count
}

// roughRoot is a power of two near the square root.
func roughRoot(n int) int {
	r := 1
	for ; n > 0; n >>= 2 {
		r <<= 1
	}
	return r
}

// keep returns the lines of [lo, hi) that are worth comparing, with their
// positions, and marks the others as changed.
func keep(lines []uint64, lo, hi int, other map[uint64]int, mark []bool) (kept []uint64, at []int) {
	limit := min(roughRoot(len(lines)), maxEqual)
	const none, some, many = 0, 1, 2
	how := make([]byte, len(lines))
	for i := lo; i < hi; i++ {
		switch n := other[lines[i]]; {
		case n == 0:
			how[i] = none
		case n >= limit:
			how[i] = many
		default:
			how[i] = some
		}
	}
	for i := lo; i < hi; i++ {
		if how[i] == some || how[i] == many && !lostAmongUnmatched(how, i, lo, hi-1) {
			kept, at = append(kept, lines[i]), append(at, i)
			continue
		}
		mark[i] = true
	}
	return kept, at
}

// lostAmongUnmatched reports whether a very common line stands in a run of
// lines that mostly have no counterpart.
func lostAmongUnmatched(how []byte, i, first, last int) bool {
	first, last = max(first, i-windowLines), min(last, i+windowLines)
	scan := func(step int) (unmatched, common int) {
		common = 1
		for k := i + step; k >= first && k <= last; k += step {
			switch how[k] {
			case 0:
				unmatched++
			case 2:
				common++
			default:
				return unmatched, common
			}
		}
		return unmatched, common
	}
	before, commonBefore := scan(-1)
	if before == 0 {
		return false
	}
	after, commonAfter := scan(1)
	if after == 0 {
		return false
	}
	unmatched, common := before+after, commonBefore+commonAfter
	return common*discardFactor < common+unmatched
}

// myersSearch is Myers' O(ND) diff, divide and conquer, searching from both
// ends at once. A diagonal d holds the points with position in a minus position
// in b equal to d.
type myersSearch struct {
	a, b              []uint64
	atA, atB          []int
	markA, markB      []bool
	forward, backward []int // furthest position in a reached on each diagonal
	offset            int   // of diagonal 0 in both
	maxCost           int
}

func (m *myersSearch) compare(aLo, aHi, bLo, bHi int, minimal bool) {
	for {
		for aLo < aHi && bLo < bHi && m.a[aLo] == m.b[bLo] {
			aLo, bLo = aLo+1, bLo+1
		}
		for aLo < aHi && bLo < bHi && m.a[aHi-1] == m.b[bHi-1] {
			aHi, bHi = aHi-1, bHi-1
		}
		if aLo == aHi {
			for ; bLo < bHi; bLo++ {
				m.markB[m.atB[bLo]] = true
			}
			return
		}
		if bLo == bHi {
			for ; aLo < aHi; aLo++ {
				m.markA[m.atA[aLo]] = true
			}
			return
		}
		s := m.split(box{aLo, aHi, bLo, bHi}, minimal)
		m.compare(aLo, s.a, bLo, s.b, s.minimalBefore)
		aLo, bLo, minimal = s.a, s.b, s.minimalAfter
	}
}

type box struct{ aLo, aHi, bLo, bHi int }

// split is a point that an edit path goes through, and whether the parts before
// and after it must be searched without shortcuts.
type split struct {
	a, b                        int
	minimalBefore, minimalAfter bool
}

// sweep is the range of diagonals one direction has reached.
type sweep struct {
	reach    []int
	min, max int
	mid      int
}

// widen takes one more diagonal on either end, or one less where the box ends.
// The diagonal just outside gets a value that never wins.
func (w *sweep) widen(lowest, highest, never, offset int) {
	if w.min > lowest {
		w.min--
		w.reach[offset+w.min-1] = never
	} else {
		w.min++
	}
	if w.max < highest {
		w.max++
		w.reach[offset+w.max+1] = never
	} else {
		w.max--
	}
}

func (m *myersSearch) split(x box, minimal bool) split {
	lowest, highest := x.aLo-x.bHi, x.aHi-x.bLo
	f := &sweep{reach: m.forward, mid: x.aLo - x.bLo}
	b := &sweep{reach: m.backward, mid: x.aHi - x.bHi}
	f.min, f.max, b.min, b.max = f.mid, f.mid, b.mid, b.mid
	odd := (f.mid-b.mid)&1 != 0
	f.reach[m.offset+f.mid], b.reach[m.offset+b.mid] = x.aLo, x.aHi
	for cost := 1; ; cost++ {
		f.widen(lowest, highest, -1, m.offset)
		s, snake, met := m.stepForward(x, f, b, odd)
		if met {
			return s
		}
		b.widen(lowest, highest, math.MaxInt, m.offset)
		s, long, met := m.stepBackward(x, f, b, !odd)
		if met {
			return s
		}
		if minimal {
			continue
		}
		if (snake || long) && cost > heuristicCost {
			if s, ok := m.goodForward(x, f, cost); ok {
				return s
			}
			if s, ok := m.goodBackward(x, b, cost); ok {
				return s
			}
		}
		if cost >= m.maxCost {
			return m.furthest(x, f, b)
		}
	}
}

func (m *myersSearch) stepForward(x box, f, b *sweep, check bool) (s split, snake, met bool) {
	for d := f.max; d >= f.min; d -= 2 {
		k := m.offset + d
		i := f.reach[k+1]
		if f.reach[k-1] >= f.reach[k+1] {
			i = f.reach[k-1] + 1
		}
		from, j := i, i-d
		for i < x.aHi && j < x.bHi && m.a[i] == m.b[j] {
			i, j = i+1, j+1
		}
		snake = snake || i-from > snakeLength
		f.reach[k] = i
		if check && b.min <= d && d <= b.max && b.reach[k] <= i {
			return split{i, j, true, true}, snake, true
		}
	}
	return s, snake, false
}

func (m *myersSearch) stepBackward(x box, f, b *sweep, check bool) (s split, snake, met bool) {
	for d := b.max; d >= b.min; d -= 2 {
		k := m.offset + d
		i := b.reach[k+1] - 1
		if b.reach[k-1] < b.reach[k+1] {
			i = b.reach[k-1]
		}
		from, j := i, i-d
		for i > x.aLo && j > x.bLo && m.a[i-1] == m.b[j-1] {
			i, j = i-1, j-1
		}
		snake = snake || from-i > snakeLength
		b.reach[k] = i
		if check && f.min <= d && d <= f.max && i <= f.reach[k] {
			return split{i, j, true, true}, snake, true
		}
	}
	return s, snake, false
}

func abs(n int) int { return max(n, -n) }
