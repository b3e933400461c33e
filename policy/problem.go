package policy

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Problem is one thing that is wrong with a policy file.
type Problem struct {
	File    string
	Line    int // from 1
	Column  int // from 1, in characters
	Message string
}

// Error gives "file:line:column: message", always one line.
func (p Problem) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
}

// maxProblems is how many problems of one file are listed.
const maxProblems = 200

// inOrder sorts problems by position and cuts what nobody would read.
func inOrder(problems []Problem) []Problem {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Message, b.Message))
	})
	problems = slices.Compact(problems)
	if more := len(problems) - maxProblems; more > 0 {
		last := problems[maxProblems]
		last.Message = fmt.Sprintf("%d more problems from here on", more)
		problems = append(problems[:maxProblems:maxProblems], last)
	}
	return problems
}

// quote writes text from the file so that it fits on a line.
func quote(s string) string {
	const most = 60
	if len(s) > most {
		cut := most
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut] + "..."
	}
	return strconv.Quote(s)
}

// list writes words as "a, b or c".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// didYouMean names the word that text was probably meant to be, if any is near.
func didYouMean(text string, words []string) string {
	const longest = 60
	if len(text) > longest {
		return ""
	}
	text = strings.ToLower(strings.ReplaceAll(text, "-", "_"))
	best, near := "", max(1, len(text)/3)+1
	for _, w := range words {
		if d := distance(text, w); d < near {
			best, near = w, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// distance counts the insertions, deletions, replacements and swaps of
// neighbours that turn a into b.
func distance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next := make([]int, len(b)+1)
		next[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
