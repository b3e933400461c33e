package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable makes untrusted text safe to show on one line of a terminal or a
// log: control characters (and with them escape sequences and line breaks),
// bidirectional overrides, invisible characters and bytes that are not UTF-8
// are written as \n, \t, \r, \x1b or \u202e. Text that holds none of these is
// returned as it is.
func Printable(s string) string {
	clean := true
	for i, r := range s {
		if !shown(s, i, r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if shown(s, i, r) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(escaped(s, i, r))
	}
	return b.String()
}

// shown reports whether the rune at s[i] can be shown as it is. A replacement
// character that is really there can; one that stands for a bad byte cannot.
func shown(s string, i int, r rune) bool {
	if r == utf8.RuneError {
		return !badByte(s, i)
	}
	return unicode.IsPrint(r)
}

func badByte(s string, i int) bool {
	_, size := utf8.DecodeRuneInString(s[i:])
	return size == 1
}

func escaped(s string, i int, r rune) string {
	switch {
	case r == utf8.RuneError && badByte(s, i):
		return fmt.Sprintf(`\x%02x`, s[i])
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < 0x80:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}
