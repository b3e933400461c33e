package gitrepo

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/comity-dev/comity/detect"
)

// traceSides fills in the history of every side and drops, with a note, those
// that share no history with the base.
func traceSides(g *graph, sides []*side, base string, cut map[string]bool) ([]*side, []string) {
	var notes []string
	sides = slices.DeleteFunc(sides, func(one *side) bool {
		one.hist = g.trace(one.head, cut)
		if one.unclear(cut) || len(one.hist.forks) > 0 {
			return false
		}
		if one.wanted {
			notes = append(notes, fmt.Sprintf("%s shares no history with %s and is left out.", one.ID.Label(), base))
		}
		return true
	})
	return sides, notes
}

// unclear reports whether a shallow clone may lack commits between the side and
// the base.
func (one *side) unclear(cut map[string]bool) bool {
	return cut != nil && (one.hist.cut || one.hist.root)
}

// findForks fills in the merge base of the sides that are kept.
//
// The merge base is the commit of the base that the side grew from. A side that
// merged the base grew from several; only those count that no other of them
// contains. If several are left (the base and the side merged each other, a
// criss-cross), the newest by commit date is taken, and of two equally old ones
// the one with the smaller id. The newest one usually leaves the fewest of the
// base's own changes in the side's difference.
func (r *Repo) findForks(ctx context.Context, s *refSet, g *graph, sides []*side, base string, cut map[string]bool) error {
	var kept []*side
	var shallow []detect.SideID
	for _, one := range sides {
		if one.kept {
			kept = append(kept, one)
		}
		if one.kept && one.unclear(cut) {
			shallow = append(shallow, one.ID)
		}
	}
	if len(shallow) > 0 {
		return s.shallowError(base, shallow, "")
	}
	dag, err := r.forkAncestry(ctx, g, kept, cut)
	if err != nil {
		return err
	}
	for _, one := range kept {
		forks := dag.independent(g, one.hist.forks)
		if len(forks) > 1 && dag.cut {
			shallow = append(shallow, one.ID)
			continue
		}
		one.fork = g.newest(forks)
		one.MergeBase = g.commits[one.fork].id
	}
	if len(shallow) > 0 {
		return s.shallowError(base, shallow, "")
	}
	return nil
}

// ancestry is a piece of the base's history that shows which of some commits
// contain which others. Commits are in an order in which none comes after its
// parents.
type ancestry struct {
	index   map[string]int32
	parents [][]int32
	cut     bool    // a shallow fetch left out parents: more may be contained than it shows
	marks   []int32 // marks[i] == epoch: commit i was met in the current walk
	epoch   int32
}

// forkAncestry reads the history between all fork points of the sides that have
// several. It is nil if no side has.
func (r *Repo) forkAncestry(ctx context.Context, g *graph, sides []*side, cut map[string]bool) (*ancestry, error) {
	unclear := map[int32]bool{}
	for _, one := range sides {
		if len(one.hist.forks) > 1 {
			for _, f := range one.hist.forks {
				unclear[f] = true
			}
		}
	}
	if len(unclear) == 0 {
		return nil, nil
	}
	var ids []string
	oldest := int32(-1)
	for f := range unclear {
		ids = append(ids, g.commits[f].id)
		if oldest < 0 || g.commits[f].committed < g.commits[oldest].committed {
			oldest = f
		}
	}
	slices.Sort(ids)
	// No path between two of the commits leads through an ancestor of the
	// oldest, so the walk can stop there. That holds as long as none of them is
	// such an ancestor itself, which only a wrong clock makes possible.
	dag, err := r.readAncestry(ctx, ids, "^"+g.commits[oldest].id+"^@\n", cut)
	if err != nil || dag.holds(ids) {
		return dag, err
	}
	return r.readAncestry(ctx, ids, "", cut)
}

func (r *Repo) readAncestry(ctx context.Context, ids []string, limit string, cut map[string]bool) (*ancestry, error) {
	a := &ancestry{index: map[string]int32{}}
	var parents [][]string
	err := r.git.run(ctx, strings.Join(ids, "\n")+"\n"+limit, func(s *scanner) error {
		return s.each('\n', maxCommitLine, func(line []byte) error {
			f := strings.Fields(string(line))
			if len(f) == 0 {
				return errCommitLine
			}
			a.index[f[0]] = int32(len(parents))
			a.cut = a.cut || cut[f[0]]
			parents = append(parents, f[1:])
			return nil
		})
	}, "rev-list", "--stdin", "--topo-order", "--parents")
	if err != nil {
		return nil, err
	}
	a.parents = make([][]int32, len(parents))
	for i, list := range parents {
		for _, id := range list {
			if p, ok := a.index[id]; ok { // the others are beyond the limit
				a.parents[i] = append(a.parents[i], p)
			}
		}
	}
	a.marks = make([]int32, len(parents))
	return a, nil
}

func (a *ancestry) holds(ids []string) bool {
	for _, id := range ids {
		if _, ok := a.index[id]; !ok {
			return false
		}
	}
	return true
}

// independent leaves out every fork point that another one contains.
func (a *ancestry) independent(g *graph, forks []int32) []int32 {
	if len(forks) < 2 {
		return forks
	}
	a.epoch++
	var stack []int32
	last := int32(0)
	for _, f := range forks {
		i := a.index[g.commits[f].id]
		last = max(last, i)
		stack = append(stack, a.parents[i]...)
	}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		// Beyond the last fork point nothing leads to one any more.
		if i > last || a.marks[i] == a.epoch {
			continue
		}
		a.marks[i] = a.epoch
		stack = append(stack, a.parents[i]...)
	}
	return slices.DeleteFunc(slices.Clone(forks), func(f int32) bool {
		return a.marks[a.index[g.commits[f].id]] == a.epoch
	})
}
