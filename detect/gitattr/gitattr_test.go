package gitattr

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestFixtures reads every testdata/*.txtar: the .gitattributes files of a
// tree and, in "want", one path a line with the attribute it gets, in the
// words of git check-attr. The same files are held against git itself in
// TestFixturesAgainstGit.
func TestFixtures(t *testing.T) {
	for _, fx := range fixtures(t) {
		t.Run(fx.name, func(t *testing.T) {
			set := NewSet(fx.files)
			var got strings.Builder
			for _, w := range fx.want {
				fmt.Fprintf(&got, "%s: %s\n", w.path, words(set.Merge(w.path)))
			}
			var want strings.Builder
			for _, w := range fx.want {
				fmt.Fprintf(&want, "%s: %s\n", w.path, w.attr)
			}
			if d := cmp.Diff(want.String(), got.String()); d != "" {
				t.Errorf("want (-), got (+):\n%s", d)
			}
		})
	}
}

func TestFixturesAgainstGit(t *testing.T) {
	w := newWorktree(t)
	for _, fx := range fixtures(t) {
		t.Run(fx.name, func(t *testing.T) {
			w.write(t, fx.files)
			var paths []string
			for _, e := range fx.want {
				paths = append(paths, e.path)
			}
			for i, attr := range w.checkAttr(t, paths) {
				if attr != fx.want[i].attr {
					t.Errorf("%s: the fixture wants %s, git says %s", fx.want[i].path, fx.want[i].attr, attr)
				}
			}
		})
	}
}

type fixture struct {
	name  string
	files map[string][]byte
	want  []expectation
}

type expectation struct{ path, attr string }

func fixtures(t testing.TB) []fixture {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	var all []fixture
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fx := fixture{name: strings.TrimSuffix(filepath.Base(name), ".txtar"), files: map[string][]byte{}}
		for _, f := range txtar.Parse(data).Files {
			if f.Name == "want" {
				for line := range strings.Lines(string(f.Data)) {
					path, attr, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
					if !ok {
						t.Fatalf("%s: no attribute in %q", name, line)
					}
					fx.want = append(fx.want, expectation{path, attr})
				}
				continue
			}
			fx.files[parent(f.Name)] = f.Data
		}
		if len(fx.want) == 0 {
			t.Fatalf("%s: wants nothing", name)
		}
		all = append(all, fx)
	}
	return all
}

// words is how git check-attr prints an attribute.
func words(a Attr) string {
	return []string{"unspecified", "set", "unset", a.Value}[a.State]
}

func TestDriver(t *testing.T) {
	tests := []struct {
		line, driver string
	}{
		{"", "text"},
		{"* !merge", "text"},
		{"* merge", "text"},
		{"* merge=", "text"},
		{"* -merge", "binary"},
		{"* binary", "binary"},
		{"* merge=union", "union"},
		{"* merge=ours", "ours"},
	}
	for _, tt := range tests {
		if got := NewSet(map[string][]byte{"": []byte(tt.line)}).Merge("x").Driver(); got != tt.driver {
			t.Errorf("%q: driver %q, want %q", tt.line, got, tt.driver)
		}
	}
}

// TestBytes holds what a fixture cannot show: bytes that a text file would
// lose, and lengths.
func TestBytes(t *testing.T) {
	long := func(n int) string {
		const line = "x merge=union"
		return line + strings.Repeat(" ", n-len(line))
	}
	tests := []struct {
		name, file, want string
	}{
		{"byte order mark", "\ufeffx merge=union\n", "union"},
		{"byte order mark on the second line", "y -merge\n\ufeffx merge=union\n", "unspecified"},
		{"CRLF", "x merge=union\r\ny -merge\r\n", "union"},
		{"carriage return as a blank", "x\rmerge=union", "union"},
		{"NUL ends the line", "x merge=union\x00 merge=ours\n", "union"},
		{"NUL ends only the line", "y\x00\nx merge=union\n", "union"},
		{"longest line", long(2047) + "\n", "union"},
		{"line too long", long(2048) + "\n", "unspecified"},
		{"line too long by CRLF only", long(2047) + "\r\n", "union"},
		{"no line feed at the end", "x merge=union", "union"},
	}
	w := newWorktree(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string][]byte{"": []byte(tt.file)}
			if got := words(NewSet(files).Merge("x")); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			w.write(t, files)
			if got := w.checkAttr(t, []string{"x"}); got[0] != tt.want {
				t.Errorf("the test wants %s, git says %s", tt.want, got[0])
			}
		})
	}
}

func TestFileTooLarge(t *testing.T) {
	data := append(make([]byte, 0, maxFile), "x merge=union\n"...)
	data = data[:maxFile-1]
	for i := 14; i < len(data); i++ {
		data[i] = '\n'
	}
	if got := len(Parse("", data)); got != 1 {
		t.Errorf("a file one byte below the limit has %d rules, want 1", got)
	}
	if got := len(Parse("", append(data, '\n'))); got != 0 {
		t.Errorf("a file at the limit has %d rules, want none", got)
	}
}

func TestLineNumbers(t *testing.T) {
	tests := []struct {
		dir  string
		want []int
	}{
		{"", []int{3, 5}},
		{"sub", []int{3}}, // macros are for the root only
	}
	for _, tt := range tests {
		var got []int
		for _, r := range Parse(tt.dir, []byte("# comment\n\na merge\n!b merge\n[attr]c merge\n")) {
			got = append(got, r.Line)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("in %q: rules on lines %v, want %v", tt.dir, got, tt.want)
		}
	}
}

// The work of a match must be bounded by pattern times text. The old way of
// trying star after star would not end within the life of the test.
func TestHostilePatterns(t *testing.T) {
	for _, pattern := range []string{
		strings.Repeat("a*", 1000) + "b", "/" + strings.Repeat("**/", 600) + "b", "/" + strings.Repeat("*a*/**/", 250) + "b",
		"/x" + strings.Repeat("*?", 900) + "b", strings.Repeat("[a-z]*", 300) + "b", strings.Repeat("*", 2000) + "b",
	} {
		set := NewSet(map[string][]byte{"": []byte(pattern + " merge=union\n")})
		if len(set.dirs[""]) != 1 {
			t.Fatalf("%.20q... is no rule", pattern)
		}
		for _, path := range []string{strings.Repeat("a", 4000) + "cb", "x" + strings.Repeat("a", 4000) + "c", strings.Repeat("a/", 2000) + "cb"} {
			_ = set.Merge(path)
		}
	}
}

