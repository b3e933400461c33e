package merge3

import (
	"slices"

	"github.com/comity-dev/comity/detect"
)

// emptyBlobs are the object ids of the empty file, which is never renamed.
var emptyBlobs = map[string]bool{
	"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391":                         true,
	"473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813": true,
}

// finder looks for the renames of one side.
type finder struct {
	m        *merger
	side     *Side
	sources  []string          // deleted paths that are not taken yet
	targets  []string          // added paths
	from     map[string]string // target → source, what was found
	relevant map[string]bool   // sources the other side makes interesting
	dirs     *dirCounts
}

// renames finds what each side renamed, moves what the other side added to
// directories that are gone, and lines up the versions of renamed files.
func (m *merger) renames() {
	if !m.sides[atOurs].canRename() && !m.sides[atTheirs].canRename() {
		return
	}
	zones := m.renameZones()
	var finders [3]*finder
	found := false
	for version := atOurs; version <= atTheirs; version++ {
		f := m.newFinder(version, zones)
		finders[version] = f
		if len(f.relevant) > 0 && len(f.side.added) > 0 {
			found = true
			f.exact()
			f.byName()
			f.bySimilarity()
		}
	}
	if !found {
		return
	}
	moves := m.moveDirectories(finders)
	m.applyRenames(finders, moves)
}

// newFinder lists the candidates of one side. A source matters when the other
// side changed it too, or when it may tell where its directory went.
func (m *merger) newFinder(version int, zones *zones) *finder {
	side := m.sides[version]
	f := &finder{m: m, side: side, from: map[string]string{}, relevant: map[string]bool{}, dirs: newDirCounts(zones, version, side)}
	for _, p := range f.gitOrder(side.deleted, version, zones) {
		s := m.slots[p]
		if emptyBlobs[s.stage[atBase].OID] {
			continue
		}
		f.sources = append(f.sources, p)
		other := atOurs + atTheirs - version
		if s.stage[other] != s.stage[atBase] || zones.covers(p) {
			f.relevant[p] = true
		}
	}
	for _, p := range f.gitOrder(side.added, version, zones) {
		if !emptyBlobs[side.entries[p].OID] {
			f.targets = append(f.targets, p)
		}
	}
	return f
}

func (f *finder) take(target, source string) {
	f.from[target] = source
	f.dirs.learn(source, target)
}

// identicalSources is how many unused sources of one content git looks at for a
// target before it takes the best of them.
const identicalSources = 100

// exact pairs files with the same object id, preferring the same file name.
func (f *finder) exact() {
	byOID := map[string][]string{}
	for _, p := range f.sources {
		oid := f.m.base.tree[p].OID
		byOID[oid] = append(byOID[oid], p)
	}
	used := map[string]bool{}
	for _, t := range f.targets {
		to := f.side.entries[t]
		if best := f.bestExact(byOID[to.OID], t, to.Mode); best >= 0 {
			p := byOID[to.OID][best]
			byOID[to.OID] = slices.Delete(byOID[to.OID], best, best+1)
			used[p] = true
			f.take(t, p)
		}
	}
	f.sources = slices.DeleteFunc(f.sources, func(p string) bool { return used[p] })
}

// bestExact is the index of the source to take for a target, -1 if none fits.
func (f *finder) bestExact(sources []string, target string, mode detect.Mode) int {
	best, looked := -1, 0
	for i, p := range sources {
		from := f.m.base.tree[p].Mode
		if (!from.Regular() || !mode.Regular()) && from != mode {
			continue
		}
		if baseName(p) == baseName(target) {
			return i
		}
		if best < 0 {
			best = i
		}
		if looked++; looked >= identicalSources {
			break
		}
	}
	return best
}

