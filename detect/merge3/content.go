package merge3

import "bytes"

// Attribute says how the content of a path is merged, from the merge attribute
// of .gitattributes.
type Attribute int

// The attributes.
const (
	MergeText   Attribute = iota // line by line, the default
	MergeBinary                  // -merge: two changes always conflict
	MergeUnion                   // merge=union: both sides' lines are kept
)

// Region is one conflict of a content merge: lines [from, to) of each of the
// three texts, counted from 0.
type Region struct {
	Base, BaseEnd     int
	Ours, OursEnd     int
	Theirs, TheirsEnd int
}

// ContentResult is a merged file.
type ContentResult struct {
	Merged    []byte // where it conflicts, ours
	Conflicts []Region
	Binary    bool // the content has no lines, or must not be merged by lines
}

// Clean reports whether git would merge the content without a conflict.
func (r ContentResult) Clean() bool { return len(r.Conflicts) == 0 && !r.Binary }

// Content merges one file. Two binary contents conflict unless a side left the
// base as it was or both did the same.
func Content(base, ours, theirs []byte, attr Attribute) ContentResult {
	switch {
	case bytes.Equal(ours, theirs), bytes.Equal(base, theirs):
		return ContentResult{Merged: ours}
	case bytes.Equal(base, ours):
		return ContentResult{Merged: theirs}
	case attr == MergeBinary, isBinary(base), isBinary(ours), isBinary(theirs):
		return ContentResult{Merged: ours, Binary: true}
	}
	b, o, t := newText(base), newText(ours), newText(theirs)
	r := mergeLines(o, t, diffLines(b.hash, o.hash), diffLines(b.hash, t.hash), attr)
	return ContentResult{Merged: r.assemble(o, t), Conflicts: r.conflicts()}
}

// origin says where the lines of a chunk come from.
type origin int

const (
	conflict origin = iota
	fromOurs
	fromTheirs
	agreed // both made the same change
)

// chunk is a stretch that at least one side changed.
type chunk struct {
	Region
	origin origin
}

// lineMerge is how the lines of two sides go together.
type lineMerge struct {
	chunks []chunk
	union  bool
}

// mergeLines lines up the changes of both sides. Changes that touch, even
// without sharing a line, are one conflict unless they are the same change.
func mergeLines(ours, theirs *text, mine, yours []Hunk, attr Attribute) lineMerge {
	chunks := alignHunks(ours, theirs, mine, yours)
	if attr == MergeUnion {
		return lineMerge{chunks, true}
	}
	return lineMerge{refine(ours, theirs, chunks), false}
}

func (r lineMerge) conflicts() []Region {
	var out []Region
	for _, c := range r.chunks {
		if c.origin == conflict && !r.union {
			out = append(out, c.Region)
		}
	}
	return out
}

// aligner walks the hunks of both sides in the order of the base.
type aligner struct {
	ours, theirs *text
	chunks       []chunk
	shiftOurs    int // ours minus base, at the current place
	shiftTheirs  int
}

func alignHunks(ours, theirs *text, mine, yours []Hunk) []chunk {
	a := aligner{ours: ours, theirs: theirs}
	for len(mine) > 0 || len(yours) > 0 {
		switch {
		case len(yours) == 0 || len(mine) > 0 && mine[0].AEnd < yours[0].A:
			a.add(a.oneSided(mine[0], fromOurs))
			a.shiftOurs = mine[0].BEnd - mine[0].AEnd
			mine = mine[1:]
		case len(mine) == 0 || yours[0].AEnd < mine[0].A:
			a.add(a.oneSided(yours[0], fromTheirs))
			a.shiftTheirs = yours[0].BEnd - yours[0].AEnd
			yours = yours[1:]
		default:
			mine, yours = a.both(mine, yours)
		}
	}
	return a.chunks
}

