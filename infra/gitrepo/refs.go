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
	broken bool // its commit is missing from this clone
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
	group.Go(func() error { return r.listRefs(ctx, set, extra) })
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

// listRefs reads the refs. git stops at a ref whose object is missing; only then
// the objects are asked for one by one.
func (r *Repo) listRefs(ctx context.Context, set *refSet, extra string) error {
	names := []string{"refs/heads", "refs/remotes", "refs/pull"}
	if strings.HasPrefix(extra, "refs/") {
		names = append(names, extra)
	}
	err := r.git.run(ctx, "", func(s *scanner) error {
		return s.each('\n', maxRefLine, set.add)
	}, append([]string{
		"for-each-ref",
		"--format=%(objectname)%00%(objecttype)%00%(*objectname)%00%(*objecttype)%00%(symref)%00%(refname)",
	}, names...)...)
	var failed *gitError
	if !errors.As(err, &failed) {
		return err
	}
	*set = refSet{byName: map[string]*ref{}}
	if r.listBrokenRefs(ctx, set, names) != nil {
		return err
	}
	return nil
}

// listBrokenRefs is listRefs for a clone in which some refs are broken.
func (r *Repo) listBrokenRefs(ctx context.Context, set *refSet, names []string) error {
	var refs []*ref
	var ids []string
	err := r.git.run(ctx, "", func(s *scanner) error {
		return s.each('\n', maxRefLine, func(line []byte) error {
			f := bytes.SplitN(line, []byte{0}, 3)
			if len(f) != 3 || !isObjectID(string(f[0])) {
				return errRefLine
			}
			id := string(f[0])
			refs = append(refs, &ref{commit: id, symref: string(f[1]), full: string(f[2])})
			ids = append(ids, id, id+"^{commit}")
			return nil
		})
	}, append([]string{"for-each-ref", "--format=%(objectname)%00%(symref)%00%(refname)"}, names...)...)
	if err != nil {
		return err
	}
	return r.objects.use(ctx, func(p *objectProcess) error {
		found, err := p.info(ids)
		if err != nil {
			return err
		}
		for i, one := range refs {
			object, commit := found[2*i], found[2*i+1]
			one.broken = object.missing
			if !object.missing && commit.missing {
				continue // nothing that leads to a commit
			}
			if !one.broken {
				one.commit = commit.oid
			}
			set.put(one)
		}
		return nil
	})
}

var errRefLine = errors.New("an unreadable line in the list of refs")

// add takes one line of for-each-ref. Refs that do not lead to a commit are
// left out.
func (s *refSet) add(line []byte) error {
	f := bytes.SplitN(line, []byte{0}, 6)
	if len(f) != 6 {
		return errRefLine
	}
	one := &ref{commit: string(f[0]), symref: string(f[4]), full: string(f[5])}
	if string(f[1]) == "tag" {
		one.commit = string(f[2])
		f[1] = f[3]
	}
	if string(f[1]) == "commit" {
		s.put(one)
	}
	return nil
}

func (s *refSet) put(one *ref) {
	if s.byName[one.full] == nil {
		s.byName[one.full] = one
		s.all = append(s.all, one)
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
