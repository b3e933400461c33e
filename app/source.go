package app

import (
	"context"

	"github.com/comity-dev/comity/detect"
)

// Source is where open work is read from: a clone, GitHub, or memory.
type Source interface {
	// Gather reads the target branch and the change set of every side that keep
	// wants. keep is asked before anything of the side is read. The sides come
	// sorted by id.
	Gather(ctx context.Context, keep func(*detect.Side) bool) (*Gathered, error)
	// Blobs reads file contents by object id and hands each to yield once, in
	// any order. An object that is too large or missing is handed over as such,
	// not left out.
	Blobs(ctx context.Context, oids []string, yield func(oid string, b Blob)) error
	// TargetRenames tells which files the target renamed since each of the given
	// merge bases: merge base → old path → new path.
	TargetRenames(ctx context.Context, mergeBases []string) (map[string]map[string]string, error)
	// Common tells for each pair of gathered heads the newest commit that both
	// contain and the target does not, "" where there is none.
	Common(ctx context.Context, heads [][2]string) ([]string, error)
	// Compare lists what changed between two commits, for each pair of them.
	Compare(ctx context.Context, commits [][2]string) ([][]detect.FileChange, error)
}

// Base is the target branch at one commit.
type Base struct {
	Ref  string // short name, such as "main"
	SHA  string // commit id of its head
	Tree detect.Tree
}

// Gathered is one consistent look at a repository.
type Gathered struct {
	Base    Base
	Changes []detect.ChangeSet
	Policy  *PolicyFile // nil when the target has none
	Notes   []string    // what people should know about the selection, one sentence each
}

// PolicyFile is the policy as the target's head holds it.
type PolicyFile struct {
	Name string // shown in errors, such as "main:.comity.yml"
	Data []byte
}

// Blob is the content of one file, or why there is none.
type Blob struct {
	Data    []byte
	Size    int64 // in bytes, known even when Data was not read
	TooBig  bool  // larger than the source is willing to read
	Missing bool  // the object is not there
}
