package patch

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"
)

func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		files, err := Parse(data)
		checkError(t, data, err)
		if err == nil && len(data) > 0 && len(files) == 0 {
			t.Fatal("no files and no error")
		}
		seen := map[string]bool{}
		for _, file := range files {
			checkFile(t, file)
			if seen[file.Path] {
				t.Fatalf("%q twice", file.Path)
			}
			seen[file.Path] = true
		}
	})
}

func FuzzParseHunks(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		hunks, err := ParseHunks(data)
		checkError(t, data, err)
		if err == nil && len(data) > 0 && len(hunks) == 0 {
			t.Fatal("no hunks and no error")
		}
		for _, h := range hunks {
			checkHunk(t, h)
		}
	})
}

func seed(f *testing.F) {
	for _, file := range fixtures(f) {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(ar.Files[0].Data)
		f.Add(bytes.ReplaceAll(ar.Files[0].Data, []byte("\n"), []byte("\r\n")))
	}
}

// checkError holds that an error comes with a line of the input, at most the
// one behind the last, and stays short whatever the input.
func checkError(t *testing.T, data []byte, err error) {
	if err == nil {
		return
	}
	var syntax *SyntaxError
	if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Line > bytes.Count(data, []byte("\n"))+2 {
		t.Fatalf("error without a line of the input: %v", err)
	}
	if len(err.Error()) > 1000 {
		t.Fatalf("error of %d bytes", len(err.Error()))
	}
}

// TestHunksAreReadBack prints random hunks whose lines look like headers and
// reads them back.
func TestHunksAreReadBack(t *testing.T) {
	line := rapid.SampledFrom(slices.Concat(bodies, []string{"-- a\tb", "@@ -3,0 +3 @@", "GIT binary patch"}))
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		var want []Hunk
		oldAt, newAt := 1, 1
		for range rapid.IntRange(1, 4).Draw(t, "hunks") {
			gap := rapid.IntRange(0, 1000).Draw(t, "gap")
			h := Hunk{OldStart: oldAt + gap, NewStart: newAt + gap}
			oldAt, newAt = h.OldStart, h.NewStart
			var body strings.Builder
			for _, op := range rapid.StringOfN(rapid.RuneFrom([]rune(" +-")), 1, 12, -1).Draw(t, "ops") {
				fmt.Fprintf(&body, "%c%s\n", op, line.Draw(t, "line"))
				if op != '+' {
					oldAt++
				}
				if op != '-' {
					newAt++
				}
				switch op {
				case '-':
					h.Removed = addLine(h.Removed, oldAt-1)
				case '+':
					h.Added = addLine(h.Added, newAt-1)
				}
			}
			h.OldLines, h.NewLines = oldAt-h.OldStart, newAt-h.NewStart
			// A side without lines names the line before it.
			if h.OldLines == 0 {
				h.OldStart--
			}
			if h.NewLines == 0 {
				h.NewStart--
			}
			fmt.Fprintf(&b, "@@ -%d,%d +%d,%d @@ heading\n%s", h.OldStart, h.OldLines, h.NewStart, h.NewLines, body.String())
			want = append(want, h)
		}
		got, err := ParseHunks([]byte(b.String()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("want (-), got (+):\n%s\nin\n%s", d, b.String())
		}
	})
}

func addLine(rs []Lines, n int) []Lines {
	if k := len(rs); k > 0 && rs[k-1].End+1 == n {
		return append(rs[:k-1:k-1], Lines{rs[k-1].Start, n})
	}
	return append(rs, Lines{n, n})
}

// BenchmarkParse shows the cost per byte for hunks of one line, where the
// headers weigh most, at two lengths: it must not grow with the length.
func BenchmarkParse(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		var d strings.Builder
		d.WriteString("diff --git a/x b/x\nindex 1234567..7654321 100644\n--- a/x\n+++ b/x\n")
		for i := range n {
			fmt.Fprintf(&d, "@@ -%d +%d @@\n-a\n+b\n", 2*i+1, 2*i+1)
		}
		data := []byte(d.String())
		b.Run(fmt.Sprintf("hunks=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := Parse(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
