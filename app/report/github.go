package report

import (
	"fmt"
	"io"
	"strings"
)

// GitHubOptions is what the caller of [GitHub] decides.
type GitHubOptions struct {
	// StopToken is a word that nobody can guess. The report for people is written
	// between "::stop-commands::TOKEN" and "::TOKEN::", so that nothing in it can
	// act as a command. It is left out when there is no token.
	StopToken string
}

// mostAnnotations is how many annotations of one level GitHub shows of a step.
const mostAnnotations = 10

// mostTitle and mostMessage are how many runes of a title and of a message
// GitHub takes, with room to spare.
const (
	mostTitle   = 200
	mostMessage = 8000
)

// GitHub writes the report as workflow commands of GitHub Actions: an error for
// every pair that blocks, a warning or a notice for the others, strongest first
// and not more than GitHub shows. A last notice says how many were left out.
func GitHub(w io.Writer, r *Report, opt GitHubOptions) error {
	var b strings.Builder
	groups := groupsOf(r)
	written, total := map[string]int{}, map[string]int{}
	for _, g := range groups {
		level := annotationLevel(g)
		total[level]++
		most := mostAnnotations
		if level == "notice" {
			most-- // one is kept for what is left out
		}
		if written[level] < most {
			written[level]++
			b.WriteString(annotation(level, g))
		}
	}
	if left := len(groups) - written["error"] - written["warning"] - written["notice"]; left > 0 {
		fmt.Fprintf(&b, "::notice title=Comity::%s\n", escapeData(leftOut(written, total)))
	}
	if opt.StopToken != "" {
		fmt.Fprintf(&b, "::stop-commands::%s\n", opt.StopToken)
		if err := Text(&b, r, TextOptions{}); err != nil {
			return err
		}
		fmt.Fprintf(&b, "::%s::\n", opt.StopToken)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func leftOut(written, total map[string]int) string {
	var parts []string
	for _, l := range []struct{ level, one, many string }{
		{"error", "conflict that blocks", "conflicts that block"},
		{"warning", "warning", "warnings"},
		{"notice", "notice", "notices"},
	} {
		if n := total[l.level] - written[l.level]; n > 0 {
			parts = append(parts, plural(n, l.one, l.many))
		}
	}
	return list(parts, len(parts)) + " more, see the log of this step."
}

func annotationLevel(g group) string {
	switch {
	case g.lead.Blocking:
		return "error"
	case g.informs():
		return "notice"
	}
	return "warning"
}

// annotation is one workflow command. It points at the newcomer's own files: a
// name that cannot be shown as it is names no file, its message still does.
func annotation(level string, g group) string {
	c := g.lead
	var props []string
	if e := c.annotated(); e != nil {
		props = append(props, "file="+escapeProperty(e.Path))
		if e.StartLine > 0 {
			props = append(props, fmt.Sprintf("line=%d,endLine=%d", e.StartLine, max(e.StartLine, e.EndLine)))
		}
	}
	title := fmt.Sprintf("%s %s: %s", Printable(c.Ref), Printable(c.Title()), c.between(plainForm))
	props = append(props, "title="+escapeProperty(cut(title, mostTitle)))
	return fmt.Sprintf("::%s %s::%s\n", level, strings.Join(props, ","), escapeData(cut(strings.Join(annotationLines(g), "\n"), mostMessage)))
}

func annotationLines(g group) []string {
	lines := []string{Printable(sentence(g.lead.Summary))}
	for _, s := range []string{g.lead.whyWords(), g.lead.Suggestion, g.lead.planWords()} {
		if s != "" {
			lines = append(lines, Printable(sentence(s)))
		}
	}
	if len(g.also) > 0 {
		lines = append(lines, "Also: "+list(g.alsoWords(plainForm), 3)+".")
	}
	return lines
}

// annotated is the evidence an annotation points at: the newcomer's, with lines
// if any has them.
func (c *Conflict) annotated() *Evidence {
	var best *Evidence
	for i := range c.Evidence {
		e := &c.Evidence[i]
		if e.Side != c.newcomer() || e.Path == "" || Printable(e.Path) != e.Path {
			continue
		}
		if best == nil || best.StartLine == 0 && e.StartLine > 0 {
			best = e
		}
	}
	return best
}

// cut shortens a text to n runes.
func cut(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	return string(runes[:n-3]) + "..."
}

// escapeData escapes the message of a workflow command.
func escapeData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// escapeProperty escapes a property of a workflow command.
func escapeProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
