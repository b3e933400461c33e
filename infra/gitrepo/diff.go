package gitrepo

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/comity-dev/comity/detect"
)

const (
	// renameLimit is how many added and how many deleted files git compares
	// with each other, once exact copies and equal base names are paired. It is
	// git's own default, which keeps one comparison within a second or so.
	renameLimit = 1000
	// maxSideFiles bounds what is kept of one side's change.
	maxSideFiles = 200_000
	// maxFiles bounds what is kept of all sides' changes together.
	maxFiles = 2_000_000
	// maxPath bounds one path. Real file systems stop at 4 KiB.
	maxPath = 1 << 20
)

// treePair is two trees to compare.
type treePair struct {
	old, new string
	// within is the number of an earlier pair plus one, or zero. If it is set,
	// only changes of files are kept that the earlier pair changed too.
	within int
}

// difference is all that changed between two trees.
type difference struct {
	files          []detect.FileChange // sorted by path
	gaps           []string            // reasons
	total          int
	added, deleted int
}

// compare lists what changed between the trees of each pair, in their order. A
// clone that lacks file contents (a partial or damaged one) still has its trees:
// then only renames that change nothing are found, and where that may matter it
// is a gap.
func (r *Repo) compare(ctx context.Context, pairs []treePair, extra ...string) ([]difference, error) {
	if len(pairs) == 0 {
		return nil, nil
	}
	diffs, err := r.diffTree(ctx, pairs, "50%", extra)
	var failed *gitError
	if err == nil || !errors.As(err, &failed) || !strings.Contains(failed.stderr, "unable to read") {
		return diffs, err
	}
	if diffs, err = r.diffTree(ctx, pairs, "100%", extra); err != nil {
		return nil, err
	}
	for i := range diffs {
		if diffs[i].added > 0 && diffs[i].deleted > 0 {
			diffs[i].gaps = append(diffs[i].gaps, "some file contents are missing from this clone, so a file that was renamed and edited counts as deleted and added")
		}
	}
	return diffs, nil
}

func (r *Repo) diffTree(ctx context.Context, pairs []treePair, similarity string, extra []string) ([]difference, error) {
	var input strings.Builder
	for _, p := range pairs {
		input.WriteString(p.old + " " + p.new + "\n")
	}
	// Everything that configuration or a .gitmodules file could change is set.
	args := append([]string{
		"diff-tree", "--stdin", "-r", "-z", "--raw", "--no-abbrev",
		"--find-renames=" + similarity, "-l" + strconv.Itoa(renameLimit), "--no-rename-empty",
		"--ignore-submodules=none", "--no-ext-diff", "--no-textconv", "--no-relative",
	}, extra...)
	var diffs []difference
	err := r.git.run(ctx, input.String(), func(s *scanner) (err error) {
		diffs, err = parseDiffs(s, pairs)
		return err
	}, args...)
	return diffs, err
}

var errRaw = errors.New("an unreadable entry in the list of changes")

// parseDiffs reads the output of diff-tree --stdin: for each pair a heading,
// the two ids, and then its changes.
func parseDiffs(s *scanner, pairs []treePair) ([]difference, error) {
	p := rawParser{scanner: s, names: map[string]string{}}
	diffs := make([]difference, len(pairs))
	for i, pair := range pairs {
		if err := p.heading(pair); err != nil {
			return nil, err
		}
		p.only = nil
		if pair.within > 0 {
			p.only = paths(diffs[pair.within-1].files)
		}
		for p.moreChanges() {
			if err := p.change(&diffs[i]); err != nil {
				return nil, err
			}
		}
		diffs[i].settle()
	}
	if _, err := s.r.Peek(1); !errors.Is(err, io.EOF) {
		return nil, cmp.Or(err, errRaw)
	}
	return diffs, nil
}

// rawParser reads raw changes and stores every name and id once, as many sides
// touch the same files.
type rawParser struct {
	*scanner
	names map[string]string
	only  map[string]bool // if not nil, the files to keep
	kept  int             // changes that were kept or had no room
}

// paths is the set of all names, old and new, in a list of changes.
func paths(files []detect.FileChange) map[string]bool {
	set := make(map[string]bool, len(files))
	for _, f := range files {
		set[f.Path] = true
		if f.OldPath != "" {
			set[f.OldPath] = true
		}
	}
	return set
}

