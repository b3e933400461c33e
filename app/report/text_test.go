package report

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/comity-dev/comity/detect"
)

func text(t *testing.T, r *Report, opt TextOptions) string {
	t.Helper()
	return string(render(t, func(b *bytes.Buffer) error { return Text(b, r, opt) }))
}

func TestTextGolden(t *testing.T) {
	one := dozen()
	one.Conflicts, one.Gaps, one.Notes = one.Conflicts[2:3], nil, nil
	none := dozen()
	none.Conflicts = nil
	for _, c := range []struct {
		name string
		r    *Report
		opt  TextOptions
	}{
		{"text-0.txt", none, TextOptions{}},
		{"text-1.txt", one, TextOptions{}},
		{"text-12.txt", dozen(), TextOptions{}},
		{"text-12-verbose.txt", dozen(), TextOptions{Verbose: true}},
		{"text-12-color.txt", dozen(), TextOptions{Color: true}},
		{"text-12-narrow.txt", dozen(), TextOptions{Width: 40}},
		{"text-300.txt", many(300), TextOptions{}},
	} {
		t.Run(c.name, func(t *testing.T) { golden(t, c.name, []byte(text(t, c.r, c.opt))) })
	}
}

func TestHeadline(t *testing.T) {
	sides := func(ids ...detect.SideID) *Report {
		r := &Report{Base: Base{Ref: "main", SHA: "0b281cd4c1"}}
		for _, id := range ids {
			r.Sides = append(r.Sides, Side{ID: id})
		}
		return r
	}
	with := func(r *Report, cs ...Conflict) *Report {
		r.Conflicts = cs
		return r
	}
	warning := conflict("CF-1", detect.TextualMerge, "pr:1", "pr:2")
	other := conflict("CF-2", detect.TextualMerge, "pr:1", "pr:3")
	for _, c := range []struct {
		r    *Report
		want string
	}{
		{sides(), "Nothing to compare: there is no open work on main 0b281cd."},
		{sides("branch:a"), "No conflicts found: a is the only open work on main 0b281cd."},
		{sides("branch:a", "branch:b"), "No conflicts found among 2 branches on main 0b281cd."},
		{sides("pr:1", "branch:b"), "No conflicts found among 2 sides on main 0b281cd."},
		{with(sides("pr:1", "pr:2"), warning), "Nothing is blocked, 1 warning, 2 pull requests on main 0b281cd."},
		{with(sides("pr:1", "pr:2"), informing(warning)), "Nothing is blocked, 1 for information, 2 pull requests on main 0b281cd."},
		{with(sides("pr:1", "pr:2"), blocking(warning)), "1 pull request is blocked, 2 pull requests on main 0b281cd."},
		{with(sides("pr:1", "pr:2", "pr:3"), blocking(warning), blocking(other)), "2 pull requests are blocked, 3 pull requests on main 0b281cd."},
		{with(sides("pr:1", "pr:2", "pr:3"), blocking(warning), blocking(warning), other), "1 pull request is blocked, 1 warning, 3 pull requests on main 0b281cd."},
	} {
		if got := headline(c.r, groupsOf(c.r), plainForm); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// TestTextTellsStrongestOnce holds the folding: weaker conflicts of a pair are
// one line under the strongest, whichever side stands first in them.
func TestTextTellsStrongestOnce(t *testing.T) {
	strong := saying(conflict("CF-1", detect.TextualMerge, "branch:a", "branch:b"), "cannot merge", "")
	weak := saying(informing(conflict("CF-2", detect.PathOverlap, "branch:b", "branch:a")), "both change", "")
	r := &Report{Sides: []Side{{ID: "branch:a"}, {ID: "branch:b"}}, Conflicts: []Conflict{weak, strong}}
	got := text(t, r, TextOptions{})
	if !strings.Contains(got, "also  CF-2 Shared file") || strings.Contains(got, "both change") || !strings.Contains(got, "cannot merge") {
		t.Errorf("got\n%s", got)
	}
}

// TestTextHidesNoBlock: of many pairs, every side that is blocked is named, and
// with Verbose every pair.
func TestTextHidesNoBlock(t *testing.T) {
	r := many(300)
	got, _, _ := strings.Cut(text(t, r, TextOptions{}), "\nMore warnings")
	for i := range r.Conflicts {
		if c := &r.Conflicts[i]; c.Blocking && !named(got)[c.newcomer().Label()] {
			t.Errorf("%s is blocked and not named", c.newcomer())
		}
	}
	verbose := text(t, r, TextOptions{Verbose: true})
	for i := range r.Conflicts {
		if !strings.Contains(verbose, r.Conflicts[i].Ref+" ") {
			t.Errorf("%s is not shown with Verbose", r.Conflicts[i].Ref)
		}
	}
}

var sgr = regexp.MustCompile("\x1b\\[[0-9;]*m")

func TestTextHostile(t *testing.T) {
	for _, opt := range []TextOptions{{}, {Verbose: true}, {Width: 40}, {Color: true, Verbose: true}} {
		got := text(t, hostile(), opt)
		if opt.Color {
			got = sgr.ReplaceAllString(got, "")
		}
		checkShown(t, got, opt.Width)
	}
}

// checkShown fails where a text could drive a terminal or breaks the layout.
func checkShown(t interface{ Errorf(string, ...any) }, got string, width int) {
	if width == 0 {
		width = 80
	}
	if !utf8.ValidString(got) {
		t.Errorf("not UTF-8")
	}
	for line := range strings.Lines(got) {
		line = strings.TrimSuffix(line, "\n")
		if i := strings.IndexFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
			t.Errorf("a character that is not printable at %d of %q", i, line)
		}
		if n := columnsOf(line); n > width {
			t.Errorf("%d columns in %q", n, line)
		}
	}
}

// TestTextColorsOnlyPaint: without its colours the coloured text is the plain
// one.
func TestTextColorsOnlyPaint(t *testing.T) {
	plain, colored := text(t, dozen(), TextOptions{}), text(t, dozen(), TextOptions{Color: true})
	if strings.Contains(plain, "\x1b") {
		t.Error("colours without Color")
	}
	if colored == plain || sgr.ReplaceAllString(colored, "") != plain {
		t.Error("the coloured text differs by more than colours")
	}
}

func TestTextProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := arbitrary(t)
		opt := TextOptions{Width: rapid.IntRange(40, 120).Draw(t, "width"), Verbose: rapid.Bool().Draw(t, "verbose")}
		var b bytes.Buffer
		if err := Text(&b, r, opt); err != nil {
			t.Fatal(err)
		}
		checkShown(t, b.String(), opt.Width)
	})
}

