package patch

import (
	"math"

	"github.com/sourcegraph/go-diff/diff"
)

const hunkStart = "@@ "

// parseHunks reads hunks for as long as there are any. Each must lie behind
// the one before it on both sides, as git writes them.
func parseHunks(c *cursor) ([]Hunk, error) {
	var hunks []Hunk
	oldEnd, newEnd := 0, 0
	for c.has(hunkStart) {
		h, err := hunkHeader(c)
		if err != nil {
			return nil, err
		}
		if first(h.OldStart, h.OldLines) <= oldEnd || first(h.NewStart, h.NewLines) <= newEnd {
			return nil, c.errorf("hunk %s does not lie behind the hunk before it", c.excerpt())
		}
		oldEnd = first(h.OldStart, h.OldLines) + h.OldLines - 1
		newEnd = first(h.NewStart, h.NewLines) + h.NewLines - 1
		c.advance()
		if err := hunkBody(c, &h); err != nil {
			return nil, err
		}
		hunks = append(hunks, h)
	}
	return hunks, nil
}

// first is the number of the first line of one side of a hunk, or of the line
// it would have: a side without lines names the line before it.
func first(start, lines int) int {
	if lines == 0 {
		return start + 1
	}
	return start
}

// hunkHeader reads "@@ -1,2 +3,4 @@ heading". Go-diff is given this one line,
// because its own search for the end of a hunk takes a removed "-- x" followed
// by an added "++ y" for the next file.
func hunkHeader(c *cursor) (Hunk, error) {
	parsed, err := diff.ParseHunks(c.line)
	if err != nil || len(parsed) != 1 {
		return Hunk{}, c.errorf("bad hunk header %s", c.excerpt())
	}
	p := parsed[0]
	if !validRange(p.OrigStartLine, p.OrigLines) || !validRange(p.NewStartLine, p.NewLines) {
		return Hunk{}, c.errorf("impossible line numbers in hunk header %s", c.excerpt())
	}
	return Hunk{
		OldStart: int(p.OrigStartLine), OldLines: int(p.OrigLines),
		NewStart: int(p.NewStartLine), NewLines: int(p.NewLines),
	}, nil
}

// validRange reports whether one side of a hunk header can be: lines are
// counted from 1, only a side without lines may start at 0, and the last line
// has a number.
func validRange(start, lines int32) bool {
	if start < 0 || lines < 0 || start > math.MaxInt32-1-lines {
		return false
	}
	return lines == 0 || start > 0
}

// hunkBody reads as many lines as the header promises and notes which changed.
func hunkBody(c *cursor, h *Hunk) error {
	oldAt, newAt := h.OldStart, h.NewStart
	oldLeft, newLeft := h.OldLines, h.NewLines
	for oldLeft > 0 || newLeft > 0 {
		kind := lineKind(c)
		switch {
		case kind == ' ' && oldLeft > 0 && newLeft > 0:
			oldAt, newAt = oldAt+1, newAt+1
			oldLeft, newLeft = oldLeft-1, newLeft-1
		case kind == '-' && oldLeft > 0:
			h.Removed = appendLine(h.Removed, oldAt)
			oldAt, oldLeft = oldAt+1, oldLeft-1
		case kind == '+' && newLeft > 0:
			h.Added = appendLine(h.Added, newAt)
			newAt, newLeft = newAt+1, newLeft-1
		case kind == '\\': // "\ No newline at end of file", in any language
		default:
			return c.errorf("hunk needs %d more old and %d more new lines, found %s", oldLeft, newLeft, c.excerpt())
		}
		c.advance()
	}
	for c.has(`\ `) {
		c.advance()
	}
	return nil
}

// lineKind is the first byte of a body line, 0 at the end of the diff. Some
// tools strip the blank from an empty context line.
func lineKind(c *cursor) byte {
	switch {
	case c.done:
		return 0
	case len(c.line) == 0, len(c.line) == 1 && c.line[0] == '\r':
		return ' '
	}
	return c.line[0]
}

// appendLine adds line n behind the ranges in rs.
func appendLine(rs []Lines, n int) []Lines {
	if len(rs) > 0 && rs[len(rs)-1].End == n-1 {
		rs[len(rs)-1].End = n
		return rs
	}
	return append(rs, Lines{n, n})
}
