// Package merge3 is a three-way merge with git's verdict: the one that
// `git merge-tree --write-tree` gives with its default settings.
//
// It is pure. Trees and contents come in as values; nothing is written.
//
// A [Base] is prepared once for all merges over it, and a [Side] once for all
// merges it takes part in, so that a merge costs only what its two sides touch.
// Line diffs are kept in a [Cache] by the object ids they compare.
//
// What git decides and this package follows:
//
//   - lines are compared with the histogram diff, which falls back to Myers' on
//     ranges full of repeated lines; changes that touch conflict; identical
//     ones do not
//   - a file with a NUL byte among its first 8,000 is binary, as is one with the
//     attribute -merge: two changes of it conflict
//   - renames are found when the other side needs to know: exact ones, then by
//     file name, then by similarity from 50 %
//   - a file added to a directory that the other side renamed conflicts
//     ("file location")
//
// Known to differ:
//
//   - Where two files have the same similarity to a third, git's choice can
//     depend on the order of its hash tables.
//   - git leaves single sources out of the similarity matrix once the majority
//     of their directory is known to have moved; here they stay in.
//   - Two commits with several merge bases are merged over the one the caller
//     gives; git would merge the bases first.
//   - Submodules are never looked into: two changes of one conflict, as they do
//     in a git that has not checked the submodule out.
package merge3
