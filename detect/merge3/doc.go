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
// Known to differ from git 2.39:
//
//   - The search for similar files is bounded: a merge whose deleted and added
//     files have too much in common to be compared all with all, some thousand of
//     each, finds only the renames that keep the content or the name, and says of
//     the other deleted files that it does not know. git goes on, up to 7,000 by
//     7,000 files, for minutes.
//   - A file that may have been renamed to one that cannot be read, because it is
//     too large or missing, is unknown as well.
//   - In files with the attribute -diff, which the macro binary sets, git counts
//     carriage returns when it looks for renames. Only the attribute merge is
//     known here. It takes a binary file with CRLF line ends whose rename also
//     changes the line ends to see this.
//   - git leaves single sources out of the search once the majority of their
//     directory is known to have moved; here they stay in.
//   - Where a renamed directory puts a file below a name that the other side gave
//     to a file, git writes a tree that has the name twice and does not list it;
//     here it is listed.
//   - On some renames to another type git fails an assertion; here there is an
//     answer.
//   - Two commits with several merge bases are merged over the one the caller
//     gives; git would merge the bases first.
//   - Submodules are never looked into: two changes of one conflict, as they do
//     in a git that has not checked the submodule out.
//
// Since version 2.44 git also compares the last line of a file without a line
// feed when it measures similarity, which can tip a rename right at 50 %.
package merge3
