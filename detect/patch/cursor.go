package patch

import (
	"bytes"
	"fmt"
	"strings"
)

// cursor walks a diff line by line. Only a line feed ends a line: bodies may
// hold any other byte.
type cursor struct {
	line []byte // the current line, without its line feed
	num  int    // its number, counted from 1
	done bool   // there is no current line
	rest []byte // what follows it
}

func newCursor(data []byte) cursor {
	c := cursor{rest: data}
	c.advance()
	return c
}

// advance moves to the next line. At the end the number stays that of the last
// line plus one, which is where an error about missing lines belongs.
func (c *cursor) advance() {
	if !c.done {
		c.num++
	}
	if len(c.rest) == 0 {
		c.line, c.done = nil, true
		return
	}
	c.line, c.rest, _ = bytes.Cut(c.rest, []byte("\n"))
}

// text is the current line as header text. A carriage return at its end comes
// from a diff that was converted as a whole: git quotes one that is part of a
// name.
func (c *cursor) text() string {
	return string(bytes.TrimSuffix(c.line, []byte("\r")))
}

// has reports whether the current line starts with prefix.
func (c *cursor) has(prefix string) bool {
	return !c.done && bytes.HasPrefix(c.line, []byte(prefix))
}

// excerpt shows the current line in an error, quoted and cut.
func (c *cursor) excerpt() string {
	if c.done {
		return "the end of the diff"
	}
	line := c.line[:min(len(c.line), 80)]
	return fmt.Sprintf("%q", strings.TrimSuffix(string(line), "\r"))
}

// errorf is an error about the current line.
func (c *cursor) errorf(format string, args ...any) error {
	return &SyntaxError{c.num, fmt.Sprintf(format, args...)}
}
