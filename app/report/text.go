package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/comity-dev/comity/detect"
)

// TextOptions is how the text for people is laid out.
type TextOptions struct {
	Width   int  // columns of the terminal; 0 means 80
	Color   bool // use ANSI colours
	Verbose bool // every conflict in full, every line
}

// What the text shows at most when it is not verbose: pairs told in full, lines
// of a list, and sides of the merge order. Pairs that block can be left out, the
// sides that they block are all named.
const (
	mostFull  = 12
	mostLines = 10
	mostOrder = 20
	mostAlso  = 4 // weaker conflicts of a pair, also in Markdown
)

// Text writes the report for people: how things stand, then every pair that
// collides with what collides, where, and what to do next; then what to know
// besides. Untrusted text in it cannot drive the terminal, see [Printable].
func Text(w io.Writer, r *Report, opt TextOptions) error {
	if opt.Width <= 0 {
		opt.Width = 80
	}
	t := &textWriter{opt: opt}
	groups := groupsOf(r)
	t.para(style{}, "", bold, headline(r, groups, plainForm))
	t.conflicts(groups)
	t.lists(r)
	_, err := io.WriteString(w, t.b.String())
	return err
}

// style is an ANSI sequence, empty for plain text.
type style struct{ code string }

var (
	bold   = style{"1"}
	red    = style{"1;31"}
	yellow = style{"1;33"}
	cyan   = style{"36"}
	dim    = style{"2"}
)

type textWriter struct {
	b   strings.Builder
	opt TextOptions
}

func (t *textWriter) paint(s style, text string) string {
	if !t.opt.Color || s.code == "" || text == "" {
		return text
	}
	return "\x1b[" + s.code + "m" + text + "\x1b[0m"
}

// para writes a text behind a label, wrapped, its further lines under the text.
// A text that is longer than anybody reads loses its middle.
func (t *textWriter) para(ls style, label string, ts style, text string) {
	t.whole(ls, label, ts, elide(text, longestText))
}

// whole is para for a text that keeps all of its length.
func (t *textWriter) whole(ls style, label string, ts style, text string) {
	indent := columnsOf(label)
	lines := wrap(text, t.opt.Width-indent)
	if len(lines) == 0 {
		lines = []string{""}
	}
	for i, line := range lines {
		if i == 0 {
			t.b.WriteString(t.paint(ls, label))
		} else {
			t.b.WriteString(strings.Repeat(" ", indent))
		}
		t.b.WriteString(t.paint(ts, line))
		t.b.WriteByte('\n')
	}
}

func (t *textWriter) heading(s string) {
	t.b.WriteByte('\n')
	t.para(style{}, "", bold, s)
}

// refColumn is where the text of a conflict starts, behind its number.
const refColumn = 7

// conflicts tells the pairs: in full while there is room for it, then one line
// each.
func (t *textWriter) conflicts(groups []group) {
	var rest, infos []group
	full := 0
	for _, g := range groups {
		switch {
		case t.opt.Verbose || full < mostFull && !g.informs():
			t.full(g)
			full++
		case g.informs():
			infos = append(infos, g)
		default:
			rest = append(rest, g)
		}
	}
	blocked := 0
	for blocked < len(rest) && rest[blocked].lead.Blocking {
		blocked++
	}
	t.blocked(slices.Clip(groups[:full]), rest[:blocked])
	t.compact("More warnings", compactOf(rest[blocked:]), "")
	t.compact("For information", compactOf(infos), "")
}

// blocked tells the pairs that block and were not told in full: one by one, or
// of many only the first, and then all sides that they block besides.
func (t *textWriter) blocked(told, rest []group) {
	lines := singly(rest)
	if len(lines) <= mostLines {
		t.compact("Also blocked", lines, "")
		return
	}
	lines = compactOf(rest)
	for _, l := range lines[:min(mostLines, len(lines))] {
		if len(l.groups) == 1 && len(l.groups[0].also) == 0 {
			told = append(told, l.groups[0])
		}
	}
	t.compact("Also blocked", lines, blockedBesides(told, rest, plainName))
}

