package detect

import "slices"

// Facts is what detectors may ask about the world beyond one meeting. It has no
// way to list sides.
type Facts struct {
	Rules Rules
	// NextFree returns an unused number of a numbered series for a side, written
	// like sample, or "" when numbers are not handed out in order. Asked again it
	// gives the same side the same number, and no two sides one.
	NextFree func(side SideID, series, sample string) string
}

// RuleMeeting is one side that touches what a path rule covers.
type RuleMeeting struct {
	Side  *Side
	Rule  PathRule
	Files []FileChange // the covered ones, sorted by path
	Gaps  []Gap        // covered paths that could not be seen; they count as touched
}

// Detector finds one kind of conflict. One of Pair and Against is set.
type Detector struct {
	Kind Kind
	Doc  string // one line: what it reports
	// Pair looks at two sides that share something.
	Pair func(*Meeting, *Facts) []Finding
	// Against looks at one side that meets a rule.
	Against func(RuleMeeting, *Facts) []Finding
}

// Detectors is every detector, in the order their findings are listed. To add
// one, write a file and add a line.
func Detectors() []Detector {
	return []Detector{
		protectedPath,
		textualMerge,
		sequenceCollision,
		duplicateChange,
		pathOverlap,
	}
}

// Detect runs every pair detector over the meetings.
func Detect(meetings []*Meeting, facts *Facts) []Finding {
	var out []Finding
	detectors := Detectors()
	for _, m := range meetings {
		m.Sorted()
		for _, d := range detectors {
			if d.Pair != nil {
				out = append(out, d.Pair(m, facts)...)
			}
		}
	}
	return out
}

// DetectRules runs every rule detector over one change set.
func DetectRules(cs *ChangeSet, facts *Facts) []Finding {
	var out []Finding
	for _, rule := range facts.Rules.Protected {
		meeting := RuleMeeting{Side: cs.Side, Rule: rule}
		for _, f := range cs.Files {
			if rule.Match(f.Path) || f.OldPath != "" && rule.Match(f.OldPath) {
				meeting.Files = append(meeting.Files, f)
			}
		}
		for _, g := range cs.Gaps {
			if g.Path != "" && rule.Match(g.Path) && !slices.ContainsFunc(meeting.Files, func(f FileChange) bool { return f.Path == g.Path }) {
				meeting.Gaps = append(meeting.Gaps, g)
			}
		}
		if len(meeting.Files)+len(meeting.Gaps) == 0 {
			continue
		}
		for _, d := range Detectors() {
			if d.Against != nil {
				out = append(out, d.Against(meeting, facts)...)
			}
		}
	}
	return out
}
