package detect

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
