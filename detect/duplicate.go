package detect

import "fmt"

var duplicateChange = Detector{
	Kind: DuplicateWork,
	Doc:  "all that one side writes, the other writes too, to the byte",
	Pair: findDuplicate,
}

// findDuplicate reports a side whose whole change is contained in the other's:
// a cherry-pick, a copied branch, or the same fix twice. Shared deletions and
// renames alone say nothing, they merge into one.
func findDuplicate(m *Meeting, _ *Facts) []Finding {
	var same []Overlap
	written := 0
	for _, o := range m.Overlaps {
		if o.Scope().Family != FamilyPath || o.First.File == nil || o.Second.File == nil || o.Scope().Key != o.First.File.Path {
			continue
		}
		if !o.First.File.Same(*o.Second.File) {
			continue
		}
		same = append(same, o)
		if o.First.File.ContentChanged() && o.Second.File.ContentChanged() {
			written++
		}
	}
	if written == 0 || len(same) < min(m.First.Files, m.Second.Files) {
		return nil
	}
	f := overlapFinding(m, DuplicateWork, same)
	f.Confidence = confidenceBothEdited
	f.Settled = false
	part, whole := f.Newcomer, f.First
	if m.sideOf(f.Newcomer).Files > len(same) {
		part, whole = f.First, f.Newcomer
	}
	f.Summary = fmt.Sprintf("%s makes exactly the same change as %s to %s", part.Label(), whole.Label(), nameScopes(f.Scopes))
	f.Suggestion = fmt.Sprintf("Keep one of them: all of %s is already in %s.", part.Label(), whole.Label())
	return []Finding{f}
}

func (m *Meeting) sideOf(id SideID) *Side {
	if m.First.ID == id {
		return m.First
	}
	return m.Second
}
