package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/comity-dev/comity/detect/patch/cquote"
)

func asJSON(t *testing.T, r *Report) []byte {
	t.Helper()
	return render(t, func(b *bytes.Buffer) error { return JSON(b, r) })
}

func TestJSONGolden(t *testing.T) {
	golden(t, "report.json", asJSON(t, dozen()))
	golden(t, "empty.json", asJSON(t, &Report{Version: Version}))
}

// TestJSONKeepsTheReport: rendering changes nothing in the report itself, and
// reading the JSON gives the report back when its names are plain.
func TestJSONKeepsTheReport(t *testing.T) {
	r := dozen()
	first := asJSON(t, r)
	if diff := cmp.Diff(dozen(), r); diff != "" {
		t.Errorf("JSON changed the report:\n%s", diff)
	}
	if !bytes.Equal(first, asJSON(t, r)) {
		t.Error("the same report gave other bytes")
	}
	var back Report
	if err := json.Unmarshal(first, &back); err != nil {
		t.Fatal(err)
	}
	for i := range r.Conflicts {
		r.Conflicts[i].Why = "" // not part of the JSON
	}
	if diff := cmp.Diff(r, &back); diff != "" {
		t.Errorf("the report did not come back:\n%s", diff)
	}
}

// TestJSONHasNoNull: lists that were never made are empty lists; only "blocks"
// and "replan" may be null.
func TestJSONHasNoNull(t *testing.T) {
	r := &Report{Sides: []Side{{}}, Conflicts: []Conflict{{Replan: &Replan{}}, {}}, Gaps: []Gap{{}}}
	for line := range strings.Lines(string(asJSON(t, r))) {
		if strings.Contains(line, "null") && !strings.Contains(line, `"blocks"`) && !strings.Contains(line, `"replan"`) {
			t.Errorf("null in %s", line)
		}
	}
}

func TestQuoteName(t *testing.T) {
	for name, want := range map[string]string{
		"":             "",
		"src/a.go":     "src/a.go",
		"näme <b>.go":  "näme <b>.go",
		"a\nb":         "a\nb", // JSON has its own escapes for what is valid
		"a\xffb":       `"a\377b"`,
		`"a\377b"`:     `"\"a\\377b\""`,
		`a"b`:          `a"b`,
		"\xe9\n\t\x01": `"\351\n\t\001"`,
	} {
		if got := quoteName(name); got != want {
			t.Errorf("quoteName(%q) = %s, want %s", name, got, want)
		}
	}
	if got, want := quoteKeyed("path:a\xffb"), `path:"a\377b"`; got != want {
		t.Errorf("quoteKeyed = %s, want %s", got, want)
	}
	if got, want := plainText("é caf\xe9 \ufffd"), "é caf\\351 \ufffd"; got != want {
		t.Errorf("plainText = %s, want %s", got, want)
	}
}

// TestQuoteNameReversible: a name comes back from its JSON to the byte.
func TestQuoteNameReversible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := string(rapid.SliceOf(rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte("\"\\a3\xff")))).Draw(t, "name"))
		got := quoteName(name)
		if !utf8.ValidString(got) {
			t.Fatalf("%q became %q, which is not UTF-8", name, got)
		}
		if strings.HasPrefix(got, `"`) {
			back, rest, ok := cquote.Unquote(got)
			if !ok || rest != "" {
				t.Fatalf("%q became %s, which cannot be read", name, got)
			}
			got = back
		}
		if got != name {
			t.Fatalf("%q came back as %q", name, got)
		}
	})
}

func TestJSONHostile(t *testing.T) {
	out := asJSON(t, hostile())
	if !utf8.Valid(out) || !json.Valid(out) {
		t.Error("not valid")
	}
	for _, name := range hostileNames {
		got := asJSON(t, onlyName(name))
		if !strings.Contains(name, "\ufffd") && (bytes.Contains(got, []byte("\ufffd")) || bytes.Contains(got, []byte(`\ufffd`))) {
			t.Errorf("%q: a byte became a replacement character", name)
		}
	}
}

// onlyName is the part of the hostile report that is about one name.
func onlyName(name string) *Report {
	all := hostileNames
	defer func() { hostileNames = all }()
	hostileNames = []string{name}
	return hostile()
}
