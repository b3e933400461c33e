package detect

import "slices"

// PathRule is a policy rule over paths, compiled by the policy so that this
// package needs no glob library.
type PathRule struct {
	Glob   string                 // as written in the policy; names the rule
	Match  func(path string) bool // does the rule cover this path
	Meets  func(glob string) bool // could some path match both the rule and this glob
	Owners []string               // who may change such paths, as written
	Reason string                 // why, for people; may be empty
}

// Rules is what detectors need to know of a policy.
type Rules struct {
	Protected []PathRule
	Exclusive []PathRule
	// Ignored reports whether nothing but protected rules is to be raised on a
	// path.
	Ignored func(path string) bool
	// Regenerated reports whether a path is a lock file, a changelog or
	// generated output: sharing it is no news and a conflict there is settled
	// in seconds.
	Regenerated func(path string) bool
}

// exclusive is the number of the rule that makes a path exclusive, or -1.
func (r *Rules) exclusive(path string) int {
	return slices.IndexFunc(r.Exclusive, func(rule PathRule) bool { return rule.Match(path) })
}

// IsExclusive reports whether some rule makes the path exclusive.
func (r *Rules) IsExclusive(path string) bool { return r.exclusive(path) >= 0 }

// passing reports whether a change of the path is settled in passing: it is
// regenerated, and nobody made it exclusive.
func (r *Rules) passing(path string) bool {
	return r.Regenerated(path) && !r.IsExclusive(path)
}
