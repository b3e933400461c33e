package merge3

import (
	"slices"

	"github.com/comity-dev/comity/detect"
)

// ConflictKind says what git could not settle.
type ConflictKind string

// The kinds of conflicts.
const (
	ContentConflict   ConflictKind = "content"
	AddAdd            ConflictKind = "add/add"
	ModifyDelete      ConflictKind = "modify/delete"
	RenameDelete      ConflictKind = "rename/delete"
	RenameRename      ConflictKind = "rename/rename"
	RenameAdd         ConflictKind = "rename/add"
	DirectoryFile     ConflictKind = "directory/file"
	DirectoryRename   ConflictKind = "directory rename"
	ModeConflict      ConflictKind = "mode"
	SymlinkConflict   ConflictKind = "symlink"
	SubmoduleConflict ConflictKind = "submodule"
	BinaryConflict    ConflictKind = "binary"
)

// String is the kind as people read it.
func (k ConflictKind) String() string { return string(k) }

// Conflict is one thing git could not merge.
type Conflict struct {
	Kind ConflictKind
	Path string // where it shows in the merged tree
	// Paths are all paths it is about, sorted: the unmerged ones and, for a
	// rename, the old name.
	Paths []string
	// Base, Ours and Theirs are the conflicting lines of a content conflict in
	// the three inputs, counted from 1.
	Base, Ours, Theirs []detect.LineRange
}

// Unknown is a path whose merge could not be decided.
type Unknown struct{ Path, Reason string }

// Result is the outcome of a merge.
type Result struct {
	Conflicts []Conflict // sorted by path; none means git would merge cleanly
	// Changes is the merged tree against the base. A conflicting path has what
	// our side has there.
	Changes []Change
	// Blobs holds the contents that the merge made, by the object id that
	// Changes gives them.
	Blobs    map[string][]byte
	Unknown  []Unknown
	unmerged []string
}

// Paths returns the unmerged paths as `git merge-tree --write-tree --name-only`
// lists them, sorted. A file that had to make way for a directory is listed
// under the name it wanted.
func (r Result) Paths() []string { return r.unmerged }

func sortedUnique(s ...string) []string {
	s = slices.DeleteFunc(slices.Clone(s), func(p string) bool { return p == "" })
	slices.Sort(s)
	return slices.Compact(s)
}
