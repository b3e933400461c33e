package detect

import (
	"fmt"
	"slices"
	"strings"
)

// confidenceBothEdited is DESIGN §2.2: both sides were seen to edit the file.
const confidenceBothEdited = 0.9

var pathOverlap = Detector{
	Kind: PathOverlap,
	Doc:  "both sides change the same file; an exclusive path belongs to whoever touched it first",
	Pair: findPathOverlap,
}

// findPathOverlap reports the shared files of two sides, one finding for those
// that are free and one for each exclusive rule that is met.
func findPathOverlap(m *Meeting, facts *Facts) []Finding {
	var free []Overlap
	claimed := map[int][]Overlap{}
	for _, o := range m.Overlaps {
		if o.Scope().Family != FamilyPath || facts.Rules.Ignored(o.Scope().Key) {
			continue
		}
		rule := facts.Rules.exclusive(o.Scope().Key)
		holds := o.Earliest == m.First.ID || o.Earliest == m.Second.ID
		switch {
		case rule >= 0 && holds:
			claimed[rule] = append(claimed[rule], o)
		case rule >= 0: // a third side holds it; each of these two is told so with that one
		case o.Crowd <= CrowdSize && !o.First.Settled:
			free = append(free, o)
		}
	}
	var out []Finding
	for i, rule := range facts.Rules.Exclusive {
		if len(claimed[i]) > 0 {
			f := exclusiveOverlap(m, rule, claimed[i])
			f.Settled = !slices.ContainsFunc(f.Scopes, func(s Scope) bool { return !facts.Rules.Regenerated(s.Key) })
			out = append(out, f)
		}
	}
	if len(free) > 0 {
		f := overlapFinding(m, PathOverlap, free)
		f.Confidence = confidenceBothEdited
		f.Summary = fmt.Sprintf("%s and %s both change %s", f.First.Label(), f.Newcomer.Label(), nameScopes(f.Scopes))
		f.Suggestion = "Look at each other's change before the first of them lands."
		out = append(out, f)
	}
	return out
}

func exclusiveOverlap(m *Meeting, rule PathRule, overlaps []Overlap) Finding {
	f := overlapFinding(m, PathOverlap, overlaps)
	f.Rule = rule.Glob
	f.Confidence = confidenceBothEdited
	f.Claim = &Claim{Holder: f.First, Glob: rule.Glob, Files: holderFiles(m, f.First, rule)}
	f.Summary = fmt.Sprintf("%s came first and holds %s, which is exclusive (%s)", f.First.Label(), nameScopes(f.Scopes), rule.Glob)
	if len(f.Scopes) == 1 && f.Scopes[0].Key == rule.Glob {
		f.Summary = fmt.Sprintf("%s came first and holds %s, which is exclusive", f.First.Label(), rule.Glob)
	}
	f.Suggestion = fmt.Sprintf("Wait until %s has landed, or take %s out of %s.", f.First.Label(), nameScopes(f.Scopes), f.Newcomer.Label())
	return f
}

// holderFiles counts the files a side's claim covers, which the side itself
// knows by its own changes.
func holderFiles(m *Meeting, holder SideID, rule PathRule) int {
	side := m.First
	if side.ID != holder {
		side = m.Second
	}
	n := 0
	for _, f := range side.Changes {
		if rule.Match(f.Path) || f.OldPath != "" && rule.Match(f.OldPath) {
			n++
		}
	}
	return n
}

// overlapFinding is the part that every finding about shared scopes has in
// common: who came second, the scopes, and the evidence of both.
func overlapFinding(m *Meeting, kind Kind, overlaps []Overlap) Finding {
	first, newcomer := m.newcomer(overlaps)
	f := Finding{Kind: kind, First: first.ID, Newcomer: newcomer.ID, Basis: Observed, Settled: true}
	for _, o := range overlaps {
		f.Scopes = append(f.Scopes, o.Scope())
		f.Evidence = append(f.Evidence, evidenceOf(o.First), evidenceOf(o.Second))
		f.Settled = f.Settled && o.First.Settled
	}
	slices.SortFunc(f.Scopes, CompareScopes)
	f.Scopes = slices.Compact(f.Scopes)
	f.Evidence = slices.Compact(f.Evidence)
	return f
}

func evidenceOf(t *Touch) Evidence {
	e := Evidence{
		Side: t.Side.ID, Scope: t.Scope, Path: t.Path,
		Operation: t.Operation, Basis: t.Basis, Detail: t.Detail,
	}
	if e.Detail == "" && t.File != nil {
		e.Detail = modeDetail(t.File)
	}
	if t.File != nil && len(t.File.Lines) > 0 {
		e.StartLine = t.File.Lines[0].Start
		e.EndLine = t.File.Lines[len(t.File.Lines)-1].End
	}
	return e
}

func modeDetail(f *FileChange) string {
	switch {
	case f.New.Mode == ModeSubmodule || f.Old.Mode == ModeSubmodule:
		return "submodule"
	case f.New.Mode == ModeSymlink || f.Old.Mode == ModeSymlink:
		return "symlink"
	case f.OnlyMode() && f.New.Mode == ModeExecutable:
		return "made executable"
	case f.OnlyMode():
		return "no longer executable"
	default:
		return ""
	}
}

// nameScopes names up to three scopes in words: "a.go", "a.go and b.go",
// "a.go, b.go and 4 more".
func nameScopes(scopes []Scope) string {
	names := make([]string, len(scopes))
	for i, s := range scopes {
		names[i] = s.Key
	}
	return nameList(names)
}

func nameList(names []string) string {
	switch n := len(names); {
	case n == 0:
		return "nothing"
	case n == 1:
		return names[0]
	case n <= 3:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	default:
		return fmt.Sprintf("%s, %s and %d more", names[0], names[1], n-2)
	}
}
