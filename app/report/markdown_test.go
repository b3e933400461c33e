package report

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	gmtext "github.com/yuin/goldmark/text"
	"pgregory.net/rapid"
)

func markdownOf(t *testing.T, r *Report) string {
	t.Helper()
	return string(render(t, func(b *bytes.Buffer) error { return Markdown(b, r) }))
}

func TestMarkdownGolden(t *testing.T) {
	none := dozen()
	none.Conflicts = nil
	golden(t, "report.md", []byte(markdownOf(t, dozen())))
	golden(t, "none.md", []byte(markdownOf(t, none)))
}

var gfm = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote))

// What GitHub looks for in the finished page, where escapes are gone.
var (
	mention   = regexp.MustCompile(`@[A-Za-z0-9]`)
	reference = regexp.MustCompile(`(?i)#[0-9]|\bgh-[0-9]|://|www\.[^\x{200b}]|:[a-z0-9_+-]+:`)
)

// places are where escaped text stands in what is written, and which nodes make
// the place itself.
var placesOfText = []struct {
	name, before, after string
	own                 []ast.NodeKind
}{
	{"paragraph", "", "\n", nil},
	{"inside", "x ", " x\n", nil},
	{"list", "- ", "\n", []ast.NodeKind{ast.KindList, ast.KindListItem, ast.KindTextBlock}},
	{"table", "| a | b |\n|---|---|\n| ", " | z |\n", []ast.NodeKind{extast.KindTable, extast.KindTableHeader, extast.KindTableRow, extast.KindTableCell}},
}

// checkPlain fails where the escaped text is anything but the text, wherever it
// stands.
func checkPlain(t interface{ Errorf(string, ...any) }, s string) {
	shown := Printable(s)
	for _, p := range placesOfText {
		source := []byte(p.before + Escape(s) + p.after)
		doc := gfm.Parser().Parse(gmtext.NewReader(source))
		allowed := map[ast.NodeKind]bool{ast.KindDocument: true, ast.KindParagraph: true, ast.KindText: true, ast.KindString: true}
		for _, k := range p.own {
			allowed[k] = true
		}
		cells := 0
		_ = ast.Walk(doc, func(n ast.Node, enter bool) (ast.WalkStatus, error) {
			if enter && !allowed[n.Kind()] {
				t.Errorf("%s: %q became %q, which holds %s", p.name, s, source, n.Kind())
			}
			if enter && n.Kind() == extast.KindTableCell {
				cells++
			}
			return ast.WalkContinue, nil
		})
		if p.name == "table" && cells != 4 {
			t.Errorf("table: %q became %q, which makes %d cells", s, source, cells)
		}
		var b bytes.Buffer
		_ = gfm.Renderer().Render(&b, source, doc)
		visible := visibleText(b.String())
		if mention.MatchString(visible) || reference.MatchString(visible) {
			t.Errorf("%s: %q shows as %q, which GitHub links", p.name, s, visible)
		}
		if plain := strings.ReplaceAll(visible, "\u200b", ""); !strings.Contains(plain, strings.ReplaceAll(shown, "\u200b", "")) {
			t.Errorf("%s: %q shows as %q", p.name, s, plain)
		}
	}
}

var tag = regexp.MustCompile(`<[^>]*>`)

func visibleText(page string) string { return html.UnescapeString(tag.ReplaceAllString(page, "")) }

func TestEscapeHostile(t *testing.T) {
	for _, s := range hostileNames {
		checkPlain(t, s)
	}
}

func TestEscapeKeepsPlainNames(t *testing.T) {
	for _, s := range []string{"feat/discounts", "src/cart.js", "db/migrations/0042_add_refunds.sql", "fix-typo (2)", "näme", "a.b-c+d=e", "x, y; z!"} {
		if got := Escape(s); got != s {
			t.Errorf("Escape(%q) = %q", s, got)
		}
	}
	if got, want := Escape("@maya: see #12 | `x`"), "@&#8203;maya: see #&#8203;12 \\| \\`x\\`"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func FuzzEscape(f *testing.F) {
	for _, s := range hostileNames {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) < 1000 {
			checkPlain(t, s)
		}
	})
}

