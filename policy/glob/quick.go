package glob

import (
	"strings"
	"unicode/utf8"
)

// quick gives a matcher for the simplest and most common forms, which must
// answer as doublestar does, or nil. A policy matches every path against dozens
// of such globs.
func quick(pattern string) func(path string) bool {
	switch {
	case isLiteral(pattern):
		return func(path string) bool { return path == pattern }
	case strings.HasSuffix(pattern, "/**") && isLiteral(pattern[:len(pattern)-3]):
		inside := pattern[:len(pattern)-2]
		return func(path string) bool { return strings.HasPrefix(path, inside) || path == inside[:len(inside)-1] }
	case strings.HasPrefix(pattern, "**/*") && isName(pattern[4:]):
		suffix := pattern[4:]
		return func(path string) bool { return strings.HasSuffix(path, suffix) }
	case strings.HasPrefix(pattern, "**/") && isName(pattern[3:]):
		name := pattern[3:]
		return func(path string) bool {
			before, found := strings.CutSuffix(path, name)
			return found && (before == "" || before[len(before)-1] == '/')
		}
	}
	return nil
}

// isLiteral reports whether a pattern matches its own text only. Doublestar
// takes a byte that is not UTF-8 for U+FFFD, so neither may occur.
func isLiteral(pattern string) bool {
	return pattern != "" && !strings.ContainsAny(pattern, `*?[]{}\`) && utf8.ValidString(pattern) && !strings.ContainsRune(pattern, utf8.RuneError)
}

func isName(pattern string) bool { return isLiteral(pattern) && !strings.Contains(pattern, "/") }
