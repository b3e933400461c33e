package gitattr

import (
	"strings"
	"testing"
)

func FuzzParse(f *testing.F) {
	for _, fx := range fixtures(f) {
		for _, data := range fx.files {
			f.Add(string(data), fx.want[0].path)
		}
	}
	f.Add(strings.Repeat("a*", 50)+"b merge\n", strings.Repeat("a", 100))
	f.Fuzz(func(t *testing.T, data, path string) {
		lines := strings.Count(data, "\n") + 1
		last := 0
		for _, r := range Parse("", []byte(data)) {
			if r.Line <= last || r.Line > lines {
				t.Fatalf("rule on line %d of %d, behind line %d", r.Line, lines, last)
			}
			last = r.Line
		}
		set := NewSet(map[string][]byte{"": []byte(data), "d": []byte(data)})
		root, deep := set.Merge(path), set.Merge("d/"+path)
		for _, a := range []Attr{root, deep} {
			if (a.Value != "") && a.State != StateValue {
				t.Fatalf("%+v: a value that is not one", a)
			}
		}
		if again := set.Merge(path); again != root {
			t.Fatalf("%+v, then %+v", root, again)
		}
		// The last line wins over all others, in the root and in a folder.
		data += "\n* merge=last\n"
		set = NewSet(map[string][]byte{"": []byte(data)})
		for _, p := range []string{path, "d/" + path} {
			if got := set.Merge(p); got != (Attr{StateValue, "last"}) {
				t.Fatalf("%q: %+v in spite of the last line", p, got)
			}
		}
	})
}
