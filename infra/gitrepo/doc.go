// Package gitrepo reads open work from a git clone: it implements app.Source
// with the git program (2.38 or newer).
//
// However many branches a clone has, one look at it costs a constant number of
// git processes, each fed on its standard input:
//
//	for-each-ref, config   which branches, pull refs and remotes are there; once
//	                       more if a ref names a commit that is missing
//	rev-list               every commit of every branch that the base lacks; once
//	                       more if a local base is ahead of its remote copy
//	rev-list               only if some branch merged the base: which of its
//	                       fork points contain which others
//	diff-tree              all changes
//	ls-tree                the tree of the base
//	cat-file               all file contents, kept open until Close
//
// Merge bases and stacks are worked out in this process from the one list of
// commits.
//
// A clone is untrusted. No name that comes out of it is ever an argument of a
// command, only object ids are; every field is read with a bound; and git runs
// without the caller's GIT_* variables, replace refs, grafts and hooks.
package gitrepo
