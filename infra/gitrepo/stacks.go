package gitrepo

import (
	"cmp"
	"slices"
	"time"

	"github.com/comity-dev/comity/detect"
)

// maxBeside bounds for how many commits of others that one side merged it is
// asked what they changed. Beyond it their changes count as the side's own.
const maxBeside = 100

// findStacks fills in which sides contain which others, what each one builds
// on, and since when its own work is there.
func findStacks(g *graph, sides []*side) {
	sideAt := make([]int32, len(g.commits)) // side number + 1 of each head
	for n, one := range sides {
		sideAt[one.head] = int32(n) + 1
	}
	only := make([]int32, len(g.commits)) // number + 1 of the only side that holds a commit; of several: -1
	for number, one := range sides {
		g.begin()
		g.spread(one.head, func(i int32) {
			if only[i] == 0 {
				only[i] = int32(number) + 1
			} else {
				only[i] = -1
			}
			if n := sideAt[i]; n > 0 && i != one.head {
				one.inner = append(one.inner, n-1)
			}
		})
		// All of them are part of one, so the one with the longest history is
		// the fewest commits away, and comes before those it contains itself.
		slices.SortFunc(one.inner, func(a, b int32) int {
			if c := cmp.Compare(sides[b].hist.size, sides[a].hist.size); c != 0 {
				return c
			}
			return detect.CompareSides(sides[a].ID, sides[b].ID)
		})
		if len(one.inner) > 0 {
			one.StackedOn = sides[one.inner[0]].ID
			one.Contains = make([]detect.SideID, len(one.inner))
		}
		for i, n := range one.inner {
			one.Contains[i] = sides[n].ID
		}
	}
	g.setStarts(sides, only)
	owners := make([]int32, len(g.commits))
	for _, n := range claimOrder(sides) {
		met, since := g.claim(owners, sides[n].head, n+1)
		sides[n].Arrived = time.Unix(since, 0).UTC()
		sides[n].leanOn(g, g.maximal(met), sideAt)
	}
}

// setStarts fills in since when a side is there, as far as that is its own
// doing: what it merged of others may be older. A side that others contain
// altogether has nothing to itself, so all its commits count. None starts before
// those it contains, so that a stack keeps the order it is built in, whatever
// the dates.
func (g *graph) setStarts(sides []*side, only []int32) {
	own := make([]int64, len(sides))
	for i, one := range sides {
		own[i] = lastSecond + 1
		one.start = one.hist.since
	}
	for i, n := range only {
		if n > 0 && !g.commits[i].inBase {
			own[n-1] = min(own[n-1], g.commits[i].authored)
		}
	}
	for i, one := range sides {
		if own[i] <= lastSecond {
			one.start = own[i]
		}
		for _, n := range one.inner {
			one.start = max(one.start, sides[n].hist.since)
		}
	}
}

// claimOrder is the order in which sides claim the commits they contain, so that
// each commit has one owner: the side that was there first, then the smaller
// one, so that it comes before those which contain it, then by id.
func claimOrder(sides []*side) []int32 {
	order := make([]int32, len(sides))
	for i := range sides {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		x, y := sides[a], sides[b]
		return cmp.Or(cmp.Compare(x.start, y.start), cmp.Compare(x.hist.size, y.hist.size),
			detect.CompareSides(x.ID, y.ID))
	})
	return order
}

// claim makes owner that of all commits of head that have none yet. It returns
// the commits of other owners at which it stopped, and the oldest author date
// of those it claimed. A rebase keeps author dates.
func (g *graph) claim(owners []int32, head, owner int32) (met []int32, since int64) {
	since = g.commits[head].authored
	stack := []int32{head}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		c := &g.commits[i]
		switch {
		case c.inBase || owners[i] == owner:
			continue
		case owners[i] != 0:
			met = append(met, i)
			continue
		}
		owners[i] = owner
		since = min(since, c.authored)
		stack = append(stack, c.parents...)
	}
	return met, since
}

// maximal leaves out every commit that another of them contains.
func (g *graph) maximal(commits []int32) []int32 {
	slices.Sort(commits)
	commits = slices.Compact(commits)
	if len(commits) < 2 {
		return commits
	}
	g.begin()
	for _, i := range commits {
		for _, p := range g.commits[i].parents {
			g.spread(p, func(int32) {})
		}
	}
	return slices.DeleteFunc(commits, func(i int32) bool { return g.marks[i] == g.epoch })
}

// leanOn decides from which of the commits of other owners the side's own change
// is measured: the newest one that shares history with the base. The others are
// noted, apart from heads of sides, which are known anyhow.
func (one *side) leanOn(g *graph, foreign, sideAt []int32) {
	slices.SortFunc(foreign, func(a, b int32) int {
		if g.newer(a, b) {
			return -1
		}
		return 1
	})
	one.lean = -1
	for _, i := range foreign {
		if one.lean >= 0 && sideAt[i] > 0 || len(one.beside) == maxBeside {
			continue
		}
		fork := g.newest(g.trace(i, nil).forks)
		switch {
		case fork < 0:
		case one.lean < 0:
			one.lean = i
		default:
			one.beside = append(one.beside, merged{i, fork})
		}
	}
}

// mergedBeside lists the sides that this one contains, apart from those that are
// part of what it leans on.
func (one *side) mergedBeside(g *graph, sides []*side) []int32 {
	if len(one.inner) == 0 {
		return nil
	}
	g.begin()
	g.spread(one.lean, func(int32) {})
	var beside []int32
	for _, n := range one.inner {
		if g.marks[sides[n].head] != g.epoch {
			beside = append(beside, n)
		}
	}
	return beside
}

// ownFiles is what a side changes itself that builds on the work of others: what
// differs from the commit it leans on, as long as it also differs from the base,
// so that a newer base which it merged does not count, and as long as it did not
// come unchanged from other work that it merged.
func ownFiles(fromLean, fromBase []detect.FileChange, others [][]detect.FileChange) []detect.FileChange {
	inBase := paths(fromBase)
	foreign := map[string][]detect.Entry{}
	for _, other := range others {
		for _, f := range other {
			if inBase[f.Path] {
				foreign[f.Path] = append(foreign[f.Path], f.New)
			}
		}
	}
	var own []detect.FileChange
	for _, f := range fromLean {
		if (inBase[f.Path] || inBase[f.OldPath]) && !slices.Contains(foreign[f.Path], f.New) {
			own = append(own, f)
		}
	}
	return own
}

// sameFiles keeps of all changes those that are about the given files, under any
// of their names.
func sameFiles(all, files []detect.FileChange) []detect.FileChange {
	named := make(map[string]bool, len(files))
	for _, f := range files {
		named[f.Path] = true
		if f.OldPath != "" {
			named[f.OldPath] = true
		}
	}
	out := []detect.FileChange{}
	for _, f := range all {
		if named[f.Path] || f.OldPath != "" && named[f.OldPath] {
			out = append(out, f)
		}
	}
	return out
}
