package report

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"":                     "",
		"src/näme 日本 (1).go":   "src/näme 日本 (1).go",
		`back\slash`:           `back\slash`,
		"a\nb\r\tc":            `a\nb\r\tc`,
		"\x1b[31m\x07\x7f\x00": `\x1b[31m\x07\x7f\x00`,
		"\u009b31m":            `\u009b31m`,
		"\x9b31m":              `\x9b31m`,
		"caf\xe9":              `caf\xe9`,
		"\u202egnp\u2066":      `\u202egnp\u2066`,
		"a\u200bb\u2028\ufeff": `a\u200bb\u2028\ufeff`,
		"\U000e0041":           `\U000e0041`,
		"\ufffd":               "\ufffd",
		"a\u00a0b":             `a\u00a0b`,
	} {
		if got := Printable(in); got != want {
			t.Errorf("Printable(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzPrintable(f *testing.F) {
	for _, s := range hostileNames {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Printable(s)
		if !utf8.ValidString(got) || strings.ContainsFunc(got, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q became %q", s, got)
		}
		if again := Printable(got); again != got {
			t.Errorf("%q became %q and then %q", s, got, again)
		}
	})
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"", 10, ""},
		{"one two three", 10, "one two|three"},
		{"a  b", 10, "a  b"},
		{"src/billing/refund.go", 12, "src/billing/|refund.go"},
		{"see src/billing/refund.go", 12, "see|src/billing/|refund.go"},
		{"abcdefghijkl", 8, "abcdefgh|ijkl"},
		{"日本語日本語", 8, "日本語日|本語"},
	} {
		if got := strings.Join(wrap(c.in, c.width), "|"); got != c.want {
			t.Errorf("wrap(%q, %d) = %s, want %s", c.in, c.width, got, c.want)
		}
	}
	if got, want := elide("src/billing/refund.go", 13), "src/b...nd.go"; got != want {
		t.Errorf("elide = %s, want %s", got, want)
	}
}
