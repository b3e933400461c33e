package patch

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/comity-dev/comity/detect"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the expectations in testdata")

// TestFixtures reads every testdata/*.txtar. The section "diff" goes through
// Parse, "hunks" through ParseHunks without its final line feed (as the REST
// API gives it), "diff crlf" through Parse with every line feed made CRLF.
// "want" is the result in the words of describe, or the error.
func TestFixtures(t *testing.T) {
	for _, file := range fixtures(t) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(ar.Files) != 2 || ar.Files[1].Name != "want" {
				t.Fatalf("%s: need an input and a want section", file)
			}
			got := run(t, ar.Files[0])
			if *update {
				ar.Files[1].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(string(ar.Files[1].Data), got); d != "" {
				t.Errorf("want (-), got (+):\n%s", d)
			}
		})
	}
}

func fixtures(t testing.TB) []string {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	return files
}

func run(t *testing.T, in txtar.File) string {
	t.Helper()
	var b strings.Builder
	var err error
	switch in.Name {
	case "hunks":
		var hunks []Hunk
		hunks, err = ParseHunks(bytes.TrimSuffix(in.Data, []byte("\n")))
		describeHunks(&b, hunks)
	case "diff", "diff crlf":
		data := in.Data
		if in.Name == "diff crlf" {
			data = bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n"))
		}
		var files []File
		files, err = Parse(data)
		for _, f := range files {
			describe(&b, f)
		}
	default:
		t.Fatalf("unknown section %q", in.Name)
	}
	if err != nil {
		fmt.Fprintf(&b, "error: %v\n", err)
	}
	return b.String()
}

func describe(b *strings.Builder, f File) {
	fmt.Fprintf(b, "%s %q", f.Status, f.Path)
	if f.OldPath != "" {
		fmt.Fprintf(b, " from %q", f.OldPath)
	}
	if f.CopyOf != "" {
		fmt.Fprintf(b, " copy of %q", f.CopyOf)
	}
	fmt.Fprintf(b, " %o->%o", f.OldMode, f.NewMode)
	if f.Binary {
		b.WriteString(" binary")
	}
	b.WriteString("\n")
	describeHunks(b, f.Hunks)
}

func describeHunks(b *strings.Builder, hunks []Hunk) {
	for _, h := range hunks {
		fmt.Fprintf(b, "  -%d,%d +%d,%d removed %v added %v\n", h.OldStart, h.OldLines, h.NewStart, h.NewLines, h.Removed, h.Added)
	}
}

func TestEmptyInput(t *testing.T) {
	if files, err := Parse(nil); files != nil || err != nil {
		t.Errorf("Parse(nil) = %v, %v; want no files and no error", files, err)
	}
	if hunks, err := ParseHunks(nil); hunks != nil || err != nil {
		t.Errorf("ParseHunks(nil) = %v, %v; want no hunks and no error", hunks, err)
	}
}

func TestErrorIsTyped(t *testing.T) {
	_, err := Parse([]byte("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n"))
	var syntax *SyntaxError
	if !errors.As(err, &syntax) || syntax.Line != 6 {
		t.Errorf("got %v, want a *SyntaxError on line 6", err)
	}
}

// A cut diff must never look like a smaller whole one: whatever is left either
// fails, or speaks of every file whose section has begun.
func TestCutDiff(t *testing.T) {
	for _, file := range fixtures(t) {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if ar.Files[0].Name != "diff" {
			continue
		}
		data := ar.Files[0].Data
		for n := range data {
			files, err := Parse(data[:n])
			if n > 0 && err == nil && len(files) == 0 {
				t.Fatalf("%s: the first %d bytes give no file and no error", file, n)
			}
			for _, f := range files {
				checkFile(t, f)
			}
		}
	}
}

// checkFile holds what is true of every file that is given out.
func checkFile(t *testing.T, f File) {
	t.Helper()
	if f.Path == "" || (f.OldPath != "") != (f.Status == detect.StatusRenamed) {
		t.Fatalf("bad names: %+v", f)
	}
	if f.Status == detect.StatusAdded && f.OldMode != detect.ModeAbsent ||
		f.Status == detect.StatusDeleted && f.NewMode != detect.ModeAbsent {
		t.Fatalf("a mode on a side that is absent: %+v", f)
	}
	if f.Binary && len(f.Hunks) > 0 && f.Status != detect.StatusModified {
		t.Fatalf("binary with hunks: %+v", f)
	}
	for _, h := range f.Hunks {
		checkHunk(t, h)
	}
}

func checkHunk(t *testing.T, h Hunk) {
	t.Helper()
	checkLines(t, h.Removed, h.OldStart, h.OldLines)
	checkLines(t, h.Added, h.NewStart, h.NewLines)
	if h.OldLines-count(h.Removed) != h.NewLines-count(h.Added) {
		t.Fatalf("the two sides have different context: %+v", h)
	}
}

func checkLines(t *testing.T, rs []Lines, start, lines int) {
	t.Helper()
	prev := -1
	for _, r := range rs {
		if r.Start < 1 || r.Start < start || r.End < r.Start || r.End >= start+lines || r.Start <= prev+1 {
			t.Fatalf("ranges %v do not fit %d,%d", rs, start, lines)
		}
		prev = r.End
	}
}

func count(rs []Lines) int {
	n := 0
	for _, r := range rs {
		n += r.End - r.Start + 1
	}
	return n
}
