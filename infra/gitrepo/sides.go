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
	head  int32
	notes []string // what to tell if the side is kept
	hist  history
	fork  int32   // merge base, once it is known
	inner []int32 // numbers of the sides it contains, nearest first
}

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

// pick lists the sides that keep wants, sorted by id, each commit once, and
// what is to be said about the choice.
func (s *refSet) pick(g *graph, base string, keep func(*detect.Side) bool) ([]*side, []string) {
	var kept []*side
	for _, c := range s.gatherCopies(base) {
		if one := c.open(s, g, base); one != nil && (keep == nil || keep(one.Side)) {
			kept = append(kept, one)
		}
	}
	slices.SortFunc(kept, func(a, b *side) int { return detect.CompareSides(a.ID, b.ID) })
	var notes []string
	first := map[int32]*side{}
	kept = slices.DeleteFunc(kept, func(one *side) bool {
		if twin := first[one.head]; twin != nil {
			notes = append(notes, fmt.Sprintf("%s is at the same commit as %s and is not compared on its own.",
				one.ID.Label(), twin.ID.Label()))
			return true
		}
		first[one.head] = one
		notes = append(notes, one.notes...)
		return false
	})
	return kept, notes
}