func (p *rawParser) intern(b []byte) string {
	if s, ok := p.names[string(b)]; ok {
		return s
	}
	s := string(b)
	p.names[s] = s
	return s
}

// heading reads the two ids of the pair. git ends the heading with a line feed
// even where all else ends with NUL; either will do.
func (p *rawParser) heading(pair treePair) error {
	want := pair.old + " " + pair.new
	got := make([]byte, len(want)+1)
	if _, err := io.ReadFull(p.r, got); errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	} else if err != nil {
		return err
	}
	if end := got[len(want)]; string(got[:len(want)]) != want || end != 0 && end != '\n' {
		return errRaw
	}
	return nil
}

func (p *rawParser) moreChanges() bool {
	next, err := p.r.Peek(1)
	return err == nil && next[0] == ':'
}

// change reads one change. Before its first name it has
// ":100644 100755 OLD NEW R075".
func (p *rawParser) change(d *difference) error {
	meta, err := p.field()
	if err != nil {
		return err
	}
	f := bytes.Fields(meta[1:])
	if len(f) != 5 || len(f[4]) == 0 {
		return errRaw
	}
	c := detect.FileChange{Old: p.entry(f[0], f[2]), New: p.entry(f[1], f[3])}
	status := f[4][0] // f is gone once the name is read
	name, err := p.name()
	if err != nil {
		return err
	}
	c.Path = name
	switch status {
	case 'A':
		c.Status = detect.StatusAdded
	case 'D':
		c.Status = detect.StatusDeleted
	case 'M', 'T':
		c.Status = detect.StatusModified
	case 'R', 'C':
		if c.Path, err = p.name(); err != nil {
			return err
		}
		c.Status, c.OldPath = detect.StatusRenamed, name
		if status == 'C' {
			c.Status, c.OldPath, c.Old = detect.StatusAdded, "", detect.Entry{}
		}
	default:
		return fmt.Errorf("%w: status %q", errRaw, status)
	}
	if p.only == nil || p.only[c.Path] || p.only[c.OldPath] {
		d.take(c, p.kept < maxFiles)
		p.kept++
	}
	return nil
}

// take counts a change, and keeps it if there is room.
func (d *difference) take(c detect.FileChange, room bool) {
	d.total++
	switch c.Status {
	case detect.StatusAdded:
		d.added++
	case detect.StatusDeleted:
		d.deleted++
	}
	if room && len(d.files) < maxSideFiles {
		d.files = append(d.files, c)
	}
}

func (p *rawParser) name() (string, error) {
	b, err := p.field()
	if err != nil {
		return "", err
	}
	return p.intern(b), nil
}

// field reads up to the next NUL, in a place where the output cannot end.
func (p *rawParser) field() ([]byte, error) {
	b, err := p.next(0, maxPath)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return b, err
}

func (p *rawParser) entry(mode, oid []byte) detect.Entry {
	m := parseMode(mode)
	if m == detect.ModeAbsent {
		return detect.Entry{}
	}
	return detect.Entry{Mode: m, OID: p.intern(oid)}
}

// parseMode reads an octal mode. Old repositories hold other permissions than
// the two that git writes today; they are read as git reads them.
func parseMode(b []byte) detect.Mode {
	n, err := strconv.ParseUint(string(b), 8, 32)
	if err != nil || n == 0 {
		return detect.ModeAbsent
	}
	switch n & 0o170000 {
	case 0o100000:
		if n&0o100 != 0 {
			return detect.ModeExecutable
		}
		return detect.ModeFile
	case 0o120000:
		return detect.ModeSymlink
	default:
		return detect.ModeSubmodule
	}
}

// settle puts the files in order, drops what a broken tree lists twice, and
// finds what was not seen.
func (d *difference) settle() {
	if d.total > len(d.files) {
		d.gaps = append(d.gaps, fmt.Sprintf("%d files were changed, only %d of them are looked at", d.total, len(d.files)))
	}
	slices.SortStableFunc(d.files, func(a, b detect.FileChange) int { return strings.Compare(a.Path, b.Path) })
	d.files = slices.CompactFunc(d.files, func(a, b detect.FileChange) bool { return a.Path == b.Path })
	if d.added*d.deleted > renameLimit*renameLimit {
		d.gaps = append(d.gaps, fmt.Sprintf(
			"%d files were added and %d deleted, too many to look for renames among them", d.added, d.deleted))
	}
}