// full tells one pair with everything a reader needs to act.
func (t *textWriter) full(g group) {
	c := g.lead
	t.b.WriteByte('\n')
	mark, title := cyan, c.Title()
	switch {
	case c.Blocking:
		mark, title = red, title+", blocks "+plainForm.side(c.blocked())
	case !g.informs():
		mark, title = yellow, title+", warning"
	}
	t.para(mark, pad(c.Ref, refColumn-1)+" ", mark, title)
	t.under("", sentence(c.Summary))
	for i, where := range t.where(c) {
		if i == 0 {
			t.under("where", where)
		} else {
			t.under(" ", where)
		}
	}
	t.under("why", sentence(c.whyWords()))
	t.under("next", sentence(c.Suggestion))
	t.under("plan", sentence(c.planWords()))
	if len(g.also) > 0 {
		most := mostAlso
		if t.opt.Verbose {
			most = len(g.also)
		}
		t.under("also", list(g.alsoWords(plainForm), most))
	}
}

// under writes a labelled text below a conflict's number. Nothing is written
// for an empty text.
func (t *textWriter) under(label, text string) {
	if text == "" {
		return
	}
	prefix := strings.Repeat(" ", refColumn)
	if label != "" {
		prefix += pad(label, 6)
	}
	t.para(dim, prefix, style{}, Printable(text))
}

// where names the files, unless the summary does already and no lines are
// known.
func (t *textWriter) where(c *Conflict) []string {
	tells := false
	places := c.places()
	for i := range places {
		p := &places[i]
		tells = tells || p.hasLines() || len(p.details) > 0 || !strings.Contains(c.Summary, p.path)
	}
	if !tells {
		return nil
	}
	most := 3
	if t.opt.Verbose {
		most = len(places)
	}
	return c.whereWords(plainForm, most)
}

// compact tells pairs by one line each, at most so many, and what else there is
// to say of them all.
func (t *textWriter) compact(title string, lines []compact, besides string) {
	if len(lines) == 0 {
		return
	}
	t.heading(title)
	column := refColumn
	for _, l := range lines {
		column = max(column, columnsOf(l.ref())+2)
	}
	for i, l := range lines {
		if i == mostLines {
			t.more(len(lines) - i)
			break
		}
		label := pad(l.ref(), column)
		t.para(cyan, label, style{}, l.words(plainForm, t.opt.Width-column))
	}
	if besides != "" {
		t.whole(style{}, "", style{}, besides)
	}
	if next := advice(lines); next != "" {
		t.para(dim, pad("next", column), style{}, Printable(sentence(next)))
	}
}

// plainName is a side in a list that has no limit of its own.
func plainName(id detect.SideID) string { return elide(plainForm.side(id), longestName) }

func (t *textWriter) more(n int) {
	t.para(dim, "", dim, moreWords(n))
}

// moreWords ends a list that is cut.
func moreWords(n int) string {
	return fmt.Sprintf("and %d more, --verbose shows them all", n)
}

// lists writes what there is to know besides the conflicts.
func (t *textWriter) lists(r *Report) {
	t.bullets("Notes", mapTo(r.Notes, func(n string) string { return cutAtWord(Printable(n), longestNote) }))
	t.bullets("Not seen", mapTo(gapLines(r, plainForm), func(g gapLine) string {
		if t.opt.Verbose {
			return list(g.what, len(g.what)) + ": " + g.reason
		}
		return elide(list(g.what, 2)+": "+g.reason, longestText)
	}))
	t.order(r)
}

func (t *textWriter) bullets(title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	t.heading(title)
	for i, l := range lines {
		if i == mostLines && !t.opt.Verbose {
			t.more(len(lines) - i)
			break
		}
		t.whole(dim, "- ", style{}, l)
	}
}

// order shows in which order the sides could merge; of many sides only those
// that collide, since the others can go at any time as far as these go.
func (t *textWriter) order(r *Report) {
	order, title := r.Order, "Merge order"
	met := colliding(r)
	if len(met) == 0 && !t.opt.Verbose {
		return
	}
	if len(order) > mostLines && len(met) < len(order) && !t.opt.Verbose {
		order, title = met, "Merge order of the sides that collide"
	}
	if len(order) == 0 {
		return
	}
	names := mapTo(order, plainName)
	most := mostOrder
	if t.opt.Verbose {
		most = len(names)
	}
	t.heading(title)
	text := strings.Join(names[:min(most, len(names))], ", ")
	if len(names) > most {
		text += " " + moreWords(len(names)-most)
	}
	t.whole(style{}, "  ", style{}, text)
}
