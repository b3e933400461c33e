package gitrepo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/comity-dev/comity/detect"
)

// graphOf is a drawn history as Gather sees it, without git: every commit that
// the one called base does not hold.
func graphOf(rt *rapid.T, d dag, base int) *graph {
	b := graphBuilder{g: &graph{index: map[string]int32{}}}
	inBase := d.above(base)
	for i, list := range d {
		var parents []string
		for _, p := range list {
			parents = append(parents, fmt.Sprint("c", p))
		}
		mark := ">"
		if inBase[i] {
			mark = "-"
		}
		at, authored := rapid.IntRange(1, 9).Draw(rt, "time"), rapid.IntRange(1, 4).Draw(rt, "authored")
		line := fmt.Sprintf("%sc%d t %s\x00%d\x00%d\x00Maya", mark, i, strings.Join(parents, " "), authored, at)
		if err := b.add([]byte(line)); err != nil {
			rt.Fatal(err)
		}
	}
	g, err := b.finish()
	if err != nil {
		rt.Fatal(err)
	}
	return g
}

// Every commit that the base lacks has exactly one owner, a side that holds it;
// no side has an earlier claim than those it contains; and what a side leans on
// and merged holds all that is not its own.
func TestEveryCommitHasOneOwner(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := drawDAG(rt)
		commit := rapid.IntRange(0, len(d)-1)
		base := commit.Draw(rt, "base")
		g := graphOf(rt, d, base)
		var sides []*side
		for _, head := range rapid.SliceOfNDistinct(commit, 1, 8, rapid.ID).Draw(rt, "heads") {
			if _, open := g.find(fmt.Sprint("c", head)); open {
				sides = append(sides, &side{Side: &detect.Side{ID: detect.BranchID(fmt.Sprint(head))}, head: int32(head)})
			}
		}
		sides, _ = traceSides(g, sides, "main", nil)
		findStacks(g, sides)
		owned := map[int]string{}
		owners := make([]int32, len(g.commits))
		for _, n := range claimOrder(sides) {
			one := sides[n]
			for _, m := range one.inner {
				if owners[sides[m].head] == 0 {
					rt.Fatalf("%s comes before %s, which it contains", one.ID, sides[m].ID)
				}
			}
			met, since := g.claim(owners, one.head, n+1)
			oldest := g.commits[one.head].authored
			var mine []int
			for i := range d.above(int(one.head)) {
				if g.commits[i].inBase || owned[i] != "" {
					continue
				}
				owned[i] = string(one.ID)
				mine = append(mine, i)
				oldest = min(oldest, g.commits[i].authored)
				if owners[i] != n+1 {
					rt.Fatalf("commit %d belongs to %d, not %s", i, owners[i], one.ID)
				}
			}
			if since != oldest || one.Arrived.Unix() != oldest || !slices.Contains(mine, int(one.head)) {
				rt.Fatalf("%s owns %v, since %d, arrived %v", one.ID, mine, oldest, one.Arrived)
			}
			checkLean(rt, g, d, one, mine, g.maximal(met))
		}
	})
}

// checkLean checks what a side builds on, given the commits it owns and the
// newest ones that others own.
func checkLean(rt *rapid.T, g *graph, d dag, one *side, mine []int, best []int32) {
	reached := map[int]bool{}
	for _, m := range best {
		for i := range d.above(int(m)) {
			reached[i] = true
		}
		for _, other := range best {
			if other != m && d.above(int(other))[int(m)] {
				rt.Fatalf("%d holds %d, both are given", other, m)
			}
		}
	}
	for i := range d.above(int(one.head)) {
		if !g.commits[i].inBase && !slices.Contains(mine, i) != reached[i] {
			rt.Fatalf("%s: commit %d: own %v, leant on %v", one.ID, i, slices.Contains(mine, i), reached[i])
		}
	}
	if one.lean >= 0 && !slices.Contains(best, one.lean) {
		rt.Fatalf("%s leans on %d, not one of %v", one.ID, one.lean, best)
	}
	if len(best) > 0 && one.lean < 0 && len(g.trace(best[0], nil).forks) > 0 {
		rt.Fatalf("%s leans on nothing of %v", one.ID, best)
	}
}