// byName pairs files whose name is the only one of its kind on either side, and
// others where their directory seems to have moved to.
func (f *finder) byName() {
	free := slices.DeleteFunc(slices.Clone(f.targets), func(t string) bool { _, taken := f.from[t]; return taken })
	sources, targets := byBaseName(f.sources), byBaseName(free)
	guess := f.dirs.guesses()
	used := map[string]bool{}
	for _, p := range f.sources {
		t, known := targets[baseName(p)]
		if !f.relevant[p] || !known {
			continue
		}
		if t == "" || sources[baseName(p)] == "" {
			t = guess[parent(p)] + "/" + baseName(p)
			if !slices.Contains(free, t) {
				continue
			}
		}
		if _, taken := f.from[t]; taken {
			continue
		}
		if f.score(p, t, nameScore) >= nameScore {
			used[p] = true
			f.take(t, p)
		}
	}
	f.sources = slices.DeleteFunc(f.sources, func(p string) bool { return used[p] })
}

// byBaseName gives the one path that has a file name, "" where several do.
func byBaseName(paths []string) map[string]string {
	out := map[string]string{}
	for _, p := range paths {
		name := baseName(p)
		if _, again := out[name]; again {
			p = ""
		}
		out[name] = p
	}
	return out
}

// candidate is a possible rename with its score.
type candidate struct {
	target, source string
	score, name    int
}

// perTarget is how many candidates are kept for each target.
const perTarget = 4

// bySimilarity compares every source that matters with every target that is
// left, and takes the best pairs first.
func (f *finder) bySimilarity() {
	sources := slices.DeleteFunc(slices.Clone(f.sources), func(p string) bool { return !f.relevant[p] })
	targets := slices.DeleteFunc(slices.Clone(f.targets), func(t string) bool { _, taken := f.from[t]; return taken })
	if len(sources) == 0 || len(sources)*len(targets) > maxRenameMat {
		return
	}
	m := f.newMatrix(sources)
	all, ok := m.candidates(sources, targets)
	if !ok {
		f.cannotTell(sources, "too many files were deleted and added")
		return
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		if a.score != b.score {
			return b.score - a.score
		}
		return b.name - a.name
	})
	used := map[string]bool{}
	for _, c := range all {
		if _, taken := f.from[c.target]; c.score < minScore || taken || used[c.source] {
			continue
		}
		used[c.source] = true
		f.take(c.target, c.source)
	}
	if m.unread {
		f.cannotTell(slices.DeleteFunc(sources, func(p string) bool { return used[p] }), "a content is too large or missing")
	}
}

// cannotTell records that deleted files may have been renamed.
func (f *finder) cannotTell(sources []string, why string) {
	for _, p := range sources {
		f.m.res.Unknown = append(f.m.res.Unknown, Unknown{p, why + ", so it could not be told whether it was renamed"})
	}
}

// keepBest replaces the worst of a full list when the new one is better.
func keepBest(kept []candidate, c candidate) []candidate {
	if len(kept) < perTarget {
		return append(kept, c)
	}
	worst := 0
	for i := range kept {
		if less(kept[i], kept[worst]) {
			worst = i
		}
	}
	if less(kept[worst], c) {
		kept[worst] = c
	}
	return kept
}

func less(a, b candidate) bool {
	return a.score < b.score || a.score == b.score && a.name < b.name
}

// score compares two files; content that cannot be read is like nothing.
func (f *finder) score(source, target string, atLeast int) int {
	from, to := f.m.base.tree[source], f.side.entries[target]
	if !from.Mode.Regular() || !to.Mode.Regular() {
		return 0
	}
	a, okA := f.print(from)
	b, okB := f.print(to)
	if !okA || !okB {
		return 0
	}
	return similarity(a, b, atLeast)
}

func (f *finder) print(e detect.Entry) (*fingerprint, bool) {
	if p := f.m.o.Cache.prints[e.OID]; p != nil {
		return p, true
	}
	data, ok := f.m.read(e.OID)
	if !ok {
		return nil, false
	}
	return f.m.o.Cache.print(e.OID, data), true
}
