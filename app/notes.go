package app

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/policy"
)

// policyName is where the policy of a repository stands.
const policyName = ".comity.yml"

// noteRest adds what is worth knowing but is no conflict between two sides.
func (e *evaluation) noteRest(ctx context.Context, d *deepener) error {
	e.noteCrowds()
	e.noteTwins()
	for _, cs := range e.evaluated() {
		e.noteTakenNumbers(cs)
		if open := d.land(cs.Side).unsettled(); len(open) > 0 {
			e.notes = append(e.notes, fmt.Sprintf("%s needs a rebase: it conflicts with %s in %s. Its changes there are compared with others once it is rebased.",
				cs.Side.ID.Label(), e.got.Base.Ref, nameFew(open)))
		}
	}
	return e.notePolicies(ctx)
}

// dropAbsorbed leaves out the sides whose whole change the target already has,
// as after a squash merge.
func (e *evaluation) dropAbsorbed(d *deepener) {
	e.absorbed = map[detect.SideID]bool{}
	var names []string
	for _, cs := range e.evaluated() {
		if d.land(cs.Side).absorbed {
			e.absorbed[cs.Side.ID] = true
			names = append(names, cs.Side.ID.Label())
		}
	}
	switch len(names) {
	case 0:
	case 1:
		e.notes = append(e.notes, fmt.Sprintf("%s is left out: %s has all of its change.", names[0], e.got.Base.Ref))
	default:
		e.notes = append(e.notes, fmt.Sprintf("%d sides are left out, because %s has all of their change: %s.", len(names), e.got.Base.Ref, nameFew(names)))
	}
}

func nameFew(names []string) string {
	if n := len(names); n > 3 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:2], ", "), n-2)
	}
	return strings.Join(names, ", ")
}

// namedCrowds is how many crowded paths are named; the others are counted.
const namedCrowds = 3

// noteCrowds tells the paths that too many sides share to tell each pair: one
// sentence for the regenerated files and one for the others.
func (e *evaluation) noteCrowds() {
	var settled, contested []detect.Crowd
	for _, c := range e.index.Crowds() {
		switch {
		case !slices.ContainsFunc(c.Sides, e.isEvaluated):
		case c.Settled:
			settled = append(settled, c)
		default:
			contested = append(contested, c)
		}
	}
	if len(settled) > 0 {
		e.notes = append(e.notes, describeCrowds(settled)+": whoever lands later settles such a file in passing.")
	}
	if len(contested) > 0 {
		e.notes = append(e.notes, describeCrowds(contested)+": only pairs that conflict there are told.")
	}
}

func describeCrowds(crowds []detect.Crowd) string {
	slices.SortStableFunc(crowds, func(a, b detect.Crowd) int { return len(b.Sides) - len(a.Sides) })
	var words []string
	for _, c := range crowds[:min(len(crowds), namedCrowds)] {
		words = append(words, fmt.Sprintf("%d sides change %s", len(c.Sides), c.Path))
	}
	if more := len(crowds) - len(words); more > 0 {
		words = append(words, fmt.Sprintf("%d more files are shared as widely", more))
	}
	return strings.Join(words, ", ")
}

// noteTakenNumbers tells a side that started from an older target when the
// target has since given its number to another file.
func (e *evaluation) noteTakenNumbers(cs *detect.ChangeSet) {
	if cs.Side.MergeBase == e.got.Base.SHA {
		return
	}
	for _, f := range cs.Files {
		m, ok := detect.MemberOf(f.Path)
		if !ok || f.Status != detect.StatusAdded || detect.MayHaveLineage(f.Path) {
			continue
		}
		for _, taken := range e.numbers.onTarget(m) {
			if stem(taken) == stem(f.Path) {
				continue
			}
			note := fmt.Sprintf("%s adds %s, but %s has given number %s to %s.", cs.Side.ID.Label(), f.Path, e.got.Base.Ref, m.Text, path.Base(taken))
			if next := e.numbers.next(cs.Side.ID, m.Series, m.Text); next != "" {
				note += " The next free number is " + next + "."
			}
			e.notes = append(e.notes, note)
			break
		}
	}
}

// stem is a file's name up to its first dot: 0042_a.up.sql and 0042_a.down.sql
// belong together.
func stem(file string) string {
	name, _, _ := strings.Cut(path.Base(file), ".")
	return name
}

// notePolicies announces sides that change the policy, and what is wrong with
// their version of it.
func (e *evaluation) notePolicies(ctx context.Context) error {
	editors := map[string][]detect.SideID{}
	var oids []string
	for _, cs := range e.evaluated() {
		for _, f := range cs.Files {
			if f.Path != policyName && f.OldPath != policyName {
				continue
			}
			if f.Path == policyName && f.New.Mode.Regular() {
				editors[f.New.OID] = append(editors[f.New.OID], cs.Side.ID)
				oids = append(oids, f.New.OID)
				continue
			}
			e.notes = append(e.notes, fmt.Sprintf("%s takes %s away; the version of %s is in force.", cs.Side.ID.Label(), policyName, e.got.Base.Ref))
		}
	}
	return e.src.Blobs(ctx, unique(oids), func(oid string, b Blob) {
		for _, id := range editors[oid] {
			e.notes = append(e.notes, e.policyNote(id, b))
		}
	})
}

// namedProblems is how many errors of a side's own policy are told.
const namedProblems = 5

func (e *evaluation) policyNote(id detect.SideID, b Blob) string {
	note := fmt.Sprintf("%s changes %s; the version of %s is in force.", id.Label(), policyName, e.got.Base.Ref)
	if b.Missing || b.TooBig {
		return note + " Its own could not be read."
	}
	_, problems := policy.Parse(id.Label()+":"+policyName, b.Data)
	if len(problems) == 0 {
		return note
	}
	var words []string
	for _, p := range problems[:min(len(problems), namedProblems)] {
		words = append(words, p.Error())
	}
	if more := len(problems) - len(words); more > 0 {
		words = append(words, fmt.Sprintf("and %d more", more))
	}
	return note + " Its own has errors: " + strings.Join(words, "; ")
}
