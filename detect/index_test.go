package detect

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var testEpoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func testSide(id string, hour int) *Side {
	return &Side{ID: SideID(id), Branch: id, Target: "main", Arrived: testEpoch.Add(time.Duration(hour) * time.Hour)}
}

func change(s *Side, path string) *Touch {
	return &Touch{Side: s, Scope: PathScope(path), Path: path, Operation: OpModify, Basis: Observed, Arrived: s.Arrived}
}

func use(s *Side, path string) *Touch {
	t := change(s, path)
	t.Role = Uses
	return t
}

func met(ms []*Meeting) []string {
	var out []string
	for _, m := range ms {
		for _, o := range m.Overlaps {
			out = append(out, fmt.Sprintf("%s+%s on %s", m.First.ID, m.Second.ID, o.Scope().Key))
		}
	}
	slices.Sort(out)
	return out
}

func TestIndexMeetings(t *testing.T) {
	a, b, c := testSide("a", 1), testSide("b", 2), testSide("c", 3)
	x := NewIndex()
	x.Put(a, []*Touch{change(a, "one"), use(a, "two")})
	x.Put(b, []*Touch{change(b, "one"), use(b, "two")})
	x.Put(c, []*Touch{change(c, "two")})
	for _, tc := range []struct {
		id   SideID
		want []string
	}{
		{"a", []string{"a+b on one", "a+c on two"}},
		{"b", []string{"a+b on one", "b+c on two"}},
		{"c", []string{"a+c on two", "b+c on two"}},
		{"nobody", nil},
	} {
		if got := met(x.Meetings(tc.id, nil)); !slices.Equal(got, tc.want) {
			t.Errorf("%s: got %v, want %v", tc.id, got, tc.want)
		}
	}
}

func TestIndexKeepsTargetsApart(t *testing.T) {
	a, b := testSide("a", 1), testSide("b", 2)
	b.Target = "release"
	x := NewIndex()
	x.Put(a, []*Touch{change(a, "one")})
	x.Put(b, []*Touch{change(b, "one")})
	if got := x.Meetings("a", nil); len(got) != 0 {
		t.Errorf("sides of two targets met: %v", met(got))
	}
}

func TestIndexLeavesStacksAlone(t *testing.T) {
	a, b, c := testSide("a", 1), testSide("b", 2), testSide("c", 3)
	c.StackedOn, c.Contains = b.ID, []SideID{b.ID, a.ID}
	x := NewIndex()
	for _, s := range []*Side{a, b, c} {
		x.Put(s, []*Touch{change(s, "one")})
	}
	if got, want := met(x.Meetings("c", nil)), []string(nil); !slices.Equal(got, want) {
		t.Errorf("c met its ancestors: %v", got)
	}
	if got, want := met(x.Meetings("a", nil)), []string{"a+b on one"}; !slices.Equal(got, want) {
		t.Errorf("a met %v, want %v", got, want)
	}
}

// TestIndexAgainstAllPairs compares the index with the slow way that it exists
// to avoid, after any history of puts and removes.
func TestIndexAgainstAllPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := NewIndex()
		state := map[SideID][]*Touch{}
		sides := map[SideID]*Side{}
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			id := fmt.Sprintf("s%d", rapid.IntRange(0, 5).Draw(t, "side"))
			if rapid.IntRange(0, 4).Draw(t, "remove") == 0 {
				x.Remove(SideID(id))
				delete(state, SideID(id))
				continue
			}
			s := testSide(id, rapid.IntRange(0, 9).Draw(t, "hour"))
			var touches []*Touch
			for range rapid.IntRange(0, 4).Draw(t, "touches") {
				touch := change(s, fmt.Sprintf("p%d", rapid.IntRange(0, 6).Draw(t, "path")))
				if rapid.Bool().Draw(t, "use") {
					touch.Role = Uses
				}
				touches = append(touches, touch)
			}
			x.Put(s, touches)
			state[s.ID], sides[s.ID] = touches, s
		}
		for id, mine := range state {
			var want []string
			for other, theirs := range state {
				for _, m := range mine {
					for _, o := range theirs {
						if other == id || m.Scope != o.Scope || m.Role == Uses && o.Role == Uses {
							continue
						}
						first, second := sides[id], sides[other]
						if CompareArrival(first, second) > 0 {
							first, second = second, first
						}
						want = append(want, fmt.Sprintf("%s+%s on %s", first.ID, second.ID, m.Scope.Key))
					}
				}
			}
			slices.Sort(want)
			if got := met(x.Meetings(id, nil)); !slices.Equal(got, want) {
				t.Fatalf("%s: got %v, want %v", id, got, want)
			}
		}
	})
}

func TestCrowds(t *testing.T) {
	x := NewIndex()
	for i := range 20 {
		s := testSide(fmt.Sprintf("s%02d", i), i)
		log := change(s, "CHANGELOG.md")
		log.Settled = true
		touches := []*Touch{log, change(s, "own-"+string(s.ID))}
		if i < CrowdSize {
			touches = append(touches, change(s, "few.go"))
		}
		if i <= CrowdSize {
			touches = append(touches, change(s, "many.go"))
		}
		x.Put(s, touches)
	}
	crowds := x.Crowds()
	if len(crowds) != 2 || crowds[0].Path != "CHANGELOG.md" || len(crowds[0].Sides) != 20 || crowds[1].Path != "many.go" {
		t.Fatalf("crowds: %+v", crowds)
	}
	if got := x.Meetings("s19", nil); len(got) != 0 {
		t.Errorf("a crowded changelog is no meeting: %v", met(got))
	}
}

func TestSettledPairIsTold(t *testing.T) {
	x := NewIndex()
	for i := range 2 {
		s := testSide(fmt.Sprintf("s%d", i), i)
		log := change(s, "CHANGELOG.md")
		log.Settled = true
		x.Put(s, []*Touch{log})
	}
	if got := x.Meetings("s0", nil); len(got) != 1 {
		t.Errorf("two sides on a changelog: %v", met(got))
	}
}
