package gitattr

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var rounds = flag.Int("rounds", 300, "sets of attribute files to compare with git")

// TestAgainstGit compares generated attribute files and paths with git
// check-attr. Half of the patterns are made from one of the paths, so that
// many match.
func TestAgainstGit(t *testing.T) {
	w := newWorktree(t)
	seen := map[string]int{}
	for seed := range *rounds {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 2))}
		var paths []string
		for range 60 {
			paths = append(paths, g.path())
		}
		files := g.files(paths)
		w.write(t, files)
		set := NewSet(files)
		for i, want := range w.checkAttr(t, paths) {
			got := words(set.Merge(paths[i]))
			seen[want]++
			if got != want {
				t.Errorf("seed %d, %q: got %s, git says %s, for %q", seed, paths[i], got, want, files)
			}
		}
		if t.Failed() {
			return
		}
	}
	for _, kind := range []string{"unspecified", "set", "unset", "union", "", "a=b"} {
		if seen[kind] == 0 {
			t.Errorf("no path with %q: the test shows nothing about it", kind)
		}
	}
	t.Logf("compared with git: %v", seen)
}

// TestPatternsAgainstGit compares single patterns with every path of a small
// alphabet, which reaches the odd corners of stars and classes.
func TestPatternsAgainstGit(t *testing.T) {
	w := newWorktree(t)
	g := generator{rand.New(rand.NewPCG(7, 3))}
	var paths []string
	for _, p := range allStrings("ab/]-", 5) {
		if !strings.HasPrefix(p, "/") && !strings.HasSuffix(p, "/") && !strings.Contains(p, "//") && !strings.HasPrefix(p, "-") {
			paths = append(paths, p)
		}
	}
	matched := 0
	for range *rounds / 3 {
		pattern := g.soup([]string{"a", "b", "*", "*", "**", "**/", "/", "?", "[", "[^", "!", "]", "-", `\`, "[a-b]", "[!a]", "[]a]", "[[:alpha:]]", "[:", "[b/]", `\/`, "a**", "[a-]"}, 1+g.IntN(6))
		files := map[string][]byte{"": []byte(pattern + " merge=union\n")}
		w.write(t, files)
		set := NewSet(files)
		for i, want := range w.checkAttr(t, paths) {
			if want == "union" {
				matched++
			}
			if got := words(set.Merge(paths[i])); got != want {
				t.Fatalf("pattern %q, path %q: got %s, git says %s", pattern, paths[i], got, want)
			}
		}
	}
	if matched < 1000 {
		t.Errorf("only %d matches: the patterns show too little", matched)
	}
	t.Logf("%d paths a pattern, %d matches", len(paths), matched)
}

// TestClassesAgainstGit compares every named class over every byte that a path
// may hold.
func TestClassesAgainstGit(t *testing.T) {
	w := newWorktree(t)
	var paths []string
	for b := 1; b < 256; b++ {
		if b != '/' && b != '.' {
			paths = append(paths, "d/"+string([]byte{byte(b)}))
		}
	}
	classes := []string{"[[:nosuch:]]", "[^[:alpha:]]", "[[:digit:]a-]", "[\x80-\xff]", `[\]-a]`, "[+--]", "[[:alpha:]-z]", "[a-c-e]"}
	for name := range named {
		classes = append(classes, "[[:"+name+":]]")
	}
	for _, class := range classes {
		files := map[string][]byte{"": []byte(class + " merge=union\n/d/" + class + " -merge")}
		w.write(t, files)
		set := NewSet(files)
		for i, want := range w.checkAttr(t, paths) {
			if got := words(set.Merge(paths[i])); got != want {
				t.Errorf("class %s, path %q: got %s, git says %s", class, paths[i], got, want)
			}
		}
	}
}

func allStrings(alphabet string, maxLen int) []string {
	var all []string
	last := []string{""}
	for range maxLen {
		var next []string
		for _, s := range last {
			for _, c := range []byte(alphabet) {
				next = append(next, s+string([]byte{c}))
			}
		}
		all, last = append(all, next...), next
	}
	return all
}

type generator struct{ *rand.Rand }

func (g generator) pick(from ...string) string { return from[g.IntN(len(from))] }

func (g generator) soup(from []string, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(g.pick(from...))
	}
	return b.String()
}

func (g generator) path() string {
	parts := []string{g.name()}
	for range g.IntN(4) {
		parts = append([]string{g.pick("a", "ab", "src", "lib", "d.d")}, parts...)
	}
	return strings.Join(parts, "/")
}

func (g generator) name() string {
	return g.pick("a", "b", "ab", "src", "Makefile", "go.sum", "x.lock", "a b", "#c", "!n", `"q`, "[b]", "t\tt", "na\u00efve.go", "\xff", "a*b", `b\s`) +
		g.pick("", "", ".go", ".lock", ".GO", "1")
}

// files makes attribute files for the root and some folders.
func (g generator) files(paths []string) map[string][]byte {
	files := map[string][]byte{}
	for _, dir := range []string{"", "a", "src", "src/a", "lib/ab/a"} {
		if dir != "" && g.IntN(2) == 0 {
			continue
		}
		var b strings.Builder
		if g.IntN(8) == 0 {
			b.WriteString("\ufeff")
		}
		for range 1 + g.IntN(8) {
			b.WriteString(g.line(paths) + g.pick("\n", "\n", "\n", "\r\n", " \n"))
		}
		files[dir] = []byte(b.String())
	}
	return files
}

func (g generator) line(paths []string) string {
	switch g.IntN(12) {
	case 0:
		return g.pick("", "  ", "# comment merge", " # comment", "x", "[attr]", `"open merge`, "\ufeffa merge")
	case 1:
		return "[attr]" + g.pick("", "", " ") + g.pick("m1", "m2", "binary", "merge", "-bad", "") + " " + g.attributes()
	case 2:
		return `"[attr]` + g.pick("m1", " m2") + `"` + g.attributes()
	}
	return g.pick("", "", " ", "\t") + g.quote(g.pattern(paths)) + g.pick(" ", " ", "\t", "  ", "\r") + g.attributes()
}

func (g generator) attributes() string {
	words := []string{
		"merge", "-merge", "!merge", "merge=union", "merge=ours", "merge=", "merge=a=b", "-merge=union", "text", "-text", "eol=lf",
		"binary", "-binary", "!binary", "binary=x", "m1", "-m1", "!m1", "m2", "!m2", "linguist-generated", "diff=go",
	}
	var out []string
	for range g.IntN(4) {
		out = append(out, g.pick(words...))
	}
	if g.IntN(20) == 0 {
		out = append(out, g.pick("b@d", "--x", "-", "=", "na\u00efve"))
	}
	return strings.Join(out, g.pick(" ", "  ", "\t"))
}

// pattern makes a pattern from a path by replacing parts of it, or from bits.
func (g generator) pattern(paths []string) string {
	if g.IntN(3) == 0 {
		return g.soup([]string{"a", "b", "src", "/", "*", "**", "**/", "/**", "?", "[a-c]", "[!a]", "[[:alpha:]]", `\a`, ".go", "!", "[", "]", `\`}, 1+g.IntN(5))
	}
	path := paths[g.IntN(len(paths))]
	parts := strings.Split(path, "/")
	if g.IntN(2) == 0 {
		parts = parts[len(parts)-1:]
	} else {
		parts = parts[g.IntN(len(parts)):]
	}
	for i, p := range parts {
		switch g.IntN(5) {
		case 0:
			parts[i] = "*" + p[g.IntN(len(p)):]
		case 1:
			parts[i] = p[:g.IntN(len(p))] + g.pick("*", "?", "**", "[a-z]*", "?*")
		case 2:
			parts[i] = g.pick("*", "**", "?", "[!x]*")
		}
	}
	return g.pick("", "", "", "/", "**/") + strings.Join(parts, "/") + g.pick("", "", "", "", "/", "/**", "/*")
}

func (g generator) quote(s string) string {
	if !strings.ContainsAny(s, " \t\"") && g.IntN(4) != 0 {
		return s
	}
	if g.IntN(10) == 0 {
		return s
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", `\t`, "\xff", `\377`, "a", g.pick("a", `\141`)).Replace(s) + `"`
}

type worktree struct{ dir string }

func newWorktree(t *testing.T) worktree {
	t.Helper()
	w := worktree{t.TempDir()}
	w.git(t, nil, "init", "-q", ".")
	return w
}

func (w worktree) git(t *testing.T, stdin []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = w.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_ATTR_NOSYSTEM=1",
		"GIT_DIR="+filepath.Join(w.dir, ".git"), "GIT_WORK_TREE="+w.dir, "XDG_CONFIG_HOME="+w.dir, "HOME="+w.dir)
	cmd.Stdin = bytes.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, stderr.Bytes())
	}
	return out
}

// write replaces everything in the worktree by these attribute files.
func (w worktree) write(t *testing.T, files map[string][]byte) {
	t.Helper()
	entries, err := os.ReadDir(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != ".git" {
			if err := os.RemoveAll(filepath.Join(w.dir, e.Name())); err != nil {
				t.Fatal(err)
			}
		}
	}
	for dir, data := range files {
		if err := os.MkdirAll(filepath.Join(w.dir, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(w.dir, dir, ".gitattributes"), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// checkAttr asks git for the merge attribute of every path.
func (w worktree) checkAttr(t *testing.T, paths []string) []string {
	t.Helper()
	out := w.git(t, []byte(strings.Join(paths, "\x00")+"\x00"), "check-attr", "-z", "--stdin", "merge")
	fields := strings.Split(string(out), "\x00")
	var attrs []string
	for part := range slices.Chunk(fields[:len(fields)-1], 3) {
		attrs = append(attrs, part[2])
	}
	if len(attrs) != len(paths) {
		t.Fatalf("git answered for %d of %d paths", len(attrs), len(paths))
	}
	return attrs
}
