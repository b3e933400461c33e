package gitrepo

import (
	"context"
	"errors"
	"sync"

	"github.com/comity-dev/comity/detect"
)

// look is what one Gather saw, for the questions that follow it.
type look struct {
	base  string
	mu    sync.Mutex // the graph's marks serve one walk at a time
	graph *graph
}

var errNoLook = errors.New("the clone was asked about sides before they were gathered")

// Common tells for each pair of heads of the last Gather the newest commit that
// both contain and the base lacks: where two branches that were built on the
// same unfinished work went apart. Where there are several, the one with the
// latest commit date is taken.
func (r *Repo) Common(_ context.Context, heads [][2]string) ([]string, error) {
	seen := r.seen.Load()
	if seen == nil {
		return nil, errNoLook
	}
	seen.mu.Lock()
	defer seen.mu.Unlock()
	g := seen.graph
	out := make([]string, len(heads))
	met := make([]int, len(g.commits)) // the last pair whose second head reached a commit
	last := int32(-1)
	for n, pair := range heads {
		a, okA := g.find(pair[0])
		b, okB := g.find(pair[1])
		if !okA || !okB {
			continue
		}
		if a != last {
			g.begin()
			g.spread(a, func(int32) {})
			last = a
		}
		if i := g.newestMarked(b, met, n+1); i >= 0 {
			out[n] = g.commits[i].id
		}
	}
	return out, nil
}

// newestMarked walks from head to the first commits that the current walk has
// met, and returns the newest of them that the base lacks, or -1.
func (g *graph) newestMarked(head int32, met []int, walk int) int32 {
	newest := int32(-1)
	stack := []int32{head}
	met[head] = walk
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		c := &g.commits[i]
		switch {
		case c.inBase:
			continue
		case g.marks[i] == g.epoch:
			if newest < 0 || g.newer(i, newest) {
				newest = i
			}
			continue
		}
		for _, p := range c.parents {
			if met[p] != walk {
				met[p] = walk
				stack = append(stack, p)
			}
		}
	}
	return newest
}

func (g *graph) newer(a, b int32) bool {
	x, y := &g.commits[a], &g.commits[b]
	return x.committed > y.committed || x.committed == y.committed && x.id < y.id
}

// newest is the newest of some commits by commit date, or -1.
func (g *graph) newest(commits []int32) int32 {
	newest := int32(-1)
	for _, i := range commits {
		if newest < 0 || g.newer(i, newest) {
			newest = i
		}
	}
	return newest
}

// Compare lists what changed between the two commits of each pair.
func (r *Repo) Compare(ctx context.Context, commits [][2]string) ([][]detect.FileChange, error) {
	var ids []string
	for _, pair := range commits {
		ids = append(ids, pair[0], pair[1])
	}
	trees, err := r.objects.trees(ctx, ids)
	if err != nil {
		return nil, err
	}
	pairs := make([]treePair, len(commits))
	for i := range pairs {
		pairs[i] = treePair{old: trees[2*i], new: trees[2*i+1]}
	}
	diffs, err := r.compare(ctx, pairs)
	if err != nil {
		return nil, err
	}
	out := make([][]detect.FileChange, len(diffs))
	for i := range diffs {
		out[i] = diffs[i].files
	}
	return out, nil
}
