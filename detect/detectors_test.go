package detect

import (
	"strings"
	"testing"
	"time"
)

func testFacts() *Facts {
	prefix := func(p string) PathRule {
		return PathRule{Glob: p + "/**", Match: func(path string) bool { return strings.HasPrefix(path, p+"/") }, Owners: []string{"team:@acme/db", "user:@maya"}}
	}
	return &Facts{
		Rules: Rules{
			Protected:   []PathRule{prefix("protected")},
			Exclusive:   []PathRule{prefix("exclusive")},
			Ignored:     func(p string) bool { return strings.HasPrefix(p, "ignored/") },
			Regenerated: func(p string) bool { return p == "go.sum" },
		},
		NextFree: func(SideID, string, string) string { return "" },
	}
}

// sideWith makes a side that modifies paths, each in its own way.
func sideWith(id string, hour int, paths ...string) (*Side, *ChangeSet) {
	s := testSide(id, hour)
	cs := &ChangeSet{Side: s}
	for _, p := range paths {
		cs.Files = append(cs.Files, FileChange{Path: p, Status: StatusModified, Old: Entry{ModeFile, "old " + p}, New: Entry{ModeFile, id + " " + p}})
	}
	s.Changes, s.Files = cs.Files, len(cs.Files)
	return s, cs
}

func find(t *testing.T, facts *Facts, sides ...*ChangeSet) []Finding {
	t.Helper()
	x := NewIndex()
	for _, cs := range sides {
		x.Put(cs.Side, Observe(cs, nil, &facts.Rules, func(*FileChange) ([]byte, bool) { return nil, false }))
	}
	var out []Finding
	for _, cs := range sides {
		out = append(out, Detect(x.Meetings(cs.Side.ID, func(o *Side) bool { return CompareSides(cs.Side.ID, o.ID) < 0 }), facts)...)
	}
	return out
}

func TestPathOverlap(t *testing.T) {
	_, a := sideWith("a", 1, "src/one", "src/two", "ignored/x", "go.sum")
	_, b := sideWith("b", 2, "src/one", "src/two", "ignored/x", "go.sum")
	got := find(t, testFacts(), a, b)
	if len(got) != 1 || got[0].Kind != PathOverlap || got[0].First != "a" || got[0].Newcomer != "b" || got[0].Confidence != 0.9 {
		t.Fatalf("findings: %+v", got)
	}
	if want := "a and b both change src/one and src/two"; got[0].Summary != want {
		t.Errorf("summary %q, want %q: ignored and regenerated files are no news", got[0].Summary, want)
	}
}

// TestExclusiveByTouch: the side that is older as a whole is still the newcomer
// to a file which it touched second.
func TestExclusiveByTouch(t *testing.T) {
	facts := testFacts()
	sa, a := sideWith("a", 1, "exclusive/f", "exclusive/g", "src/x")
	_, b := sideWith("b", 2, "exclusive/f")
	x := NewIndex()
	none := func(*FileChange) ([]byte, bool) { return nil, false }
	touches := Observe(a, nil, &facts.Rules, none)
	for _, touch := range touches {
		if touch.Scope == PathScope("exclusive/f") {
			touch.Arrived = testEpoch.Add(9 * time.Hour)
		}
	}
	x.Put(sa, touches)
	x.Put(b.Side, Observe(b, nil, &facts.Rules, none))
	got := Detect(x.Meetings("a", nil), facts)
	if len(got) != 1 || got[0].Claim == nil || got[0].Claim.Holder != "b" || got[0].Newcomer != "a" || got[0].Claim.Files != 1 {
		t.Fatalf("findings: %+v", got)
	}
}

