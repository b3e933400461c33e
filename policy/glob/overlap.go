package glob

import "slices"

// Overlaps reports whether some path matches both globs. A path is what git can
// store: segments joined by '/', none of them empty, "." or "..", without NUL.
//
// The answer is exact for all globs that people write. The time it may take is
// bounded: for a pair of globs made to be intricate, hundreds of bytes of stars
// each, the search is cut short, and then the answer is true, so that no overlap
// is ever missed.
func Overlaps(a, b *Glob) bool {
	_, overlaps := search(a, b)
	return overlaps
}

// Witness returns a path that both globs match, and whether one was found.
func Witness(a, b *Glob) (string, bool) {
	path, overlaps := search(a, b)
	return path, overlaps && path != ""
}

func search(a, b *Glob) (string, bool) {
	path, found, done := searchAutomata(a, b)
	if done && (!found || a.Match(path) && b.Match(path)) {
		return path, found
	}
	return searchExact(a, b)
}

// maxPairs bounds the pairs of states that are looked at. Common globs need
// some hundreds; two of 100 bytes cannot need more, whatever they hold.
const maxPairs = 50_000

// segment is where in a path segment the reading is. It keeps the search to
// paths that git can store.
type segment uint8

const (
	empty segment = iota
	dot
	dots
	named
)

// over returns the place behind a character, and whether it may stand there.
func (s segment) over(r rune) (segment, bool) {
	switch {
	case r == '/':
		return empty, s == named
	case r == '.' && s < dots:
		return s + 1, true
	}
	return named, true
}

// pair is a state of the product of two automata.
type pair struct {
	a, b state
	seg  segment
}

// step is how a pair was reached.
type step struct {
	from int // index of the pair before; -1 for the first
	by   rune
}

// searchAutomata looks for the shortest path that both automata accept. They
// accept all that doublestar matches, and hardly ever more. done is false when
// the search was cut short.
func searchAutomata(a, b *Glob) (path string, found, done bool) {
	ma, mb := newMachine(a.program), newMachine(b.program)
	queue := []pair{{ma.first(), mb.first(), empty}}
	steps := []step{{-1, 0}}
	seen := map[pair]bool{queue[0]: true}
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		if at.seg == named && ma.accepts(at.a) && mb.accepts(at.b) {
			return spell(steps, i), true, true
		}
		if len(queue) > maxPairs {
			return "", false, false
		}
		for _, ea := range ma.edges(at.a) {
			for _, eb := range mb.edges(at.b) {
				for _, r := range ea.over.and(eb.over).samples() {
					seg, ok := at.seg.over(r)
					to := pair{ea.to, eb.to, seg}
					if !ok || seen[to] {
						continue
					}
					seen[to] = true
					queue, steps = append(queue, to), append(steps, step{i, r})
				}
			}
		}
	}
	return "", false, true
}

// spell writes the characters that led to step i.
func spell(steps []step, i int) string {
	var out []rune
	for ; i > 0; i = steps[i].from {
		out = append(out, steps[i].by)
	}
	slices.Reverse(out)
	return string(out)
}
