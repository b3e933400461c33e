// Package app is what happens when something happens: one pipeline, from a
// source of open work to a report.
//
//	gather   read the target, the sides and what each of them changes
//	index    write every side's touches, then look up who meets whom
//	deepen   read and merge only what two sides share
//	detect   run every detector over the meetings
//	judge    let the policy say what matters and who is blocked
//	speak    put it into one report
//
// What holds:
//
//   - Touches are written before they are looked up, so two sides that arrive
//     together see each other.
//   - Cost grows with what overlaps, never with the number of pairs: nothing
//     here has a list of pairs to walk.
//   - A side is held only to what it brings: its own conflict with the target
//     is told once, for itself, and no other side is charged with it.
//   - What could not be seen becomes a gap and is never read as "no conflict".
//   - The same input gives the same report, byte for byte.
//
// The package is pure but for its [Source]: no network, no subprocess, no
// clock.
package app
