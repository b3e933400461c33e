package report

import "strings"

// unlinked is a zero-width space. Put behind the character that would start a
// mention, a reference or a link it leaves the text as it looks and makes it
// plain: GitHub looks for these in the finished page, where a backslash is gone.
const unlinked = "&#8203;"

// Escape neutralises untrusted text for Markdown, GitHub's included: whatever
// it holds, a reader sees that text and nothing happens. There are no mentions
// (@maya), references (#12, GH-12), links, images, HTML, code, emphasis, math or
// emoji, no table cell ends early, and no line breaks. It can stand at the start
// of a paragraph, in a list item and in a table cell, but not in a code span.
// Characters that cannot be shown are written as by [Printable].
//
// Commit ids are left alone: GitHub links only those of the repository itself,
// and nobody is told.
func Escape(s string) string {
	s = Printable(s)
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for i := 0; i < len(s); i++ {
		b.WriteString(escapedAt(s, i))
	}
	return b.String()
}

// escapedAt writes the byte at s[i]. All that needs care is ASCII.
func escapedAt(s string, i int) string {
	c := s[i]
	switch c {
	case '\\', '`', '*', '[', ']', '|', '~', '{', '}':
		return `\` + s[i:i+1]
	case '_':
		if alnum(at(s, i-1)) && alnum(at(s, i+1)) {
			return "_" // within a word it means nothing
		}
		return `\_`
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '&':
		return "&amp;"
	case '$':
		return "&#36;"
	case ' ':
		if i == 0 || i == len(s)-1 || s[i-1] == ' ' {
			return "&#32;"
		}
	case '@':
		return "@" + unlinked
	}
	return escapedByPlace(s, i)
}

// escapedByPlace writes characters that only mean something in some places.
func escapedByPlace(s string, i int) string {
	c := s[i]
	next := at(s, i+1)
	switch {
	case c == '#' && i == 0:
		return `\#` + unlinked
	case c == '#' && alnum(next):
		return "#" + unlinked
	case c == ':' && (next == '/' || shortcode(s[i+1:])):
		return ":" + unlinked
	case c == '.' && hasSuffixFold(s[:i], "www"):
		return "." + unlinked
	case c == '-' && digit(next) && hasSuffixFold(s[:i], "gh") && !alnum(at(s, i-3)):
		return "-" + unlinked
	case (c == '-' || c == '+' || c == '=') && i == 0:
		return `\` + s[i:i+1] // lists, rules and underlined headings
	case (c == '.' || c == ')') && i > 0 && i < 10 && strings.Trim(s[:i], "0123456789") == "":
		return `\` + s[i:i+1] // numbered lists
	}
	return s[i : i+1]
}

// shortcode reports whether ":" before s begins an emoji, such as ":smile:".
func shortcode(s string) bool {
	end := strings.IndexFunc(s, func(r rune) bool {
		return r > 0x7f || !alnum(byte(r)) && r != '_' && r != '+' && r != '-'
	})
	return end > 0 && s[end] == ':'
}

// at is the byte at i, or 0 outside the text.
func at(s string, i int) byte {
	if i < 0 || i >= len(s) {
		return 0
	}
	return s[i]
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func alnum(c byte) bool {
	return digit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && strings.EqualFold(s[len(s)-len(suffix):], suffix)
}
