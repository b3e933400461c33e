package gitattr

import "strings"

// pattern is the pattern of one rule and how git goes about matching it.
type pattern struct {
	dir      string // the folder of the file it stands in
	text     string // as written; without a leading slash when anchored
	never    bool   // it ends in a slash, which only a folder could match
	anchored bool   // it holds a slash: it is matched from dir on, else against the last part
	literal  int    // how many bytes at its start stand for themselves
	glob     *glob  // for what follows them; nil before compile and when nothing does
}

// wild are the bytes with a meaning of their own.
const wild = `*?[\`

func newPattern(dir, text string) pattern {
	p := pattern{dir: dir, text: text}
	if strings.HasSuffix(text, "/") {
		p.never = true
		return p
	}
	p.anchored = strings.Contains(text, "/")
	if p.anchored {
		p.text = strings.TrimPrefix(text, "/")
	}
	p.literal = len(p.text)
	if i := strings.IndexAny(p.text, wild); i >= 0 {
		p.literal = i
	}
	return p
}

// compile prepares the part that needs matching. It starts behind the literal
// part, as in git: "foo**/bar" is therefore read as "foo" and "**/bar" and
// matches "foo/a/bar" as well as "foobar".
func (p *pattern) compile() {
	if !p.never && p.literal < len(p.text) {
		p.glob = compileGlob(p.text[p.literal:], p.anchored)
	}
}

// matches reports whether the rule is about the path, whose last part is base.
// The path lies in the rule's folder or deeper.
func (r *Rule) matches(path, base string) bool {
	p := &r.pattern
	name := base
	switch {
	case p.never:
		return false
	case p.anchored && p.dir != "":
		name = path[len(p.dir)+1:]
	case p.anchored:
		name = path
	}
	rest, ok := strings.CutPrefix(name, p.text[:p.literal])
	if !ok {
		return false
	}
	if p.glob == nil {
		return rest == ""
	}
	return p.glob.match(rest)
}
