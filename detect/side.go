package detect

import (
	"cmp"
	"strconv"
	"strings"
	"time"
)

// SideID names a side: "pr:12", "branch:feat/x" or "intent:refunds". It is
// stable for as long as the side is open and is what reports print.
type SideID string

// Side is one piece of open work: a pull request, a pushed branch without one,
// or a declared intent without either.
type Side struct {
	ID        SideID
	Branch    string       // short name of the head branch; empty for an intent without one
	PR        int          // pull request number; 0 when there is none
	Title     string       // of the pull request; untrusted text
	Head      string       // commit id; empty for an intent without a branch
	MergeBase string       // commit id the side's own changes are measured from
	Target    string       // short name of the branch the side wants to land on
	Author    string       // for display only: commit authors prove nothing
	Arrived   time.Time    // when the side was first seen
	Draft     bool         // a pull request that is not ready for review
	StackedOn SideID       // the side this one is built on; empty when it stands on its target
	Files     int          // how many files the side changes
	Changes   []FileChange // the side's own changes, the same slice as its ChangeSet's
	Contains  []SideID     // every open side whose work is part of this one, nearest first
}

// PRID returns the id of pull request n.
func PRID(n int) SideID { return SideID("pr:" + strconv.Itoa(n)) }

// BranchID returns the id of a branch that has no pull request.
func BranchID(name string) SideID { return SideID("branch:" + name) }

// Label is how people call a side: "#12" for a pull request, else the branch
// or intent name.
func (id SideID) Label() string {
	kind, name, ok := strings.Cut(string(id), ":")
	switch {
	case !ok:
		return string(id)
	case kind == "pr":
		return "#" + name
	default:
		return name
	}
}

// CompareSides orders two side ids: pull requests by number first, then the
// rest by name, so that lists read naturally and are the same every time.
func CompareSides(a, b SideID) int {
	an, aok := prNumber(a)
	bn, bok := prNumber(b)
	switch {
	case aok && bok:
		return cmp.Compare(an, bn)
	case aok:
		return -1
	case bok:
		return 1
	}
	return cmp.Compare(a, b)
}

// CompareArrival orders two sides by who came first: arrival, then pull
// request number, then id. It never reports two different sides as equal.
func CompareArrival(a, b *Side) int {
	if c := a.Arrived.Compare(b.Arrived); c != 0 {
		return c
	}
	return CompareSides(a.ID, b.ID)
}

func prNumber(id SideID) (int, bool) {
	rest, ok := strings.CutPrefix(string(id), "pr:")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(rest)
	return n, err == nil
}
