package gitattr

// builtin is the one macro git defines itself: [attr]binary -diff -merge -text.
// Of its attributes only merge matters here.
var builtin = map[string][]assignment{"binary": {{name: merge, state: StateUnset}}}

// macros gathers the macros of the root's rules; the last definition of a name
// stands, and may replace the built-in one.
func macros(root []Rule) map[string][]assignment {
	all := make(map[string][]assignment, len(builtin))
	for name, assign := range builtin {
		all[name] = assign
	}
	for _, r := range root {
		if r.macro != "" {
			all[r.macro] = r.assign
		}
	}
	return all
}

// relevantNames finds the attributes that can decide about merge: itself and
// the macros that name it, directly or through others.
func relevantNames(macros map[string][]assignment) map[string]bool {
	namedBy := map[string][]string{}
	for macro, assign := range macros {
		for _, a := range assign {
			namedBy[a.name] = append(namedBy[a.name], macro)
		}
	}
	relevant := map[string]bool{merge: true}
	for queue := []string{merge}; len(queue) > 0; queue = queue[1:] {
		for _, macro := range namedBy[queue[0]] {
			if !relevant[macro] {
				relevant[macro] = true
				queue = append(queue, macro)
			}
		}
	}
	return relevant
}

// keepRelevant drops what cannot decide about merge: most rules of most files.
// What it drops would only be looked at in vain, as an attribute has no effect
// on others unless it is a macro.
func keepRelevant(rules []Rule, relevant map[string]bool) []Rule {
	var kept []Rule
	for _, r := range rules {
		if r.macro != "" {
			continue
		}
		var assign []assignment
		for _, a := range r.assign {
			if relevant[a.name] {
				assign = append(assign, a)
			}
		}
		if len(assign) > 0 {
			r.assign = assign
			r.pattern.compile()
			kept = append(kept, r)
		}
	}
	return kept
}
