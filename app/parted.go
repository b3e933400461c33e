package app

import (
	"context"
	"maps"
	"slices"

	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/detect/merge3"
)

// parted is what two sides changed since they went apart. Sides that were built
// on the same unfinished work share commits which the target lacks; what those
// changed is common to both and no collision.
type parted struct {
	first, second []detect.FileChange
}

// part finds the meetings of sides that share commits, and what each of the two
// changed since.
func (d *deepener) part(ctx context.Context, meetings []*detect.Meeting) error {
	d.parted = map[pair]*parted{}
	heads := make([][2]string, len(meetings))
	for i, m := range meetings {
		heads[i] = [2]string{m.First.Head, m.Second.Head}
	}
	common, err := d.src.Common(ctx, heads)
	if err != nil {
		return err
	}
	var commits [][2]string
	at := map[[2]string]int{} // where the changes between two commits are
	ask := func(from, to string) {
		if key := [2]string{from, to}; from != "" {
			if _, asked := at[key]; !asked {
				at[key] = len(commits)
				commits = append(commits, key)
			}
		}
	}
	for i, m := range meetings {
		ask(common[i], m.First.Head)
		ask(common[i], m.Second.Head)
	}
	if len(commits) == 0 {
		return nil
	}
	changes, err := d.src.Compare(ctx, commits)
	if err != nil {
		return err
	}
	for i, m := range meetings {
		if common[i] != "" {
			d.parted[pairOf(m)] = &parted{changes[at[[2]string{common[i], m.First.Head}]], changes[at[[2]string{common[i], m.Second.Head}]]}
		}
	}
	return nil
}

// keepOwn drops the overlaps that both sides brought along from before they
// went apart.
func (p *parted) keepOwn(m *detect.Meeting) {
	first, second := detect.SharedPaths(p.first), detect.SharedPaths(p.second)
	m.Overlaps = slices.DeleteFunc(m.Overlaps, func(o detect.Overlap) bool {
		_, inFirst := slices.BinarySearch(first, o.First.Path)
		_, inSecond := slices.BinarySearch(second, o.Second.Path)
		return !inFirst || !inSecond
	})
}

// partedConflicts merges two sides over the commit where they went apart, as
// git would. Files that a side must first settle with the target are left out.
func (d *deepener) partedConflicts(m *detect.Meeting, p *parted) []merge3.Conflict {
	d.prefetchParted(p)
	startFirst, first := sideTree(p.first)
	startSecond, second := sideTree(p.second)
	maps.Copy(startFirst, startSecond)
	base := merge3.NewPartialBase(startFirst)
	verdict := d.merge
	verdict.VerdictOnly = true
	res := merge3.Merge(base, merge3.NewSide(base, asChanges(first)), merge3.NewSide(base, asChanges(second)), verdict)
	for _, u := range res.Unknown {
		d.unknown(m.First, u)
		d.unknown(m.Second, u)
	}
	unsettled := append(slices.Clone(d.land(m.First).open), d.land(m.Second).open...)
	return slices.DeleteFunc(res.Conflicts, func(c merge3.Conflict) bool {
		return slices.ContainsFunc(c.Paths, func(path string) bool { return slices.Contains(unsettled, path) })
	})
}

func (d *deepener) prefetchParted(p *parted) {
	first, second := detect.SharedPaths(p.first), detect.SharedPaths(p.second)
	d.blobs.fetch(append(wanted(p.first, nil, anyNamed(second)), wanted(p.second, nil, anyNamed(first))...))
}

// sideTree gives the files of some changes as they were before, where they were
// there, and as they are after, absent ones included.
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
