package policy

import (
	"slices"

	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/policy/glob"
)

// Rules is the policy as detectors see it.
func (p *Policy) Rules() detect.Rules {
	var ignored []detect.PathRule
	for _, pattern := range p.IgnorePaths {
		ignored = append(ignored, pathRule(pattern))
	}
	rules := detect.Rules{Regenerated: Regenerated, Ignored: func(path string) bool {
		return slices.ContainsFunc(ignored, func(r detect.PathRule) bool { return r.Match(path) })
	}}
	for _, r := range p.ProtectedPaths {
		rule := pathRule(r.Path)
		rule.Reason = r.Reason
		for _, o := range r.Owners {
			rule.Owners = append(rule.Owners, o.String())
		}
		rules.Protected = append(rules.Protected, rule)
	}
	for _, pattern := range p.ExclusiveByDefault {
		rules.Exclusive = append(rules.Exclusive, pathRule(pattern))
	}
	return rules
}

func pathRule(pattern Pattern) detect.PathRule {
	g, err := glob.Compile(string(pattern))
	if err != nil {
		// Only a policy that was put together in code can hold a bad glob. It
		// covers nothing.
		return detect.PathRule{Glob: string(pattern), Match: never, Meets: never}
	}
	return detect.PathRule{Glob: g.String(), Match: g.Match, Meets: func(other string) bool {
		o, err := glob.Compile(other)
		// What cannot be read could be anything, and must not slip by.
		return err != nil || glob.Overlaps(g, o)
	}}
}

func never(string) bool { return false }

// Regenerated reports whether a path is a lock file, a changelog or generated
// output: a file that a tool writes again, or where a conflict is settled in
// seconds. That two sides share such a file is not told. A merge there that git
// cannot do is told at warn at most, and never blocks.
func Regenerated(path string) bool {
	return slices.ContainsFunc(regenerated, func(g *glob.Glob) bool { return g.Match(path) })
}
