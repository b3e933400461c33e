package merge3

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// zones are the directories in which renames of directories matter: one side
// emptied them, and the other added a file right in them.
type zones struct {
	roots map[string]bool
	// wanted holds, by the side that may have renamed it, the directories whose
	// new place somebody needs to know.
	wanted [3]map[string]bool
}

func (m *merger) renameZones() *zones {
	z := &zones{roots: map[string]bool{}}
	for version := atOurs; version <= atTheirs; version++ {
		z.wanted[version] = map[string]bool{}
	}
	if m.base.partial {
		return z
	}
	for version := atOurs; version <= atTheirs; version++ {
		gone, other := m.sides[version].gone, m.sides[atOurs+atTheirs-version]
		if len(gone) == 0 {
			continue
		}
		for _, p := range other.added {
			if dir := parent(p); dir != "" && gone[dir] && other.has(m.base, dir) && !m.slots[p].has(version) {
				z.roots[dir] = true
			}
		}
	}
	if len(z.roots) == 0 {
		return z
	}
	for version := atOurs; version <= atTheirs; version++ {
		adder := atOurs + atTheirs - version
		for _, p := range m.sides[adder].added {
			if !m.slots[p].has(version) && z.covers(p) {
				z.wanted[version][parent(p)] = true
			}
		}
		for dir := range m.sides[version].gone {
			if z.covers(dir) {
				z.wanted[version][dir] = true
			}
		}
	}
	return z
}

// covers reports whether a path is below one of the zones.
func (z *zones) covers(p string) bool {
	if len(z.roots) == 0 {
		return false
	}
	for dir := parent(p); dir != ""; dir = parent(dir) {
		if z.roots[dir] {
			return true
		}
	}
	return false
}

// dirCounts counts, for directories that a side emptied, where their files
// went.
type dirCounts struct {
	gone   map[string]bool
	wanted map[string]bool
	counts map[string]map[string]int
}

func newDirCounts(z *zones, version int, side *Side) *dirCounts {
	return &dirCounts{side.gone, z.wanted[version], map[string]map[string]int{}}
}

// learn counts one rename for the file's directory and for those above it, for
// as long as the names below them stayed the same.
func (d *dirCounts) learn(source, target string) {
	from, to := parent(source), parent(target)
	for first := true; d.gone[from] || d.wanted[from]; first = false {
		if first || d.wanted[from] {
			if d.counts[from] == nil {
				d.counts[from] = map[string]int{}
			}
			d.counts[from][to]++
		}
		if !d.wanted[from] || from == "" || to == "" || baseName(from) != baseName(to) {
			return
		}
		from, to = parent(from), parent(to)
	}
}

// guesses is where each directory's files mostly went.
func (d *dirCounts) guesses() map[string]string {
	out := map[string]string{}
	for dir, counts := range d.counts {
		to := slices.MinFunc(slices.Collect(maps.Keys(counts)), func(a, b string) int {
			return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
		})
		out[dir] = to
	}
	return out
}

// moved is where whole directories went. Where the files of one went to several
// places alike, git cannot tell and calls that a conflict.
func (d *dirCounts) moved() (moved map[string]string, torn []string) {
	moved = map[string]string{}
	for dir, counts := range d.counts {
		if !d.wanted[dir] {
			continue
		}
		most, best, ties := 0, "", 0
		for to, n := range counts {
			switch {
			case n > most:
				most, best, ties = n, to, 1
			case n == most:
				ties++
			}
		}
		if ties > 1 {
			torn = append(torn, dir)
			continue
		}
		moved[dir] = best
	}
	slices.Sort(torn)
	return moved, torn
}

// renamed is one rename of a side as it is applied: to may differ from where
// the side put the file, when the other side moved that directory.
type renamed struct {
	version  int
	from, to string
}

// moveDirectories puts files that one side added to, or moved into, a directory
// that the other side renamed, where that directory is now. git asks people to
// confirm it, so each is a conflict. It returns, for each side, where files
// went instead of where the side put them.
func (m *merger) moveDirectories(finders [3]*finder) [3]map[string]string {
	var moved, instead [3]map[string]string
	for version := atOurs; version <= atTheirs; version++ {
		var torn []string
		moved[version], torn = finders[version].dirs.moved()
		for _, dir := range torn {
			m.res.Conflicts = append(m.res.Conflicts, Conflict{Kind: DirectoryRename, Path: dir, Paths: []string{dir}})
		}
	}
	for dir := range moved[atOurs] {
		if _, both := moved[atTheirs][dir]; both {
			delete(moved[atOurs], dir)
			delete(moved[atTheirs], dir)
		}
	}
	var collisions [3]map[string][]string
	for version := atOurs; version <= atTheirs; version++ {
		collisions[version] = landings(finders[version].side.added, moved[atOurs+atTheirs-version])
	}
	for version := atOurs; version <= atTheirs; version++ {
		instead[version] = map[string]string{}
		other := atOurs + atTheirs - version
		if len(moved[other]) == 0 {
			continue
		}
		reported := map[string]bool{}
		for _, p := range finders[version].side.added {
			to, dir, ok := landing(p, moved[other])
			if _, mine := collisions[other][p]; !ok || mine {
				continue
			}
			if _, again := moved[version][moved[other][dir]]; again {
				continue
			}
			if m.inTheWay(to, version) || len(collisions[version][to]) > 1 {
				if !reported[to] {
					reported[to] = true
					m.res.Conflicts = append(m.res.Conflicts, Conflict{Kind: DirectoryRename, Path: to, Paths: sortedUnique(append(collisions[version][to], to)...)})
				}
				continue
			}
			m.move(version, p, to)
			instead[version][p] = to
		}
	}
	return instead
}

// landing is where a path goes when the nearest renamed directory above it is
// followed.
func landing(p string, moved map[string]string) (to, dir string, ok bool) {
	for dir = parent(p); dir != ""; dir = parent(dir) {
		if new, ok := moved[dir]; ok {
			if new == "" {
				return p[len(dir)+1:], dir, true
			}
			return new + p[len(dir):], dir, true
		}
	}
	return "", "", false
}

func landings(added []string, moved map[string]string) map[string][]string {
	out := map[string][]string{}
	if len(moved) == 0 {
		return out
	}
	for _, p := range added {
		if to, _, ok := landing(p, moved); ok {
			out[to] = append(out[to], p)
		}
	}
	return out
}

// inTheWay reports whether the side has something where a file should go.
func (m *merger) inTheWay(p string, version int) bool {
	s := m.slots[p]
	if s == nil {
		return !m.base.tree[p].Absent() || m.sides[version].has(m.base, p)
	}
	return s.settled || s.has(version) || m.sides[version].has(m.base, p)
}

// move takes one side's new file to another path.
func (m *merger) move(version int, from, to string) {
	s := m.slots[from]
	target := m.slots[to]
	if target == nil {
		target = &slot{third: -1}
		target.stage[atBase] = m.base.tree[to]
		m.slots[to] = target
	}
	target.stage[version] = s.stage[version]
	target.contested, target.kind = true, DirectoryRename
	target.also = append(target.also, from)
	delete(m.slots, from)
}
