package gitrepo

import (
	"cmp"
	"slices"
	"time"

	"github.com/comity-dev/comity/detect"
)

// findStacks fills in which sides contain which others, and since when each
// one's own work is there.
func findStacks(g *graph, sides []*side) {
	sideAt := make([]int32, len(g.commits)) // side number + 1 of each head
	for n, one := range sides {
		sideAt[one.head] = int32(n) + 1
	}
	for _, one := range sides {
		g.begin()
		g.spread(one.head, func(i int32) {
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
		one.Arrived = time.Unix(g.firstAuthored(sides, one), 0).UTC()
	}
}

// firstAuthored is the oldest author date of the commits that a side has beyond
// those it contains. A rebase keeps author dates.
func (g *graph) firstAuthored(sides []*side, one *side) int64 {
	g.begin()
	for _, n := range one.inner {
		g.spread(sides[n].head, func(int32) {})
	}
	oldest := g.commits[one.head].authored
	g.spread(one.head, func(i int32) {
		if c := &g.commits[i]; !c.inBase {
			oldest = min(oldest, c.authored)
		}
	})
	return oldest
}

// mergedBeside lists the sides that side i contains, apart from the one it is
// built on and from what that one contains itself. marks has one number for
// each side and is reused.
func mergedBeside(sides []*side, i int, marks []int32) []int32 {
	inner := sides[i].inner
	seen := int32(i) + 1
	marks[inner[0]] = seen
	for _, n := range sides[inner[0]].inner {
		marks[n] = seen
	}
	var beside []int32
	for _, n := range inner {
		if marks[n] != seen {
			beside = append(beside, n)
		}
	}
	return beside
}

// ownFiles is what a stacked side changes itself: what differs from the side it
// is built on, as long as it also differs from the base, so that a newer base
// which it merged does not count, and as long as it did not come unchanged from
// another side that it merged.
func ownFiles(fromParent, fromBase []detect.FileChange, others [][]detect.FileChange) []detect.FileChange {
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
	for _, f := range fromParent {
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
