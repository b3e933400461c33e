// Package detect says what a conflict is and how each kind of it is found.
//
// It is the core of Comity and it is pure: facts come in as values, findings
// go out as values. There is no network, no subprocess, no database and no
// clock in this package or in what it imports, and the root package imports
// only the standard library.
//
// The flow is
//
//	ChangeSet → touches → Index → Meeting (two sides, the scopes they share)
//	          → every Detector in the list → Finding
//
// A detector is a value in one explicit list (see [Detectors]). It receives
// meetings, never the list of sides, so its cost can only grow with what really
// overlaps, never with the number of pairs.
package detect
