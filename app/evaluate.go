package app

import (
	"context"
	"slices"

	"github.com/comity-dev/comity/app/plan"
	"github.com/comity-dev/comity/app/report"
	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/detect/merge3"
	"github.com/comity-dev/comity/policy"
)

// Request says what to evaluate.
type Request struct {
	// Among names the sides to evaluate; nil means all.
	Among func(*detect.Side) bool
	// Against names the sides to compare them with; nil means with each other.
	Against func(*detect.Side) bool
	// Policy overrides the one on the target branch.
	Policy *policy.Policy
}

// evaluation is one run of the pipeline.
type evaluation struct {
	src      Source
	req      Request
	got      *Gathered
	policy   *policy.Policy
	facts    *detect.Facts
	index    *detect.Index
	absorbed map[detect.SideID]bool
	notes    []string
	numbers  *numbers
}

// Evaluate runs the whole pipeline once over everything the source has.
func Evaluate(ctx context.Context, src Source, req Request) (*report.Report, error) {
	e := &evaluation{src: src, req: req, index: detect.NewIndex()}
	if err := e.gather(ctx); err != nil {
		return nil, err
	}
	moved, err := readMoves(ctx, e.src, e.got)
	if err != nil {
		return nil, err
	}
	d, err := newDeepener(ctx, e.src, e.got, e.facts.Rules, moved)
	if err != nil {
		return nil, err
	}
	e.dropAbsorbed(d)
	if err := e.observe(ctx, d); err != nil {
		return nil, err
	}
	d.narrow(e.index)
	meetings := e.meetings()
	if err := d.run(ctx, meetings); err != nil {
		return nil, err
	}
	if err := e.noteRest(ctx, d); err != nil {
		return nil, err
	}
	return e.report(meetings, e.judge(meetings)), nil
}

func (e *evaluation) gather(ctx context.Context) error {
	keep := func(s *detect.Side) bool {
		return e.req.Among == nil || e.req.Among(s) || e.req.Against != nil && e.req.Against(s)
	}
	got, err := e.src.Gather(ctx, keep)
	if err != nil {
		return err
	}
	e.got, e.notes = got, slices.Clone(got.Notes)
	return e.readPolicy()
}

func (e *evaluation) readPolicy() error {
	e.policy = e.req.Policy
	if e.policy == nil {
		var err error
		if e.policy, err = e.got.policy(); err != nil {
			return err
		}
	}
	e.numbers = &numbers{got: e.got}
	e.facts = &detect.Facts{Rules: e.policy.Rules(), NextFree: e.numbers.next}
	e.got.Changes = slices.DeleteFunc(e.got.Changes, func(cs detect.ChangeSet) bool {
		return cs.Side.Branch != "" && !e.policy.Watches(cs.Side.Branch)
	})
	for i := range e.got.Changes {
		cs := &e.got.Changes[i]
		cs.Side.Changes, cs.Side.Files = cs.Files, len(cs.Files)
	}
	return nil
}

// observe writes every side into the index. Sides of ignored authors raise
// nothing, so they are not in it; protected paths hold for them all the same.
func (e *evaluation) observe(ctx context.Context, d *deepener) error {
	contents, err := e.readLineages(ctx)
	if err != nil {
		return err
	}
	rules := e.facts.Rules
	rules.Regenerated = func(p string) bool {
		// What git may not merge by lines is a sure conflict, not one in passing.
		return e.facts.Rules.Regenerated(p) && d.merge.Attribute(p) != merge3.MergeBinary
	}
	for i := range e.got.Changes {
		cs := &e.got.Changes[i]
		if e.absorbed[cs.Side.ID] || e.policy.IgnoresAuthor(cs.Side.Author) || !e.among(cs.Side) && !e.againstThem(cs.Side) {
			continue
		}
		touches := detect.Observe(cs, e.got.Base.Tree, &rules, contents)
		e.index.Put(cs.Side, append(touches, d.moved.touches(cs, e.got.Base.Ref, &rules)...))
	}
	return nil
}

