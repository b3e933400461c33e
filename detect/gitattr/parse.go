package gitattr

import (
	"strings"

	"github.com/comity-dev/comity/detect/patch/cquote"
)

// Limits of git (attr.h): longer lines and larger files are ignored as a
// whole.
const (
	maxLine = 2048              // a line of this many bytes is too long
	maxFile = 100 * 1024 * 1024 // a file of this many bytes is too large
)

// blank is what separates words. The carriage return is part of it, so files
// with CRLF line endings need no care.
const blank = " \t\r\n"

// Rule is one line of a .gitattributes file: a pattern, or a macro, with the
// attributes it gives.
type Rule struct {
	Line    int     // counted from 1
	pattern pattern // of a line that is no macro
	macro   string  // name of the macro defined; empty otherwise
	assign  []assignment
}

// assignment is one attribute of a rule.
type assignment struct {
	name  string
	state State
	value string // when state is StateValue
}

// Parse reads the .gitattributes file of a folder, "" for the root. Like git
// it has no errors: comments, lines that are too long, negative patterns,
// attributes with names that cannot be, and macros outside the root are left
// out, each with its whole line. It is linear in the length of data.
func Parse(dir string, data []byte) []Rule {
	if len(data) >= maxFile {
		return nil
	}
	var rules []Rule
	rest := strings.TrimPrefix(string(data), "\ufeff")
	for n := 1; rest != ""; n++ {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimSuffix(line, "\r")
		// Git reads lines into C strings.
		line, _, _ = strings.Cut(line, "\x00")
		if r, ok := parseLine(dir, line); ok {
			r.Line = n
			rules = append(rules, r)
		}
	}
	return rules
}

func parseLine(dir, line string) (Rule, bool) {
	text := strings.TrimLeft(line, blank)
	if text == "" || text[0] == '#' || len(line) >= maxLine {
		return Rule{}, false
	}
	name, rest, ok := cquote.Unquote(text)
	if !ok {
		name, rest = word(text)
	}
	name, _, _ = strings.Cut(name, "\x00")
	assign, ok := parseAssignments(rest)
	if !ok {
		return Rule{}, false
	}
	const macroPrefix = "[attr]"
	if macro, ok := strings.CutPrefix(name, macroPrefix); ok && macro != "" {
		macro, _ = word(strings.TrimLeft(macro, blank))
		return Rule{macro: macro, assign: assign}, dir == "" && validName(macro)
	}
	if strings.HasPrefix(name, "!") {
		return Rule{}, false
	}
	return Rule{pattern: newPattern(dir, name), assign: assign}, true
}

// parseAssignments reads the attributes of a line. One bad name spoils all.
func parseAssignments(s string) ([]assignment, bool) {
	var all []assignment
	for s = strings.TrimLeft(s, blank); s != ""; s = strings.TrimLeft(s, blank) {
		var w string
		w, s = word(s)
		name, value, hasValue := strings.Cut(w, "=")
		a := assignment{name: name, state: StateSet}
		switch {
		case strings.HasPrefix(name, "-"):
			a.name, a.state = name[1:], StateUnset
		case strings.HasPrefix(name, "!"):
			a.name, a.state = name[1:], StateUnspecified
		case hasValue:
			a.state, a.value = StateValue, value
		}
		if !validName(a.name) {
			return nil, false
		}
		all = append(all, a)
	}
	return all, true
}

// word cuts s at the first blank.
func word(s string) (first, rest string) {
	if i := strings.IndexAny(s, blank); i >= 0 {
		return s[:i], s[i:]
	}
	return s, ""
}

// validName reports whether git takes a word for the name of an attribute.
func validName(s string) bool {
	if s == "" || s[0] == '-' {
		return false
	}
	for _, c := range []byte(s) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '.', c == '_':
		default:
			return false
		}
	}
	return true
}
