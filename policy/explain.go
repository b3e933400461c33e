package policy

import (
	"fmt"
	"strings"

	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/policy/glob"
)

// Effect is what a rule does to a path.
type Effect string

// The effects, in the order they are explained.
const (
	EffectProtected   Effect = "protected"   // only owners may change it
	EffectExclusive   Effect = "exclusive"   // the first to touch it holds it
	EffectIgnored     Effect = "ignored"     // nothing else is raised on it
	EffectRegenerated Effect = "regenerated" // told at warn at most
	EffectNone        Effect = "none"        // no rule is about it
)

// Explanation is one rule that a path meets, and what follows from it.
type Explanation struct {
	Effect   Effect
	Glob     string   // of the rule; empty when there is none
	Owners   []Owner  // of a protected path
	Reason   string   // of a protected path, as its rule gives it; may be empty
	Severity Severity // the most that the rule lets a conflict on the path be
	Text     string   // the whole of it in one sentence
}

// String is the sentence.
func (e Explanation) String() string { return e.Text }

// Explain says which rules a path meets and why. The rules come in the order of
// the Effect constants and there is always at least one explanation.
func (p *Policy) Explain(path string) []Explanation {
	ignored := p.explainIgnored(path)
	generated, group := regeneratedBy(path)
	out := p.explainProtected(path)
	for _, pattern := range p.ExclusiveByDefault {
		if pattern.matches(path) {
			out = append(out, p.explainExclusive(pattern, len(ignored) > 0, generated != nil))
		}
	}
	out = append(out, ignored...)
	shared, merge := p.severityOf(detect.PathOverlap), p.severityOf(detect.TextualMerge)
	if generated != nil && len(ignored) == 0 {
		out = append(out, Explanation{
			Effect: EffectRegenerated, Glob: generated.String(), Severity: min(Warn, merge),
			Text: fmt.Sprintf("regenerated: %s (%s). That two touch it is not told; a merge that git cannot do: %s.",
				generated, lowerFirst(group), min(Warn, merge)),
		})
	}
	if len(out) == 0 {
		out = append(out, Explanation{
			Effect: EffectNone, Severity: max(shared, merge),
			Text: fmt.Sprintf("no rule is about it. Two that touch it: %s; a merge that git cannot do: %s.", shared, merge),
		})
	}
	return out
}

func (p *Policy) explainProtected(path string) []Explanation {
	var out []Explanation
	for _, r := range p.ProtectedPaths {
		if !r.Path.matches(path) {
			continue
		}
		severity := p.severityOf(detect.ProtectedPath)
		names := make([]string, len(r.Owners))
		for i, o := range r.Owners {
			names[i] = o.String()
		}
		e := Explanation{Effect: EffectProtected, Glob: string(r.Path), Owners: r.Owners, Reason: r.Reason, Severity: severity}
		e.Text = fmt.Sprintf("protected: %s may be changed by %s only (%s: %s).", r.Path, list(names), detect.ProtectedPath, severity)
		if r.Reason != "" {
			e.Text += " Reason: " + r.Reason
		}
		out = append(out, e)
	}
	return out
}

// explainExclusive says what an exclusive rule leads to, beside what else is
// known of the path.
func (p *Policy) explainExclusive(pattern Pattern, ignored, generated bool) Explanation {
	e := Explanation{Effect: EffectExclusive, Glob: string(pattern)}
	e.Text = fmt.Sprintf("exclusive: %s is held by the first to touch it", pattern)
	switch {
	case ignored:
		e.Text += ", but nothing is told, because ignore_paths covers it."
	case p.severityOf(detect.PathOverlap) == Off:
		e.Text += fmt.Sprintf(", but nothing is told, because %s is off.", detect.PathOverlap)
	case generated:
		e.Severity = Warn
		e.Text += "; who comes second is warned and not blocked, because the file is regenerated."
	default:
		e.Severity = Block
		e.Text += fmt.Sprintf("; who comes second is blocked, unless the claim covers more than %s.", plural(p.ExclusiveMaxFiles, "file", "files"))
	}
	return e
}

func (p *Policy) explainIgnored(path string) []Explanation {
	var out []Explanation
	for _, pattern := range p.IgnorePaths {
		if pattern.matches(path) {
			out = append(out, Explanation{
				Effect: EffectIgnored, Glob: string(pattern),
				Text: fmt.Sprintf("ignored: %s is in ignore_paths. Nothing is raised on it but what protected_paths say.", pattern),
			})
		}
	}
	return out
}

// regeneratedBy finds the built-in glob that matches, and the title of its
// group.
func regeneratedBy(path string) (*glob.Glob, string) {
	i := 0
	for _, group := range regeneratedGroups {
		for range group.Globs {
			if regenerated[i].Match(path) {
				return regenerated[i], group.Title
			}
			i++
		}
	}
	return nil, ""
}

func lowerFirst(s string) string { return strings.ToLower(s[:1]) + s[1:] }
