package merge3

import (
	"maps"
	"slices"
	"strings"

	"github.com/comity-dev/comity/detect"
)

// Options says what a merge needs from outside.
type Options struct {
	Read      Reader
	Attribute func(path string) Attribute // nil: everything is text
	Cache     *Cache                      // nil: a small one for this merge
	NoRenames bool                        // look for no renames
	// VerdictOnly leaves out what the merge would write: Blobs stays empty, and
	// Changes is not to be used.
	VerdictOnly bool
}

// The three versions of a path.
const (
	atBase = iota
	atOurs
	atTheirs
)

// slot is one path of the merge: what the three trees have there and, once it
// is settled, what the merge has.
type slot struct {
	stage   [3]detect.Entry
	third   int          // the version to take because the other two agree; -1 if none do
	settled bool         // result is the clean outcome
	result  detect.Entry // absent: the path goes away
	// contested marks a path that a rename put into dispute: it is unmerged
	// whatever its content.
	contested bool
	kind      ConflictKind // of the dispute
	also      []string     // other paths of the dispute
	conflict  *Conflict
}

// has reports whether a version of the path exists.
func (s *slot) has(version int) bool { return !s.stage[version].Absent() }

// takeThird is the version to take where two existing ones agree: the third is
// the change. It is -1 where none do.
func takeThird(stage [3]detect.Entry) int {
	equal := func(a, b int) bool { return !stage[a].Absent() && stage[a] == stage[b] }
	switch {
	case equal(atOurs, atTheirs):
		return atOurs
	case equal(atBase, atOurs):
		return atTheirs
	case equal(atBase, atTheirs):
		return atOurs
	}
	return -1
}

// merger is one merge under way.
type merger struct {
	base  *Base
	sides [3]*Side // by version; the base has none
	o     Options
	slots map[string]*slot
	steps int // what the search for similar files may still take
	res   Result
}

// Merge merges two sides over their base.
func Merge(b *Base, ours, theirs *Side, o Options) Result { return newMerger(b, ours, theirs, o).run() }

func newMerger(b *Base, ours, theirs *Side, o Options) *merger {
	if o.Attribute == nil {
		o.Attribute = func(string) Attribute { return MergeText }
	}
	if o.Cache == nil {
		o.Cache = NewCache(1 << 24)
	}
	return &merger{
		base: b, sides: [3]*Side{nil, ours, theirs}, o: o, steps: matrixSteps,
		slots: make(map[string]*slot, len(ours.changes)+len(theirs.changes)),
	}
}

func (m *merger) run() Result {
	m.collect()
	if !m.o.NoRenames {
		m.renames()
	}
	paths := slices.Sorted(maps.Keys(m.slots))
	for _, p := range paths {
		if s := m.slots[p]; !s.settled {
			m.settle(p, s)
		}
	}
	m.makeWay(paths)
	m.finish(paths)
	return m.res
}

// collect lines up the versions of every path that a side changed. A path that
// all three trees have and only one side changed is settled at once.
func (m *merger) collect() {
	for version := atOurs; version <= atTheirs; version++ {
		other := m.sides[atOurs+atTheirs-version]
		for _, c := range m.sides[version].changes {
			if m.slots[c.Path] != nil {
				continue
			}
			s := &slot{}
			s.stage[atBase] = m.base.tree[c.Path]
			s.stage[version] = c.New
			s.stage[atOurs+atTheirs-version] = other.at(m.base, c.Path)
			s.third = takeThird(s.stage)
			m.slots[c.Path] = s
			if s.third >= 0 && s.has(atBase) && s.has(atOurs) && s.has(atTheirs) {
				s.result, s.settled = s.stage[s.third], true
			}
		}
	}
}

