package merge3

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/comity-dev/comity/detect"
)

// applyRenames lines up the versions of every renamed file under its new name.
func (m *merger) applyRenames(finders [3]*finder, instead [3]map[string]string) {
	var all []renamed
	for version := atOurs; version <= atTheirs; version++ {
		for to, from := range finders[version].from {
			if moved, ok := instead[version][to]; ok {
				to = moved
			}
			all = append(all, renamed{version, from, to})
		}
	}
	slices.SortFunc(all, func(a, b renamed) int {
		return cmp.Or(strings.Compare(a.from, b.from), a.version-b.version)
	})
	for i := 0; i < len(all); i++ {
		r := all[i]
		old := m.slots[r.from]
		if old == nil || old.settled {
			continue
		}
		if i+1 < len(all) && all[i+1].from == r.from {
			m.bothRenamed(old, r, all[i+1])
			i++
			continue
		}
		m.applyRename(old, r)
	}
}

// bothRenamed handles a file that both sides renamed: to one name, which is one
// file to merge, or to two, which is a conflict of all three names.
func (m *merger) bothRenamed(old *slot, ours, theirs renamed) {
	a, b := m.slots[ours.to], m.slots[theirs.to]
	if ours.to == theirs.to {
		a.stage[atBase] = old.stage[atBase]
		old.settled, old.result = true, detect.Entry{}
		return
	}
	merged := m.contentKept(ours.from, old.stage[atBase], a.stage[atOurs], b.stage[atTheirs])
	if merged.clean {
		a.stage[atOurs], b.stage[atTheirs] = merged.entry, merged.entry
	}
	names := []string{ours.from, ours.to, theirs.to}
	for _, s := range []*slot{old, a, b} {
		s.contested, s.kind = true, RenameRename
		s.also = append(s.also, names...)
	}
}

func (m *merger) applyRename(old *slot, r renamed) {
	s := m.slots[r.to]
	if s == nil {
		return
	}
	other := atOurs + atTheirs - r.version
	deleted := !old.has(other)
	collides := s.has(other)
	typeChanged := !deleted && old.stage[other].Mode.Regular() != s.stage[r.version].Mode.Regular()
	if typeChanged {
		collides = false
	}
	switch {
	case collides && !deleted:
		m.renameOnto(old, s, r, other)
	case collides:
		s.contested, s.kind = true, RenameDelete
		s.also = append(s.also, r.from)
	default:
		s.stage[atBase] = old.stage[atBase]
		switch {
		case typeChanged:
			old.stage[atBase] = detect.Entry{}
			return
		case deleted:
			s.contested, s.kind = true, RenameDelete
			s.also = append(s.also, r.from)
		default:
			s.stage[other] = old.stage[other]
		}
	}
	old.settled, old.result = true, detect.Entry{}
}

// renameOnto merges the renamed file with the other side's change of it; what
// comes of it then meets the file that the other side has under the new name.
func (m *merger) renameOnto(old, s *slot, r renamed, other int) {
	var versions [3]detect.Entry
	versions[atBase] = old.stage[atBase]
	versions[r.version], versions[other] = s.stage[r.version], old.stage[other]
	merged := m.contentKept(r.from, versions[atBase], versions[atOurs], versions[atTheirs])
	s.stage[r.version] = merged.entry
	if len(merged.regions) > 0 {
		s.stage[r.version].OID = m.keepMarked(versions[atOurs].OID, versions[atTheirs].OID)
	}
	s.kind = RenameAdd
	s.also = append(s.also, r.from)
	old.settled, old.result = true, detect.Entry{}
}

// keepMarked keeps a text that stands for a merge with conflicts, which is like
// neither side.
func (m *merger) keepMarked(ours, theirs string) string {
	a, _ := m.read(ours)
	b, _ := m.read(theirs)
	return m.keep(fmt.Appendf(nil, "<<<<<<<\n%s\n=======\n%s\n>>>>>>>\n", a, b))
}
