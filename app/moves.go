package app

import (
	"context"
	"slices"

	"github.com/comity-dev/comity/detect"
)

// moves is what the target renamed since a merge base: merge base → old path →
// new path.
type moves map[string]map[string]string

// fromBase is a side's change measured from its merge base with the target.
func fromBase(cs *detect.ChangeSet) []detect.FileChange {
	if cs.FromBase != nil {
		return cs.FromBase
	}
	return cs.Files
}

// startName is the name a file had where the side started.
func startName(f detect.FileChange) string {
	if f.OldPath != "" {
		return f.OldPath
	}
	return f.Path
}

// readMoves asks what the target renamed, for the sides that change a file it
// no longer has.
func readMoves(ctx context.Context, src Source, got *Gathered) (moves, error) {
	lost := func(f detect.FileChange) bool {
		return !f.Old.Absent() && got.Base.Tree[startName(f)].Absent()
	}
	var bases []string
	for i := range got.Changes {
		if cs := &got.Changes[i]; slices.ContainsFunc(fromBase(cs), lost) {
			bases = append(bases, cs.Side.MergeBase)
		}
	}
	if len(bases) == 0 {
		return nil, nil
	}
	return src.TargetRenames(ctx, unique(bases))
}

// onTarget is the name the target has for a file that the side changes.
func (m moves) onTarget(target detect.Tree, s *detect.Side, f detect.FileChange) string {
	from := startName(f)
	if f.Old.Absent() || !target[from].Absent() {
		return from
	}
	if to, ok := m[s.MergeBase][from]; ok {
		return to
	}
	return from
}

// touches adds the names that the target gave since to files of the side, so
// that it meets those who work on them under that name.
func (m moves) touches(cs *detect.ChangeSet, target string, rules *detect.Rules) []*detect.Touch {
	renamed := m[cs.Side.MergeBase]
	if len(renamed) == 0 {
		return nil
	}
	var out []*detect.Touch
	for i := range cs.Files {
		f := &cs.Files[i]
		to, ok := renamed[startName(*f)]
		if !ok || to == f.Path || rules.Ignored(to) {
			continue
		}
		out = append(out, &detect.Touch{
			Side: cs.Side, Scope: detect.PathScope(to), Operation: detect.OpModify, Basis: detect.Observed,
			Path: f.Path, File: f, Detail: target + " renamed it to " + to, Arrived: cs.Side.Arrived, Settled: rules.Regenerated(to),
		})
	}
	return out
}
