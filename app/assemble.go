package app

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/comity-dev/comity/app/plan"
	"github.com/comity-dev/comity/app/report"
	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/policy"
)

// pair is two sides, the one that sorts first in front.
type pair struct{ a, b detect.SideID }

func pairOf(m *detect.Meeting) pair { return newPair(m.First.ID, m.Second.ID) }

func newPair(a, b detect.SideID) pair {
	if detect.CompareSides(a, b) > 0 {
		a, b = b, a
	}
	return pair{a, b}
}

// report puts the verdicts into the order they are told in and numbers them.
func (e *evaluation) report(meetings []*detect.Meeting, verdicts []policy.Verdict) *report.Report {
	replans := map[pair]*report.Replan{}
	for _, m := range meetings {
		if r := plan.Replan(m); r != nil {
			replans[pairOf(m)] = r
		}
	}
	slices.SortStableFunc(verdicts, compareVerdicts)
	r := &report.Report{
		Version:   report.Version,
		Base:      report.Base{Ref: e.got.Base.Ref, SHA: e.got.Base.SHA},
		Sides:     e.reportSides(),
		Conflicts: []report.Conflict{},
		Order:     e.order(meetings, replans),
		Gaps:      e.reportGaps(),
		Notes:     append([]string{}, e.notes...),
	}
	for i, v := range verdicts {
		c := conflictOf(v)
		c.Ref = fmt.Sprintf("CF-%d", i+1)
		if v.Finding.First != "" {
			c.Replan = replans[newPair(v.Finding.First, v.Finding.Newcomer)]
		}
		r.Conflicts = append(r.Conflicts, c)
	}
	slices.Sort(r.Notes)
	r.Notes = slices.Compact(r.Notes)
	return r
}

// compareVerdicts puts what blocks first, then the stronger, then by kind and
// sides, so that numbers are given in an order a reader expects.
func compareVerdicts(a, b policy.Verdict) int {
	if a.Blocking != b.Blocking {
		if a.Blocking {
			return -1
		}
		return 1
	}
	kinds := detect.Kinds()
	return cmp.Or(
		cmp.Compare(b.Severity, a.Severity),
		cmp.Compare(slices.Index(kinds, a.Finding.Kind), slices.Index(kinds, b.Finding.Kind)),
		detect.CompareSides(a.Finding.Newcomer, b.Finding.Newcomer),
		detect.CompareSides(a.Finding.First, b.Finding.First),
		cmp.Compare(a.Finding.Rule, b.Finding.Rule),
	)
}

func conflictOf(v policy.Verdict) report.Conflict {
	f := v.Finding
	c := report.Conflict{
		Kind: f.Kind, Rule: f.Rule, Severity: v.Severity.String(), Status: "open",
		Blocking: v.Blocking, Confidence: f.Confidence, Basis: f.Basis, Asserted: f.Asserted,
		Sides:  [2]string{string(f.First), string(f.Newcomer)},
		Scopes: []string{}, Evidence: []report.Evidence{},
		Summary: f.Summary, Suggestion: f.Suggestion, Why: v.Why,
	}
	if f.First == "" {
		c.Sides = [2]string{string(f.Newcomer), "rule:" + f.Rule}
	}
	if v.Blocking {
		c.Blocks = &v.Blocks
	}
	for _, s := range f.Scopes {
		c.Scopes = append(c.Scopes, s.String())
	}
	for _, ev := range f.Evidence {
		c.Evidence = append(c.Evidence, report.Evidence{
			Side: ev.Side, Scope: ev.Scope.String(), Path: ev.Path, StartLine: ev.StartLine, EndLine: ev.EndLine,
			Operation: ev.Operation, Basis: ev.Basis, Detail: ev.Detail,
		})
	}
	return c
}

func (e *evaluation) reportSides() []report.Side {
	out := []report.Side{}
	for i := range e.got.Changes {
		s := e.got.Changes[i].Side
		if e.absorbed[s.ID] || !e.among(s) && !e.againstThem(s) {
			continue
		}
		out = append(out, report.Side{
			ID: s.ID, Branch: s.Branch, PR: s.PR, Head: s.Head, MergeBase: s.MergeBase, Author: s.Author,
			Arrived: s.Arrived.UTC().Format(time.RFC3339), Files: s.Files,
		})
	}
	return out
}

func (e *evaluation) reportGaps() []report.Gap {
	out := []report.Gap{}
	for i := range e.got.Changes {
		for _, g := range e.got.Changes[i].Gaps {
			out = append(out, report.Gap{Side: g.Side, Path: g.Path, Reason: g.Reason})
		}
	}
	slices.SortFunc(out, func(a, b report.Gap) int {
		return cmp.Or(detect.CompareSides(a.Side, b.Side), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Reason, b.Reason))
	})
	return slices.Compact(out)
}