// arbitrary draws a report whose names are arbitrary bytes.
func arbitrary(t *rapid.T) *Report {
	name := rapid.OneOf(
		rapid.StringN(0, 300, -1),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 60), func(b []byte) string { return string(b) }),
		rapid.SampledFrom(hostileNames),
		rapid.Just(strings.Repeat("long/", 60)), rapid.Just(strings.Repeat("長", 90)),
	)
	kinds := append(slices.Clone(detect.Kinds()), "unheard_of")
	r := &Report{Base: Base{Ref: name.Draw(t, "ref"), SHA: name.Draw(t, "sha")}}
	for range rapid.IntRange(0, 5).Draw(t, "sides") {
		r.Sides = append(r.Sides, Side{ID: detect.BranchID(name.Draw(t, "side")), Author: name.Draw(t, "author")})
		r.Order = append(r.Order, r.Sides[len(r.Sides)-1].ID)
	}
	side := rapid.Custom(func(t *rapid.T) string {
		if len(r.Sides) > 0 && rapid.Bool().Draw(t, "known") {
			return string(rapid.SampledFrom(r.Order).Draw(t, "of"))
		}
		return name.Draw(t, "id")
	})
	for range rapid.IntRange(0, 30).Draw(t, "conflicts") {
		c := conflict("CF-1", rapid.SampledFrom(kinds).Draw(t, "kind"), side.Draw(t, "first"), side.Draw(t, "second"),
			evidence(side.Draw(t, "by"), name.Draw(t, "path"), rapid.IntRange(0, 3).Draw(t, "start"), rapid.IntRange(0, 9).Draw(t, "end"), modify, name.Draw(t, "detail")),
			evidence(side.Draw(t, "by"), name.Draw(t, "path"), 0, 0, add, ""))
		c.Severity = rapid.SampledFrom([]string{"info", "warn", "block", "?"}).Draw(t, "severity")
		c.Blocking = rapid.Bool().Draw(t, "blocking")
		r.Conflicts = append(r.Conflicts, saying(c, name.Draw(t, "summary"), name.Draw(t, "suggestion")))
	}
	r.Notes = rapid.SliceOfN(name, 0, 12).Draw(t, "notes")
	r.Gaps = append(r.Gaps, Gap{"pr:1", name.Draw(t, "gap"), name.Draw(t, "reason")})
	return r
}
