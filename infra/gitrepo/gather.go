package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/comity-dev/comity/app"
	"github.com/comity-dev/comity/detect"
)

const (
	policyName = ".comity.yml"
	// policyLimit is one byte more than any policy may have, so that a reader
	// can tell a policy of the full size from one that was cut.
	policyLimit = 10<<20 + 1
)

// Gather reads the base and every open branch and pull request that keep wants
// (all, if keep is nil), and those that are part of a wanted one. keep sees id,
// branch, pull request number, target, head and author. What a side changes does
// not depend on keep: each commit that the base lacks is the work of one of all
// open sides, wanted or not. A clone without enough history gives a
// *ShallowError, and so does a shallow one that holds nothing but the base,
// unless keep would not want that.
func (r *Repo) Gather(ctx context.Context, keep func(*detect.Side) bool) (*app.Gathered, error) {
	cut, err := r.cutCommits()
	if err != nil {
		return nil, err
	}
	refs, err := r.readRefs(ctx, r.base)
	if err != nil {
		return nil, err
	}
	choice, err := refs.chooseBase(r.base, cut != nil)
	if err != nil {
		return nil, err
	}
	graph, base, notes, err := r.settleBase(ctx, refs, choice, cut)
	if err != nil {
		return nil, err
	}
	if cut != nil && refs.missesSides(choice, base.commit, keep) {
		return nil, refs.shallowError(choice.name, nil, "")
	}
	out := &app.Gathered{Base: app.Base{Ref: choice.name, SHA: base.commit}, Notes: append(notes, refs.brokenNotes()...)}
	var treeNotes, sideNotes []string
	group, groupCtx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		out.Base.Tree, err = r.readTree(groupCtx, base.commit)
		if err == nil {
			out.Policy, treeNotes, err = r.readPolicy(groupCtx, out.Base)
		}
		return err
	})
	group.Go(func() (err error) {
		sides, picked := refs.pick(graph, choice.name, keep)
		sides, dropped := traceSides(graph, sides, choice.name, cut)
		sideNotes = append(picked, dropped...)
		findStacks(graph, sides)
		keepWanted(sides)
		if err := r.findForks(groupCtx, refs, graph, sides, choice.name, cut); err != nil {
			return err
		}
		out.Changes, err = r.changes(groupCtx, graph, sides)
		return err
	})
	if err := group.Wait(); err != nil {
		return nil, err
	}
	out.Notes = append(append(out.Notes, treeNotes...), sideNotes...)
	r.seen.Store(&look{base: base.commit, graph: graph})
	return out, nil
}

var errTreeEntry = errors.New("an unreadable entry in the tree of the base")

// readTree lists all files of a commit.
func (r *Repo) readTree(ctx context.Context, commit string) (detect.Tree, error) {
	tree := detect.Tree{}
	err := r.git.run(ctx, "", func(s *scanner) error {
		return s.each(0, maxPath, func(entry []byte) error {
			meta, path, ok := bytes.Cut(entry, []byte{'\t'})
			f := bytes.Fields(meta)
			if !ok || len(f) != 3 {
				return errTreeEntry
			}
			tree[string(path)] = detect.Entry{Mode: parseMode(f[0]), OID: string(f[2])}
			return nil
		})
	}, "ls-tree", "-r", "-z", "--full-tree", commit)
	return tree, err
}

// readPolicy reads the policy file of the base, if there is one. Of one that is
// larger than a policy may be, only so much is read that this shows.
func (r *Repo) readPolicy(ctx context.Context, base app.Base) (*app.PolicyFile, []string, error) {
	entry := base.Tree[policyName]
	name := base.Ref + ":" + policyName
	switch {
	case entry.Absent():
		return nil, nil, nil
	case !entry.Mode.Regular():
		return nil, []string{name + " is not a regular file and is not read."}, nil
	}
	data, err := r.objects.prefix(ctx, entry.OID, policyLimit)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return &app.PolicyFile{Name: name, Data: data}, nil, nil
}

// TargetRenames tells what the base of the last Gather renamed since each of the
// given commits. Every one of them has a map in the answer, empty if nothing was
// renamed.
func (r *Repo) TargetRenames(ctx context.Context, mergeBases []string) (map[string]map[string]string, error) {
	seen := r.seen.Load()
	if seen == nil {
		return nil, errNoLook
	}
	commits := slices.Clone(mergeBases)
	slices.Sort(commits)
	commits = slices.Compact(commits)
	if len(commits) == 0 {
		return map[string]map[string]string{}, nil
	}
	trees, err := r.objects.trees(ctx, append(commits, seen.base))
	if err != nil {
		return nil, err
	}
	pairs := make([]treePair, len(commits))
	for i := range commits {
		pairs[i] = treePair{old: trees[i], new: trees[len(commits)]}
	}
	diffs, err := r.compare(ctx, pairs, "--diff-filter=R")
	if err != nil {
		return nil, err
	}
	renames := make(map[string]map[string]string, len(commits))
	for i, commit := range commits {
		renames[commit] = make(map[string]string, len(diffs[i].files))
		for _, f := range diffs[i].files {
			renames[commit][f.OldPath] = f.Path
		}
	}
	return renames, nil
}
