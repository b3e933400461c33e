package merge3

import (
	"path"
	"slices"
	"strings"

	"github.com/comity-dev/comity/detect"
)

// Change is what one side did to one path. What was there before is the base's
// entry; an absent New is a deletion. Renames are found, not given.
type Change struct {
	Path string
	New  detect.Entry
}

// Base is the common ancestor of merges.
type Base struct {
	tree    detect.Tree
	dirs    map[string]int // how many files are below a directory
	partial bool
}

// NewBase prepares a whole tree.
func NewBase(tree detect.Tree) *Base {
	b := &Base{tree: tree, dirs: map[string]int{}}
	direct := map[string]int{}
	for p := range tree {
		if dir := parent(p); dir != "" {
			direct[dir]++
		}
	}
	for dir, n := range direct {
		b.dirs[dir] += n
		count(b.dirs, dir, n)
	}
	return b
}

// NewPartialBase prepares a tree that holds only some paths. Whether a whole
// directory moved cannot be told from it, so renames of directories are not
// looked for.
func NewPartialBase(tree detect.Tree) *Base {
	b := NewBase(tree)
	b.partial = true
	return b
}

// HasDir reports whether the base has files below a directory.
func (b *Base) HasDir(dir string) bool { return b.dirs[dir] > 0 }

// parent is the directory of a path, "" at the root.
func parent(p string) string {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i]
	}
	return ""
}

// Side is what one side changed against a base. It is prepared once and used
// in many merges.
type Side struct {
	changes []Change // sorted by path, without those that change nothing
	entries map[string]detect.Entry
	deleted []string
	added   []string
	gone    map[string]bool // directories that the side emptied
	grown   map[string]int  // files the side added below a directory
	touched map[string]bool // directories with a change somewhere below
}

// NewSide prepares one side's changes. The last of several changes of a path
// counts.
func NewSide(b *Base, changes []Change) *Side {
	s := &Side{entries: make(map[string]detect.Entry, len(changes)), gone: map[string]bool{}, grown: map[string]int{}, touched: map[string]bool{}}
	for _, c := range changes {
		s.entries[c.Path] = c.New
	}
	left := map[string]int{}
	for p, e := range s.entries {
		was := b.tree[p]
		if e == was {
			delete(s.entries, p)
			continue
		}
		s.changes = append(s.changes, Change{p, e})
		for dir := parent(p); dir != "" && !s.touched[dir]; dir = parent(dir) {
			s.touched[dir] = true
		}
		switch {
		case e.Absent():
			s.deleted = append(s.deleted, p)
			count(left, p, -1)
		case was.Absent():
			s.added = append(s.added, p)
			count(left, p, 1)
			count(s.grown, p, 1)
		}
	}
	for dir, n := range left {
		if b.dirs[dir] > 0 && b.dirs[dir]+n == 0 {
			s.gone[dir] = true
		}
	}
	slices.SortFunc(s.changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	slices.Sort(s.deleted)
	slices.Sort(s.added)
	return s
}

func count(dirs map[string]int, p string, n int) {
	for dir := parent(p); dir != ""; dir = parent(dir) {
		dirs[dir] += n
	}
}

// at is the entry of a path on a side.
func (s *Side) at(b *Base, p string) detect.Entry {
	if e, ok := s.entries[p]; ok {
		return e
	}
	return b.tree[p]
}

// canRename reports whether the side took a file away and put one elsewhere.
func (s *Side) canRename() bool { return len(s.deleted) > 0 && len(s.added) > 0 }

// has reports whether the directory has files on the side.
func (s *Side) has(b *Base, dir string) bool {
	return !s.gone[dir] && b.dirs[dir] > 0 || s.grown[dir] > 0
}

func baseName(p string) string { return path.Base(p) }
