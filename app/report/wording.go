package report

import (
	"fmt"
	"strings"

	"github.com/comity-dev/comity/detect"
)

// kindWords is how one kind of conflict is called and explained to people.
type kindWords struct {
	title string // a few words, capitalised, without a full stop
	help  string // two or three sentences: what it means and what helps
}

// words holds every kind; a test holds it against [detect.Kinds].
var words = map[detect.Kind]kindWords{
	detect.PathOverlap: {
		"Shared file",
		"Both sides change the same file. That is often harmless; look at each other's change before the first of them lands. A file that the policy makes exclusive is held by the side that touched it first, and the other waits.",
	},
	detect.SymbolOverlap: {
		"Shared symbol",
		"Both sides change the same function, method, class, type or constant, or both add one under the same name. Agree on what it should do before either lands.",
	},
	detect.ContractBreak: {
		"Broken contract",
		"One side changes an exported symbol, an HTTP route or a schema in a way that breaks what the other side newly uses. Keep the old form until the use has moved, or let the user follow the change.",
	},
	detect.TextualMerge: {
		"Merge conflict",
		"Each side merges with the target branch, but git could not merge one after the other. Whoever lands second will have to rebase; agreeing now who changes what is cheaper.",
	},
	detect.DependencyOrder: {
		"Dependency order",
		"A side depends on work that was abandoned or has expired, is part of a cycle, or is ahead of what it depends on. Correct the dependency, or land the other side first.",
	},
	detect.ProtectedPath: {
		"Protected path",
		"The side touches a path whose owners must agree, and its people are not among them. Ask an owner, or take these files out of the change.",
	},
	detect.DuplicateWork: {
		"Duplicate work",
		"Two sides seem to do the same work. Keep one of them. This never blocks.",
	},
	detect.DestructiveVsAdditive: {
		"Destructive against additive",
		"One side replaces, removes, renames or migrates what the other adds to, extends or modifies. Agree which of the two comes first before either goes on.",
	},
	detect.DivergentRewrite: {
		"Divergent rewrite",
		"Both sides replace, remove, rename or migrate the same thing. Only one of the two results can stand; agree which.",
	},
	detect.SharedContract: {
		"Shared contract",
		"Both sides add to the same thing. Agree on its shape, so that the two additions fit together.",
	},
	detect.OverlappingClaim: {
		"Overlapping claim",
		"A side claims what another side has already claimed. The claim stands; talk to each other about who does which part.",
	},
	detect.SequenceCollision: {
		"Same number or place in a series",
		"Both sides take the same number of a numbered series, such as migrations or decision records, or come after the same member of it. The one that lands second takes the next free number.",
	},
}

// KindTitle is how people call a kind of conflict, such as "Merge conflict". A
// kind without a title of its own is called by its name.
func KindTitle(k detect.Kind) string {
	if w, ok := words[k]; ok {
		return w.title
	}
	return string(k)
}

// exclusiveTitle is what a shared file is called that one side holds.
const exclusiveTitle = "Exclusive file"

// Title is how people call the conflict: the title of its kind, but for a file
// that the policy makes exclusive.
func (c *Conflict) Title() string {
	if c.Kind == detect.PathOverlap && c.Rule != "" {
		return exclusiveTitle
	}
	return KindTitle(c.Kind)
}

// kindHelp explains a kind of conflict in two or three sentences.
func kindHelp(k detect.Kind) string { return words[k].help }

// form is how untrusted text and the names of sides are written in one format.
type form struct {
	text func(string) string
	side func(detect.SideID) string
}

// plainForm is for terminals and logs.
var plainForm = form{Printable, func(id detect.SideID) string { return Printable(id.Label()) }}

// plural writes a count with its noun: "1 warning", "2 warnings".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// countSides counts sides by what they are: branches, pull requests, intents,
// or just sides where they are mixed.
func countSides(ids []detect.SideID) string {
	kind := ""
	for i, id := range ids {
		k, _, _ := strings.Cut(string(id), ":")
		if i > 0 && k != kind {
			return plural(len(ids), "side", "sides")
		}
		kind = k
	}
	switch kind {
	case "branch":
		return plural(len(ids), "branch", "branches")
	case "pr":
		return plural(len(ids), "pull request", "pull requests")
	case "intent":
		return plural(len(ids), "intent", "intents")
	}
	return plural(len(ids), "side", "sides")
}

// list names up to most names: "a", "a and b", "a, b and 3 more".
func list(names []string, most int) string {
	n := len(names)
	if n > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), n-most)
	}
	if n < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
}

// sentence ends a sentence with a full stop where it has no end of its own.
func sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

// headline says in one sentence how things stand and what was looked at.
func headline(r *Report, groups []group, in form) string {
	base := in.text(r.Base.Ref)
	if sha := shortSHA(r.Base.SHA); sha != "" {
		base += " " + in.text(sha)
	}
	ids := sideIDs(r)
	switch {
	case len(groups) == 0 && len(ids) == 0:
		return "Nothing to compare: there is no open work on " + base + "."
	case len(groups) == 0 && len(ids) == 1:
		return fmt.Sprintf("No conflicts found: %s is the only open work on %s.", in.side(ids[0]), base)
	case len(groups) == 0:
		return fmt.Sprintf("No conflicts found among %s on %s.", countSides(ids), base)
	}
	return tally(groups) + fmt.Sprintf(", %s on %s.", countSides(ids), base)
}

// tally counts what blocks, warns and informs. Pairs are counted, not findings.
func tally(groups []group) string {
	var blocked []detect.SideID
	seen := map[detect.SideID]bool{}
	warnings, infos := 0, 0
	for _, g := range groups {
		switch {
		case g.lead.Blocking:
			for _, id := range g.blocked() {
				if !seen[id] {
					seen[id] = true
					blocked = append(blocked, id)
				}
			}
		case severityRank(g.lead.Severity) > severityRank("info"):
			warnings++
		default:
			infos++
		}
	}
	parts := []string{"Nothing is blocked"}
	switch len(blocked) {
	case 0:
	case 1:
		parts[0] = countSides(blocked) + " is blocked"
	default:
		parts[0] = countSides(blocked) + " are blocked"
	}
	if warnings > 0 || infos == 0 && len(blocked) == 0 {
		parts = append(parts, plural(warnings, "warning", "warnings"))
	}
	if infos > 0 {
		parts = append(parts, fmt.Sprintf("%d for information", infos))
	}
	return strings.Join(parts, ", ")
}

func sideIDs(r *Report) []detect.SideID {
	ids := make([]detect.SideID, len(r.Sides))
	for i := range r.Sides {
		ids[i] = r.Sides[i].ID
	}
	return ids
}

// shortSHA is a commit id as people write it.
func shortSHA(sha string) string { return sha[:min(7, len(sha))] }
