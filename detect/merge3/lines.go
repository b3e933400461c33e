package merge3

import (
	"bytes"
	"hash/maphash"

	"github.com/comity-dev/comity/detect"
)

// binaryWindow is how much of a file is searched for a NUL byte.
const binaryWindow = 8000

// isBinary is git's test for content that has no lines.
func isBinary(data []byte) bool {
	return bytes.IndexByte(data[:min(len(data), binaryWindow)], 0) >= 0
}

// seed makes line hashes unpredictable, so that no file can be made to collide.
var seed = maphash.MakeSeed()

// text is a file split into lines. Lines are compared by their hash; every line
// keeps its line feed, so that a missing last one is a difference.
type text struct {
	data  []byte
	start []int32 // of every line, and one past the end
	hash  []uint64
}

func newText(data []byte) *text {
	n := bytes.Count(data, []byte{'\n'}) + 1
	t := &text{data: data, start: make([]int32, 0, n+1), hash: make([]uint64, 0, n)}
	for at := 0; at < len(data); {
		end := len(data)
		if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		t.start = append(t.start, int32(at))
		t.hash = append(t.hash, maphash.Bytes(seed, data[at:end]))
		at = end
	}
	t.start = append(t.start, int32(len(data)))
	return t
}

func (t *text) lines() int { return len(t.hash) }

// slice is the bytes of lines [from, to).
func (t *text) slice(from, to int) []byte { return t.data[t.start[from]:t.start[to]] }

// same reports whether two runs of lines are equal.
func same(a, b []uint64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Hunk is one difference between two texts: lines [A, AEnd) of the first are
// replaced by lines [B, BEnd) of the second. Lines count from 0.
type Hunk struct{ A, AEnd, B, BEnd int }

// Diff compares two texts the way the merge does.
func Diff(a, b []byte) []Hunk { return diffLines(newText(a).hash, newText(b).hash) }

// DiffText is Diff for content that may have no lines to compare; ok is false
// for that.
func DiffText(a, b []byte) (hunks []Hunk, ok bool) {
	if isBinary(a) || isBinary(b) {
		return nil, false
	}
	return Diff(a, b), true
}

// TouchedLines gives the lines of the new text that differ from the old one,
// counted from 1. Where lines were only taken away, it is the line before which
// they stood. Binary content has no lines.
func TouchedLines(old, text []byte) []detect.LineRange {
	out := []detect.LineRange{}
	if isBinary(old) || isBinary(text) {
		return out
	}
	for _, h := range Diff(old, text) {
		out = append(out, lineRange(h.B, h.BEnd))
	}
	return out
}

// lineRange turns lines [from, to) counted from 0 into a range counted from 1.
// An empty one becomes the line it stands before.
func lineRange(from, to int) detect.LineRange {
	return detect.LineRange{Start: from + 1, End: max(from+1, to)}
}
