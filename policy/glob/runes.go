package glob

import (
	"slices"
	"unicode/utf8"
)

// span is the characters from lo to hi, both included.
type span struct{ lo, hi rune }

// set is characters as spans that are sorted and do not meet.
type set []span

var (
	anything = set{{0, surrogateMin - 1}, {surrogateMax + 1, utf8.MaxRune}}
	slash    = set{{'/', '/'}}
	notSlash = set{{0, '/' - 1}, {'/' + 1, surrogateMin - 1}, {surrogateMax + 1, utf8.MaxRune}}
)

// Surrogates are no characters of their own: decoding never gives one.
const (
	surrogateMin = 0xD800
	surrogateMax = 0xDFFF
)

func single(r rune) set { return set{{r, r}} }

func (s set) has(r rune) bool {
	return slices.ContainsFunc(s, func(x span) bool { return x.lo <= r && r <= x.hi })
}

// and is what is in both sets.
func (s set) and(t set) set {
	var out set
	for i, j := 0, 0; i < len(s) && j < len(t); {
		if lo, hi := max(s[i].lo, t[j].lo), min(s[i].hi, t[j].hi); lo <= hi {
			out = append(out, span{lo, hi})
		}
		if s[i].hi < t[j].hi {
			i++
		} else {
			j++
		}
	}
	return out
}

// not is every character that is not in the set.
func (s set) not() set {
	var out set
	next := rune(0)
	for _, x := range s {
		if x.lo > next {
			out = append(out, span{next, x.lo - 1})
		}
		next = max(next, x.hi+1)
	}
	if next <= utf8.MaxRune {
		out = append(out, span{next, utf8.MaxRune})
	}
	return out.and(anything)
}

// normal sorts spans and joins the ones that meet.
func normal(spans []span) set {
	slices.SortFunc(spans, func(a, b span) int { return int(a.lo) - int(b.lo) })
	var out set
	for _, x := range spans {
		if n := len(out) - 1; n >= 0 && x.lo <= out[n].hi+1 {
			out[n].hi = max(out[n].hi, x.hi)
			continue
		}
		out = append(out, x)
	}
	return out.and(anything)
}

// class reads the class that begins at i, as doublestar does: the first
// character of a range counts by itself too, and U+10FFFF begins no range.
func (p *program) class(i int) (set, int) {
	end, _ := classEnd(p.text, i)
	i++
	negated := p.text[i] == '!' || p.text[i] == '^'
	if negated {
		i++
	}
	decode := func() rune {
		r, size := utf8.DecodeRuneInString(p.text[i:])
		i += size
		return r
	}
	var spans []span
	last := utf8.MaxRune
	for i < end-1 {
		r := decode()
		if last < utf8.MaxRune && r == '-' && i < end-1 {
			if p.text[i] == '\\' {
				i++
			}
			if hi := decode(); last <= hi {
				spans = append(spans, span{last, hi})
			}
			last = utf8.MaxRune
			continue
		}
		if r == '\\' {
			r = decode()
		}
		spans = append(spans, span{r, r})
		last = r
	}
	if s := normal(spans); !negated {
		return s, end
	}
	return normal(spans).not(), end
}

// samples gives characters that stand for the whole set where paths are
// concerned: one of its own for '/' and '.', and one for all others, a letter
// where there is one. NUL cannot stand in a path.
func (s set) samples() []rune {
	var out []rune
	others := s.and(set{{1, '-'}, {'0', utf8.MaxRune}})
	if len(others) > 0 {
		r := others[0].lo
		if letters := others.and(set{{'a', 'z'}}); len(letters) > 0 {
			r = letters[0].lo
		} else if printable := others.and(set{{'0', '~'}}); len(printable) > 0 {
			r = printable[0].lo
		}
		out = append(out, r)
	}
	for _, r := range "./" {
		if s.has(r) {
			out = append(out, r)
		}
	}
	return out
}
