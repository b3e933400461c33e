package patch

import (
	"strings"

	"github.com/comity-dev/comity/detect/patch/cquote"
)

const devNull = "/dev/null"

// plainName reads a name from "rename from" and its like: no prefix, quoted
// where git has to. It reports false for what cannot be a name in a tree.
func plainName(s string) (string, bool) {
	if strings.HasPrefix(s, `"`) {
		name, rest, ok := cquote.Unquote(s)
		return name, ok && rest == "" && validName(name)
	}
	return s, validName(s)
}

// sideName reads a name from a "---" or "+++" line, where it carries a prefix
// and, when it holds a blank, is followed by a tab. The name of an absent side
// is [devNull].
func sideName(s, prefix string) (string, bool) {
	var name string
	if strings.HasPrefix(s, `"`) {
		unquoted, rest, ok := cquote.Unquote(s)
		if !ok || rest != "" && rest[0] != '\t' {
			return "", false
		}
		name = unquoted
	} else {
		name, _, _ = strings.Cut(s, "\t")
	}
	if name == devNull {
		return name, true
	}
	name, ok := strings.CutPrefix(name, prefix)
	return name, ok && validName(name)
}

// sameName finds the name in what follows "diff --git" when both sides have
// the same one. That is all the line can tell: with blanks in names it does
// not say where the first ends, and a rename has lines of its own.
func sameName(s string) (string, bool) {
	if strings.HasPrefix(s, `"`) {
		old, rest, ok := cquote.Unquote(s)
		if !ok {
			return "", false
		}
		rest, _ = strings.CutPrefix(rest, " ")
		cur, rest, ok := cquote.Unquote(rest)
		if !ok || rest != "" {
			return "", false
		}
		return samePair(old, cur)
	}
	half := len(s) / 2
	if len(s)%2 == 0 || s[half] != ' ' {
		return "", false
	}
	return samePair(s[:half], s[half+1:])
}

func samePair(old, cur string) (string, bool) {
	old, okOld := strings.CutPrefix(old, "a/")
	cur, okCur := strings.CutPrefix(cur, "b/")
	return cur, okOld && okCur && old == cur && validName(cur)
}

func validName(name string) bool {
	return name != "" && strings.IndexByte(name, 0) < 0
}
