package detect

import "time"

// Role says what a touch does to a scope.
type Role uint8

const (
	// Changes: the side alters the scope. A change meets changes and uses.
	Changes Role = iota
	// Uses: the side relies on the scope. Two uses never meet, so a scope that
	// everybody relies on costs nothing.
	Uses
)

// Operation is what a touch does, observed or declared.
type Operation string

// Operations. Observed file changes use add, modify, remove and rename; the
// rest are declared.
const (
	OpAdd     Operation = "add"
	OpExtend  Operation = "extend"
	OpModify  Operation = "modify"
	OpReplace Operation = "replace"
	OpRemove  Operation = "remove"
	OpRename  Operation = "rename"
	OpMigrate Operation = "migrate"
)

// Basis says how a touch is known.
type Basis string

// The bases, from strongest to weakest. An inferred touch never blocks.
const (
	Observed Basis = "observed"
	Declared Basis = "declared"
	Inferred Basis = "inferred"
)

// Touch is a fact: one side does one thing to one scope.
type Touch struct {
	Side      *Side
	Scope     Scope
	Role      Role
	Operation Operation
	Basis     Basis
	Path      string      // the file where it was seen
	File      *FileChange // the change it comes from; nil for a declaration
	Detail    string      // what a reader of the file learned, such as a migration's parent
	Settled   bool        // on a regenerated file, see Rules.Regenerated
	Arrived   time.Time   // when the side was first seen to make this touch
}