// againstThem reports whether the side is one of those that the evaluated ones
// are compared with.
func (e *evaluation) againstThem(s *detect.Side) bool {
	return e.req.Against != nil && e.req.Against(s)
}

// readLineages reads the few files whose place in a series stands in their
// text.
func (e *evaluation) readLineages(ctx context.Context) (detect.Contents, error) {
	texts := map[string][]byte{}
	var oids []string
	for i := range e.got.Changes {
		for _, f := range e.got.Changes[i].Files {
			if f.New.Mode.Regular() && detect.MayHaveLineage(f.Path) {
				oids = append(oids, f.New.OID)
			}
		}
	}
	err := e.src.Blobs(ctx, unique(oids), func(oid string, b Blob) {
		if !b.TooBig && !b.Missing {
			texts[oid] = b.Data
		}
	})
	return func(f *detect.FileChange) ([]byte, bool) {
		text, ok := texts[f.New.OID]
		return text, ok
	}, err
}

func unique(s []string) []string {
	slices.Sort(s)
	return slices.Compact(s)
}

func (e *evaluation) among(s *detect.Side) bool   { return e.req.Among == nil || e.req.Among(s) }
func (e *evaluation) against(s *detect.Side) bool { return e.req.Against == nil || e.req.Against(s) }

// evaluated lists the change sets the request is about.
func (e *evaluation) evaluated() []*detect.ChangeSet {
	var out []*detect.ChangeSet
	for i := range e.got.Changes {
		if cs := &e.got.Changes[i]; e.among(cs.Side) && !e.absorbed[cs.Side.ID] {
			out = append(out, cs)
		}
	}
	return out
}

// meetings looks up what the evaluated sides meet. Where both sides of a pair
// are evaluated the pair is taken once, from the side that sorts first.
func (e *evaluation) meetings() []*detect.Meeting {
	var out []*detect.Meeting
	for _, cs := range e.evaluated() {
		me := cs.Side
		out = append(out, e.index.Meetings(me.ID, func(other *detect.Side) bool {
			if e.policy.IgnoresSameAuthor() && me.Author != "" && me.Author == other.Author {
				return false
			}
			if e.req.Against != nil {
				twice := e.among(other) && e.against(me) && detect.CompareSides(other.ID, me.ID) < 0
				return e.against(other) && !twice
			}
			return e.among(other) && detect.CompareSides(me.ID, other.ID) < 0
		})...)
	}
	return out
}

func (e *evaluation) judge(meetings []*detect.Meeting) []policy.Verdict {
	findings := detect.Detect(meetings, e.facts)
	for _, cs := range e.evaluated() {
		findings = append(findings, detect.DetectRules(cs, e.facts)...)
	}
	var out []policy.Verdict
	for _, f := range findings {
		if v := e.policy.Judge(f); v.Severity != policy.Off {
			out = append(out, v)
		}
	}
	return out
}

// order is in which order the evaluated sides could merge.
func (e *evaluation) order(meetings []*detect.Meeting, replans map[pair]*report.Replan) []detect.SideID {
	var sides []*detect.Side
	var edges []plan.Edge
	seen := map[detect.SideID]bool{}
	add := func(s *detect.Side) {
		if seen[s.ID] {
			return
		}
		seen[s.ID] = true
		sides = append(sides, s)
		for _, below := range s.Contains {
			edges = append(edges, plan.Edge{First: below, Then: s.ID, Hard: true})
		}
	}
	for _, cs := range e.evaluated() {
		add(cs.Side)
	}
	for _, m := range meetings {
		add(m.First)
		add(m.Second)
		if r := replans[pairOf(m)]; r != nil {
			edges = append(edges, plan.Edge{First: r.First, Then: r.Then})
		}
	}
	return plan.Order(sides, edges)
}

func (e *evaluation) isEvaluated(id detect.SideID) bool {
	i, found := slices.BinarySearchFunc(e.got.Changes, id, func(cs detect.ChangeSet, id detect.SideID) int {
		return detect.CompareSides(cs.Side.ID, id)
	})
	return found && !e.absorbed[id] && e.among(e.got.Changes[i].Side)
}
