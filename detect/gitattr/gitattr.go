// Package gitattr says which merge driver git uses for a path, from the
// .gitattributes files of a tree.
//
// It follows gitattributes(5) and, where that is silent, git's own code: what
// differs from git here differs in the verdict of a merge. It knows only what
// a tree can hold. The attributes of a clone or a machine (info/attributes,
// core.attributesFile) and the drivers a configuration defines are no part of
// what people share. A .gitattributes that is a symlink has no effect in git
// and must not be passed in.
package gitattr

import "strings"

// State says in which way an attribute is given.
type State uint8

// The four states of gitattributes(5).
const (
	StateUnspecified State = iota // no line says anything, or the last one takes it back (!merge)
	StateSet                      // merge: the built-in three-way merge of text
	StateUnset                    // -merge, also by the macro "binary": content is never merged
	StateValue                    // merge=NAME: the driver of that name
)

// Attr is the merge attribute of one path.
type Attr struct {
	State State
	Value string // the name after "merge="; empty unless State is StateValue
}

// Driver is the merge driver git picks: "text", "binary" (keeps one side and
// reports a conflict), "union", or another name, for which git uses the driver
// of that name in its configuration and "text" when there is none.
func (a Attr) Driver() string {
	switch {
	case a.State == StateUnset:
		return "binary"
	case a.State == StateValue && a.Value != "":
		return a.Value
	}
	return "text"
}

// Set holds the rules of all .gitattributes files of one tree. It does not
// change once made and may be used by several goroutines.
type Set struct {
	dirs   map[string][]Rule
	macros map[string][]assignment
}

// merge is the attribute this package is about.
const merge = "merge"

// NewSet reads the .gitattributes files of a tree, given by the folder they
// are in: "" for the root, else '/'-separated without a slash at either end.
// Lines that git ignores are ignored. The memory used is proportional to the
// length of the files; callers bound what they read.
func NewSet(files map[string][]byte) *Set {
	s := &Set{dirs: map[string][]Rule{}}
	parsed := make(map[string][]Rule, len(files))
	for dir, data := range files {
		parsed[dir] = Parse(dir, data)
	}
	s.macros = macros(parsed[""])
	relevant := relevantNames(s.macros)
	for dir, rules := range parsed {
		if kept := keepRelevant(rules, relevant); len(kept) > 0 {
			s.dirs[dir] = kept
		}
	}
	return s
}

// Merge gives the merge attribute of a path: '/'-separated, relative to the
// root, raw bytes. Deeper folders win over higher ones and later lines over
// earlier ones. The work is bounded by the length of the path times that of
// the rules.
func (s *Set) Merge(path string) Attr {
	if len(s.dirs) == 0 {
		return Attr{}
	}
	r := resolver{macros: s.macros, known: map[string]assignment{}}
	base := path[strings.LastIndexByte(path, '/')+1:]
	for dir := parent(path); ; dir = parent(dir) {
		rules := s.dirs[dir]
		for i := len(rules) - 1; i >= 0; i-- {
			if !rules[i].matches(path, base) {
				continue
			}
			r.apply(rules[i].assign)
			if a, ok := r.known[merge]; ok {
				return Attr{a.state, a.value}
			}
		}
		if dir == "" {
			return Attr{}
		}
	}
}

// parent is the folder of a path, "" for the root.
func parent(path string) string {
	return path[:max(strings.LastIndexByte(path, '/'), 0)]
}

// resolver collects attributes from the strongest rule to the weakest: the
// first word on an attribute is the last. Taking one back (!attr) is a word
// too.
type resolver struct {
	macros map[string][]assignment
	known  map[string]assignment
}

// apply takes in the attributes of one rule. A macro that becomes set brings
// its own at once, and only those not known yet; as it is known itself by
// then, a macro that names itself comes to an end.
func (r *resolver) apply(assign []assignment) {
	pending := [][]assignment{assign}
	for len(pending) > 0 {
		last := len(pending) - 1
		rest := pending[last]
		if len(rest) == 0 {
			pending = pending[:last]
			continue
		}
		a := rest[len(rest)-1]
		pending[last] = rest[:len(rest)-1]
		if _, ok := r.known[a.name]; ok {
			continue
		}
		r.known[a.name] = a
		if a.state == StateSet {
			pending = append(pending, r.macros[a.name])
		}
	}
}
