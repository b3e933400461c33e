package gitrepo

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/comity-dev/comity/detect"
)

// side is an open piece of work on its way to becoming a change set.
type side struct {
	*detect.Side
	head   int32
	wanted bool     // by the caller
	kept   bool     // wanted, or part of one that is
	notes  []string // what to tell if the side is wanted
	hist   history
	fork   int32    // merge base, once it is known
	start  int64    // since when it is there; decides who owns what several sides contain
	inner  []int32  // numbers of the sides it contains, nearest first
	lean   int32    // the commit its own change is measured from; none: -1
	beside []merged // what else it merged of the work of others
}

// merged is a commit of somebody else's work, and the commit of the base that
// it grew from.
type merged struct{ commit, fork int32 }

// copies is all refs of one branch or pull request.
type copies struct {
	branch string
	pull   int
	refs   []*ref
}

// gatherCopies groups refs: by branch name, by pull request number, and a
// branch with the pull request that has one of its copies as its head. Copies
// of the base are left out.
func (s *refSet) gatherCopies(base string) []*copies {
	branches := map[string]*copies{}
	pulls := map[int]*copies{}
	for _, r := range s.all {
		if r.broken {
			continue
		}
		switch r.kind {
		case localRef, remoteRef:
			if r.name != base {
				group(branches, r.name).refs = append(branches[r.name].refs, r)
			}
		case pullRef:
			group(pulls, r.pull).refs = append(pulls[r.pull].refs, r)
		}
	}
	byCommit := map[string][]*copies{}
	all := make([]*copies, 0, len(branches)+len(pulls))
	for _, name := range slices.Sorted(maps.Keys(branches)) {
		b := branches[name]
		b.branch = name
		all = append(all, b)
		for _, r := range b.refs {
			byCommit[r.commit] = append(byCommit[r.commit], b)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(pulls)) {
		p := pulls[n]
		p.pull = n
		if !p.joinBranch(byCommit) {
			all = append(all, p)
		}
	}
	return all
}

func group[K comparable](m map[K]*copies, key K) *copies {
	if m[key] == nil {
		m[key] = &copies{}
	}
	return m[key]
}

// joinBranch makes the pull request that of the first branch which is at the
// same commit and has none yet.
func (c *copies) joinBranch(byCommit map[string][]*copies) bool {
	for _, r := range c.refs {
		for _, b := range byCommit[r.commit] {
			if b.pull == 0 {
				b.pull = c.pull
				b.refs = append(b.refs, c.refs...)
				return true
			}
		}
	}
	return false
}

// open decides which copy stands for all: the first by rank, or one that holds
// it. Copies that are part of the base do not count; open is nil if all are.
func (c *copies) open(s *refSet, g *graph, target string) *side {
	refs := slices.SortedFunc(slices.Values(c.refs), func(a, b *ref) int {
		return cmp.Or(cmp.Compare(s.rank(a), s.rank(b)), cmp.Compare(a.full, b.full))
	})
	var best *ref
	var live []*ref
	var head int32
	for _, r := range refs {
		i, ok := g.find(r.commit)
		if !ok {
			continue
		}
		live = append(live, r)
		if best == nil || i != head && g.contains(i, head) {
			best, head = r, i
		}
	}
	if best == nil {
		return nil
	}
	id := detect.BranchID(c.branch)
	if c.pull > 0 {
		id = detect.PRID(c.pull)
	}
	one := &side{head: head, Side: &detect.Side{
		ID: id, Branch: c.branch, PR: c.pull, Target: target,
		Head: best.commit, Author: g.commits[head].author,
	}}
	for _, r := range live {
		if !g.contains(head, g.index[r.commit]) {
			one.notes = append(one.notes, fmt.Sprintf("%s and %s have diverged; %s is compared.",
				best.shown(), r.shown(), best.shown()))
		}
	}
	return one
}

// pick lists all sides, sorted by id, each commit once, and what is to be said
// about those that keep wants. Of two sides at one commit a wanted one counts.
func (s *refSet) pick(g *graph, base string, keep func(*detect.Side) bool) ([]*side, []string) {
	var all []*side
	for _, c := range s.gatherCopies(base) {
		if one := c.open(s, g, base); one != nil {
			one.wanted = keep == nil || keep(one.Side)
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b *side) int { return detect.CompareSides(a.ID, b.ID) })
	first := map[int32]*side{}
	for _, one := range all {
		if twin := first[one.head]; twin == nil || one.wanted && !twin.wanted {
			first[one.head] = one
		}
	}
	var notes []string
	all = slices.DeleteFunc(all, func(one *side) bool {
		twin := first[one.head]
		switch {
		case !one.wanted:
		case twin != one:
			notes = append(notes, fmt.Sprintf("%s is at the same commit as %s and is not compared on its own.",
				one.ID.Label(), twin.ID.Label()))
		default:
			notes = append(notes, one.notes...)
		}
		return twin != one
	})
	return all, notes
}

// keepWanted marks the sides that are wanted and those that are part of one: a
// stacked side is measured from the one below, wanted or not.
func keepWanted(sides []*side) {
	for _, one := range sides {
		if !one.wanted {
			continue
		}
		one.kept = true
		for _, n := range one.inner {
			sides[n].kept = true
		}
	}
}
