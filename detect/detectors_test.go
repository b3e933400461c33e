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

// TestExclusiveHasOneHolder: of many sides on an exclusive file the first holds
// it, and only against that one are the others told, regenerated or not.
func TestExclusiveHasOneHolder(t *testing.T) {
	facts := testFacts()
	facts.Rules.Regenerated = func(p string) bool { return p == "exclusive/lock" }
	var sides []*ChangeSet
	for i := range 10 {
		_, cs := sideWith(string(rune('a'+i)), i, "exclusive/lock")
		sides = append(sides, cs)
	}
	got := find(t, facts, sides...)
	if len(got) != 9 {
		t.Fatalf("%d findings", len(got))
	}
	for _, f := range got {
		if f.First != "a" || f.Claim == nil || f.Claim.Holder != "a" || !f.Settled {
			t.Errorf("finding: %+v", f)
		}
	}
}

// TestAppliedMigration: an edit of an applied migration meets whoever adds to
// the series, and not another such edit.
func TestAppliedMigration(t *testing.T) {
	_, edit := sideWith("a", 1, "migrations/0001_a.sql")
	_, other := sideWith("b", 2, "migrations/0002_b.sql")
	if got := find(t, testFacts(), edit, other); len(got) != 0 {
		t.Errorf("two edits: %+v", got)
	}
	_, adds := sideWith("c", 3, "migrations/0003_c.sql")
	adds.Files[0].Status, adds.Files[0].Old = StatusAdded, Entry{}
	got := find(t, testFacts(), edit, adds)
	if len(got) != 1 || got[0].Kind != SequenceCollision || !strings.Contains(got[0].Summary, "a changes migrations/0001_a.sql") {
		t.Errorf("an edit and an addition: %+v", got)
	}
}

func TestNarrow(t *testing.T) {
	x := NewIndex()
	var sides []*Side
	for i := range 12 {
		s := testSide(string(rune('a'+i)), i)
		sides = append(sides, s)
		x.Put(s, []*Touch{change(s, "hot")})
	}
	x.Narrow("main", "hot", map[SideID]map[SideID]bool{"a": {"c": true}, "c": {"a": true}})
	if got := met(x.Meetings("a", nil)); len(got) != 1 || got[0] != "a+c on hot" {
		t.Errorf("a met %v", got)
	}
	if got := x.Meetings("b", nil); len(got) != 0 {
		t.Errorf("b met %v", met(got))
	}
	x.Put(sides[1], []*Touch{change(sides[1], "hot")})
	if got := x.Meetings("b", nil); len(got) != 11 {
		t.Errorf("after a change the narrowing is void, but b met %d sides", len(got))
	}
}
