package merge3

// diffLines compares two sequences of line hashes: it marks the changed lines
// of both and reads the hunks off the marks.
func diffLines(a, b []uint64) []Hunk {
	d := &marks{a: make([]bool, len(a)), b: make([]bool, len(b))}
	newHistogram(a, b, d).run(0, len(a), 0, len(b))
	compact(a, d.a, d.b)
	compact(b, d.b, d.a)
	return d.hunks()
}

// marks says which lines of two texts changed.
type marks struct{ a, b []bool }

func (m *marks) hunks() []Hunk {
	var out []Hunk
	for i, j := 0, 0; i < len(m.a) || j < len(m.b); {
		if !(i < len(m.a) && m.a[i]) && !(j < len(m.b) && m.b[j]) {
			i, j = i+1, j+1
			continue
		}
		h := Hunk{A: i, B: j}
		for i < len(m.a) && m.a[i] {
			i++
		}
		for j < len(m.b) && m.b[j] {
			j++
		}
		h.AEnd, h.BEnd = i, j
		out = append(out, h)
	}
	return out
}

// group is a run of changed lines [start, end), empty where two unchanged lines
// meet. The groups of the two texts of a diff correspond one to one.
type group struct {
	changed    []bool
	start, end int
}

func (g *group) first() {
	g.start, g.end = 0, 0
	g.grow()
}

func (g *group) grow() {
	for g.end < len(g.changed) && g.changed[g.end] {
		g.end++
	}
}

func (g *group) next() bool {
	if g.end == len(g.changed) {
		return false
	}
	g.start = g.end + 1
	g.end = g.start
	g.grow()
	return true
}

func (g *group) previous() bool {
	if g.start == 0 {
		return false
	}
	g.end = g.start - 1
	g.start = g.end
	g.shrink()
	return true
}

func (g *group) shrink() {
	for g.start > 0 && g.changed[g.start-1] {
		g.start--
	}
}

// down moves the group by one line towards the end where the text allows it,
// and takes in the group it bumps into.
func (g *group) down(lines []uint64) bool {
	if g.end >= len(lines) || lines[g.start] != lines[g.end] {
		return false
	}
	g.changed[g.start], g.changed[g.end] = false, true
	g.start, g.end = g.start+1, g.end+1
	g.grow()
	return true
}

// up is the same towards the beginning.
func (g *group) up(lines []uint64) bool {
	if g.start == 0 || lines[g.start-1] != lines[g.end-1] {
		return false
	}
	g.start, g.end = g.start-1, g.end-1
	g.changed[g.start], g.changed[g.end] = true, false
	g.shrink()
	return true
}

// compact slides every group of changed lines as far down as it goes, or to the
// last place where it lines up with a change of the other text. Groups that
// meet become one. Which lines count as changed decides what a merge sees as
// touching, so the rule has to be git's.
func compact(lines []uint64, mine, theirs []bool) {
	g, o := &group{changed: mine}, &group{changed: theirs}
	g.first()
	o.first()
	for {
		if g.start != g.end {
			slide(lines, g, o)
		}
		if !g.next() {
			return
		}
		o.next()
	}
}

func slide(lines []uint64, g, o *group) {
	var highest, aligned int
	for {
		size := g.end - g.start
		for g.up(lines) {
			o.previous()
		}
		highest, aligned = g.end, -1
		if o.end > o.start {
			aligned = g.end
		}
		for g.down(lines) {
			o.next()
			if o.end > o.start {
				aligned = g.end
			}
		}
		if size == g.end-g.start {
			break
		}
	}
	if g.end == highest || aligned < 0 {
		return
	}
	for o.end == o.start && g.up(lines) {
		o.previous()
	}
}
