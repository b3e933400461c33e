package detect

import (
	"fmt"
	"strings"
)

var protectedPath = Detector{
	Kind:    ProtectedPath,
	Doc:     "a side touches a path whose owners must agree",
	Against: findProtected,
}

// findProtected reports one finding per side and rule. That the rule's own
// owners may pass is for whoever knows the side's people to decide.
func findProtected(m RuleMeeting, _ *Facts) []Finding {
	f := Finding{
		Kind: ProtectedPath, Rule: m.Rule.Glob, Newcomer: m.Side.ID,
		Confidence: 1, Basis: Observed,
	}
	for i := range m.Files {
		file := &m.Files[i]
		for _, name := range []string{file.Path, file.OldPath} {
			if name != "" && m.Rule.Match(name) {
				f.Scopes = append(f.Scopes, PathScope(name))
				f.Evidence = append(f.Evidence, protectedEvidence(m.Side, file, name))
			}
		}
	}
	for _, g := range m.Gaps {
		f.Scopes = append(f.Scopes, PathScope(g.Path))
		f.Evidence = append(f.Evidence, Evidence{Side: m.Side.ID, Scope: PathScope(g.Path), Path: g.Path, Basis: Observed, Detail: "not seen: " + g.Reason})
	}
	f.Summary = fmt.Sprintf("%s touches %s, protected by %s", m.Side.ID.Label(), nameScopes(f.Scopes), m.Rule.Glob)
	if m.Rule.Reason != "" {
		f.Summary += " (" + strings.TrimRight(m.Rule.Reason, ".") + ")"
	}
	f.Suggestion = "Ask " + nameOwners(m.Rule.Owners) + ", or take these files out of the change."
	return []Finding{f}
}

func protectedEvidence(side *Side, f *FileChange, name string) Evidence {
	e := Evidence{Side: side.ID, Scope: PathScope(name), Path: f.Path, Operation: operationOf(f), Basis: Observed, Detail: modeDetail(f)}
	switch {
	case f.Status == StatusRenamed && name == f.OldPath:
		e.Detail = "moved to " + f.Path
	case f.Status == StatusRenamed:
		e.Detail = "moved from " + f.OldPath
	}
	return e
}

// nameOwners writes owners the way people call them.
func nameOwners(owners []string) string {
	if len(owners) == 0 {
		return "whoever looks after this repository"
	}
	names := make([]string, len(owners))
	for i, o := range owners {
		_, names[i], _ = strings.Cut(o, ":")
	}
	return strings.Replace(nameList(names), " and ", " or ", 1)
}
