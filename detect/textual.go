package detect

import (
	"fmt"
	"slices"
)

var textualMerge = Detector{
	Kind: TextualMerge,
	Doc:  "git could not merge the two sides, though each merges with the target",
	Pair: findTextual,
}

// findTextual puts what the merge of two sides could not settle into one
// finding, and what only concerns regenerated files into another, so that a
// lock file never blocks in the company of a real conflict.
func findTextual(m *Meeting, facts *Facts) []Finding {
	if m.Merge == nil {
		return nil
	}
	var real, settled []MergeConflict
	for _, c := range m.Merge.Conflicts {
		switch {
		case !slices.ContainsFunc(c.Paths, func(p string) bool { return !facts.Rules.Ignored(p) }):
		case c.Settled && len(m.onPaths(c.Paths)) == 0:
			// A crowd shares the file: it is told once, not for each pair.
		case c.Settled:
			settled = append(settled, c)
		default:
			real = append(real, c)
		}
	}
	var out []Finding
	if len(real) > 0 {
		out = append(out, textualFinding(m, real))
	}
	if len(settled) > 0 && len(real) == 0 {
		f := textualFinding(m, settled)
		f.Settled = true
		f.Suggestion = fmt.Sprintf("Whoever lands second makes %s again or takes both entries.", nameScopes(f.Scopes))
		out = append(out, f)
	}
	return out
}

func textualFinding(m *Meeting, conflicts []MergeConflict) Finding {
	var paths []string
	for _, c := range conflicts {
		paths = append(paths, c.Paths...)
	}
	first, newcomer := m.newcomer(m.onPaths(paths))
	f := Finding{Kind: TextualMerge, First: first.ID, Newcomer: newcomer.ID, Confidence: 1, Basis: Observed}
	changedFirst, changedSecond := byName(m.First), byName(m.Second)
	for _, c := range conflicts {
		for _, p := range c.Paths {
			f.Scopes = append(f.Scopes, PathScope(p))
		}
		f.Evidence = append(f.Evidence, conflictEvidence(m.First, changedFirst, c, c.First)...)
		f.Evidence = append(f.Evidence, conflictEvidence(m.Second, changedSecond, c, c.Second)...)
	}
	slices.SortFunc(f.Scopes, CompareScopes)
	f.Scopes = slices.Compact(f.Scopes)
	f.Summary = fmt.Sprintf("git cannot merge %s after %s: %s", f.Newcomer.Label(), f.First.Label(), describeConflicts(conflicts))
	f.Suggestion = fmt.Sprintf("Rebase %s once %s has landed, or agree who changes %s.", f.Newcomer.Label(), f.First.Label(), nameScopes(f.Scopes))
	return f
}

// onPaths lists the meeting's overlaps on some paths.
func (m *Meeting) onPaths(paths []string) []Overlap {
	wanted := make(map[string]bool, len(paths))
	for _, p := range paths {
		wanted[p] = true
	}
	var out []Overlap
	for _, o := range m.Overlaps {
		if wanted[o.Scope().Key] {
			out = append(out, o)
		}
	}
	return out
}

// byName finds a side's changes under each of their names.
func byName(s *Side) map[string]*FileChange {
	out := make(map[string]*FileChange, len(s.Changes))
	for i := range s.Changes {
		f := &s.Changes[i]
		if f.OldPath != "" && out[f.OldPath] == nil {
			out[f.OldPath] = f
		}
		out[f.Path] = f
	}
	return out
}

func conflictEvidence(side *Side, changed map[string]*FileChange, c MergeConflict, lines []LineRange) []Evidence {
	e := Evidence{Side: side.ID, Scope: PathScope(c.Path), Path: c.Path, Operation: OpModify, Basis: Observed, Detail: c.Kind}
	for _, p := range append([]string{c.Path}, c.Paths...) {
		if f := changed[p]; f != nil {
			e.Path, e.Operation = f.Path, operationOf(f)
			break
		}
	}
	if len(lines) == 0 {
		return []Evidence{e}
	}
	out := make([]Evidence, len(lines))
	for i, l := range lines {
		out[i] = e
		out[i].StartLine, out[i].EndLine = l.Start, l.End
	}
	return out
}

// describeConflicts says what stands in the way, file by file for up to two
// files.
func describeConflicts(conflicts []MergeConflict) string {
	if len(conflicts) > 2 {
		var paths []string
		for _, c := range conflicts {
			paths = append(paths, c.Path)
		}
		slices.Sort(paths)
		return "their changes of " + nameList(slices.Compact(paths)) + " do not go together"
	}
	words := make([]string, len(conflicts))
	for i, c := range conflicts {
		words[i] = conflictWords(c)
	}
	return nameList(words)
}

func conflictWords(c MergeConflict) string {
	switch c.Kind {
	case "content":
		if len(c.First) > 0 {
			return fmt.Sprintf("both change %s around line %d", c.Path, narrowest(c))
		}
		return "both change the same lines of " + c.Path
	case "add/add":
		return "both add " + c.Path
	case "modify/delete":
		return "one deletes " + c.Path + ", the other changes it"
	case "rename/delete":
		return "one renames " + other(c) + " to " + c.Path + ", the other deletes it"
	case "rename/rename":
		return "both rename, to or from the same name: " + nameList(c.Paths)
	case "rename/add":
		return "one renames a file to " + c.Path + ", the other adds that name"
	case "directory/file":
		return c.Path + " is a file on one side and a directory on the other"
	case "directory rename":
		return "one renames the directory that the other adds " + c.Path + " to"
	case "mode":
		return "both change the type or mode of " + c.Path
	case "binary":
		return "both change " + c.Path + ", which git does not merge by lines"
	default: // symlink, submodule
		return "both change the " + c.Kind + " " + c.Path
	}
}

// narrowest is where a reader finds the conflict: the first line of the side
// whose conflicting stretch is the shorter one, since the other may have
// rewritten the whole file.
func narrowest(c MergeConflict) int {
	if len(c.Second) > 0 && c.Second[0].End-c.Second[0].Start < c.First[0].End-c.First[0].Start {
		return c.Second[0].Start
	}
	return c.First[0].Start
}

// other is the path of a conflict that is not the one it shows at.
func other(c MergeConflict) string {
	for _, p := range c.Paths {
		if p != c.Path {
			return p
		}
	}
	return "it"
}
