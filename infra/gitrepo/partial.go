package gitrepo

import (
	"fmt"
	"strings"

	"github.com/comity-dev/comity/detect"
)

// ShallowError says that a clone lacks the history needed to find where sides
// left the base, or all sides. Its text is one line with the command that gets
// it.
type ShallowError struct {
	Base   string          // short name of the base
	Sides  []detect.SideID // sides whose merge base is out of reach; empty if it is about the base itself
	Remote string          // where the rest can be fetched from
	what   string          // empty if nothing but the base was fetched
}

func (e *ShallowError) Error() string {
	if e.what == "" {
		return fmt.Sprintf("this clone is shallow and holds only %s, run: git fetch --unshallow %s %s",
			e.Base, shellQuote(e.Remote), shellQuote(allBranches(e.Remote)))
	}
	return fmt.Sprintf("the history of this clone is too shallow to compare %s with %s, run: git fetch --unshallow %s",
		e.what, e.Base, shellQuote(e.Remote))
}

// allBranches is the refspec that fetches every branch of a remote.
func allBranches(remote string) string { return "+refs/heads/*:refs/remotes/" + remote + "/*" }

// shallowError names what cannot be compared: the sides, or else the branch
// called what.
func (s *refSet) shallowError(base string, sides []detect.SideID, what string) *ShallowError {
	e := &ShallowError{Base: base, Sides: sides, Remote: s.fetchRemote(), what: what}
	if len(sides) > 0 {
		e.what = sides[0].Label()
	}
	if len(sides) > 1 {
		e.what += fmt.Sprintf(" and %d more", len(sides)-1)
	}
	return e
}

// missesSides reports whether a shallow clone has no branch or pull request that
// could be open work, which says nothing about the repository it is a clone of.
// The caller's choice of sides is asked about the base, so that one who wants
// none gets none.
func (s *refSet) missesSides(c *baseChoice, commit string, keep func(*detect.Side) bool) bool {
	for _, one := range s.gatherCopies(c.name) {
		for _, r := range one.refs {
			if r.commit != commit {
				return false
			}
		}
	}
	return keep == nil || keep(&detect.Side{ID: detect.BranchID(c.name), Branch: c.name, Target: c.name, Head: commit})
}

// maxNamed bounds how many refs one note names.
const maxNamed = 5

// brokenNotes names the refs that are left out because their commit is missing.
func (s *refSet) brokenNotes() []string {
	var names []string
	for _, r := range s.all {
		if r.broken && r.symref == "" {
			names = append(names, r.shown())
		}
	}
	switch n := len(names); {
	case n == 0:
		return nil
	case n == 1:
		return []string{names[0] + " names a commit that is missing from this clone and is left out."}
	case n > maxNamed:
		names = append(names[:maxNamed], fmt.Sprintf("%d more", n-maxNamed))
	}
	last := len(names) - 1
	return []string{strings.Join(names[:last], ", ") + " and " + names[last] +
		" name commits that are missing from this clone and are left out."}
}
