package gitrepo

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"
)

// refKind says what a ref stands for.
type refKind int

const (
	otherRef  refKind = iota // nothing to compare: a symref, a tag
	localRef                 // refs/heads/NAME
	remoteRef                // refs/remotes/REMOTE/NAME
	pullRef                  // the head of a pull request
	mergeRef                 // GitHub's trial merge of a pull request
)

// ref is one ref that leads to a commit.
type ref struct {
	full   string // such as refs/heads/main
	commit string
	symref string // full name of the ref it stands for; empty for most
	kind   refKind
	name   string // branch name without the remote
	remote string
	pull   int
}

// shown is how people know the ref: main, origin/main.
func (r *ref) shown() string {
	for _, prefix := range []string{"refs/heads/", "refs/remotes/", "refs/tags/", "refs/"} {
		if short, ok := strings.CutPrefix(r.full, prefix); ok {
			return short
		}
	}
	return r.full
}

// refSet is all refs of a repository that may matter, at one moment.
type refSet struct {
	all     []*ref // sorted by full name
	byName  map[string]*ref
	remotes []string       // origin first, then by name
	order   map[string]int // remote → its place in remotes
}

// mainRemote is the remote whose HEAD names the base: origin, or the only one.
// It is empty when there is none.
func (s *refSet) mainRemote() string {
	if len(s.remotes) > 0 && (s.remotes[0] == "origin" || len(s.remotes) == 1) {
		return s.remotes[0]
	}
	return ""
}

// rank orders copies of one branch: the local one, then by remote.
func (s *refSet) rank(r *ref) int {
	switch r.kind {
	case localRef:
		return 0
	case remoteRef:
		return 1 + s.order[r.remote]
	default:
		return 1 + len(s.remotes)
	}
}

const maxRefLine = 64 << 10

// readRefs lists branches, remote-tracking branches and pull refs, and the ref
// called extra if it is given.
func (r *Repo) readRefs(ctx context.Context, extra string) (*refSet, error) {
	set := &refSet{byName: map[string]*ref{}}
	var configured []string
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		configured, err = r.readRemotes(ctx)
		return err
	})
	group.Go(func() error {
		args := []string{
			"for-each-ref",
			"--format=%(objectname)%00%(objecttype)%00%(*objectname)%00%(*objecttype)%00%(symref)%00%(refname)",
			"refs/heads", "refs/remotes", "refs/pull",
		}
		if strings.HasPrefix(extra, "refs/") {
			args = append(args, extra)
		}
		return r.git.run(ctx, "", func(s *scanner) error {
			return s.each('\n', maxRefLine, set.add)
		}, args...)
	})
	if err := group.Wait(); err != nil {
		return nil, err
	}
	set.setRemotes(configured)
	set.setRemotes(append(configured, set.strayRemotes()...))
	for _, ref := range set.all {
		set.classify(ref)
	}
	slices.SortFunc(set.all, func(a, b *ref) int { return cmp.Compare(a.full, b.full) })
	return set, nil
}

// add takes one line of for-each-ref. Refs that do not lead to a commit are
// left out.
func (s *refSet) add(line []byte) error {
	f := bytes.SplitN(line, []byte{0}, 6)
	if len(f) != 6 {
		return errors.New("an unreadable line in the list of refs")
	}
	one := &ref{commit: string(f[0]), symref: string(f[4]), full: string(f[5])}
	if string(f[1]) == "tag" {
		one.commit = string(f[2])
		f[1] = f[3]
	}
	if string(f[1]) != "commit" || s.byName[one.full] != nil {
		return nil
	}
	s.byName[one.full] = one
	s.all = append(s.all, one)
	return nil
}

// readRemotes lists the names of the configured remotes, origin first. Names
// may hold slashes, so refs alone do not tell where a remote's name ends.
func (r *Repo) readRemotes(ctx context.Context) ([]string, error) {
	var names []string
	err := r.git.run(ctx, "", func(s *scanner) error {
		return s.each(0, maxRefLine, func(entry []byte) error {
			key, _, _ := strings.Cut(string(entry), "\n")
			key = strings.TrimPrefix(key, "remote.")
			if i := strings.LastIndexByte(key, '.'); i > 0 {
				names = append(names, key[:i])
			}
			return nil
		})
	}, "config", "-z", "--get-regexp", `^remote\..*\.(url|fetch)$`)
	if err != nil && exitCode(err) != 1 { // 1: nothing matched
		return nil, err
	}
	return names, nil
}

func sortRemotes(names []string) []string {
	slices.SortFunc(names, func(a, b string) int {
		if (a == "origin") != (b == "origin") {
			if a == "origin" {
				return -1
			}
			return 1
		}
		return cmp.Compare(a, b)
	})
	return slices.Compact(names)
}

func (s *refSet) setRemotes(names []string) {
	s.remotes = sortRemotes(slices.Clone(names))
	s.order = make(map[string]int, len(s.remotes))
	for i, name := range s.remotes {
		s.order[name] = i
	}
}

// strayRemotes lists the remotes that have refs but no configuration any more.
func (s *refSet) strayRemotes() []string {
	var found []string
	for _, ref := range s.all {
		rest, ok := strings.CutPrefix(ref.full, "refs/remotes/")
		if !ok || s.remoteOf(rest) != "" {
			continue
		}
		if name, _, ok := strings.Cut(rest, "/"); ok && name != "pull" {
			found = append(found, name)
		}
	}
	return found
}

// remoteOf returns the longest known remote that path, a ref name without
// refs/remotes/, lies under; empty if there is none.
func (s *refSet) remoteOf(path string) string {
	for {
		i := strings.LastIndexByte(path, '/')
		if i < 0 {
			return ""
		}
		path = path[:i]
		if _, known := s.order[path]; known {
			return path
		}
	}
}

// classify fills in what the ref stands for.
func (s *refSet) classify(r *ref) {
	if name, ok := strings.CutPrefix(r.full, "refs/heads/"); ok {
		r.kind, r.name = localRef, name
	} else if rest, ok := strings.CutPrefix(r.full, "refs/pull/"); ok {
		r.kind, r.pull = pullKind(rest)
	} else if rest, ok := strings.CutPrefix(r.full, "refs/remotes/"); ok {
		s.classifyRemote(r, rest)
	}
	if r.symref != "" {
		r.kind = otherRef // what it stands for is in the list itself
	}
}

func (s *refSet) classifyRemote(r *ref, rest string) {
	r.remote = s.remoteOf(rest)
	if r.remote == "" {
		// actions/checkout puts a pull request at refs/remotes/pull/N/merge.
		if number, ok := strings.CutPrefix(rest, "pull/"); ok {
			r.kind, r.pull = pullKind(number)
		}
		return
	}
	r.kind, r.name = remoteRef, rest[len(r.remote)+1:]
	if r.name == "HEAD" {
		r.kind = otherRef
		return
	}
	for _, prefix := range []string{"pr/", "pull/"} {
		number, ok := strings.CutPrefix(r.name, prefix)
		if !ok {
			continue
		}
		if kind, n := pullKind(number); kind != otherRef {
			r.kind, r.pull = kind, n
		}
	}
}

// pullKind reads what follows pull/ in a ref name: N, N/head or N/merge.
func pullKind(rest string) (refKind, int) {
	number, what, _ := strings.Cut(rest, "/")
	n, err := strconv.Atoi(number)
	if err != nil || n <= 0 || strconv.Itoa(n) != number {
		return otherRef, 0
	}
	switch what {
	case "", "head":
		return pullRef, n
	case "merge":
		return mergeRef, n
	}
	return otherRef, 0
}
