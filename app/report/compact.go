package report

import (
	"slices"
	"strings"

	"github.com/comity-dev/comity/detect"
)

// fewPairs is up to how many pairs that share the same things are told one by
// one.
const fewPairs = 2

// compact is one line of what needs little room: a pair by its summary, or
// several pairs that collide in the same way over the same things.
type compact struct {
	groups []group
}

// compactOf gathers groups whose strongest conflict is of one kind over the same
// scopes, where there are more than a few of them.
func compactOf(groups []group) []compact {
	byKey := map[string][]group{}
	key := func(g group) string {
		return string(g.lead.Kind) + "\x00" + g.lead.Severity + "\x00" + strings.Join(g.lead.Scopes, "\x00")
	}
	for _, g := range groups {
		byKey[key(g)] = append(byKey[key(g)], g)
	}
	var out []compact
	for _, g := range groups {
		same := byKey[key(g)]
		switch {
		case len(same) <= fewPairs || len(g.lead.Scopes) == 0:
			out = append(out, compact{[]group{g}})
		case same[0].lead == g.lead:
			out = append(out, compact{same})
		}
	}
	return out
}

// singly makes one line of every group.
func singly(groups []group) []compact {
	return mapTo(groups, func(g group) compact { return compact{[]group{g}} })
}

// blockedBesides names the sides that pairs block, but for those that other
// pairs, which are told already, block too. It is empty when there are none.
func blockedBesides(told, rest []group, name func(detect.SideID) string) string {
	seen := map[detect.SideID]bool{}
	for _, g := range told {
		for _, id := range g.blocked() {
			seen[id] = true
		}
	}
	var names []string
	for _, g := range rest {
		for _, id := range g.blocked() {
			if !seen[id] {
				seen[id] = true
				names = append(names, name(id))
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "These sides are blocked: " + strings.Join(names, ", ") + "."
}

// ref is "CF-8", or "12 pairs".
func (c compact) ref() string {
	if len(c.groups) == 1 {
		return c.groups[0].lead.Ref
	}
	return plural(len(c.groups), "pair", "pairs")
}

// words names the files and the sides in one line of at most width columns:
// "src/a.go: feat/b after feat/a", "src/a.go: feat/a, feat/b and 4 more". The
// kind is added where it is not the most common one. A width of 0 means no limit.
func (c compact) words(in form, width int) string {
	lead := c.groups[0].lead
	names := mapTo(lead.Scopes, func(scope string) string {
		_, key, _ := strings.Cut(scope, ":")
		return in.text(key)
	})
	if len(names) == 0 {
		names = []string{in.text(lead.Summary)}
	}
	tail := ""
	if lead.Kind != detect.PathOverlap {
		tail = " (" + strings.ToLower(lead.Title()) + ")"
	}
	files := list(names, 2)
	if width == 0 {
		return files + ": " + c.who(in, 20) + tail
	}
	for most := 6; most > 0; most-- {
		if who := c.who(in, most); columnsOf(files+": "+who+tail) <= width {
			return files + ": " + who + tail
		}
	}
	tail = ": " + elide(c.who(in, 1), width/2) + tail
	return elide(elide(files, width-columnsOf(tail))+tail, width)
}

// who names the sides: both of one pair, up to most of several.
func (c compact) who(in form, most int) string {
	lead := c.groups[0].lead
	if len(c.groups) > 1 {
		return list(mapTo(c.sides(), in.side), most)
	}
	who := in.side(lead.newcomer())
	if _, rule := lead.against(); rule {
		return who
	}
	between := " after "
	if c.groups[0].informs() {
		between = " and "
	}
	return who + between + in.side(detect.SideID(lead.Sides[0]))
}

// sides lists everybody concerned, in the order in which the pairs name them.
func (c compact) sides() []detect.SideID {
	var out []detect.SideID
	seen := map[detect.SideID]bool{}
	for _, g := range c.groups {
		ids := []detect.SideID{detect.SideID(g.lead.Sides[0]), detect.SideID(g.lead.Sides[1])}
		if _, rule := g.lead.against(); rule {
			ids = ids[:1]
		}
		for _, id := range ids {
			if !seen[id] {
				seen[id] = true
				out = append(out, id)
			}
		}
	}
	slices.SortFunc(out, detect.CompareSides)
	return out
}

// advice is the suggestion that all lines share, or "".
func advice(lines []compact) string {
	common := ""
	for _, l := range lines {
		for _, g := range l.groups {
			switch {
			case common == "":
				common = g.lead.Suggestion
			case common != g.lead.Suggestion:
				return ""
			}
		}
	}
	return common
}

func mapTo[A, B any](in []A, f func(A) B) []B {
	out := make([]B, len(in))
	for i, v := range in {
		out[i] = f(v)
	}
	return out
}

// gapLine is one reason for which something was not seen, and what it concerns.
type gapLine struct {
	reason string
	what   []string // "lib/a.go on feat/a", or "feat/a"
}

// gapLines gathers gaps by reason, in the order of the report.
func gapLines(r *Report, in form) []gapLine {
	var out []gapLine
	at := map[string]int{}
	for _, g := range r.Gaps {
		i, ok := at[g.Reason]
		if !ok {
			i = len(out)
			at[g.Reason] = i
			out = append(out, gapLine{reason: in.text(g.Reason)})
		}
		what := in.side(g.Side)
		if g.Path != "" {
			what = in.text(g.Path) + " on " + what
		}
		out[i].what = append(out[i].what, what)
	}
	return out
}
