// Package patch reads unified diffs as git writes them: which files, under
// which names, and which lines.
//
// It answers one question that other parsers get wrong in ways that hide
// changes: a non-empty diff yields every file it speaks of, with its name and
// right line numbers, or an error that names the line. It never yields a file
// without a name, nor nothing at all.
//
// To hold that, this package walks the lines itself and lets a hunk end where
// its header says, so that a removed line "-- x" is never read as a file
// header. Only hunk headers are left to go-diff, whose own walk over files
// loses binary files that change mode, patches without file headers and hunks
// with such lines.
package patch

import (
	"fmt"

	"github.com/comity-dev/comity/detect"
)

// File is one file of a diff.
type File struct {
	Path    string // the name after the change, raw bytes; the old name for a deletion
	OldPath string // the name before a rename; empty otherwise
	CopyOf  string // the source of a copy, against which Hunks are; empty otherwise
	Status  detect.Status
	// OldMode and NewMode are absent for the missing side of an addition or
	// deletion. On a side that exists, zero means that the diff does not say:
	// git prints no mode for a rename that changes nothing else.
	OldMode, NewMode detect.Mode
	Binary           bool // the content changed and the diff does not show how
	Hunks            []Hunk
}

// Hunk is one "@@" section: the lines shown on both sides and, among them, the
// lines that changed.
type Hunk struct {
	OldStart, OldLines int // as in the header; OldStart may be 0 when OldLines is
	NewStart, NewLines int
	Removed            []Lines // in the old file, ascending, never adjacent
	Added              []Lines // in the new file, ascending, never adjacent
}

// Lines is a range of line numbers, counted from 1, both ends included.
type Lines struct{ Start, End int }

// SyntaxError says where a diff cannot be read and why.
type SyntaxError struct {
	Line   int // counted from 1
	Reason string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("diff line %d: %s", e.Line, e.Reason) }

// Parse reads a whole diff in git's format ("diff --git" before every file,
// names prefixed with a/ and b/), as "git diff" and GitHub's diff media type
// give it. Files come in the order of the diff, every path once: the deletion
// and addition that git prints for a change of type are one modified file.
//
// An empty diff has no files. Anything else that is not understood to the last
// line is a [*SyntaxError], a combined diff of a merge included. The time is
// linear in the length of the diff.
func Parse(diff []byte) ([]File, error) {
	c := newCursor(diff)
	var l fileList
	for !c.done {
		if c.text() == "" {
			c.advance()
			continue
		}
		line := c.num
		f, err := parseFile(&c)
		if err != nil {
			return nil, err
		}
		if err := l.add(f, line); err != nil {
			return nil, err
		}
	}
	if len(diff) > 0 && len(l.files) == 0 {
		return nil, &SyntaxError{1, `no "diff --git" line`}
	}
	return l.files, nil
}

// ParseHunks reads hunks without file headers, as GitHub's REST API gives them
// in the "patch" of a file. An empty patch has no hunks; callers know from the
// file's status whether that means no change of content. Anything that is not
// a whole number of hunks is a [*SyntaxError].
func ParseHunks(patch []byte) ([]Hunk, error) {
	c := newCursor(patch)
	hunks, err := parseHunks(&c)
	if err != nil {
		return nil, err
	}
	if !c.done {
		return nil, c.errorf("expected a hunk header (@@ -1,2 +1,2 @@), found %s", c.excerpt())
	}
	return hunks, nil
}

// fileList gathers files and holds that every path comes once.
type fileList struct {
	files []File
	seen  map[string]bool
}

// add appends a file whose section starts at the given line. Git prints a
// change of type, such as file to symlink, as a deletion followed by an
// addition; these become one modified file.
func (l *fileList) add(f File, line int) error {
	if n := len(l.files); n > 0 && f.Status == detect.StatusAdded && f.CopyOf == "" {
		last := &l.files[n-1]
		if last.Status == detect.StatusDeleted && last.Path == f.Path {
			last.Status = detect.StatusModified
			last.NewMode = f.NewMode
			last.Binary = last.Binary || f.Binary
			last.Hunks = append(last.Hunks, f.Hunks...)
			return nil
		}
	}
	if l.seen[f.Path] {
		return &SyntaxError{line, fmt.Sprintf("%.80q comes twice in one diff", f.Path)}
	}
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	l.seen[f.Path] = true
	l.files = append(l.files, f)
	return nil
}
