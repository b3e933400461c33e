package app

import (
	"cmp"
	"slices"

	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/detect/merge3"
)

// narrow looks at the paths that many sides share and lets only those meet there
// whose lines touch. All sides stand on one base, so touching lines are found by
// sweeping over them once instead of comparing every pair.
func (d *deepener) narrow(index *detect.Index) {
	for _, c := range index.Crowds() {
		if !c.Settled {
			index.Narrow(c.Target, c.Path, d.near(c))
		}
	}
}

// stretch is the lines of the base that one side changes in one place. Both
// ends count: changes that touch conflict.
type stretch struct {
	from, to int
	side     detect.SideID
}

func (d *deepener) near(c detect.Crowd) map[detect.SideID]map[detect.SideID]bool {
	near := map[detect.SideID]map[detect.SideID]bool{}
	join := func(a, b detect.SideID) {
		for _, pair := range [][2]detect.SideID{{a, b}, {b, a}} {
			if near[pair[0]] == nil {
				near[pair[0]] = map[detect.SideID]bool{}
			}
			near[pair[0]][pair[1]] = true
		}
	}
	var stretches []stretch
	for _, id := range c.Sides {
		lines, plain := d.stretches(c.Path, id)
		stretches = append(stretches, lines...)
		for _, other := range c.Sides {
			if !plain && other != id || id == c.Earliest && other != id && d.rules.IsExclusive(c.Path) {
				join(id, other)
			}
		}
	}
	slices.SortFunc(stretches, func(a, b stretch) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), detect.CompareSides(a.side, b.side))
	})
	var open []stretch
	for _, s := range stretches {
		open = slices.DeleteFunc(open, func(o stretch) bool { return o.to < s.from })
		for _, o := range open {
			if o.side != s.side {
				join(o.side, s.side)
			}
		}
		open = append(open, s)
	}
	return near
}

// stretches gives the lines of the target's file that a side changes. plain is
// false when that does not say all: the file was added, moved or taken away, or
// does not merge by lines.
func (d *deepener) stretches(p string, id detect.SideID) (out []stretch, plain bool) {
	cs := d.change[id]
	l := d.land(cs.Side)
	if slices.Contains(l.open, p) {
		return nil, true
	}
	was, is := d.got.Base.Tree[p], l.changes[p]
	renamed := slices.ContainsFunc(fromBase(cs), func(f detect.FileChange) bool {
		return f.OldPath != "" && (f.OldPath == p || f.Path == p)
	})
	if renamed || was.Mode != is.Mode || !is.Mode.Regular() || d.merge.Attribute(p) != merge3.MergeText {
		return nil, false
	}
	before, okBefore := d.blobs.read(was.OID)
	after, okAfter := d.blobs.read(is.OID)
	if !okBefore || !okAfter {
		return nil, false
	}
	hunks, ok := merge3.DiffText(before, after)
	for _, h := range hunks {
		out = append(out, stretch{h.A, h.AEnd, id})
	}
	return out, ok
}
