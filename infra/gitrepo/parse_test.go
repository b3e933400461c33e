package gitrepo

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/comity-dev/comity/detect"
)

func TestParseDiffs(t *testing.T) {
	one, two := strings.Repeat("1", 40), strings.Repeat("2", 40)
	pair := []treePair{{old: one, new: two}}
	head := one + " " + two + "\n"
	change := func(status string, names ...string) string {
		return ":100644 100664 " + one + " " + two + " " + status + "\x00" + strings.Join(names, "\x00") + "\x00"
	}
	old, now := detect.Entry{Mode: detect.ModeFile, OID: one}, detect.Entry{Mode: detect.ModeFile, OID: two}
	tests := []struct {
		name, in string
		want     []detect.FileChange
		bad      bool
	}{
		{name: "nothing", in: head},
		{
			name: "heading that ends with NUL", in: one + " " + two + "\x00" + change("M", "a"),
			want: []detect.FileChange{{Path: "a", Status: detect.StatusModified, Old: old, New: now}},
		},
		{
			name: "a copy is an addition", in: head + change("C100", "a", "b"),
			want: []detect.FileChange{{Path: "b", Status: detect.StatusAdded, New: now}},
		},
		{
			name: "a path listed twice", in: head + change("M", "b") + change("M", "a") + change("T", "a"),
			want: []detect.FileChange{
				{Path: "a", Status: detect.StatusModified, Old: old, New: now},
				{Path: "b", Status: detect.StatusModified, Old: old, New: now},
			},
		},
		{
			name: "a name that looks like a change", in: head + change("M", ":100644 x"),
			want: []detect.FileChange{{Path: ":100644 x", Status: detect.StatusModified, Old: old, New: now}},
		},
		{name: "empty", in: "", bad: true},
		{name: "another heading", in: two + " " + one + "\n", bad: true},
		{name: "a heading too many", in: head + head, bad: true},
		{name: "no name", in: head + ":100644 100644 " + one + " " + two + " M\x00", bad: true},
		{name: "half a rename", in: head + change("R100", "a"), bad: true},
		{name: "unknown status", in: head + change("X", "a"), bad: true},
		{name: "short change", in: head + ":100644 M\x00a\x00", bad: true},
		{name: "no end", in: head + strings.TrimSuffix(change("M", "a"), "\x00"), bad: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parseDiffs(newScanner(strings.NewReader(tt.in)), pair)
			if (err != nil) != tt.bad {
				t.Fatalf("error %v, want one: %v", err, tt.bad)
			}
			if err == nil {
				if diff := cmp.Diff(tt.want, got[0].files); diff != "" {
					t.Errorf("want -, got +:\n%s", diff)
				}
			}
		})
	}
}

func TestTooManyFilesAreAGap(t *testing.T) {
	var d difference
	for i := range maxSideFiles + 5 {
		d.take(detect.FileChange{Path: fmt.Sprintf("%07d", i), Status: detect.StatusModified}, i < 3 || i > 4)
	}
	d.settle()
	if len(d.files) != maxSideFiles || d.files[3].Path != "0000005" || len(d.gaps) != 1 || d.gaps[0] != "200005 files were changed, only 200000 of them are looked at" {
		t.Errorf("%d files, gaps %v", len(d.files), d.gaps)
	}
}

func TestLongFields(t *testing.T) {
	s := newScanner(strings.NewReader(strings.Repeat("x", 200_000) + "\x00" + strings.Repeat("y", 300_000) + "\x00"))
	if got, err := s.next(0, 200_000); err != nil || len(got) != 200_000 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := s.next(0, 200_000); !errors.Is(err, errTooLong) {
		t.Errorf("error %v", err)
	}
}

func FuzzParseDiffs(f *testing.F) {
	one, two := strings.Repeat("1", 40), strings.Repeat("2", 40)
	head := one + " " + two + "\n"
	f.Add(head + ":100644 100644 " + one + " " + two + " R100\x00a\x00b\x00")
	f.Add(head + ":000000 100644 " + zeros + " " + two + " A\x00a\x00")
	f.Fuzz(func(t *testing.T, in string) {
		got, err := parseDiffs(newScanner(strings.NewReader(in)), []treePair{{old: one, new: two}})
		if err != nil {
			return
		}
		if !slices.IsSortedFunc(got[0].files, func(a, b detect.FileChange) int {
			if a.Path == b.Path {
				return 1
			}
			return strings.Compare(a.Path, b.Path)
		}) {
			t.Errorf("not sorted, or a path twice: %v", got[0].files)
		}
		for _, c := range got[0].files {
			if c.Status == "" || (c.OldPath != "") != (c.Status == detect.StatusRenamed) && c.OldPath != "" {
				t.Errorf("odd change %+v", c)
			}
		}
	})
}

func FuzzCommitLine(f *testing.F) {
	f.Add(">aa bb cc\x001\x002\x00Maya")
	f.Add("-aa bb\x00\x00\x00")
	f.Fuzz(func(t *testing.T, line string) {
		b := graphBuilder{g: &graph{index: map[string]int32{}}}
		if b.add([]byte(line)) != nil {
			return
		}
		c := b.g.commits[0]
		if c.id == "" || c.tree == "" || c.authored < 0 || c.authored > lastSecond {
			t.Errorf("odd commit %+v", c)
		}
		if g, err := b.finish(); err == nil {
			g.trace(0, nil)
		}
	})
}
