package glob

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The automata try every way to match, doublestar does not: it goes back to the
// last star only. The two differ where a class matches '/', as in "*[!a]*b",
// which doublestar does not match with "x/yb". This file models how doublestar
// goes back. It is used when the automata's answer turns out to be such a case,
// and when they are too large: going back to less also means fewer states.

// maxExact bounds the pairs of runs that are looked at, and the configurations
// that they consist of.
const maxExact = 20_000

// config is what doublestar is doing after part of a path: following the
// pattern, and what it would go back to if that fails. All of it has read the
// same part of the path. Configs are numbered; star and deep are such numbers.
type config struct {
	kind  kind // plain and rest as in state; star and deep wait to be gone back to
	pos   int
	start bool // as in state
	star  int  // gone back to first; where it ends it leads to deep
	deep  int  // gone back to when there is no star left
}

// failed is the number of the config that matches nothing any more.
const failed = 0

// tracer reads characters as doublestar does.
type tracer struct {
	*machine
	configs []config // by number
	numbers map[config]int
}

func newTracer(p *program) *tracer {
	return &tracer{newMachine(p), make([]config, 1), map[config]int{}}
}

func (t *tracer) number(c config) int {
	n, ok := t.numbers[c]
	if !ok {
		n = len(t.configs)
		t.configs, t.numbers[c] = append(t.configs, c), n
	}
	return n
}

// run is a config with the alternatives chosen so far: position of the brace →
// position in the alternative.
type run struct {
	config int
	chosen map[int]int
}

func (t *tracer) first() run {
	return run{config: t.number(config{pos: t.jump[0], start: true})}
}

// ends reports whether the path may end here.
func (t *tracer) ends(r run) bool {
	c := t.configs[r.config]
	switch {
	case r.config == failed || c.kind == star || c.kind == deep:
		return false
	case c.kind == rest:
		return true
	}
	return t.emptyFrom(c.pos, "", func(brace int) []int {
		if a, ok := r.chosen[brace]; ok {
			return []int{a}
		}
		return nil
	})
}

// key tells runs apart that can still behave differently. Braces that lie
// before everything that can be gone back to no longer matter.
func (t *tracer) key(r run) string {
	first := t.earliest(r.config, map[int]bool{})
	var key strings.Builder
	fmt.Fprint(&key, r.config)
	for _, at := range slices.Sorted(maps.Keys(r.chosen)) {
		if at < first {
			delete(r.chosen, at)
			continue
		}
		fmt.Fprintf(&key, " %d=%d", at, r.chosen[at])
	}
	return key.String()
}

func (t *tracer) earliest(n int, seen map[int]bool) int {
	if n == failed || seen[n] || t.configs[n].kind == rest {
		return len(t.text)
	}
	seen[n] = true
	c := t.configs[n]
	return min(c.pos, t.earliest(c.star, seen), t.earliest(c.deep, seen))
}

// next reads a character in every way the alternatives allow.
func (t *tracer) next(r run, char rune) []run {
	reading := &reading{t, r.chosen, char, map[int]int{}, -1}
	n := reading.read(r.config)
	if reading.undecided < 0 {
		if n == failed {
			return nil
		}
		return []run{{n, maps.Clone(r.chosen)}}
	}
	var out []run
	for _, a := range t.alternatives[reading.undecided] {
		chosen := map[int]int{reading.undecided: t.jump[a]}
		maps.Copy(chosen, r.chosen)
		out = append(out, t.next(run{r.config, chosen}, char)...)
	}
	return out
}

// reading is one character read by one run.
type reading struct {
	*tracer
	chosen    map[int]int
	char      rune
	done      map[int]int
	undecided int // a brace for which no alternative is chosen yet, or -1
}

// read moves a config over the character and returns what becomes of it.
func (r *reading) read(n int) int {
	if known, ok := r.done[n]; ok || n == failed {
		return known
	}
	out := n
	switch c := r.configs[n]; c.kind {
	case plain:
		out = r.follow(c)
	case deep:
		if r.char == '/' {
			out = r.number(config{pos: c.pos, start: true, star: n, deep: n})
		}
	case star:
		out = r.read(c.deep)
		if r.char != '/' {
			again := r.number(config{kind: star, pos: c.pos, deep: out})
			out = r.number(config{pos: c.pos, star: again, deep: out})
		}
	}
	r.done[n] = out
	return out
}

// follow matches the pattern at c with the character, or goes back.
func (r *reading) follow(c config) int {
	for c.pos < len(r.text) {
		switch r.text[c.pos] {
		case '{':
			alternative, ok := r.chosen[c.pos]
			if !ok {
				r.undecided = c.pos
				return failed
			}
			c.pos = alternative
			continue
		case '*':
			next, what := r.stars(c.pos, c.start)
			switch what {
			case rest:
				return r.number(config{kind: rest})
			case deep:
				c.deep = r.number(config{kind: deep, pos: next})
				c.star = c.deep
			default:
				c.star = r.number(config{kind: star, pos: next, deep: c.deep})
				c.start = false
			}
			c.pos = next
			continue
		}
		over, next := r.one(c.pos)
		if !over.has(r.char) {
			break
		}
		literal := r.text[c.pos] != '[' && r.text[c.pos] != '?'
		return r.number(config{pos: next, start: literal && r.char == '/', star: r.read(c.star), deep: r.read(c.deep)})
	}
	return r.read(c.star)
}

// searchExact looks for the shortest path that doublestar matches with both.
// When the search grows too large it gives up and says that there is one,
// without naming it.
func searchExact(a, b *Glob) (string, bool) {
	ta, tb := newTracer(a.program), newTracer(b.program)
	alphabet := representatives(a.program, b.program)
	type node struct {
		a, b run
		seg  segment
	}
	queue := []node{{ta.first(), tb.first(), empty}}
	steps := []step{{-1, 0}}
	seen := map[string]bool{}
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		if at.seg == named && ta.ends(at.a) && tb.ends(at.b) {
			return spell(steps, i), true
		}
		for _, r := range alphabet {
			seg, ok := at.seg.over(r)
			if !ok {
				continue
			}
			for _, na := range ta.next(at.a, r) {
				for _, nb := range tb.next(at.b, r) {
					key := fmt.Sprint(ta.key(na), "|", tb.key(nb), "|", seg)
					if seen[key] {
						continue
					}
					seen[key] = true
					queue, steps = append(queue, node{na, nb, seg}), append(steps, step{i, r})
				}
			}
		}
		if len(queue)+len(ta.configs)+len(tb.configs) > maxExact {
			return "", true
		}
	}
	return "", false
}

// representatives gives one character for each group of characters that
// neither pattern tells apart.
func representatives(programs ...*program) []rune {
	groups := []set{notSlash.and(set{{1, '-'}, {'0', anything[1].hi}}), single('.'), slash}
	for _, p := range programs {
		for i := 0; i < len(p.text); {
			switch p.text[i] {
			case '{', '}', '*', '?':
				i++
				continue
			}
			over, next := p.symbol(i)
			groups, i = split(groups, over), next
		}
	}
	var out []rune
	for _, g := range groups {
		out = append(out, g.samples()...)
	}
	return out
}

// split divides each group into what is in s and what is not.
func split(groups []set, s set) []set {
	var out []set
	for _, g := range groups {
		for _, part := range []set{g.and(s), g.and(s.not())} {
			if len(part) > 0 {
				out = append(out, part)
			}
		}
	}
	return out
}
