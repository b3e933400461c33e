package report

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// columns measures text in terminal columns. It does not look at the locale, so
// that the same report gives the same bytes everywhere.
var columns = &runewidth.Condition{}

func columnsOf(s string) int {
	n := 0
	for _, r := range s {
		n += columns.RuneWidth(r)
	}
	return n
}

// wrap breaks a text at spaces into lines of at most width columns. A word that
// is longer, such as a path, is broken after a slash, or where it must be.
func wrap(s string, width int) []string {
	width = max(width, 8)
	var lines []string
	line, used := "", 0
	for word := range strings.SplitSeq(s, " ") {
		for _, piece := range pieces(word, width) {
			n := columnsOf(piece.text)
			gap := 0
			if line != "" && !piece.glued {
				gap = 1
			}
			if line != "" && used+gap+n > width {
				lines = append(lines, line)
				line, used, gap = "", 0, 0
			}
			line += strings.Repeat(" ", gap) + piece.text
			used += gap + n
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// piece is a part of a word; a glued one continues the piece before it.
type piece struct {
	text  string
	glued bool
}

// pieces cuts a word that is wider than a line into parts that fit.
func pieces(word string, width int) []piece {
	var out []piece
	for {
		at := fitting(word, width)
		if at == len(word) {
			return append(out, piece{word, len(out) > 0})
		}
		if slash := strings.LastIndexByte(word[:at], '/'); slash > 0 {
			at = slash + 1
		}
		out = append(out, piece{word[:at], len(out) > 0})
		word = word[at:]
	}
}

// fitting is the length in bytes of what fits into width columns; at least one
// rune.
func fitting(s string, width int) int {
	used := 0
	for i, r := range s {
		used += columns.RuneWidth(r)
		if used > width && i > 0 {
			return i
		}
	}
	return len(s)
}

// elide shortens a text to width columns, leaving out its middle: of a path the
// start and the end say most.
func elide(s string, width int) string {
	width = max(width, 8)
	if columnsOf(s) <= width {
		return s
	}
	const dots = "..."
	room := width - len(dots)
	head := s[:fitting(s, room/2)]
	runes := []rune(s[len(head):])
	tail, used := len(runes), 0
	for tail > 0 && used+columns.RuneWidth(runes[tail-1]) <= room-columnsOf(head) {
		tail--
		used += columns.RuneWidth(runes[tail])
	}
	return head + dots + string(runes[tail:])
}

// longestText is how many columns of one text are shown. Only names that were
// made to be a nuisance are longer.
const longestText = 2000

// longestName is how many columns of one name are shown in a list of names that
// has no other limit.
const longestName = 200

// longestNote is how many columns of one note are shown; JSON holds all of it.
const longestNote = 600

// cutAtWord shortens a text to width columns by leaving out its end, from
// between two words on unless that would leave out too much.
func cutAtWord(s string, width int) string {
	if columnsOf(s) <= width {
		return s
	}
	const dots = "..."
	head := s[:fitting(s, width-len(dots))]
	if space := strings.LastIndexByte(head, ' '); space*3 >= len(head) {
		head = head[:space]
	}
	return strings.TrimRight(head, " ") + dots
}

// bounded is the text, printable, with its middle left out when it is longer
// than anybody reads.
func bounded(s string) string { return elide(Printable(s), longestText) }

// pad fills a text with spaces to width columns.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-columnsOf(s)))
}
