package plan

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/comity-dev/comity/detect"
)

func side(id string, hour int) *detect.Side {
	return &detect.Side{ID: detect.SideID(id), Arrived: time.Date(2026, 1, 1, hour, 0, 0, 0, time.UTC)}
}

func TestOrder(t *testing.T) {
	a, b, c, d := side("branch:a", 1), side("branch:b", 2), side("branch:c", 3), side("branch:d", 4)
	all := []*detect.Side{d, c, b, a}
	for _, tc := range []struct {
		name  string
		edges []Edge
		want  []detect.SideID
	}{
		{"ties by arrival", nil, []detect.SideID{a.ID, b.ID, c.ID, d.ID}},
		{"a dependency goes first", []Edge{{d.ID, a.ID, true}}, []detect.SideID{b.ID, c.ID, d.ID, a.ID}},
		{"advice is followed", []Edge{{c.ID, a.ID, false}}, []detect.SideID{b.ID, c.ID, a.ID, d.ID}},
		{"a dependency beats advice", []Edge{{a.ID, b.ID, false}, {b.ID, a.ID, true}}, []detect.SideID{c.ID, d.ID, b.ID, a.ID}},
		{"a cycle of advice starts with the earliest", []Edge{{a.ID, b.ID, false}, {b.ID, c.ID, false}, {c.ID, a.ID, false}}, []detect.SideID{d.ID, a.ID, b.ID, c.ID}},
		{"a cycle of dependencies still ends", []Edge{{a.ID, b.ID, true}, {b.ID, a.ID, true}}, []detect.SideID{c.ID, d.ID, a.ID, b.ID}},
		{"an unknown side is left out", []Edge{{"branch:gone", a.ID, true}}, []detect.SideID{a.ID, b.ID, c.ID, d.ID}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := Order(all, tc.edges); !slices.Equal(got, tc.want) {
				t.Errorf("got %v, want %v", got, tc.want)
			}
		})
	}
}

func TestOrderHoldsWhatCanBeHeld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "sides")
		var sides []*detect.Side
		for i := range n {
			sides = append(sides, side(string(detect.PRID(i+1)), rapid.IntRange(0, 5).Draw(t, "hour")))
		}
		// Dependencies that point from a lower to a higher number have no cycle.
		var edges []Edge
		for range rapid.IntRange(0, 20).Draw(t, "edges") {
			i, j := rapid.IntRange(1, n).Draw(t, "i"), rapid.IntRange(1, n).Draw(t, "j")
			hard := rapid.Bool().Draw(t, "hard") && i < j
			edges = append(edges, Edge{detect.PRID(i), detect.PRID(j), hard})
		}
		got := Order(sides, edges)
		at := map[detect.SideID]int{}
		for i, id := range got {
			at[id] = i
		}
		if len(at) != n || len(got) != n {
			t.Fatalf("not every side once: %v", got)
		}
		for _, e := range edges {
			if e.Hard && at[e.First] > at[e.Then] {
				t.Fatalf("%s must come before %s: %v", e.First, e.Then, got)
			}
		}
		shuffled := rapid.Permutation(sides).Draw(t, "shuffled")
		if again := Order(shuffled, edges); !slices.Equal(got, again) {
			t.Fatalf("the order depends on how the sides are listed: %v, %v", got, again)
		}
	})
}

func meeting(first, second *detect.Side, path string, bases ...detect.Basis) *detect.Meeting {
	return &detect.Meeting{First: first, Second: second, Overlaps: []detect.Overlap{{
		First:  &detect.Touch{Side: first, Scope: detect.PathScope(path), Path: path, Basis: bases[0]},
		Second: &detect.Touch{Side: second, Scope: detect.PathScope(path), Path: path, Basis: bases[1]},
	}}}
}

func TestReplan(t *testing.T) {
	old, young := side("pr:1", 1), side("pr:2", 2)
	draft := side("pr:1", 1)
	draft.Draft = true
	globs := meeting(old, young, "src/a.go", detect.Declared, detect.Declared)
	globs.Overlaps[0].First.Path = "src/**"
	for _, tc := range []struct {
		name   string
		m      *detect.Meeting
		action string
		first  detect.SideID
	}{
		{"ready before draft", meeting(draft, young, "a", detect.Observed, detect.Observed), LandFirst, young.ID},
		{"both edited", meeting(old, young, "a", detect.Observed, detect.Observed), Stack, old.ID},
		{"only the younger edited", meeting(old, young, "a", detect.Declared, detect.Observed), LandFirst, young.ID},
		{"only the older edited", meeting(old, young, "a", detect.Observed, detect.Declared), LandFirst, old.ID},
		{"both announced the file", meeting(old, young, "a", detect.Declared, detect.Declared), LandFirst, old.ID},
		{"only patterns meet", globs, Split, old.ID},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := Replan(tc.m)
			if r == nil || r.Action != tc.action || r.First != tc.first || !r.Suggested {
				t.Errorf("got %+v", r)
			}
		})
	}
	if r := Replan(&detect.Meeting{First: old, Second: young}); r != nil {
		t.Errorf("nothing is shared, but %+v", r)
	}
}
