package glob

import (
	"strings"
	"testing"
	"time"

	"github.com/bmatcuk/doublestar/v4"
	"pgregory.net/rapid"
)

func TestCompileErrors(t *testing.T) {
	tests := []struct{ pattern, want string }{
		{"a[b", "the '[' at byte 2 has no ']'"},
		{"a[]b", "the class at byte 2 is empty"},
		{"[!]", "the class at byte 1 is empty"},
		{"[", "the '[' at byte 1 has no ']'"},
		{`[a\`, "the '[' at byte 1 has no ']'"},
		{`a\`, `the '\' at its end escapes nothing`},
		{"{a,b", "the '{' at byte 1 has no '}'"},
		{"{a,{b}", "the '{' at byte 1 has no '}'"},
		{"a}", "the '}' at byte 2 has no '{'"},
		{`\{a}`, "the '}' at byte 4 has no '{'"},
		{strings.Repeat("a", 1001), "it has 1001 bytes; at most 1000 are read"},
		{strings.Repeat("{a,b}", 9), "its braces stand for more than 256 patterns"},
		{strings.Repeat("{a,b}", 200), "its braces stand for more than 256 patterns"},
		{"{" + strings.Repeat("a,", 256) + "}", "its braces stand for more than 256 patterns"},
	}
	for _, tt := range tests {
		if _, err := Compile(tt.pattern); err == nil || err.Error() != tt.want {
			t.Errorf("Compile(%.40q): got %v, want %s", tt.pattern, err, tt.want)
		}
	}
}

func TestCompileAtTheLimits(t *testing.T) {
	for _, pattern := range []string{"", strings.Repeat("a", 1000), strings.Repeat("{a,b}", 8), strings.Repeat("{", 400) + strings.Repeat("}", 400)} {
		if _, err := Compile(pattern); err != nil {
			t.Errorf("Compile(%.40q): %v", pattern, err)
		}
	}
}

func TestMatch(t *testing.T) {
	tests := []struct {
		pattern, path string
		want          bool
	}{
		{"README.md", "README.md", true},
		{"README.md", "readme.md", false},
		{"README.md", "docs/README.md", false},
		{"config", "config/app.yml", false},
		{"docs/*", "docs/a/b.md", false},
		{"docs/**", "docs/a/b.md", true},
		{"**/*.md", "a.md", true},
		{"*", "new\nline", true},
		{"?", "\xff", true},
		{"a*", "a\xff\xfe", true},
		{"a*", "", false},
	}
	for _, tt := range tests {
		if got := mustCompile(t, tt.pattern).Match(tt.path); got != tt.want {
			t.Errorf("%q matches %q: got %v", tt.pattern, tt.path, got)
		}
	}
}

// TestValidityAgreesWithDoublestar: below the limits, Compile refuses exactly
// what doublestar refuses.
func TestValidityAgreesWithDoublestar(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "/", "*", "?", "[", "]", "!", "^", "-", "{", "}", ",", `\`, "é", "\xff"})
	refused := 0
	rapid.Check(t, func(t *rapid.T) {
		pattern := strings.Join(rapid.SliceOfN(piece, 0, 12).Draw(t, "pattern"), "")
		_, err := Compile(pattern)
		if err != nil {
			refused++
		}
		if valid := doublestar.ValidatePattern(pattern); valid != (err == nil) {
			t.Fatalf("%q: doublestar says %v, Compile says %v", pattern, valid, err)
		}
	})
	if refused == 0 {
		t.Error("no generated pattern was refused, so the test shows nothing")
	}
}

// TestIntricatePairsEnd: the search ends for pairs made to be intricate, and
// where it is cut short the answer is that they overlap.
func TestIntricatePairsEnd(t *testing.T) {
	pairs := [][2]string{
		{strings.Repeat("*a", 500), strings.Repeat("*b", 500)},
		{strings.Repeat("**/a/", 200), strings.Repeat("**/b/", 200)},
		{strings.Repeat("*/", 499) + "a", strings.Repeat("**/", 333) + "b"},
		{strings.Repeat("*?", 500), strings.Repeat("?*", 500)},
		{strings.Repeat("{a,b}", 8) + strings.Repeat("*a", 400), strings.Repeat("*[!a]", 160) + "b"},
		{"*[!x]" + strings.Repeat("?", 300) + "*b", strings.Repeat("[!c]", 200) + "/" + strings.Repeat("[!y]", 20)},
		{"*" + strings.Repeat("a", 999), "*" + strings.Repeat("a", 998) + "b"},
		{"[!" + strings.Repeat("acegikmoqsuwy", 70) + "]*", "*[" + strings.Repeat("acegikmoqsuwy", 70) + "]"},
	}
	for _, p := range pairs {
		a, b := mustCompile(t, p[0]), mustCompile(t, p[1])
		began := time.Now()
		overlaps := Overlaps(a, b)
		t.Logf("%.12q and %.12q: %v in %v", a, b, overlaps, time.Since(began))
		if path, found := Witness(a, b); found && !(a.Match(path) && b.Match(path) && overlaps) {
			t.Errorf("%.20q and %.20q: witness %.40q is not matched by both", a, b, path)
		}
	}
}

func BenchmarkOverlaps(b *testing.B) {
	for _, p := range [][2]string{
		{"db/migrations/**", "**/*.sql"},
		{"src/{api,web,worker}/**/*.{ts,tsx,js,jsx}", "**/*test*/**/*.[jt]s"},
		{"docs/**", "src/**"},
	} {
		x, y := mustCompile(b, p[0]), mustCompile(b, p[1])
		b.Run(p[0]+" "+p[1], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Overlaps(x, y)
			}
		})
	}
}

func FuzzGlob(f *testing.F) {
	for _, s := range [][2]string{{"**/*.{md,txt}", "a/b.md"}, {"[!a-c]*", "\xff\n"}, {"{a,{b,c}}/**", "c"}, {`\`, ""}, {"[", "a"}, {"****/", "ab"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		g, err := Compile(pattern)
		if err != nil {
			limited := strings.Contains(err.Error(), "more than") || strings.Contains(err.Error(), "at most")
			if doublestar.ValidatePattern(pattern) && !limited {
				t.Fatalf("%q is a valid pattern, but: %v", pattern, err)
			}
			return
		}
		// Doublestar's Match may call a valid pattern such as "[!0[]" malformed
		// where it does not match; that it does not match is all that counts.
		if matched, _ := doublestar.Match(pattern, path); matched != g.Match(path) {
			t.Fatalf("%q and %q: doublestar says %v, Match says %v", pattern, path, matched, g.Match(path))
		}
	})
}

func FuzzOverlap(f *testing.F) {
	for _, s := range [][3]string{{"**/*.md", "docs/**", "docs/a.md"}, {"*[!a]*b", "x/*", "x/yb"}, {"a/{**,b}", "a/**", "a"}, {"****/", "a?", "ab"}, {"[/]**/b", "/**/?", "/b"}} {
		f.Add(s[0], s[1], s[2])
	}
	f.Fuzz(func(t *testing.T, first, second, path string) {
		a, errA := Compile(first)
		b, errB := Compile(second)
		if errA != nil || errB != nil {
			return
		}
		overlaps := Overlaps(a, b)
		if storable(path) && a.Match(path) && b.Match(path) && !overlaps {
			t.Fatalf("%q and %q both match %q but do not overlap", a, b, path)
		}
		witness, found := Witness(a, b)
		if found && !(overlaps && storable(witness) && a.Match(witness) && b.Match(witness)) {
			t.Fatalf("%q and %q: witness %q", a, b, witness)
		}
	})
}