func (a *aligner) oneSided(h Hunk, from origin) chunk {
	c := chunk{Region{Base: h.A, BaseEnd: h.AEnd}, from}
	if from == fromOurs {
		c.Ours, c.OursEnd = h.B, h.BEnd
		c.Theirs, c.TheirsEnd = h.A+a.shiftTheirs, h.AEnd+a.shiftTheirs
	} else {
		c.Ours, c.OursEnd = h.A+a.shiftOurs, h.AEnd+a.shiftOurs
		c.Theirs, c.TheirsEnd = h.B, h.BEnd
	}
	return c
}

// both handles two hunks that touch. Whichever ends first is done; the other
// goes on to meet the next.
func (a *aligner) both(mine, yours []Hunk) ([]Hunk, []Hunk) {
	m, y := mine[0], yours[0]
	c := chunk{origin: conflict}
	if m.A == y.A && m.AEnd == y.AEnd && same(a.ours.hash[m.B:m.BEnd], a.theirs.hash[y.B:y.BEnd]) {
		c.origin = agreed
	}
	c.Base, c.BaseEnd = min(m.A, y.A), max(m.AEnd, y.AEnd)
	c.Ours, c.OursEnd = m.B-(m.A-c.Base), m.BEnd+(c.BaseEnd-m.AEnd)
	c.Theirs, c.TheirsEnd = y.B-(y.A-c.Base), y.BEnd+(c.BaseEnd-y.AEnd)
	a.add(c)
	if m.AEnd >= y.AEnd {
		yours = yours[1:]
		a.shiftTheirs = y.BEnd - y.AEnd
	}
	if y.AEnd >= m.AEnd {
		mine = mine[1:]
		a.shiftOurs = m.BEnd - m.AEnd
	}
	return mine, yours
}

// add appends a chunk, or makes it one with the last where the two overlap or
// touch on either side; chunks of different origin then conflict.
func (a *aligner) add(c chunk) {
	if c.origin == agreed {
		return // nothing to do, and nothing that a later change could touch
	}
	if n := len(a.chunks); n > 0 {
		last := &a.chunks[n-1]
		if c.Ours <= last.OursEnd || c.Theirs <= last.TheirsEnd {
			if c.origin != last.origin {
				last.origin = conflict
			}
			last.BaseEnd, last.OursEnd, last.TheirsEnd = c.BaseEnd, c.OursEnd, c.TheirsEnd
			return
		}
	}
	a.chunks = append(a.chunks, c)
}

// refine takes out of a conflict the lines both sides agree on. A conflict
// whose sides are equal is none.
func refine(ours, theirs *text, chunks []chunk) []chunk {
	var out []chunk
	for _, c := range chunks {
		if c.origin != conflict || c.Ours == c.OursEnd || c.Theirs == c.TheirsEnd {
			out = append(out, c)
			continue
		}
		hunks := diffLines(ours.hash[c.Ours:c.OursEnd], theirs.hash[c.Theirs:c.TheirsEnd])
		if len(hunks) == 0 {
			c.origin = agreed
			out = append(out, c)
			continue
		}
		for _, h := range hunks {
			part := chunk{c.Region, conflict}
			part.Ours, part.OursEnd = c.Ours+h.A, c.Ours+h.AEnd
			part.Theirs, part.TheirsEnd = c.Theirs+h.B, c.Theirs+h.BEnd
			out = append(out, part)
		}
	}
	return out
}

// assemble writes the merged text: ours, with their chunks put in. A union takes
// both sides of a conflict.
func (r lineMerge) assemble(ours, theirs *text) []byte {
	var out bytes.Buffer
	at := 0
	for _, c := range r.chunks {
		if c.origin != fromTheirs && (c.origin != conflict || !r.union) {
			continue
		}
		out.Write(ours.slice(at, c.Ours))
		if c.origin == conflict {
			mine := ours.slice(c.Ours, c.OursEnd)
			out.Write(mine)
			if len(mine) > 0 && mine[len(mine)-1] != '\n' {
				out.WriteByte('\n')
			}
		}
		out.Write(theirs.slice(c.Theirs, c.TheirsEnd))
		at = c.OursEnd
	}
	out.Write(ours.slice(at, ours.lines()))
	return out.Bytes()
}
