package detect

import "strings"

// Family says what sort of thing a scope is.
type Family string

// The families of scopes. Directory is internal to detection: it lets a new
// file meet a renamed directory or a file of the directory's name.
const (
	FamilyPath      Family = "path"
	FamilySymbol    Family = "symbol"
	FamilyContract  Family = "contract"
	FamilySchema    Family = "schema"
	FamilyMigration Family = "migration"
	FamilyConfig    Family = "config"
	FamilyComponent Family = "component"
	FamilyDomain    Family = "domain"
	FamilySequence  Family = "sequence"
	FamilyDirectory Family = "directory"
)

// Scope is a thing that can be touched: family and key. Path keys are
// '/'-separated, relative to the repository root, and hold the raw bytes git
// has for the name, valid UTF-8 or not.
type Scope struct {
	Family Family
	Key    string
}

// PathScope is the scope of one file.
func PathScope(path string) Scope { return Scope{FamilyPath, path} }

// String gives "family:key", the form used in reports.
func (s Scope) String() string { return string(s.Family) + ":" + s.Key }

// CompareScopes orders scopes by family, then key.
func CompareScopes(a, b Scope) int {
	if c := strings.Compare(string(a.Family), string(b.Family)); c != 0 {
		return c
	}
	return strings.Compare(a.Key, b.Key)
}
