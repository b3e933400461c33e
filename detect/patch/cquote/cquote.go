// Package cquote reads names the way git quotes them: in double quotes, with
// the escapes of C. Git does so for names with control characters, quotes,
// backslashes and, by default, bytes outside ASCII.
package cquote

import "strings"

// Unquote reads the quoted string at the start of s. It returns the raw bytes
// it stands for, which need not be valid UTF-8, and what follows the closing
// quote. It reports false when s does not start with a complete quoted string
// or holds an escape git does not know; git then takes the text as it is.
//
// The escapes are those of git's unquote_c_style: \a \b \f \n \r \t \v \\ \"
// and three octal digits up to \377. strconv.Unquote knows others and replaces
// raw bytes that are not UTF-8, so it cannot be used here.
func Unquote(s string) (value, rest string, ok bool) {
	s, ok = strings.CutPrefix(s, `"`)
	if !ok {
		return "", "", false
	}
	var b strings.Builder
	for {
		i := strings.IndexAny(s, `"\`)
		if i < 0 {
			return "", "", false
		}
		b.WriteString(s[:i])
		if s[i] == '"' {
			return b.String(), s[i+1:], true
		}
		c, n := escape(s[i+1:])
		if n == 0 {
			return "", "", false
		}
		b.WriteByte(c)
		s = s[i+1+n:]
	}
}

// escape reads what follows a backslash: the byte it stands for and how many
// bytes were read, none when git knows no such escape.
func escape(s string) (c byte, n int) {
	const names, values = `abfnrtv\"`, "\a\b\f\n\r\t\v\\\""
	if s == "" {
		return 0, 0
	}
	if i := strings.IndexByte(names, s[0]); i >= 0 {
		return values[i], 1
	}
	if len(s) < 3 || s[0] > '3' {
		return 0, 0
	}
	for _, d := range []byte(s[:3]) {
		if d < '0' || d > '7' {
			return 0, 0
		}
		c = c<<3 | (d - '0')
	}
	return c, 3
}
