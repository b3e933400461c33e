package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/comity-dev/comity/detect"
)

// group is what is told of one pair of sides, or of one side and a rule: the
// strongest conflict, and the weaker ones folded under it.
type group struct {
	lead *Conflict
	also []*Conflict
}

// strongestFirst lists the conflicts as they are told: what blocks, then by
// severity and kind; otherwise in the order of the report.
func strongestFirst(r *Report) []*Conflict {
	all := make([]*Conflict, len(r.Conflicts))
	for i := range r.Conflicts {
		all[i] = &r.Conflicts[i]
	}
	kinds := detect.Kinds()
	slices.SortStableFunc(all, func(a, b *Conflict) int {
		return cmp.Or(
			compareTrue(a.Blocking, b.Blocking),
			cmp.Compare(severityRank(b.Severity), severityRank(a.Severity)),
			cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)),
		)
	})
	return all
}

func compareTrue(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

func severityRank(severity string) int {
	return slices.Index([]string{"off", "info", "warn", "block"}, severity)
}

// groupsOf folds the conflicts of a report by pair, strongest pair first.
func groupsOf(r *Report) []group {
	var groups []group
	at := map[[2]string]int{}
	for _, c := range strongestFirst(r) {
		pair := c.pair()
		if i, ok := at[pair]; ok {
			groups[i].also = append(groups[i].also, c)
			continue
		}
		at[pair] = len(groups)
		groups = append(groups, group{lead: c})
	}
	return groups
}

// pair is the two sides in an order of their own, whoever was first.
func (c *Conflict) pair() [2]string {
	return [2]string{min(c.Sides[0], c.Sides[1]), max(c.Sides[0], c.Sides[1])}
}

// blocked is the side that a conflict which blocks does block.
func (c *Conflict) blocked() detect.SideID {
	if c.Blocks != nil {
		return *c.Blocks
	}
	return c.newcomer()
}

// blocked lists the sides that the conflicts of a pair block. That can be both:
// each may hold what the other wants.
func (g group) blocked() []detect.SideID {
	var out []detect.SideID
	for _, c := range append([]*Conflict{g.lead}, g.also...) {
		if c.Blocking && !slices.Contains(out, c.blocked()) {
			out = append(out, c.blocked())
		}
	}
	return out
}

func (g group) informs() bool {
	return severityRank(g.lead.Severity) <= severityRank("info") && !g.lead.Blocking
}

// against reports whether the conflict is with a rule rather than with another
// side.
func (c *Conflict) against() (rule string, ok bool) { return strings.CutPrefix(c.Sides[1], "rule:") }

// newcomer is the side that came second, or the one that meets the rule.
func (c *Conflict) newcomer() detect.SideID {
	if _, ok := c.against(); ok {
		return detect.SideID(c.Sides[0])
	}
	return detect.SideID(c.Sides[1])
}

// between names who is concerned: "feat/b and feat/a", the newcomer first, or
// "feat/b and the rule deploy/**".
func (c *Conflict) between(in form) string {
	if rule, ok := c.against(); ok {
		return in.side(c.newcomer()) + " and the rule " + in.text(rule)
	}
	return in.side(c.newcomer()) + " and " + in.side(detect.SideID(c.Sides[0]))
}

// alsoWords names the weaker conflicts of a pair: "CF-7 Shared file". Whom one
// blocks is said where the strongest does not say so.
func (g group) alsoWords(in form) []string {
	out := make([]string, len(g.also))
	for i, c := range g.also {
		out[i] = in.text(c.Ref + " " + c.Title())
		if c.Blocking && c.blocked() != g.lead.blocked() {
			out[i] += ", blocks " + in.side(c.blocked())
		}
	}
	return out
}

// place is one file of a conflict, with the lines each side touches in it.
type place struct {
	path    string
	sides   []placeSide
	details []string // plain words, such as "moved from lib/a.go"
}

type placeSide struct {
	side  detect.SideID
	lines [][2]int
}

// places gathers the evidence of a conflict by file, in the order of the
// evidence.
func (c *Conflict) places() []place {
	var out []place
	at := map[string]int{}
	for i := range c.Evidence {
		e := &c.Evidence[i]
		if e.Path == "" {
			continue
		}
		n, ok := at[e.Path]
		if !ok {
			n = len(out)
			at[e.Path] = n
			out = append(out, place{path: e.Path})
		}
		out[n].add(e, c.Kind == detect.ProtectedPath)
	}
	return out
}

// add takes one piece of evidence in. The details of most kinds are in their
// summary already; those of protected paths say how a file came to be covered.
func (p *place) add(e *Evidence, detail bool) {
	if detail && e.Detail != "" && !slices.Contains(p.details, e.Detail) {
		p.details = append(p.details, e.Detail)
	}
	i := slices.IndexFunc(p.sides, func(s placeSide) bool { return s.side == e.Side })
	if i < 0 {
		i = len(p.sides)
		p.sides = append(p.sides, placeSide{side: e.Side})
	}
	if e.StartLine > 0 {
		p.sides[i].lines = append(p.sides[i].lines, [2]int{e.StartLine, max(e.StartLine, e.EndLine)})
	}
}

// hasLines reports whether the lines of any side are known.
func (p *place) hasLines() bool {
	return slices.ContainsFunc(p.sides, func(s placeSide) bool { return len(s.lines) > 0 })
}

// words names the file and the lines: "a.go:3-5 on feat/a, 9 on feat/b", or
// "a.go:3-5" where the sides need not be named.
func (p *place) words(in form, named bool) string {
	s := in.text(p.path)
	sep := ":"
	for _, side := range p.sides {
		if len(side.lines) == 0 {
			continue
		}
		s += sep + lineWords(side.lines)
		if named {
			s += " on " + in.side(side.side)
		}
		sep = ", "
	}
	if len(p.details) > 0 {
		s += " (" + list(mapTo(p.details, in.text), 2) + ")"
	}
	return s
}

// mostRanges is how many line ranges of one file and side are written out.
const mostRanges = 3

func lineWords(lines [][2]int) string {
	var parts []string
	for i, l := range lines {
		if i == mostRanges {
			parts = append(parts, fmt.Sprintf("%d more", len(lines)-i))
			break
		}
		if l[0] == l[1] {
			parts = append(parts, fmt.Sprint(l[0]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", l[0], l[1]))
		}
	}
	return strings.Join(parts, ",")
}

// whereWords names up to most files of a conflict.
func (c *Conflict) whereWords(in form, most int) []string {
	places := c.places()
	_, rule := c.against()
	var out []string
	for i := range places {
		if i == most {
			return append(out, "and "+plural(len(places)-i, "more file", "more files"))
		}
		out = append(out, places[i].words(in, !rule))
	}
	return out
}

// planWords is the advice of a re-plan where it says more than the suggestion:
// who should land first, or that the work should be split. To build one on the
// other is what rebasing after it, which suggestions name, comes to.
func (c *Conflict) planWords() string {
	if c.Replan == nil || c.Replan.Action == "stack" && c.Suggestion != "" {
		return ""
	}
	return c.Replan.Summary
}

// whyWords is why the severity is what it is. That a conflict blocks since the
// file is exclusive is what its summary says, so it is not said again.
func (c *Conflict) whyWords() string {
	if c.Blocking && c.Title() == exclusiveTitle {
		return ""
	}
	return c.Why
}

// colliding keeps of an order the sides that are part of a pair that collides.
func colliding(r *Report) []detect.SideID {
	in := map[string]bool{}
	for i := range r.Conflicts {
		if _, rule := r.Conflicts[i].against(); !rule {
			in[r.Conflicts[i].Sides[0]], in[r.Conflicts[i].Sides[1]] = true, true
		}
	}
	var out []detect.SideID
	for _, id := range r.Order {
		if in[string(id)] {
			out = append(out, id)
		}
	}
	return out
}
