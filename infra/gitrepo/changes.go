package gitrepo

import (
	"context"

	"github.com/comity-dev/comity/detect"
)

// changes reads the change set of every side that is kept, in their order.
func (r *Repo) changes(ctx context.Context, g *graph, sides []*side) ([]detect.ChangeSet, error) {
	pairs, first := changePairs(g, sides)
	diffs, err := r.compare(ctx, pairs)
	if err != nil {
		return nil, err
	}
	var sets []detect.ChangeSet
	for i, one := range sides {
		if !one.kept {
			continue
		}
		own := diffs[first[i]]
		set := detect.ChangeSet{Side: one.Side, Files: own.files}
		if one.lean >= 0 {
			var others [][]detect.FileChange
			for _, n := range one.mergedBeside(g, sides) {
				others = append(others, diffs[first[n]].files)
			}
			for k := range one.beside {
				others = append(others, diffs[first[i]+2+k].files)
			}
			fromBase := diffs[first[i]+1].files
			set.Files = ownFiles(own.files, fromBase, others)
			set.FromBase = sameFiles(fromBase, set.Files)
		}
		for _, reason := range own.gaps {
			set.Gaps = append(set.Gaps, detect.Gap{Side: one.ID, Reason: reason})
		}
		sets = append(sets, set)
	}
	return sets, nil
}

// changePairs lists the trees to compare, and where those of each kept side
// begin: its merge base and its head; but of one that builds on the work of
// others, what it leans on and its head, its merge base and its head, and what
// else it merged. Of all but the first only the files of the first are kept.
func changePairs(g *graph, sides []*side) (pairs []treePair, first []int) {
	tree := func(i int32) string { return g.commits[i].tree }
	first = make([]int, len(sides))
	for i, one := range sides {
		if !one.kept {
			continue
		}
		first[i] = len(pairs)
		within := 0
		if one.lean >= 0 {
			pairs = append(pairs, treePair{old: tree(one.lean), new: tree(one.head)})
			within = len(pairs)
		}
		pairs = append(pairs, treePair{old: tree(one.fork), new: tree(one.head), within: within})
		for _, m := range one.beside {
			pairs = append(pairs, treePair{old: tree(m.fork), new: tree(m.commit), within: within})
		}
	}
	return pairs, first
}
