package glob

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
	"pgregory.net/rapid"
)

func TestOverlaps(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"docs/**", "docs/a.md", true},
		{"**/*.md", "src/**", true},
		{"docs/*.md", "docs/*.go", false},
		{"docs/*", "docs/a/b", false},
		{"a/**", "a", true},
		{"a/**", "ab", false},
		{"a**", "ab/c", false},
		{"**", "any/thing", true},
		{"**/x", "x", true},
		{"a/**/b", "a/b", true},
		{"a*b", "ac*b", true},
		{"*a", "*b", false},
		{"{a,b}/c", "{b,d}/*", true},
		{"{a,b}/c", "{d,e}/*", false},
		{"{a,b{c,d}}/x", "bd/?", true},
		{"[a-c]x", "[c-e]x", true},
		{"[a-c]x", "[!a-c]x", false},
		{"[^a]", "a", false},
		{"[a\\-c]", "b", false},
		{"[a\\-c]", "-", true},
		{`\*`, "*", true},
		{`\*`, "a", false},
		{"README.md", "readme.md", false},
		{"a/**/**/b", "a/b", true},
		{"*/a", "a", false},
		{"**.go", "a/b.go", false},
		{"a/{**,b}", "a/x/y", true},
		{"a/{**,b}", "a", false},
		{"a/**", "{a,b}", true},
		{"a[!b]c", "a/c", true},     // a class takes '/', as doublestar has it
		{"*[!a]*b", "x/yb", false},  // but doublestar does not go back to the first star
		{"*[!a]*b", "x/y?b", false}, // nor here
		{"*[!a]*b", "xyb", true},
		{"a***", "a", false}, // a quirk of doublestar
		{"a**", "a", true},
		{"****/", "ab", false},
		{"{,a}", "{,b}", false}, // only the empty name is common
		{"a/{,b}", "a/{,c}", false},
		{".?", "?.", false}, // only ".." is common
		{"\xff", "\ufffd", true},
		{"[é-ü]", "ö", true},
		{"?", "世", true},
		{"a,b", "a?b", true},
	}
	for _, tt := range tests {
		a, b := mustCompile(t, tt.a), mustCompile(t, tt.b)
		for _, p := range [][2]*Glob{{a, b}, {b, a}} {
			checkPair(t, p[0], p[1])
			if got := Overlaps(p[0], p[1]); got != tt.want {
				t.Errorf("Overlaps(%q, %q) = %v", p[0], p[1], got)
			}
		}
	}
}

func mustCompile(t testing.TB, pattern string) *Glob {
	t.Helper()
	g, err := Compile(pattern)
	if err != nil {
		t.Fatalf("Compile(%q): %v", pattern, err)
	}
	return g
}

// checkPair holds what is true of every pair: a witness is a path that both
// match, and the three answers agree.
func checkPair(t interface{ Fatalf(string, ...any) }, a, b *Glob) {
	path, found := Witness(a, b)
	if found != Overlaps(a, b) {
		t.Fatalf("%q and %q: Witness says %v, Overlaps %v", a, b, found, !found)
	}
	if found && !(doublestar.MatchUnvalidated(a.String(), path) && doublestar.MatchUnvalidated(b.String(), path)) {
		t.Fatalf("%q and %q: witness %q is not matched by both", a, b, path)
	}
	if found && !storable(path) {
		t.Fatalf("%q and %q: witness %q is no path", a, b, path)
	}
}

func storable(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
	}
	return !strings.Contains(path, "\x00") && utf8.ValidString(path)
}

// tokens are the pieces that generated patterns are made of. Few characters, so
// that generated paths often match.
var tokens = []string{
	"a", "b", "a", "b", "/", "/", "/", ".", "*", "*", "**", "**/", "/**", "/**/", "?",
	"[ab]", "[!a]", "[^ab/]", "[a-c]", "[!/]", "[.-b]", `\*`, `\a`, `\/`, "é", ",", "{", "}",
}

func genPattern() *rapid.Generator[string] {
	alternatives := rapid.Custom(func(t *rapid.T) string { return genAlternatives(t, 2) })
	return rapid.OneOf(
		rapid.Custom(func(t *rapid.T) string { return genSequence(t, 3) }),
		alternatives,
		rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(tokens), 0, 10).Draw(t, "soup"), "")
		}),
	).Filter(func(s string) bool { _, err := Compile(s); return err == nil })
}

