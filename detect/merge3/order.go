package merge3

import "hash/fnv"

// gitOrder lists a side's paths as git comes across them, because among equal
// candidates for a rename the first one wins. git puts off directories that the
// other side left alone, and then walks them in the order of its hash table.
func (f *finder) gitOrder(paths []string, version int, zones *zones) []string {
	other := f.m.sides[atOurs+atTheirs-version]
	now := make([]string, 0, len(paths))
	later := map[string][]string{}
	for _, p := range paths {
		if dir := putOff(p, other, zones); dir != "" {
			later[dir] = append(later[dir], p)
			continue
		}
		now = append(now, p)
	}
	if len(later) == 0 {
		return now
	}
	for _, dir := range f.putOffDirs(other, zones) {
		now = append(now, later[dir]...)
	}
	return now
}

// putOff is the topmost directory above a path that git puts off, "" if there is
// none.
func putOff(p string, other *Side, zones *zones) string {
	for i := range len(p) {
		if p[i] != '/' {
			continue
		}
		dir := p[:i]
		if _, file := other.entries[dir]; other.touched[dir] || file {
			continue
		}
		if zones.covers(dir) {
			return ""
		}
		return dir
	}
	return ""
}

// putOffDirs lists the directories put off, in the order of git's hash table:
// 64 buckets, four times as many whenever four fifths are taken, the latest
// entry of a bucket first.
func (f *finder) putOffDirs(other *Side, zones *zones) []string {
	buckets := make([][]string, 64)
	put := func(dir string) {
		h := fnv.New32()
		h.Write([]byte(dir))
		b := &buckets[h.Sum32()&uint32(len(buckets)-1)]
		*b = append(*b, dir)
	}
	n, last := 0, ""
	for _, c := range f.side.changes {
		dir := putOff(c.Path, other, zones)
		if dir == "" || dir == last {
			continue // one directory's changes follow each other
		}
		last = dir
		put(dir)
		if n++; n > len(buckets)*4/5 {
			dirs := latestFirst(buckets)
			buckets = make([][]string, 4*len(buckets))
			for _, dir := range dirs {
				put(dir)
			}
		}
	}
	return latestFirst(buckets)
}

// latestFirst goes through the buckets and through each from its end.
func latestFirst(buckets [][]string) []string {
	var out []string
	for _, b := range buckets {
		for i := len(b) - 1; i >= 0; i-- {
			out = append(out, b[i])
		}
	}
	return out
}
