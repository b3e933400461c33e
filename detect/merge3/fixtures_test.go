package merge3

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/comity-dev/comity/detect"
)

var update = flag.Bool("update", false, "write what the fixtures of testdata expect anew, from this package and from git")

// TestFixtures merges every archive of testdata here and with git.
//
// An archive holds the files of the base under base/, what each side changes
// under ours/ and theirs/, the root's .gitattributes under "attributes", and the
// expectation under "want": git's answer, then one line for each conflict. Words
// after a file's name say what its text cannot: deleted, executable, symlink,
// submodule, cut (no line feed at the end), crlf, nul (@ stands for a NUL byte).
func TestFixtures(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	var histories []history
	var archives []*txtar.Archive
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		h, err := fixtureHistory(a)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		archives, histories = append(archives, a), append(histories, h)
	}
	plain := askGit(t, histories)
	for i, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			checkFixture(t, name, archives[i], histories[i], plain[i])
		})
	}
}

func checkFixture(t *testing.T, name string, a *txtar.Archive, h history, git answer) {
	var o Options
	if data, ok := archived(a, "attributes"); ok {
		files := map[string][]byte{"": data}
		o.Attribute = attributeOf(files)
		git = askGitWith(t, files, []history{h})[0]
	}
	res := h.mergeWith(o)
	got := describe(git, res)
	if *update {
		writeWant(t, name, a, got)
	} else if want, _ := archived(a, "want"); string(want) != got {
		t.Errorf("not as expected (-want +got):\n%s", cmp.Diff(string(want), got))
	}
	if diff := git.disagrees(res); diff != "" {
		t.Errorf("disagrees with git: %s", diff)
	}
}

func archived(a *txtar.Archive, name string) ([]byte, bool) {
	for _, f := range a.Files {
		if f.Name == name {
			return f.Data, true
		}
	}
	return nil, false
}

func writeWant(t *testing.T, name string, a *txtar.Archive, want string) {
	t.Helper()
	kept := a.Files[:0:0]
	for _, f := range a.Files {
		if f.Name != "want" {
			kept = append(kept, f)
		}
	}
	a.Files = append(kept, txtar.File{Name: "want", Data: []byte(want)})
	if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}

// describe writes git's answer and the conflicts found here, a line each.
func describe(git answer, res Result) string {
	var b strings.Builder
	b.WriteString("git: clean\n")
	if !git.clean {
		b.Reset()
		fmt.Fprintf(&b, "git: conflict in %s\n", strings.Join(git.paths, ", "))
	}
	for _, c := range res.Conflicts {
		fmt.Fprintf(&b, "%s: %s", c.Kind, c.Path)
		if len(c.Paths) > 1 {
			fmt.Fprintf(&b, " (%s)", strings.Join(c.Paths, ", "))
		}
		for i := range c.Base {
			fmt.Fprintf(&b, "; base %s, ours %s, theirs %s", lineWords(c.Base[i]), lineWords(c.Ours[i]), lineWords(c.Theirs[i]))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func lineWords(l detect.LineRange) string {
	if l.Start == l.End {
		return fmt.Sprint(l.Start)
	}
	return fmt.Sprintf("%d-%d", l.Start, l.End)
}

// fixtureHistory reads the three trees of an archive.
func fixtureHistory(a *txtar.Archive) (history, error) {
	h := history{base: world{}}
	for _, part := range []string{"base", "ours", "theirs"} {
		w := maps.Clone(h.base)
		for _, f := range a.Files {
			name, words, _ := strings.Cut(f.Name, " ")
			path, ok := strings.CutPrefix(name, part+"/")
			if !ok {
				continue
			}
			if words == "deleted" {
				delete(w, path)
				continue
			}
			entry, err := fixtureFile(string(f.Data), strings.Fields(words))
			if err != nil {
				return h, fmt.Errorf("%s: %w", f.Name, err)
			}
			w[path] = entry
		}
		switch part {
		case "base":
			h.base = w
		case "ours":
			h.ours = w
		default:
			h.theirs = w
		}
	}
	return h, nil
}

func fixtureFile(data string, words []string) (file, error) {
	f := file{detect.ModeFile, data}
	for _, word := range words {
		switch word {
		case "executable":
			f.mode = detect.ModeExecutable
		case "symlink":
			f.mode, f.data = detect.ModeSymlink, strings.TrimSuffix(f.data, "\n")
		case "submodule":
			f.mode, f.data = detect.ModeSubmodule, strings.TrimSuffix(f.data, "\n")
		case "cut":
			f.data = strings.TrimSuffix(f.data, "\n")
		case "crlf":
			f.data = strings.ReplaceAll(f.data, "\n", "\r\n")
		case "nul":
			f.data = strings.ReplaceAll(f.data, "@", "\x00")
		default:
			return f, fmt.Errorf("unknown word %q after the name", word)
		}
	}
	return f, nil
}