// TestEscapeProperty puts the pieces that mean something together at random.
func TestEscapeProperty(t *testing.T) {
	part := rapid.OneOf(rapid.SampledFrom(hostileNames), rapid.SampledFrom(strings.Split("\\ ` * _ [ ] ( ) # + - . ! | ~ < > & $ @ : / = 1 a www gh http", " ")), rapid.Just(" "))
	rapid.Check(t, func(t *rapid.T) {
		checkPlain(t, strings.Join(rapid.SliceOfN(part, 1, 8).Draw(t, "parts"), ""))
	})
}

// TestMarkdownHostile: a whole report of hostile names is the same document in
// shape as one of harmless names.
func TestMarkdownHostile(t *testing.T) {
	nodes := func(md string) map[string]int {
		count := map[string]int{}
		doc := gfm.Parser().Parse(gmtext.NewReader([]byte(md)))
		_ = ast.Walk(doc, func(n ast.Node, enter bool) (ast.WalkStatus, error) {
			if enter && n.Kind() != ast.KindText && n.Kind() != ast.KindString {
				count[n.Kind().String()]++
			}
			return ast.WalkContinue, nil
		})
		return count
	}
	evil := markdownOf(t, hostile())
	saved := hostileNames
	defer func() { hostileNames = saved }()
	hostileNames = nil
	for i, name := range saved {
		if name != "" {
			name = fmt.Sprintf("name%d", i)
		}
		hostileNames = append(hostileNames, name)
	}
	harmless := nodes(markdownOf(t, hostile()))
	got := nodes(evil)
	for kind, n := range got {
		if harmless[kind] != n {
			t.Errorf("%d %s, of harmless names %d", n, kind, harmless[kind])
		}
	}
	if got["TableRow"] == 0 || got["RawHTML"]+got["HTMLBlock"]+got["Link"]+got["AutoLink"]+got["Image"]+got["CodeSpan"] > 0 {
		t.Errorf("nodes: %v", got)
	}
}

func TestSummaryIsCutAtARow(t *testing.T) {
	r := many(1000)
	for i := range r.Conflicts { // each pair its own, so that none is folded, and as long as can be
		c := &r.Conflicts[i]
		c.Sides[1] = fmt.Sprintf("branch:feat/other-%d", i)
		c.Scopes = []string{fmt.Sprintf("path:src/file-%d.js", i)}
		c.Summary, c.Suggestion, c.Why = strings.Repeat("words ", 400), strings.Repeat("words ", 400), strings.Repeat("words ", 400)
	}
	r.Notes = []string{"One note."}
	got := string(render(t, func(b *bytes.Buffer) error { return Summary(b, r) }))
	if len(got) > SummaryLimit || len(got) < SummaryLimit-8000 {
		t.Errorf("%d bytes", len(got))
	}
	rows := strings.Count(got, "\n| **CF-")
	lines := strings.Count(got, "\n- ")
	last := got[strings.LastIndex(strings.TrimSpace(got), "\n")+1:]
	if want := fmt.Sprintf("**Left out for length:** %d conflicts, 600 lines for information and 1 note. `comity check --format json` holds them all.\n", 400-rows); last != want || lines != 0 {
		t.Errorf("rows %d, lines %d\ngot  %s\nwant %s", rows, lines, last, want)
	}
	for line := range strings.Lines(got) {
		if strings.HasPrefix(line, "| **") && !strings.HasSuffix(line, " |\n") {
			t.Fatalf("a row is cut: %s", line)
		}
	}
	r = dozen()
	r.Conflicts[0].Summary = strings.Repeat("huge/", 400_000)
	huge := string(render(t, func(b *bytes.Buffer) error { return Summary(b, r) }))
	if !strings.Contains(huge, "**CF-7**") || !strings.Contains(huge, "needs a rebase") {
		t.Error("one huge name took the room of all others")
	}
	short := string(render(t, func(b *bytes.Buffer) error { return Summary(b, dozen()) }))
	if short != markdownOf(t, dozen()) {
		t.Error("a short report is not written whole")
	}
}
