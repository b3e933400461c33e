package gitattr

import "strings"

// readClass reads the bracket expression at the start of s into c and returns
// its length. It reports false for one that is not finished or names a class
// of characters that does not exist: git then matches nothing.
//
// The rules are those of git's wildmatch: '!' or '^' negates, a ']' right at
// the start stands for itself, a backslash quotes also inside, ranges are by
// byte, and a range cannot start at the end of another or at a named class.
func readClass(s string, c *class) (n int, ok bool) {
	i := 1
	negated := i < len(s) && (s[i] == '!' || s[i] == '^')
	if negated {
		i++
	}
	var prev byte // the byte a '-' would start from; 0 when there is none
	for first := true; first || i < len(s) && s[i] != ']'; first = false {
		b, size := classByte(s[i:])
		if size == 0 {
			return 0, false
		}
		switch {
		case s[i] == '-' && prev != 0 && i+1 < len(s) && s[i+1] != ']':
			hi, hiSize := classByte(s[i+1:])
			if hiSize == 0 {
				return 0, false
			}
			addRange(c, prev, hi)
			prev, i = 0, i+1+hiSize
		case strings.HasPrefix(s[i:], "[:"):
			named, size, ok := namedClass(s[i:])
			if !ok {
				return 0, false
			}
			if named == nil {
				c.add('[')
				prev, i = '[', i+1
				continue
			}
			addNamed(c, named)
			prev, i = 0, i+size
		default:
			c.add(b)
			prev, i = b, i+size
		}
	}
	if i >= len(s) {
		return 0, false
	}
	if negated {
		for w := range c {
			c[w] = ^c[w]
		}
	}
	return i + 1, true
}

// classByte reads one byte inside brackets, quoted or not; 0 bytes when there
// is none.
func classByte(s string) (b byte, size int) {
	switch {
	case s == "", s == `\`:
		return 0, 0
	case s[0] == '\\':
		return s[1], 2
	}
	return s[0], 1
}

func addRange(c *class, lo, hi byte) {
	for b := int(lo); b <= int(hi); b++ {
		c.add(byte(b))
	}
}

// namedClass reads "[:alpha:]". It gives no set when the next ']' is not that
// of a ":]": the '[' then stands for itself. It reports false when there is no
// ']' at all or the name is unknown.
func namedClass(s string) (in func(byte) bool, size int, ok bool) {
	end := strings.IndexByte(s[2:], ']')
	if end < 0 {
		return nil, 0, false
	}
	name, closed := strings.CutSuffix(s[2:2+end], ":")
	if !closed {
		return nil, 0, true
	}
	in, ok = named[name]
	return in, end + 3, ok
}

func addNamed(c *class, in func(byte) bool) {
	for b := range 128 {
		if in(byte(b)) {
			c.add(byte(b))
		}
	}
}

// named are git's classes of characters, all within ASCII. Its space has no
// vertical tab and form feed, unlike that of POSIX.
var named = map[string]func(byte) bool{
	"alnum":  func(b byte) bool { return isAlpha(b) || isDigit(b) },
	"alpha":  isAlpha,
	"blank":  func(b byte) bool { return b == ' ' || b == '\t' },
	"cntrl":  func(b byte) bool { return b < 0x20 || b == 0x7f },
	"digit":  isDigit,
	"graph":  isGraph,
	"lower":  isLower,
	"print":  func(b byte) bool { return b == ' ' || isGraph(b) },
	"punct":  func(b byte) bool { return isGraph(b) && !isAlpha(b) && !isDigit(b) },
	"space":  func(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' },
	"upper":  isUpper,
	"xdigit": func(b byte) bool { return isDigit(b) || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F' },
}

func isLower(b byte) bool { return b >= 'a' && b <= 'z' }
func isUpper(b byte) bool { return b >= 'A' && b <= 'Z' }
func isAlpha(b byte) bool { return isLower(b) || isUpper(b) }
func isDigit(b byte) bool { return b >= '0' && b <= '9' }
func isGraph(b byte) bool { return b > 0x20 && b < 0x7f }
