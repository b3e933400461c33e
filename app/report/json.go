package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/comity-dev/comity/detect"
)

// JSON writes the report in the form of DESIGN §8: two spaces of indentation, a
// final line break, no HTML escapes, and no null where a list stands. The same
// report gives the same bytes.
//
// Names in git are bytes. A path, branch or author that is not valid UTF-8, or
// that begins with a double quote, is written the way git itself quotes it: in
// double quotes, with bytes outside ASCII as three octal digits ("a\377b"). So
// a name that begins with a quote is always a quoted one, and unquoting gives
// the very bytes back. In ids and scopes ("branch:NAME", "path:NAME") the part
// after the first colon is quoted. In sentences, bytes that are not UTF-8 are
// written as three octal digits after a backslash.
func JSON(w io.Writer, r *Report) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(forJSON(r))
}

// forJSON copies a report with every string valid and every list there.
func forJSON(r *Report) *Report {
	out := &Report{
		Version:   r.Version,
		Base:      Base{Ref: quoteName(r.Base.Ref), SHA: quoteName(r.Base.SHA)},
		Sides:     make([]Side, len(r.Sides)),
		Conflicts: make([]Conflict, len(r.Conflicts)),
		Order:     mapped(r.Order, quoteID),
		Gaps:      make([]Gap, len(r.Gaps)),
		Notes:     mapped(r.Notes, plainText),
	}
	for i, s := range r.Sides {
		s.ID, s.Branch, s.Author = quoteID(s.ID), quoteName(s.Branch), quoteName(s.Author)
		out.Sides[i] = s
	}
	for i, c := range r.Conflicts {
		out.Conflicts[i] = conflictForJSON(c)
	}
	for i, g := range r.Gaps {
		out.Gaps[i] = Gap{Side: quoteID(g.Side), Path: quoteName(g.Path), Reason: plainText(g.Reason)}
	}
	return out
}

func conflictForJSON(c Conflict) Conflict {
	c.Rule = quoteName(c.Rule)
	if c.Blocks != nil {
		blocks := quoteID(*c.Blocks)
		c.Blocks = &blocks
	}
	c.Sides = [2]string{quoteKeyed(c.Sides[0]), quoteKeyed(c.Sides[1])}
	c.Scopes = mapped(c.Scopes, quoteKeyed)
	c.Summary, c.Suggestion = plainText(c.Summary), plainText(c.Suggestion)
	c.Evidence = mapped(c.Evidence, func(e Evidence) Evidence {
		e.Side, e.Scope, e.Path, e.Detail = quoteID(e.Side), quoteKeyed(e.Scope), quoteName(e.Path), plainText(e.Detail)
		return e
	})
	if c.Replan != nil {
		p := *c.Replan
		p.First, p.Then, p.Summary = quoteID(p.First), quoteID(p.Then), plainText(p.Summary)
		p.Paths = mapped(p.Paths, quoteName)
		c.Replan = &p
	}
	return c
}

// mapped applies f to every element; the result is never nil.
func mapped[T any](in []T, f func(T) T) []T {
	out := make([]T, len(in))
	for i, v := range in {
		out[i] = f(v)
	}
	return out
}

func quoteID(id detect.SideID) detect.SideID { return detect.SideID(quoteKeyed(string(id))) }

// quoteKeyed quotes the key of "family:key" where it needs to be.
func quoteKeyed(s string) string {
	family, key, ok := strings.Cut(s, ":")
	if !ok {
		return quoteName(s)
	}
	return plainText(family) + ":" + quoteName(key)
}

// quoteName quotes a name as git does when it is not valid UTF-8 or could be
// taken for a quoted one.
func quoteName(s string) string {
	if utf8.ValidString(s) && !strings.HasPrefix(s, `"`) {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		b.WriteString(quotedByte(s[i]))
	}
	b.WriteByte('"')
	return b.String()
}

func quotedByte(c byte) string {
	const values, names = "\a\b\f\n\r\t\v\\\"", `abfnrtv\"`
	if i := strings.IndexByte(values, c); i >= 0 {
		return `\` + names[i:i+1]
	}
	if c < 0x20 || c >= 0x7f {
		return fmt.Sprintf(`\%03o`, c)
	}
	return string(c)
}

// plainText makes text valid UTF-8: each bad byte becomes a backslash and three
// octal digits.
func plainText(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if r == utf8.RuneError && badByte(s, i) {
			b.WriteString(quotedByte(s[i]))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
