package app

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/detect/gitattr"
	"github.com/comity-dev/comity/detect/merge3"
)

const (
	// diffBudget bounds the line diffs kept between merges.
	diffBudget = 64 << 20
	// meetingBatch is how many meetings have their contents read in one go.
	meetingBatch = 512
)

// deepener reads and merges what two sides share. It puts every side on top of
// the target's head first, once, so that all pairs merge over one base and each
// file is compared with it once.
type deepener struct {
	src    Source
	got    *Gathered
	rules  detect.Rules
	blobs  *blobs
	base   *merge3.Base
	merge  merge3.Options
	landed map[detect.SideID]*landed
	change map[detect.SideID]*detect.ChangeSet
	moved  moves
	parted map[pair]*parted
}

// newDeepener reads what all merges need and puts every side on the target.
func newDeepener(ctx context.Context, src Source, got *Gathered, rules detect.Rules, moved moves) (*deepener, error) {
	d := &deepener{
		src: src, got: got, rules: rules, moved: moved, blobs: newBlobs(ctx, src),
		landed: map[detect.SideID]*landed{},
		change: map[detect.SideID]*detect.ChangeSet{},
	}
	for i := range got.Changes {
		d.change[got.Changes[i].Side.ID] = &got.Changes[i]
	}
	d.prepare()
	for i := range got.Changes {
		d.land(got.Changes[i].Side)
	}
	return d, d.blobs.err
}

// run deepens the meetings, a batch at a time so that what one needs is read in
// one go and forgotten again.
func (d *deepener) run(ctx context.Context, meetings []*detect.Meeting) error {
	for batch := range slices.Chunk(meetings, meetingBatch) {
		if err := d.part(ctx, batch); err != nil {
			return err
		}
		d.prefetch(batch)
		for _, m := range batch {
			d.meet(m)
		}
		if d.blobs.err != nil {
			return d.blobs.err
		}
	}
	return nil
}

// prepare reads what all merges need: attributes, and the files that the target
// changed under the sides.
func (d *deepener) prepare() {
	d.base = merge3.NewBase(d.got.Base.Tree)
	d.merge = merge3.Options{Read: d.blobs.read, Attribute: d.attributes(), Cache: merge3.NewCache(diffBudget)}
	var contents []string
	for i := range d.got.Changes {
		contents = append(contents, wanted(fromBase(&d.got.Changes[i]), d.got.Base.Tree, d.drifted)...)
	}
	d.blobs.fetch(contents)
}

// drifted reports whether the target's head has the file in another state than
// the side started from.
func (d *deepener) drifted(f *detect.FileChange) bool {
	name := f.Path
	if f.OldPath != "" {
		if !d.got.Base.Tree[f.Path].Absent() {
			return true
		}
		name = f.OldPath
	}
	return d.got.Base.Tree[name] != f.Old
}

// attributes reads the target's .gitattributes, which say how files merge.
func (d *deepener) attributes() func(string) merge3.Attribute {
	var oids, dirs []string
	for name, entry := range d.got.Base.Tree {
		if path.Base(name) == ".gitattributes" && entry.Mode.Regular() {
			oids = append(oids, entry.OID)
			dirs = append(dirs, name)
		}
	}
	d.blobs.fetch(slices.Clone(oids))
	files := map[string][]byte{}
	for i, oid := range oids {
		if text, ok := d.blobs.read(oid); ok {
			files[strings.TrimSuffix(strings.TrimSuffix(dirs[i], ".gitattributes"), "/")] = text
		}
	}
	return mergeAttribute(gitattr.NewSet(files))
}

// prefetch reads the contents of the shared files of many meetings at once.
func (d *deepener) prefetch(meetings []*detect.Meeting) {
	var oids []string
	for _, m := range meetings {
		shared := anyNamed(m.Paths())
		oids = append(oids, wanted(m.First.Changes, d.got.Base.Tree, shared)...)
		oids = append(oids, wanted(m.Second.Changes, d.got.Base.Tree, shared)...)
	}
	d.blobs.fetch(oids)
}

// meet merges the two sides of one meeting and notes which lines they touch.
func (d *deepener) meet(m *detect.Meeting) {
	p := d.parted[pairOf(m)]
	if p != nil {
		p.keepOwn(m)
	}
	d.dropUnsettled(m)
	for _, o := range m.Overlaps {
		if o.Scope().Family == detect.FamilyPath {
			d.touchedLines(o.First.File)
			d.touchedLines(o.Second.File)
		}
	}
	if !slices.ContainsFunc(m.Overlaps, canConflict) {
		return
	}
	m.Merge = &detect.Merge{}
	conflicts := d.charged
	if p != nil {
		conflicts = func(m *detect.Meeting) []merge3.Conflict { return d.partedConflicts(m, p) }
	}
	for _, c := range conflicts(m) {
		m.Merge.Conflicts = append(m.Merge.Conflicts, d.conflict(m, c))
	}
}

// dropUnsettled leaves out files that one of the two must first settle with the
// target: what is left of its change then is not known yet. Exclusive files stay.
func (d *deepener) dropUnsettled(m *detect.Meeting) {
	first, second := d.land(m.First).open, d.land(m.Second).open
	if len(first)+len(second) == 0 {
		return
	}
	m.Overlaps = slices.DeleteFunc(m.Overlaps, func(o detect.Overlap) bool {
		p := o.Scope().Key
		return o.Scope().Family == detect.FamilyPath && (slices.Contains(first, p) || slices.Contains(second, p)) && !d.rules.IsExclusive(p)
	})
}

// canConflict reports whether an overlap can keep git from merging.
func canConflict(o detect.Overlap) bool {
	switch o.Scope().Family {
	case detect.FamilyPath, detect.FamilyDirectory:
		return o.First.Basis == detect.Observed && o.Second.Basis == detect.Observed
	}
	return false
}

func (d *deepener) touchedLines(f *detect.FileChange) {
	if f == nil || f.Lines != nil || !f.New.Mode.Regular() || f.New.OID == f.Old.OID {
		return
	}
	f.Lines = []detect.LineRange{}
	text, ok := d.blobs.read(f.New.OID)
	if !ok {
		return
	}
	var old []byte
	if f.Old.Mode.Regular() {
		if old, ok = d.blobs.read(f.Old.OID); !ok {
			return
		}
	}
	f.Lines = merge3.TouchedLines(old, text)
}

// conflict puts one thing that could not be merged into the words of detect.
func (d *deepener) conflict(m *detect.Meeting, c merge3.Conflict) detect.MergeConflict {
	out := detect.MergeConflict{Kind: c.Kind.String(), Path: c.Path, Paths: c.Paths, First: c.Ours, Second: c.Theirs}
	out.Settled = !slices.ContainsFunc(c.Paths, func(p string) bool { return !d.rules.Regenerated(p) })
	return out
}
