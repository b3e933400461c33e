package gitattr

import "strings"

// compileGlob reads a pattern the way git's wildmatch does. With pathname set
// only "**" between slashes crosses a '/'; without, every star does. It
// returns a glob that matches nothing for a pattern that cannot match, such as
// one with an unfinished class.
func compileGlob(s string, pathname bool) *glob {
	g := &glob{slash: !pathname}
	for i := 0; i < len(s); {
		switch s[i] {
		case '*':
			i = g.stars(s, i)
			continue
		case '?':
			g.one(tokenAny)
		case '[':
			var c class
			n, ok := readClass(s[i:], &c)
			if !ok {
				return neverGlob()
			}
			g.one(tokenClass + token(len(g.classes)))
			g.classes = append(g.classes, c)
			i += n
			continue
		case '\\':
			i++
			if i == len(s) {
				return neverGlob()
			}
			g.one(token(s[i]))
		default:
			g.one(token(s[i]))
		}
		i++
	}
	if n := len(g.tokens); n > 0 && g.tokens[n-1] < 256 {
		g.last, g.hasLast = byte(g.tokens[n-1]), true
	}
	return g
}

// neverGlob matches nothing: its only token is an empty class.
func neverGlob() *glob {
	return &glob{tokens: []token{tokenClass}, classes: make([]class, 1), minLen: 1}
}

// one adds a token that takes one byte.
func (g *glob) one(t token) {
	g.tokens = append(g.tokens, t)
	g.minLen++
}

// stars reads the run of stars at s[i:] and returns where it ends. Two or more
// cross slashes when they are a whole part of the path: at the start or behind
// a slash, and at the end or before one. Then "**/" also matches nothing.
func (g *glob) stars(s string, i int) int {
	end := i
	for end < len(s) && s[end] == '*' {
		end++
	}
	rest := s[end:]
	whole := end-i > 1 && (i == 0 || s[i-1] == '/') &&
		(rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`))
	switch {
	case g.slash:
		g.tokens = append(g.tokens, tokenRun)
	case !whole:
		g.tokens = append(g.tokens, tokenStar)
	case rest != "" && rest[0] == '/':
		g.tokens = append(g.tokens, tokenSkip, tokenRun, '/')
		return end + 1
	default:
		g.tokens = append(g.tokens, tokenRun)
	}
	return end
}
