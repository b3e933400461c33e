package app

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/detect/merge3"
)

// landed is a side as it would stand on the target's head.
type landed struct {
	side    *detect.Side
	changes map[string]detect.Entry // against the target's head, the work below it included
	merge   *merge3.Side
	open    []string // files of its own that conflict with the target, sorted
	below   *landed  // the side it is stacked on
	// absorbed: the side changes files, and the target has all of it already.
	absorbed bool
	brings   bool // at least one file would change, or could not be told
}

// unsettled names the files that conflict with the target and do so not already
// in the side below.
func (l *landed) unsettled() []string {
	if l.below == nil {
		return l.open
	}
	below := l.below.unsettled()
	return slices.DeleteFunc(slices.Clone(l.open), func(p string) bool { return slices.Contains(below, p) })
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
	l.open = unique(l.open)
	l.absorbed = !l.brings && len(l.open) == 0 && s.Files > 0
	l.merge = merge3.NewSide(d.base, asChanges(l.changes))
	return l
}

// landOn merges each of the side's files with what the target did to it since,
// under the name the target has for it now. Most did not change there and need
// no merge.
func (d *deepener) landOn(l *landed, cs *detect.ChangeSet) {
	start, own := detect.Tree{}, map[string]detect.Entry{}
	files := map[string]detect.FileChange{}
	var since []merge3.Change
	for _, f := range fromBase(cs) {
		at := d.moved.onTarget(d.got.Base.Tree, cs.Side, f)
		if now := d.got.Base.Tree[at]; now == f.Old {
			d.place(l, f, at, f.New)
		} else {
			files[at], own[at] = f, f.New
			since = append(since, merge3.Change{Path: at, New: now})
			if !f.Old.Absent() {
				start[at] = f.Old
			}
		}
	}
	if len(since) > 0 {
		d.landMerged(l, cs, files, merge3.NewPartialBase(start), since, own)
	}
}

// place puts a landed file where it belongs. It conflicts with the target when
// the target renamed the file to another name, or has given the side's name for
// it to another file or to a folder.
func (d *deepener) place(l *landed, f detect.FileChange, at string, e detect.Entry) {
	target := d.got.Base.Tree
	to := at
	if f.OldPath != "" && at != f.Path {
		if now := target[f.Path]; at != f.OldPath || !now.Absent() && now != e {
			l.open = append(l.open, at, f.Path)
			return
		}
		to = f.Path
		l.set(target, at, detect.Entry{})
	}
	if !e.Absent() && target[to].Absent() && d.inTheWay(l, to) {
		l.open = append(l.open, to)
		return
	}
	l.set(target, to, e)
}

func (l *landed) set(target detect.Tree, p string, e detect.Entry) {
	l.changes[p] = e
	l.brings = l.brings || e != target[p]
}

// sameAsTarget reports whether a merged content is just what the target has,
// which its made-up object id does not show.
func (d *deepener) sameAsTarget(e detect.Entry, at string) bool {
	made, ok := d.blobs.made[e.OID]
	if !ok || e.Mode != d.got.Base.Tree[at].Mode {
		return false
	}
	now, ok := d.blobs.read(d.got.Base.Tree[at].OID)
	return ok && bytes.Equal(made, now)
}

// inTheWay reports whether the target has a folder of the path's name, or a file
// where the path needs a folder, that the side does not take away.
func (d *deepener) inTheWay(l *landed, p string) bool {
	if d.base.HasDir(p) && !slices.ContainsFunc(l.side.Changes, func(f detect.FileChange) bool { return strings.HasPrefix(startName(f), p+"/") }) {
		return true
	}
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		if !d.got.Base.Tree[dir].Absent() {
			return !slices.ContainsFunc(l.side.Changes, func(f detect.FileChange) bool {
				return startName(f) == dir && (f.OldPath != "" || f.New.Absent())
			})
		}
	}
	return false
}

func (d *deepener) landMerged(l *landed, cs *detect.ChangeSet, files map[string]detect.FileChange, base *merge3.Base, since []merge3.Change, own map[string]detect.Entry) {
	options := d.merge
	options.NoRenames = true
	res := merge3.Merge(base, merge3.NewSide(base, since), merge3.NewSide(base, asChanges(own)), options)
	maps.Copy(d.blobs.made, res.Blobs)
	leave := map[string]bool{}
	for _, c := range res.Conflicts {
		leave[c.Path] = true
		l.open = append(l.open, c.Path)
	}
	for _, u := range res.Unknown {
		leave[u.Path] = true
		l.brings = true
		cs.Gaps = append(cs.Gaps, detect.Gap{Side: cs.Side.ID, Path: u.Path, Reason: u.Reason})
	}
	merged := map[string]detect.Entry{}
	for _, c := range res.Changes {
		merged[c.Path] = c.New
	}
	for at, f := range files {
		delete(l.changes, at) // what the side below left there is no longer so
		delete(l.changes, f.Path)
		e, changed := merged[at]
		switch {
		case !changed:
			e = f.Old // both went back to where they started
		case d.sameAsTarget(e, at):
			e = d.got.Base.Tree[at]
		}
		if !leave[at] {
			d.place(l, f, at, e)
		}
	}
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
	known := map[string][]detect.LineRange{} // lines of the other side that the one below conflicts with
	learn := func(a, b *landed, lines func(merge3.Conflict) []detect.LineRange) {
		if a != nil && b != nil && a != b {
			for _, c := range d.between(a, b) {
				known[c.Path] = append(known[c.Path], lines(c)...)
			}
		}
	}
	learn(first.below, second, func(c merge3.Conflict) []detect.LineRange { return c.Theirs })
	learn(first, second.below, func(c merge3.Conflict) []detect.LineRange { return c.Ours })
	firstOwn, secondOwn := ownNames(m.First), ownNames(m.Second)
	return slices.DeleteFunc(slices.Clone(conflicts), func(c merge3.Conflict) bool {
		if !anyIn(firstOwn, c.Paths) || !anyIn(secondOwn, c.Paths) {
			return true
		}
		lines, below := known[c.Path]
		return below && (allMeet(c.Theirs, lines) || allMeet(c.Ours, lines))
	})
}

// allMeet reports whether each of some stretches of lines meets one of those
// that are known; that is so when there are none to tell apart.
func allMeet(some, known []detect.LineRange) bool {
	for _, r := range some {
		if !slices.ContainsFunc(known, func(k detect.LineRange) bool { return r.Start <= k.End && k.Start <= r.End }) {
			return false
		}
	}
	return true
}

// ownNames is every name of the files a side changes itself.
func ownNames(s *detect.Side) map[string]bool {
	names := make(map[string]bool, len(s.Changes))
	for _, f := range s.Changes {
		names[f.Path] = true
		names[startName(f)] = true
	}
	return names
}

func anyIn(names map[string]bool, paths []string) bool {
	return slices.ContainsFunc(paths, func(p string) bool { return names[p] })
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
