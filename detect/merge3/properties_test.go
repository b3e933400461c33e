package merge3

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// byteSource makes the generator's choices from bytes, so that what rapid or
// the fuzzer shrinks is the history. When they run out it goes on by itself.
type byteSource struct {
	data []byte
	rest *rand.PCG
}

func (s *byteSource) Uint64() uint64 {
	if len(s.data) < 2 {
		return s.rest.Uint64()
	}
	v := uint64(s.data[0])<<8 | uint64(s.data[1])
	s.data = s.data[2:]
	return v * 0x0001000100010001 // a draw may look at the high bits or at the low ones
}

func historyFrom(data []byte, renames bool) history {
	g := &generator{rand.New(&byteSource{data, rand.NewPCG(3, 4)}), renames}
	return g.history()
}

func drawHistory(t *rapid.T) history {
	data := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "choices")
	return historyFrom(data, rapid.Bool().Draw(t, "renames"))
}

// TestMergeWithSelf: two sides that did the same merge to that.
func TestMergeWithSelf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, ours, _, read := drawHistory(t).prepare()
		checkGives(t, Merge(b, ours, ours, Options{Read: read}), ours)
	})
}

// TestMergeWithUnchanged: a side that did nothing gives the other, either way
// round.
func TestMergeWithUnchanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, ours, _, read := drawHistory(t).prepare()
		nothing := NewSide(b, nil)
		checkGives(t, Merge(b, ours, nothing, Options{Read: read}), ours)
		checkGives(t, Merge(b, nothing, ours, Options{Read: read}), ours)
	})
}

func checkGives(t *rapid.T, res Result, want *Side) {
	t.Helper()
	if len(res.Conflicts)+len(res.Unknown) > 0 {
		t.Fatalf("conflicts %+v, unknown %+v", res.Conflicts, res.Unknown)
	}
	if diff := cmp.Diff(want.changes, res.Changes); diff != "" {
		t.Fatalf("the merge is not the side (-side +merge):\n%s", diff)
	}
}

// TestSwappedSides: which side is ours makes no difference to what conflicts.
func TestSwappedSides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkSwapped(t, drawHistory(t))
	})
}

func checkSwapped(t interface{ Fatalf(string, ...any) }, h history) {
	b, ours, theirs, read := h.prepare()
	one, other := Merge(b, ours, theirs, Options{Read: read}), Merge(b, theirs, ours, Options{Read: read})
	if !slices.Equal(one.Paths(), other.Paths()) || (len(one.Conflicts) == 0) != (len(other.Conflicts) == 0) {
		t.Fatalf("one way %+v, the other way %+v\n%s", one.Conflicts, other.Conflicts, h)
	}
	for i := range one.Conflicts {
		if one.Conflicts[i].Path != other.Conflicts[i].Path {
			t.Fatalf("one way %+v, the other way %+v\n%s", one.Conflicts, other.Conflicts, h)
		}
	}
}

// TestVerdictOnly: leaving out the merged contents changes no verdict.
func TestVerdictOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := drawHistory(t)
		full, verdict := h.mergeWith(Options{}), h.mergeWith(Options{VerdictOnly: true})
		if diff := cmp.Diff(full.Conflicts, verdict.Conflicts); diff != "" {
			t.Fatalf("(-full +verdict):\n%s", diff)
		}
		if !slices.Equal(full.Paths(), verdict.Paths()) {
			t.Fatalf("paths %q, %q", full.Paths(), verdict.Paths())
		}
	})
}

// TestSharedCache: what a cache knows from other merges, even when it is so
// small that it is emptied all the time, changes nothing.
func TestSharedCache(t *testing.T) {
	caches := []*Cache{NewCache(1 << 20), NewCache(1)}
	rapid.Check(t, func(t *rapid.T) {
		h := drawHistory(t)
		want := h.merge()
		for _, c := range caches {
			got := h.mergeWith(Options{Cache: c})
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(Result{})); diff != "" {
				t.Fatalf("(-alone +shared):\n%s", diff)
			}
		}
	})
}

// TestFarApart: changes with enough lines between them merge, and the result
// has both and nothing else.
func TestFarApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(8, 200).Draw(t, "lines")
		lines := make([]string, n)
		for i := range lines {
			lines[i] = fmt.Sprintf("line %d\n", i)
		}
		at := rapid.IntRange(0, n-5).Draw(t, "ours")
		other := rapid.IntRange(at+3, n-1).Draw(t, "theirs")
		edit := func(in []string, i int, label string) []string {
			out := slices.Clone(in)
			switch rapid.IntRange(0, 2).Draw(t, label+" edit") {
			case 0:
				out[i] = label + "\n"
			case 1:
				out[i] = label + "\n" + out[i]
			default:
				out[i] = ""
			}
			return out
		}
		ours, theirs := edit(lines, at, "ours"), edit(lines, other, "theirs")
		want := slices.Clone(ours)
		want[other] = theirs[other]
		text := func(s []string) []byte { return []byte(strings.Join(s, "")) }
		r := Content(text(lines), text(ours), text(theirs), MergeText)
		if !r.Clean() || !bytes.Equal(r.Merged, text(want)) {
			t.Fatalf("conflicts %+v, merged %q, want %q", r.Conflicts, r.Merged, text(want))
		}
	})
}

// TestDiffDescribes: putting the hunks of a diff into the old text gives the new
// one.
func TestDiffDescribes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\n", "c\n", "d\n", "\n", "e"}), 0, 60)
		a, b := []byte(strings.Join(draw.Draw(t, "a"), "")), []byte(strings.Join(draw.Draw(t, "b"), ""))
		checkDiff(t, a, b)
	})
}

func checkDiff(t interface{ Fatalf(string, ...any) }, a, b []byte) {
	from, to := newText(a), newText(b)
	var out []byte
	at := 0
	for _, h := range Diff(a, b) {
		if h.A < at || h.AEnd < h.A || h.BEnd < h.B || h.A == h.AEnd && h.B == h.BEnd {
			t.Fatalf("bad hunk %+v", h)
		}
		out = append(out, from.slice(at, h.A)...)
		out = append(out, to.slice(h.B, h.BEnd)...)
		at = h.AEnd
	}
	if out = append(out, from.slice(at, from.lines())...); !bytes.Equal(out, b) {
		t.Fatalf("the diff of %q and %q gives %q", a, b, out)
	}
}
