package detect

// Mode is the type of a tree entry. The values are git's own.
type Mode uint32

// The modes git stores. Absent is no entry at all.
const (
	ModeAbsent     Mode = 0
	ModeFile       Mode = 0o100644
	ModeExecutable Mode = 0o100755
	ModeSymlink    Mode = 0o120000
	ModeSubmodule  Mode = 0o160000
)

// Regular reports whether the entry is a file with content that can be merged.
func (m Mode) Regular() bool { return m == ModeFile || m == ModeExecutable }

// Entry is one name in a tree. The zero Entry is an absent one.
type Entry struct {
	Mode Mode
	OID  string // object id in hex, SHA-1 or SHA-256; a commit id for a submodule
}

// Absent reports whether there is no entry.
func (e Entry) Absent() bool { return e.Mode == ModeAbsent }

// Tree is a whole tree as a flat map from path to entry; directories are not
// listed. Paths are the raw bytes git has.
type Tree map[string]Entry

// Status is what happened to one file of a change set.
type Status string

// The statuses of a file change. A copy counts as added: its source did not
// change. A type change (file to symlink, say) counts as modified.
const (
	StatusAdded    Status = "added"
	StatusModified Status = "modified"
	StatusDeleted  Status = "deleted"
	StatusRenamed  Status = "renamed"
)

// FileChange is one file that a side changed.
type FileChange struct {
	Path    string // the name on the side; the old name for a deletion
	OldPath string // the name before a rename; empty otherwise
	Status  Status
	Old     Entry // in the merge base; absent for an addition
	New     Entry // on the side; absent for a deletion
	// Lines are the lines the side touches, on its head. They are known only for
	// files that overlap with another side's, once those were read.
	Lines []LineRange
}

// LineRange is a run of lines, counted from 1, both ends included.
type LineRange struct{ Start, End int }

// OnlyMode reports whether the content stayed the same and only the mode changed.
func (c FileChange) OnlyMode() bool {
	return c.Status == StatusModified && c.Old.OID == c.New.OID && c.Old.Mode != c.New.Mode
}

// Same reports whether two sides left the file in the same state.
func (c FileChange) Same(d FileChange) bool {
	return c.Path == d.Path && c.OldPath == d.OldPath && c.New == d.New
}

// ContentChanged reports whether the side wrote new content: a deletion, a pure
// rename or a mode change did not.
func (c FileChange) ContentChanged() bool {
	return !c.New.Absent() && c.New.OID != c.Old.OID
}

// ChangeSet is what one side changes: its merge base with the target against
// its head, every file once. What a stacked side shares with the one below it is
// not its own.
type ChangeSet struct {
	Side  *Side
	Files []FileChange // sorted by Path
	// FromBase is what the side's files look like measured from the merge base
	// with the target, where Files are measured from unfinished work of others
	// that the side is built on. It is nil for a side that stands on its target.
	FromBase []FileChange
	Gaps     []Gap
}

// Gap is something that could not be seen. It is reported and never guessed
// over.
type Gap struct {
	Side   SideID
	Path   string // empty when the gap is about the whole side
	Reason string // one plain sentence fragment, without the path
}