func genSequence(t *rapid.T, depth int) string {
	var out strings.Builder
	for range rapid.IntRange(0, 6).Draw(t, "length") {
		if depth > 0 && rapid.IntRange(0, 5).Draw(t, "brace") == 0 {
			out.WriteString(genAlternatives(t, depth-1))
			continue
		}
		out.WriteString(rapid.SampledFrom(tokens[:len(tokens)-2]).Draw(t, "token"))
	}
	return out.String()
}

func genAlternatives(t *rapid.T, depth int) string {
	n := rapid.IntRange(1, 3).Draw(t, "alternatives")
	parts := make([]string, n)
	for i := range parts {
		parts[i] = strings.ReplaceAll(genSequence(t, depth), ",", "")
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func genPath() *rapid.Generator[string] {
	segment := rapid.StringOfN(rapid.SampledFrom([]rune("ab.cé*")), 1, 4, -1)
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(segment, 1, 4).Draw(t, "segments"), "/")
	}).Filter(storable)
}

// genAround gives patterns that resemble a path: parts of it are replaced by
// what might match them.
func genAround(path string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var out strings.Builder
		for i, segment := range strings.Split(path, "/") {
			if i > 0 {
				out.WriteByte('/')
			}
			if rapid.IntRange(0, 4).Draw(t, "deep") == 0 {
				out.WriteString(rapid.SampledFrom([]string{"**", "**/" + escape(segment), "*", "{" + escape(segment) + ",b}", "*{" + escape(segment) + ",**}"}).Draw(t, "segment"))
				continue
			}
			for _, r := range segment {
				out.WriteString(rapid.SampledFrom([]string{escape(string(r)), escape(string(r)), "?", "*", "[!q]", "[" + string(r) + "]", "[!/]*", "{" + escape(string(r)) + ",*}", ""}).Draw(t, "character"))
			}
		}
		if rapid.IntRange(0, 4).Draw(t, "tail") == 0 {
			out.WriteString("/**")
		}
		return out.String()
	}).Filter(func(s string) bool { _, err := Compile(s); return err == nil })
}

func escape(s string) string { return strings.ReplaceAll(s, "*", `\*`) }

// genCase gives two patterns and paths near them.
func genCase(t *rapid.T) (a, b *Glob, paths []string) {
	paths = rapid.SliceOfN(genPath(), 5, 5).Draw(t, "paths")
	gen := rapid.OneOf(genPattern(), genAround(paths[0]), genAround(paths[0]))
	a, _ = Compile(gen.Draw(t, "a"))
	b, _ = Compile(gen.Draw(t, "b"))
	return a, b, paths
}

// TestOverlapsAgainstMatching checks generated pairs: a path that both match
// means that they overlap, and an overlap has a path that both match.
func TestOverlapsAgainstMatching(t *testing.T) {
	shared, apart := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		a, b, paths := genCase(t)
		checkPair(t, a, b)
		overlaps := Overlaps(a, b)
		if !overlaps {
			apart++
		}
		for _, path := range paths {
			if a.Match(path) && b.Match(path) {
				shared++
				if !overlaps {
					t.Fatalf("%q and %q both match %q but do not overlap", a, b, path)
				}
			}
		}
	})
	if shared == 0 || apart == 0 {
		t.Errorf("%d shared paths and %d pairs apart: the generators show nothing", shared, apart)
	}
}

// TestLiteralOverlap compares with a glob that matches one path only, where the
// right answer is known from matching alone. It holds for the common search and
// for the second one by itself.
func TestLiteralOverlap(t *testing.T) {
	matched := 0
	rapid.Check(t, func(t *rapid.T) {
		g, _, paths := genCase(t)
		for _, path := range paths {
			literal, err := Compile(escape(path))
			if err != nil {
				t.Fatal(err)
			}
			want := doublestar.MatchUnvalidated(g.String(), path)
			if want {
				matched++
			}
			if got := Overlaps(g, literal); got != want {
				t.Fatalf("Overlaps(%q, %q) = %v, but matching says %v", g, literal, got, want)
			}
			if _, got := searchExact(g, literal); got != want {
				t.Fatalf("searchExact(%q, %q) = %v, but matching says %v", g, literal, got, want)
			}
		}
	})
	if matched == 0 {
		t.Error("no generated path matched, so the test shows nothing")
	}
}
