package merge3

import (
	"bytes"
	"testing"
)

// FuzzContent merges any three texts: no panic, the same verdict with the sides
// swapped, a diff that is one, and a merged text when it is clean.
func FuzzContent(f *testing.F) {
	f.Add([]byte("a\nb\nc\n"), []byte("a\nx\nc\n"), []byte("a\ny\nc\n"))
	f.Add([]byte("a\r\nb"), []byte("a\nb\n"), []byte("a\r\nb\r\n"))
	f.Add([]byte("a\x00"), []byte("b"), []byte(""))
	f.Add(bytes.Repeat([]byte("x\n"), 90), bytes.Repeat([]byte("x\ny\n"), 70), bytes.Repeat([]byte("y\nx\n"), 80))
	f.Fuzz(func(t *testing.T, base, ours, theirs []byte) {
		for _, attr := range []Attribute{MergeText, MergeBinary, MergeUnion} {
			one, other := Content(base, ours, theirs, attr), Content(base, theirs, ours, attr)
			if one.Clean() != other.Clean() || one.Binary != other.Binary {
				t.Fatalf("attribute %d: one way %+v, the other way %+v", attr, one, other)
			}
			if attr == MergeUnion && len(one.Conflicts) > 0 {
				t.Fatalf("a union conflicts: %+v", one)
			}
			checkRegions(t, one.Conflicts, base, ours, theirs)
		}
		checkDiff(t, base, ours)
		checkDiff(t, ours, theirs)
		for _, l := range TouchedLines(base, ours) {
			if l.Start < 1 || l.End < l.Start {
				t.Fatalf("lines %+v", l)
			}
		}
	})
}

func checkRegions(t *testing.T, regions []Region, base, ours, theirs []byte) {
	b, o, s := newText(base).lines(), newText(ours).lines(), newText(theirs).lines()
	for _, r := range regions {
		if r.Base < 0 || r.BaseEnd < r.Base || r.BaseEnd > b ||
			r.Ours < 0 || r.OursEnd < r.Ours || r.OursEnd > o ||
			r.Theirs < 0 || r.TheirsEnd < r.Theirs || r.TheirsEnd > s {
			t.Fatalf("region %+v of %d, %d and %d lines", r, b, o, s)
		}
	}
}

// FuzzMerge lets the fuzzer choose histories: no panic, the same verdict and
// paths with the sides swapped, and made-up contents under their own ids.
func FuzzMerge(f *testing.F) {
	f.Add([]byte("0"), false)
	f.Add([]byte("some choices of the generator, two bytes for each of them"), true)
	f.Fuzz(func(t *testing.T, choices []byte, renames bool) {
		if len(choices) > 4096 {
			return // as many choices as any history takes
		}
		h := historyFrom(choices, renames)
		checkSwapped(t, h)
		res := h.merge()
		if len(res.Conflicts) == 0 && len(res.Paths()) > 0 {
			t.Fatalf("clean with unmerged paths %q", res.Paths())
		}
		for _, c := range res.Changes {
			if made, ok := res.Blobs[c.New.OID]; ok && madeOID(made) != c.New.OID {
				t.Fatalf("%s has the content of another object", c.Path)
			}
		}
	})
}