func TestProtected(t *testing.T) {
	s, cs := sideWith("a", 1, "protected/f", "src/x")
	cs.Files = append(cs.Files, FileChange{Path: "src/moved", OldPath: "protected/gone", Status: StatusRenamed})
	cs.Gaps = []Gap{{s.ID, "protected/unseen", "the list of files was cut"}}
	got := DetectRules(cs, testFacts())
	if len(got) != 1 {
		t.Fatalf("findings: %+v", got)
	}
	f := got[0]
	if f.Newcomer != "a" || f.First != "" || f.Rule != "protected/**" || f.Confidence != 1 || len(f.Scopes) != 3 {
		t.Errorf("finding: %+v", f)
	}
	if want := "Ask @acme/db or @maya, or take these files out of the change."; f.Suggestion != want {
		t.Errorf("suggestion %q", f.Suggestion)
	}
	if got := DetectRules(&ChangeSet{Side: s}, testFacts()); len(got) != 0 {
		t.Errorf("a side that touches nothing protected: %+v", got)
	}
}

func TestTextual(t *testing.T) {
	facts := testFacts()
	_, a := sideWith("a", 1, "src/x", "go.sum", "ignored/y")
	_, b := sideWith("b", 2, "src/x", "go.sum", "ignored/y")
	x := NewIndex()
	for _, cs := range []*ChangeSet{a, b} {
		x.Put(cs.Side, Observe(cs, nil, &facts.Rules, func(*FileChange) ([]byte, bool) { return nil, false }))
	}
	conflict := func(p string, settled bool) MergeConflict {
		return MergeConflict{Kind: "content", Path: p, Paths: []string{p}, First: []LineRange{{3, 4}}, Second: []LineRange{{3, 3}}, Settled: settled}
	}
	for _, tc := range []struct {
		name      string
		conflicts []MergeConflict
		want      []bool // settled, for each finding
	}{
		{"none", nil, nil},
		{"a real one", []MergeConflict{conflict("src/x", false)}, []bool{false}},
		{"a regenerated file alone", []MergeConflict{conflict("go.sum", true)}, []bool{true}},
		{"both: the real one is told", []MergeConflict{conflict("go.sum", true), conflict("src/x", false)}, []bool{false}},
		{"an ignored file", []MergeConflict{conflict("ignored/y", false)}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := x.Meetings("a", nil)[0]
			m.Merge = &Merge{Conflicts: tc.conflicts}
			got := findTextual(m, facts)
			if len(got) != len(tc.want) {
				t.Fatalf("findings: %+v", got)
			}
			for i := range got {
				if got[i].Settled != tc.want[i] || got[i].Newcomer != "b" || got[i].Evidence[0].StartLine != 3 {
					t.Errorf("finding: %+v", got[i])
				}
			}
		})
	}
}

func TestDuplicate(t *testing.T) {
	same := func(id string, hour int, paths ...string) *ChangeSet {
		_, cs := sideWith(id, hour, paths...)
		for i := range cs.Files {
			cs.Files[i].New.OID = "new " + cs.Files[i].Path
		}
		return cs
	}
	count := func(sides ...*ChangeSet) int {
		n := 0
		for _, f := range find(t, testFacts(), sides...) {
			if f.Kind == DuplicateWork {
				n++
			}
		}
		return n
	}
	if n := count(same("a", 1, "x", "y"), same("b", 2, "x", "y")); n != 1 {
		t.Errorf("the same change twice: %d findings", n)
	}
	if n := count(same("a", 1, "x", "y"), same("b", 2, "x")); n != 1 {
		t.Errorf("a change that another contains: %d findings", n)
	}
	if n := count(same("a", 1, "x", "y"), same("b", 2, "x", "z")); n != 0 {
		t.Errorf("one file alike among others: %d findings", n)
	}
	a, b := same("a", 1, "x"), same("b", 2, "x")
	for _, cs := range []*ChangeSet{a, b} {
		cs.Files[0].Status, cs.Files[0].New = StatusDeleted, Entry{}
	}
	if n := count(a, b); n != 0 {
		t.Errorf("the same deletion: %d findings", n)
	}
}
