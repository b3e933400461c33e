package app

import (
	"maps"
	"slices"

	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/detect/merge3"
)

// landed is a side as it would stand on the target's head.
type landed struct {
	side      *detect.Side
	changes   map[string]detect.Entry // against the target's head, the work below it included
	merge     *merge3.Side
	conflicts []merge3.Conflict // of its own files with the target
	below     *landed           // the side it is stacked on
}

// conflictPaths names the files that conflict with the target and do so not
// already in the side below.
func (l *landed) conflictPaths() []string {
	var paths []string
	for _, c := range l.conflicts {
		paths = append(paths, c.Paths...)
	}
	if l.below != nil {
		below := l.below.conflictPaths()
		paths = slices.DeleteFunc(paths, func(p string) bool { return slices.Contains(below, p) })
	}
	return unique(paths)
}

// land puts a side on the target's head, with the side it is stacked on.
func (d *deepener) land(s *detect.Side) *landed {
	if l := d.landed[s.ID]; l != nil {
		return l
	}
	l := &landed{side: s, changes: map[string]detect.Entry{}}
	d.landed[s.ID] = l // before going down, so that a cycle of stacks ends
	if below := d.change[s.StackedOn]; below != nil {
		l.below = d.land(below.Side)
		maps.Copy(l.changes, l.below.changes)
	}
	if cs := d.change[s.ID]; cs != nil {
		d.landOn(l, cs)
	}
	l.merge = merge3.NewSide(d.base, asChanges(l.changes))
	return l
}

// fromBase is a side's change measured from its merge base with the target.
func fromBase(cs *detect.ChangeSet) []detect.FileChange {
	if cs.FromBase != nil {
		return cs.FromBase
	}
	return cs.Files
}

// landOn merges the side's own files with what the target did to them since.
// Most did not change there and need no merge.
func (d *deepener) landOn(l *landed, cs *detect.ChangeSet) {
	start, own := sideTree(fromBase(cs))
	var since []merge3.Change
	for p := range own {
		if now := d.got.Base.Tree[p]; now != start[p] {
			since = append(since, merge3.Change{Path: p, New: now})
		}
	}
	for from, to := range d.moved[cs.Side.MergeBase] {
		if _, mine := start[from]; mine {
			since = append(since, merge3.Change{Path: to, New: d.got.Base.Tree[to]})
		}
	}
	if len(since) == 0 {
		maps.Copy(l.changes, own)
		return
	}
	d.landMerged(l, cs, start, own, since)
}

func (d *deepener) landMerged(l *landed, cs *detect.ChangeSet, start detect.Tree, own map[string]detect.Entry, since []merge3.Change) {
	base := merge3.NewPartialBase(start)
	res := merge3.Merge(base, merge3.NewSide(base, since), merge3.NewSide(base, asChanges(own)), d.merge)
	maps.Copy(d.blobs.made, res.Blobs)
	l.conflicts = res.Conflicts
	for p := range own {
		delete(l.changes, p) // what the side below left there is no longer so
	}
	open := map[string]bool{}
	for _, c := range res.Conflicts {
		for _, p := range c.Paths {
			open[p] = true
		}
	}
	for _, u := range res.Unknown {
		open[u.Path] = true
		cs.Gaps = append(cs.Gaps, detect.Gap{Side: cs.Side.ID, Path: u.Path, Reason: u.Reason})
	}
	for _, c := range res.Changes {
		if !open[c.Path] && c.New != d.got.Base.Tree[c.Path] {
			l.changes[c.Path] = c.New
		}
	}
}

// sideTree gives the files a side changes as they were before and as they are
// on the side, absent ones included.
func sideTree(files []detect.FileChange) (start detect.Tree, own map[string]detect.Entry) {
	start, own = detect.Tree{}, map[string]detect.Entry{}
	for _, f := range files {
		own[f.Path] = f.New
		if f.OldPath != "" {
			start[f.OldPath] = f.Old
			if _, again := own[f.OldPath]; !again {
				own[f.OldPath] = detect.Entry{}
			}
			continue
		}
		if !f.Old.Absent() {
			start[f.Path] = f.Old
		}
	}
	return start, own
}

// charged returns the conflicts of a pair that neither side brings along from
// the side it is stacked on, and that are about something both sides change
// themselves.
func (d *deepener) charged(m *detect.Meeting) []merge3.Conflict {
	first, second := d.land(m.First), d.land(m.Second)
	conflicts := d.between(first, second)
	if len(conflicts) == 0 {
		return nil
	}
	if first.below == nil && second.below == nil {
		return conflicts
	}
	known := map[string]bool{}
	learn := func(a, b *landed) {
		if a != nil && b != nil && a != b {
			for _, c := range d.between(a, b) {
				known[c.Path] = true
			}
		}
	}
	learn(first.below, second)
	learn(first, second.below)
	return slices.DeleteFunc(slices.Clone(conflicts), func(c merge3.Conflict) bool {
		return known[c.Path] || !changesAny(m.First, c.Paths) || !changesAny(m.Second, c.Paths)
	})
}

func changesAny(s *detect.Side, paths []string) bool {
	return slices.ContainsFunc(s.Changes, func(f detect.FileChange) bool {
		return slices.Contains(paths, f.Path) || f.OldPath != "" && slices.Contains(paths, f.OldPath)
	})
}

// between merges two landed sides over the target's head.
func (d *deepener) between(a, b *landed) []merge3.Conflict {
	verdict := d.merge
	verdict.VerdictOnly = true
	res := merge3.Merge(d.base, a.merge, b.merge, verdict)
	for _, u := range res.Unknown {
		d.unknown(a.side, u)
		d.unknown(b.side, u)
	}
	return res.Conflicts
}

// unknown records a shared file that could not be merged, once for each side.
func (d *deepener) unknown(s *detect.Side, u merge3.Unknown) {
	cs := d.change[s.ID]
	gap := detect.Gap{Side: s.ID, Path: u.Path, Reason: u.Reason}
	if !slices.Contains(cs.Gaps, gap) {
		cs.Gaps = append(cs.Gaps, gap)
	}
}

func asChanges(entries map[string]detect.Entry) []merge3.Change {
	out := make([]merge3.Change, 0, len(entries))
	for p, e := range entries {
		out = append(out, merge3.Change{Path: p, New: e})
	}
	return out
}
