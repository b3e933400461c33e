package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/comity-dev/comity/detect"
)

// SummaryLimit is how many bytes GitHub takes as the summary of one step.
const SummaryLimit = 1 << 20

// Markdown writes the report as GitHub's Markdown: how things stand, a table of
// the pairs that collide, the merge order, what was not seen, and notes. All
// untrusted text in it is neutralised, see [Escape]. Tables and lists hold at
// most 200 rows, the strongest, and say how many there are besides.
func Markdown(w io.Writer, r *Report) error { return writeMarkdown(w, r, 0) }

// Summary writes the Markdown for GITHUB_STEP_SUMMARY, which takes at most
// [SummaryLimit] bytes. A longer report is cut between two lines, and a last
// line says what is left out.
func Summary(w io.Writer, r *Report) error { return writeMarkdown(w, r, SummaryLimit) }

func writeMarkdown(w io.Writer, r *Report, limit int) error {
	m := &markdown{limit: limit, left: map[counted]int{}}
	groups := groupsOf(r)
	m.add(counted{}, "### Comity: "+headline(r, groups, markdownForm)+"\n")
	m.table(groups)
	m.infos(groups)
	m.order(r)
	m.bullets("Not seen", counted{"line about what was not seen", "lines about what was not seen"}, mapTo(gapLines(r, markdownForm), func(g gapLine) string {
		return list(g.what, 5) + ": " + g.reason
	}))
	m.bullets("Notes", counted{"note", "notes"}, mapTo(r.Notes, func(n string) string {
		return Escape(cutAtWord(Printable(n), longestNote))
	}))
	m.finish()
	_, err := io.WriteString(w, m.b.String())
	return err
}

// markdown collects lines up to a limit. From the first that does not fit on
// all are counted instead, so that what stands is never out of order.
type markdown struct {
	b     strings.Builder
	limit int
	full  bool
	kinds []counted // what was left out, in the order of the report
	left  map[counted]int
}

// counted is what a line holds, for one and for many of them. Lines of no kind
// are not worth counting.
type counted struct{ one, many string }

// reserve is the room for the line that says what is left out.
const reserve = 300

// mostRows is how many rows of a table and lines of a list there are.
const mostRows = 200

// add writes a line, or counts it under its kind when there is no more room.
func (m *markdown) add(kind counted, line string) { m.stand(kind, 1, line) }

// stand is add for a line that stands for n of its kind.
func (m *markdown) stand(kind counted, n int, line string) {
	if m.limit > 0 && m.b.Len()+len(line)+1 > m.limit-reserve {
		m.full = true
	}
	if !m.full {
		m.b.WriteString(line + "\n")
		return
	}
	if kind == (counted{}) {
		return
	}
	if m.left[kind] == 0 {
		m.kinds = append(m.kinds, kind)
	}
	m.left[kind] += n
}

func (m *markdown) finish() {
	if !m.full {
		return
	}
	parts := mapTo(m.kinds, func(kind counted) string { return plural(m.left[kind], kind.one, kind.many) })
	m.b.WriteString("\n**Left out for length:** " + list(parts, len(parts)) + ". `comity check --format json` holds them all.\n")
}

// showsAll ends a table or a list that is cut.
const showsAll = "`--format json` shows them all"

func (m *markdown) table(groups []group) {
	conflicts := slices.DeleteFunc(slices.Clone(groups), group.informs)
	if len(conflicts) == 0 {
		return
	}
	kind := counted{"conflict", "conflicts"}
	m.add(counted{}, "| Conflict | With whom | Where | What to do |\n|---|---|---|---|")
	told := min(mostRows, len(conflicts))
	for _, g := range conflicts[:told] {
		m.add(kind, row(g))
	}
	if rest := conflicts[told:]; len(rest) > 0 {
		last := fmt.Sprintf("**and %d more**, %s", len(rest), showsAll)
		if besides := blockedBesides(conflicts[:told], rest, sideMarkdown); besides != "" {
			last += ". " + besides
		}
		m.stand(kind, len(rest), "| "+last+" | | | |")
	}
}

func row(g group) string {
	c := g.lead
	title := Escape(c.Title())
	if c.Blocking {
		title += ", blocks " + sideMarkdown(c.blocked())
	}
	what := fmt.Sprintf("**%s** %s: %s", Escape(c.Ref), title, shownMarkdown(sentence(c.Summary)))
	if why := c.whyWords(); why != "" {
		what += " " + shownMarkdown(sentence(why))
	}
	if len(g.also) > 0 {
		what += " Also " + list(g.alsoWords(markdownForm), mostAlso) + "."
	}
	next := shownMarkdown(sentence(c.Suggestion))
	if plan := c.planWords(); plan != "" {
		next = strings.TrimSpace(next + " " + shownMarkdown(sentence(plan)))
	}
	return fmt.Sprintf("| %s | %s | %s | %s |", what, c.between(markdownForm), strings.Join(c.whereWords(markdownForm, 3), ", "), next)
}

// markdownForm writes for Markdown.
var markdownForm = form{shownMarkdown, sideMarkdown}

// shownMarkdown escapes a text and bounds its length, so that one name cannot
// take all the room.
func shownMarkdown(s string) string { return Escape(bounded(s)) }

// sideMarkdown is "#12" for a pull request, which GitHub links, since its number
// is not untrusted text; everything else is escaped.
func sideMarkdown(id detect.SideID) string {
	label := id.Label()
	if number, ok := strings.CutPrefix(label, "#"); ok && strings.HasPrefix(string(id), "pr:") &&
		number != "" && strings.Trim(number, "0123456789") == "" {
		return label
	}
	return shownMarkdown(label)
}

func (m *markdown) infos(groups []group) {
	var infos []group
	for _, g := range groups {
		if g.informs() {
			infos = append(infos, g)
		}
	}
	lines := compactOf(infos)
	if len(lines) == 0 {
		return
	}
	m.add(counted{}, "\n**For information**\n")
	m.items(counted{"line for information", "lines for information"}, mapTo(lines, func(l compact) string {
		return fmt.Sprintf("**%s** %s", Escape(l.ref()), l.words(markdownForm, 0))
	}))
	if next := advice(lines); next != "" {
		m.add(counted{}, "\n"+shownMarkdown(sentence(next)))
	}
}

func (m *markdown) order(r *Report) {
	met := colliding(r)
	if len(met) == 0 {
		return
	}
	order, title := r.Order, "Merge order"
	if len(order) > mostLines && len(met) < len(order) {
		order, title = met, "Merge order of the sides that collide"
	}
	names := mapTo(order, sideMarkdown)
	text := strings.Join(names[:min(len(names), 50)], ", ")
	if len(names) > 50 {
		text += fmt.Sprintf(" and %d more", len(names)-50)
	}
	m.add(counted{}, "\n**"+title+":** "+text)
}

func (m *markdown) bullets(title string, kind counted, lines []string) {
	if len(lines) == 0 {
		return
	}
	m.add(counted{}, "\n**"+title+"**\n")
	m.items(kind, lines)
}

// items writes the lines of a list, at most so many.
func (m *markdown) items(kind counted, lines []string) {
	for i, l := range lines {
		if i == mostRows {
			m.stand(kind, len(lines)-i, fmt.Sprintf("- and %d more, %s", len(lines)-i, showsAll))
			return
		}
		m.add(kind, "- "+l)
	}
}
