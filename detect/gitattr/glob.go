package gitattr

import "math/bits"

// glob is a pattern of git's wildmatch as a list of tokens. Matching walks the
// text once and keeps the set of tokens that may come next, so it takes at
// most the number of tokens for each byte of text, whatever the pattern:
// trying the stars one after the other would take exponential time.
type glob struct {
	tokens  []token
	classes []class
	slash   bool // '/' is a byte like any other
	minLen  int  // no shorter text can match
	// last is the byte every match ends in, when there is one: most patterns
	// that do not match are told by it.
	last    byte
	hasLast bool
}

// token is one step of a pattern: a byte below 256 stands for itself, numbers
// from tokenClass on for the class of that index.
type token uint16

const (
	tokenAny   token = 256 + iota // ?
	tokenStar                     // any run of bytes without '/'
	tokenRun                      // any run of bytes
	tokenSkip                     // "**/": go to the next token, or behind the run and slash that follow
	tokenClass                    // and up
)

// class is a set of bytes.
type class [4]uint64

func (c *class) add(b byte)      { c[b>>6] |= 1 << (b & 63) }
func (c *class) has(b byte) bool { return c[b>>6]>>(b&63)&1 != 0 }

// match reports whether the whole text matches.
func (g *glob) match(text string) bool {
	if g == nil || len(text) < g.minLen || g.hasLast && text[len(text)-1] != g.last {
		return false
	}
	words := len(g.tokens)/64 + 1
	var space [8]uint64 // enough for most patterns
	sets := space[:]
	if 2*words > len(sets) {
		sets = make([]uint64, 2*words)
	}
	now, next := sets[:words], sets[words:2*words]
	set(now, 0)
	g.expand(now)
	for _, c := range []byte(text) {
		clear(next)
		if !g.step(now, next, c) {
			return false
		}
		g.expand(next)
		now, next = next, now
	}
	end := len(g.tokens)
	return now[end>>6]>>(end&63)&1 != 0
}

func set(s []uint64, i int) { s[i>>6] |= 1 << (i & 63) }

// step reads one byte: the tokens of now that take it lead to those in next.
// It reports whether there are any.
func (g *glob) step(now, next []uint64, c byte) bool {
	alive := false
	for w, word := range now {
		for ; word != 0; word &= word - 1 {
			i := w<<6 + bits.TrailingZeros64(word)
			if i == len(g.tokens) {
				continue
			}
			to := i + 1
			switch t := g.tokens[i]; {
			case t == tokenRun, t == tokenStar && c != '/':
				to = i
			case t < 256 && byte(t) == c:
			case t == tokenAny && (g.slash || c != '/'):
			case t >= tokenClass && g.classes[t-tokenClass].has(c) && (g.slash || c != '/'):
			default:
				continue
			}
			set(next, to)
			alive = true
		}
	}
	return alive
}

// expand adds the tokens that can be reached without reading a byte. They
// always lie further on, so one walk finds them all.
func (g *glob) expand(s []uint64) {
	for w := range s {
		for word := s[w]; word != 0; {
			i := w<<6 + bits.TrailingZeros64(word)
			done := uint64(2)<<(i&63) - 1
			if i < len(g.tokens) {
				switch g.tokens[i] {
				case tokenStar, tokenRun:
					set(s, i+1)
				case tokenSkip:
					set(s, i+1)
					set(s, i+3)
				}
			}
			word = s[w] &^ done
		}
	}
}
