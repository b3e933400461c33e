// Package plan gives advice on how open work could proceed: what a pair that
// collides on paths should do, and in which order everything could merge. It
// changes nothing and blocks nothing.
package plan

import (
	"fmt"
	"slices"

	"github.com/comity-dev/comity/app/report"
	"github.com/comity-dev/comity/detect"
)

// The actions of a re-plan, DESIGN §5.4.
const (
	LandFirst = "land_first"
	Stack     = "stack"
	Split     = "split"
)

// Replan advises a pair that shares paths, by the first rule that fits. It
// returns nil when the two share none, or only regenerated files.
func Replan(m *detect.Meeting) *report.Replan {
	var contested []detect.Overlap
	for _, o := range m.Overlaps {
		if o.Scope().Family == detect.FamilyPath && !o.First.Settled {
			contested = append(contested, o)
		}
	}
	if len(contested) == 0 {
		return nil
	}
	r := &report.Replan{First: m.First.ID, Then: m.Second.ID, Suggested: true}
	for _, o := range contested {
		r.Paths = append(r.Paths, o.Scope().Key)
	}
	slices.Sort(r.Paths)
	r.Paths = slices.Compact(r.Paths)
	decide(r, m, contested)
	return r
}

func decide(r *report.Replan, m *detect.Meeting, contested []detect.Overlap) {
	firstEdited, secondEdited := edited(contested)
	landFirst := func(first, then *detect.Side, why string) {
		r.Action, r.First, r.Then = LandFirst, first.ID, then.ID
		r.Summary = fmt.Sprintf("Land %s first: %s.", first.ID.Label(), why)
	}
	switch {
	case !m.First.Draft && m.Second.Draft:
		landFirst(m.First, m.Second, "it is ready for review and the other is a draft")
	case m.First.Draft && !m.Second.Draft:
		landFirst(m.Second, m.First, "it is ready for review and the other is a draft")
	case slices.ContainsFunc(contested, bothEdited):
		r.Action = Stack
		r.Summary = fmt.Sprintf("Build %s on %s, or rebase it once %s has landed.", r.Then.Label(), r.First.Label(), r.First.Label())
	case firstEdited && !secondEdited:
		landFirst(m.First, m.Second, "it has changed the file, the other has only announced to")
	case secondEdited && !firstEdited:
		landFirst(m.Second, m.First, "it has changed the file, the other has only announced to")
	case slices.ContainsFunc(contested, sameLiteral):
		landFirst(m.First, m.Second, "it announced the same file earlier")
	default:
		r.Action = Split
		r.Summary = "Agree who takes which of the files that both patterns cover."
	}
}

func edited(overlaps []detect.Overlap) (first, second bool) {
	for _, o := range overlaps {
		first = first || o.First.Basis == detect.Observed
		second = second || o.Second.Basis == detect.Observed
	}
	return first, second
}

func bothEdited(o detect.Overlap) bool {
	return o.First.Basis == detect.Observed && o.Second.Basis == detect.Observed
}

// sameLiteral reports whether both sides named the very file: a declared touch
// holds the path or pattern as it was written.
func sameLiteral(o detect.Overlap) bool { return o.First.Path == o.Second.Path }
