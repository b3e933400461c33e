// Package glob compiles path globs in doublestar syntax and decides whether two
// of them can match one path.
//
// Globs are case-sensitive, '/'-separated and anchored at the root. Matching is
// done by the doublestar library; [Overlaps] and [Witness] follow that library
// in every detail, so that they answer about the paths it really matches.
package glob

import (
	"fmt"

	"github.com/bmatcuk/doublestar/v4"
)

// Limits on what is compiled. Doublestar's time grows with the number of
// patterns that braces multiply to, so that number is bounded here.
const (
	MaxLength       = 1000 // bytes
	MaxAlternatives = 256  // patterns without braces that a glob stands for
)

// Glob is a compiled pattern. It is immutable and safe for concurrent use.
type Glob struct {
	program *program
	quick   func(path string) bool // nil where doublestar must be asked
}

// Compile reads a pattern. Its errors say what is wrong and at which byte,
// counted from 1. It accepts what doublestar accepts, within the limits above.
func Compile(pattern string) (*Glob, error) {
	if len(pattern) > MaxLength {
		return nil, fmt.Errorf("it has %d bytes; at most %d are read", len(pattern), MaxLength)
	}
	program, err := parse(pattern)
	if err != nil {
		return nil, err
	}
	return &Glob{program, quick(pattern)}, nil
}

// String is the pattern as it was written.
func (g *Glob) String() string { return g.program.text }

// Match reports whether the glob matches the whole path. Paths are raw bytes;
// a byte that is not UTF-8 counts as the character U+FFFD.
func (g *Glob) Match(path string) bool {
	if g.quick != nil {
		return g.quick(path)
	}
	return doublestar.MatchUnvalidated(g.program.text, path)
}