// A macro that names itself, or a long chain of them, comes to an end.
func TestMacroChains(t *testing.T) {
	var b strings.Builder
	const n = 20_000
	for i := range n {
		fmt.Fprintf(&b, "[attr]m%d m%d m%d m0\n", i, i, i+1)
	}
	fmt.Fprintf(&b, "[attr]m%d merge=union\nx m0\n", n)
	if got := words(NewSet(map[string][]byte{"": []byte(b.String())}).Merge("x")); got != "union" {
		t.Errorf("got %s, want union", got)
	}
}

// BenchmarkMerge shows the cost of one path: for the patterns of an ordinary
// repository and for the longest that are hard on a matcher that backtracks.
func BenchmarkMerge(b *testing.B) {
	ordinary := "* text=auto\n*.sln merge=union\n*.png binary\n/docs/**/*.md merge=union\npackage-lock.json -merge\n"
	for _, bm := range []struct{ name, file, path string }{
		{"ordinary", ordinary, "src/billing/refund.go"},
		{"stars", strings.Repeat("a*", 1000) + "b merge=union\n", strings.Repeat("a", 4000) + "cb"},
		{"folders", "/" + strings.Repeat("**/*", 480) + "b merge=union\n", strings.Repeat("a/", 2000) + "cb"},
	} {
		set := NewSet(map[string][]byte{"": []byte(bm.file)})
		b.Run(bm.name, func(b *testing.B) {
			for b.Loop() {
				_ = set.Merge(bm.path)
			}
		})
	}
}
