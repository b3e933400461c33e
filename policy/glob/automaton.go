package glob

import (
	"slices"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
)

// state is a place in a pattern while a path is read: the automaton that tries
// all ways to match at once. Its transitions are found only when there is
// another character, because doublestar treats the end of the path apart (see
// accepts).
type state struct {
	kind kind
	pos  int
	// start says that the pattern stands at the start of a segment: "**" is
	// special only there.
	start bool
}

type kind uint8

const (
	plain kind = iota // the pattern goes on at pos
	star              // inside a "*"; pos is behind it
	deep              // behind a "**/" where a segment begins
	skip              // inside a segment that a "**/" takes
	rest              // behind a final "**": all that follows matches
)

// edge leads to a state over any character of a set.
type edge struct {
	over set
	to   state
}

// machine finds the transitions of a program, each once.
type machine struct {
	*program
	found  map[state][]edge
	ends   map[int]bool
	walked map[state]bool // within one call of edges
}

func newMachine(p *program) *machine {
	return &machine{program: p, found: map[state][]edge{}, ends: map[int]bool{}}
}

func (m *machine) first() state { return state{plain, m.jump[0], true} }

// edges lists where a state leads.
func (m *machine) edges(s state) []edge {
	if known, ok := m.found[s]; ok {
		return known
	}
	m.walked = map[state]bool{}
	out := m.leave(nil, s)
	m.found[s] = out
	return out
}

// leave adds the transitions of s to out.
func (m *machine) leave(out []edge, s state) []edge {
	if m.walked[s] {
		return out
	}
	m.walked[s] = true
	switch s.kind {
	case rest:
		return append(out, edge{anything, s})
	case star:
		return m.leave(append(out, edge{notSlash, s}), state{plain, s.pos, false})
	case deep, skip:
		out = append(out, edge{slash, state{kind: deep, pos: s.pos}}, edge{notSlash, state{kind: skip, pos: s.pos}})
		if s.kind == skip {
			return out
		}
		return m.leave(out, state{plain, s.pos, true})
	}
	return m.leavePlain(out, s)
}

func (m *machine) leavePlain(out []edge, s state) []edge {
	if s.pos == len(m.text) {
		return out
	}
	switch m.text[s.pos] {
	case '{':
		for _, a := range m.alternatives[s.pos] {
			out = m.leave(out, state{plain, m.jump[a], s.start})
		}
		return out
	case '*':
		next, what := m.stars(s.pos, s.start)
		switch what {
		case rest:
			return append(out, edge{anything, state{kind: rest}})
		case deep:
			return m.leave(out, state{kind: deep, pos: next})
		}
		return m.leaveStar(out, next)
	}
	over, next := m.one(s.pos)
	start := m.text[s.pos] != '[' && m.text[s.pos] != '?' && over.has('/')
	return append(out, edge{over, state{plain, next, start}})
}

// leaveStar goes on behind a "*". A star directly behind it takes its place,
// and the star settles on one alternative before it takes a character.
func (m *machine) leaveStar(out []edge, pos int) []edge {
	if pos < len(m.text) && m.text[pos] == '{' {
		for _, a := range m.alternatives[pos] {
			out = m.leaveStar(out, m.jump[a])
		}
		return out
	}
	if pos < len(m.text) && m.text[pos] == '*' {
		next, _ := m.stars(pos, false)
		return m.leaveStar(out, next)
	}
	return m.leave(out, state{kind: star, pos: pos})
}

// stars reads the "*" or "**" at pos and returns what it is and the position
// behind it: rest for a final "**", deep for "**/", else star.
func (p *program) stars(pos int, start bool) (int, kind) {
	next := p.jump[pos+1]
	if next == len(p.text) || p.text[next] != '*' {
		return next, star
	}
	next = p.jump[next+1]
	switch {
	case start && next == len(p.text):
		return next, rest
	case start && p.text[next] == '/':
		return p.jump[next+1], deep
	}
	return next, star
}

// one reads what stands for exactly one character at pos, and the position
// where matching goes on.
func (p *program) one(pos int) (set, int) {
	s, next := p.symbol(pos)
	return s, p.jump[next]
}

// symbol is one without following the end of an alternative.
func (p *program) symbol(pos int) (set, int) {
	switch p.text[pos] {
	case '?':
		return notSlash, pos + 1
	case '[':
		return p.class(pos)
	case '\\':
		pos++
	}
	r, size := utf8.DecodeRuneInString(p.text[pos:])
	return single(r), pos + size
}

// accepts reports whether the path may end in a state. Doublestar may have
// settled on alternatives further on before it came back here, so all of them
// count.
func (m *machine) accepts(s state) bool {
	switch s.kind {
	case rest:
		return true
	case skip:
		return false
	}
	known, ok := m.ends[s.pos]
	if !ok {
		known = m.emptyFrom(s.pos, "", func(brace int) []int { return m.alternatives[brace] })
		m.ends[s.pos] = known
	}
	return known
}

// emptyFrom reports whether doublestar takes what is left of the pattern for
// nothing at the end of a path. It looks at the text itself: "/**" is nothing,
// "/{**,a}" is not unless an alternative is settled. settled gives the
// alternatives to put in place of a brace, or none to leave it as it is.
func (p *program) emptyFrom(pos int, left string, settled func(brace int) []int) bool {
	for pos = p.jump[pos]; pos < len(p.text); pos = p.jump[pos] {
		next := pos + 1
		switch p.text[pos] {
		case '{':
			if alternatives := settled(pos); alternatives != nil {
				return slices.ContainsFunc(alternatives, func(a int) bool { return p.emptyFrom(a, left, settled) })
			}
			next = p.behind[pos]
		case '[', '?', '\\':
			return false
		}
		left += p.text[pos:next]
		if len(left) > len("/**/") && left[0] != '{' {
			return false
		}
		pos = next
	}
	return doublestar.MatchUnvalidated(left, "")
}