// settle decides one path by what is left of its versions.
func (m *merger) settle(p string, s *slot) {
	ours, theirs := s.has(atOurs), s.has(atTheirs)
	switch {
	case s.third >= 0:
		s.result = s.stage[s.third]
		if s.settled = !s.contested || s.result.Absent(); !s.settled {
			m.unmerged(p, s, ContentConflict, nil)
		}
	case ours && theirs && kindOf(s.stage[atOurs].Mode) != kindOf(s.stage[atTheirs].Mode):
		s.result = s.stage[atOurs]
		m.unmerged(p, s, ModeConflict, nil)
	case ours && theirs:
		m.settleContent(p, s)
	case s.has(atBase) && (ours || theirs):
		s.result = s.stage[atOurs]
		if theirs {
			s.result = s.stage[atTheirs]
		}
		m.unmerged(p, s, ModifyDelete, nil)
	case ours || theirs:
		s.result = s.stage[atOurs]
		if theirs {
			s.result = s.stage[atTheirs]
		}
		if s.settled = !s.contested; s.contested {
			m.unmerged(p, s, DirectoryRename, nil)
		}
	default:
		s.result = detect.Entry{}
		if s.settled = !s.contested; s.contested {
			m.unmerged(p, s, RenameRename, nil)
		}
	}
}

func (m *merger) settleContent(p string, s *slot) {
	out := m.content(p, s.stage[atBase], s.stage[atOurs], s.stage[atTheirs])
	s.result = out.entry
	if out.clean && !s.contested {
		s.settled = true
		return
	}
	kind := out.kind
	if out.clean {
		kind = s.kind
	} else if kind == ContentConflict && !s.has(atBase) {
		kind = AddAdd
	}
	m.unmerged(p, s, kind, out.regions)
}

// unmerged records a conflict at a path. What put the path into dispute names
// it; else what its content says.
func (m *merger) unmerged(p string, s *slot, kind ConflictKind, regions []Region) {
	if s.kind != "" {
		kind = s.kind
	}
	c := &Conflict{Kind: kind, Path: p, Paths: sortedUnique(append(s.also, p)...)}
	for _, r := range regions {
		c.Base = append(c.Base, lineRange(r.Base, r.BaseEnd))
		c.Ours = append(c.Ours, lineRange(r.Ours, r.OursEnd))
		c.Theirs = append(c.Theirs, lineRange(r.Theirs, r.TheirsEnd))
	}
	s.conflict = c
}

// makeWay finds files that the merge wants where it also has a directory. The
// old name of a file that both sides renamed needs no way where it has become a
// directory: git then does not list it.
func (m *merger) makeWay(paths []string) {
	delta := map[string]int{}
	for _, p := range paths {
		s := m.slots[p]
		n := 0
		if !s.result.Absent() {
			n++
		}
		if !m.base.tree[p].Absent() {
			n--
		}
		if n != 0 {
			count(delta, p, n)
		}
	}
	for _, p := range paths {
		s := m.slots[p]
		if m.base.dirs[p]+delta[p] <= 0 {
			continue
		}
		if s.result.Absent() && !s.has(atOurs) && !s.has(atTheirs) {
			s.conflict = nil
		}
		if s.result.Absent() || s.conflict != nil {
			continue
		}
		s.settled = false
		m.unmerged(p, s, DirectoryFile, nil)
	}
}

// finish gathers the result.
func (m *merger) finish(paths []string) {
	for _, p := range paths {
		s := m.slots[p]
		if s.conflict != nil {
			m.res.Conflicts = append(m.res.Conflicts, *s.conflict)
			m.res.unmerged = append(m.res.unmerged, p)
		}
		if s.result != m.base.tree[p] {
			m.res.Changes = append(m.res.Changes, Change{p, s.result})
		}
	}
	slices.SortStableFunc(m.res.Conflicts, func(a, b Conflict) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(m.res.Unknown, func(a, b Unknown) int { return strings.Compare(a.Path, b.Path) })
	m.res.Unknown = slices.Compact(m.res.Unknown)
}
