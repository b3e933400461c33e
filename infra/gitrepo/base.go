package gitrepo

import (
	"context"
	"fmt"
	"regexp"
	"strings"
)

// baseChoice is the branch that work is measured against.
type baseChoice struct {
	ref *ref
	// name is the short name. Branches of that name are copies of the base, on
	// whatever remote, and not open work.
	name string
	// rival is the copy of a local branch on the main remote. It is the base
	// instead if it holds all of the local one, which is then merely not up to
	// date.
	rival *ref
}

// chooseBase finds the base: the one people want, or else what the remote says,
// or else the usual names.
func (s *refSet) chooseBase(want string, shallow bool) (*baseChoice, error) {
	c, err := s.findBase(want, shallow)
	if err != nil {
		return nil, err
	}
	if c.rival != nil && c.rival.broken {
		c.rival = nil
	}
	if c.ref.broken {
		return nil, fmt.Errorf("the base %s cannot be read: its commit %s is missing from this clone",
			c.ref.shown(), c.ref.commit)
	}
	return c, nil
}

func (s *refSet) findBase(want string, shallow bool) (*baseChoice, error) {
	if want != "" {
		if c := s.named(want); c != nil {
			return c, nil
		}
		return nil, fmt.Errorf("--base %s: no such branch%s", want, s.fetchAdvice(shallow))
	}
	remote := s.mainRemote()
	if remote == "" {
		remote = "origin"
	}
	remoteHead := s.byName["refs/remotes/"+remote+"/HEAD"]
	if c := s.choice(remoteHead); c != nil && remoteHead.symref != "" {
		return c, nil
	}
	for _, name := range []string{"main", "master"} {
		if c := s.branch(name); c != nil {
			return c, nil
		}
	}
	return nil, fmt.Errorf("no base branch found: tried %s/HEAD, main, master; name one with --base%s",
		remote, s.fetchAdvice(shallow))
}

// named finds what --base names: a full ref, a branch, or a remote-tracking
// branch, with or without the name of its remote.
func (s *refSet) named(want string) *baseChoice {
	if c := s.choice(s.byName[want]); c != nil {
		return c
	}
	if c := s.local(want); c != nil {
		return c
	}
	if c := s.choice(s.byName["refs/remotes/"+want]); c != nil {
		return c
	}
	return s.choice(s.copyOf(want))
}

// branch finds a branch by its bare name, here or on a remote.
func (s *refSet) branch(name string) *baseChoice {
	if c := s.local(name); c != nil {
		return c
	}
	return s.choice(s.copyOf(name))
}

func (s *refSet) local(name string) *baseChoice {
	c := s.choice(s.byName["refs/heads/"+name])
	if c != nil && c.ref.kind == localRef {
		c.rival = s.copyOf(c.name)
	}
	return c
}

// copyOf finds the branch on the main remote, or else on the first remote that
// has it.
func (s *refSet) copyOf(name string) *ref {
	for _, remote := range s.remotes {
		if r := s.byName["refs/remotes/"+remote+"/"+name]; r != nil && r.kind == remoteRef {
			return r
		}
	}
	return nil
}

// choice makes r the base, or what it stands for if it is a symref.
func (s *refSet) choice(r *ref) *baseChoice {
	if r == nil {
		return nil
	}
	if target := s.byName[r.symref]; target != nil {
		r = target
	}
	name := r.name
	if r.kind != localRef && r.kind != remoteRef {
		name = r.shown()
	}
	return &baseChoice{ref: r, name: name}
}

// fetchAdvice says how to get the branches when they are missing because only
// a part of the repository was fetched, as CI does; else it is empty.
func (s *refSet) fetchAdvice(shallow bool) string {
	partial := shallow
	for _, r := range s.all {
		partial = partial || r.kind == mergeRef
	}
	if !partial {
		return ""
	}
	remote := s.fetchRemote()
	unshallow := ""
	if shallow {
		unshallow = "--unshallow "
	}
	return fmt.Sprintf("; this clone holds only a part of the repository, run: git fetch %s%s %s",
		unshallow, shellQuote(remote), shellQuote(allBranches(remote)))
}

// fetchRemote is the remote that advice on fetching names.
func (s *refSet) fetchRemote() string {
	if len(s.remotes) > 0 {
		return s.remotes[0]
	}
	return "origin"
}

// settleBase walks the history of all heads and decides between the base and
// its copy on the remote.
func (r *Repo) settleBase(ctx context.Context, s *refSet, c *baseChoice, cut map[string]bool) (*graph, *ref, []string, error) {
	heads := s.heads()
	if c.rival == nil || c.rival.commit == c.ref.commit {
		g, err := r.walk(ctx, heads, c.ref.commit)
		return g, c.ref, nil, err
	}
	g, err := r.walk(ctx, heads, c.rival.commit)
	if err != nil {
		return nil, nil, nil, err
	}
	local, ahead := g.find(c.ref.commit)
	if !ahead {
		return g, c.rival, nil, nil
	}
	if h := g.trace(local, cut); cut != nil && (h.cut || h.root) {
		return nil, nil, nil, s.shallowError(c.rival.shown(), nil, c.name)
	}
	if g, err = r.walk(ctx, heads, c.ref.commit); err != nil {
		return nil, nil, nil, err
	}
	var notes []string
	if _, apart := g.find(c.rival.commit); apart {
		notes = append(notes, fmt.Sprintf("%s and %s have diverged; %s is the base.",
			c.ref.shown(), c.rival.shown(), c.ref.shown()))
	}
	return g, c.ref, notes, nil
}

// heads lists the commits of all refs that may be sides, each once.
func (s *refSet) heads() []string {
	var ids []string
	seen := map[string]bool{}
	for _, r := range s.all {
		switch r.kind {
		case localRef, remoteRef, pullRef:
			if !seen[r.commit] && !r.broken {
				seen[r.commit] = true
				ids = append(ids, r.commit)
			}
		}
	}
	return ids
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9._/@%+=-]+$`)

// shellQuote makes a word safe to paste into a POSIX shell.
func shellQuote(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
