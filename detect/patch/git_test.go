package patch

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/comity-dev/comity/detect"
)

var rounds = flag.Int("rounds", 60, "pairs of trees to compare with git")

// TestAgainstGit makes pairs of trees with changes of every kind and compares
// what Parse reads from "git diff" with git's own lists that need no parsing
// of names: --raw -z and --numstat -z. Line ranges are checked on the content:
// what is neither removed nor added must be the same on both sides.
func TestAgainstGit(t *testing.T) {
	repo := newRepo(t)
	seen := map[string]int{}
	for seed := range *rounds {
		g := generator{rand.New(rand.NewPCG(uint64(seed), 1))}
		old := g.tree()
		cur := g.change(old)
		repo.importTrees(old, cur)
		raw := repo.raw()
		for _, args := range [][]string{
			{"-M"}, {"-M", "-U0"}, {"-M", "--binary"}, {"-M", "-c", "core.quotePath=off"}, {"-M", "--full-index", "-U7"},
		} {
			files, err := Parse(repo.diff(args...))
			if err != nil {
				t.Fatalf("seed %d, %v: %v", seed, args, err)
			}
			if len(files) != len(raw) {
				t.Fatalf("seed %d, %v: %d files, git has %d", seed, args, len(files), len(raw))
			}
			for i, f := range files {
				if err := compare(f, raw[i], old, cur); err != nil {
					t.Errorf("seed %d, %v, %q: %v\n%+v", seed, args, raw[i].path, err, f)
				}
				seen[raw[i].kind()]++
			}
		}
	}
	for _, kind := range []string{"A", "D", "M", "R", "T", "M mode", "R mode", "M binary", "M binary mode", "R pure", "M submodule"} {
		if seen[kind] == 0 {
			t.Errorf("no change of kind %q was generated: the test shows nothing about it", kind)
		}
	}
	t.Logf("compared with git: %v", seen)
}

func compare(f File, want rawChange, old, cur tree) error {
	status := map[byte]detect.Status{
		'A': detect.StatusAdded, 'D': detect.StatusDeleted, 'M': detect.StatusModified,
		'T': detect.StatusModified, 'R': detect.StatusRenamed,
	}[want.status]
	if f.Path != want.path || f.OldPath != want.oldPath || f.Status != status {
		return fmt.Errorf("git has %s %q from %q", status, want.path, want.oldPath)
	}
	pureRename := f.Status == detect.StatusRenamed && f.OldMode == 0 && f.NewMode == 0 && want.oldMode == want.newMode && want.oldID == want.newID
	if !pureRename && (f.OldMode != want.oldMode || f.NewMode != want.newMode) {
		return fmt.Errorf("git has modes %o and %o", want.oldMode, want.newMode)
	}
	if f.Binary != want.binary {
		return fmt.Errorf("git has binary %v", want.binary)
	}
	if f.Binary {
		return nil
	}
	var removed, added []Lines
	for _, h := range f.Hunks {
		removed, added = append(removed, h.Removed...), append(added, h.Added...)
	}
	if count(removed) != want.removed || count(added) != want.added {
		return fmt.Errorf("git counts %d removed and %d added", want.removed, want.added)
	}
	oldName := want.path
	if want.oldPath != "" {
		oldName = want.oldPath
	}
	if !slices.Equal(without(old[oldName], removed), without(cur[want.path], added)) {
		return fmt.Errorf("the lines that stay differ")
	}
	return nil
}

// without gives the lines of a file that are in none of the ranges.
func without(e entry, ranges []Lines) []string {
	lines := strings.SplitAfter(e.shown(), "\n")
	for _, r := range slices.Backward(ranges) {
		lines = slices.Delete(lines, r.Start-1, r.End)
	}
	return slices.DeleteFunc(lines, func(s string) bool { return s == "" })
}

type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) repo {
	r := repo{t, t.TempDir()}
	r.git(nil, "init", "-q", "--bare", ".")
	return r
}

func (r repo) git(stdin []byte, args ...string) []byte {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_DIR="+r.dir, "LC_ALL=C")
	cmd.Stdin = bytes.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, stderr.Bytes())
	}
	return out
}

// importTrees writes the two trees as the branches old and cur.
func (r repo) importTrees(trees ...tree) {
	var b bytes.Buffer
	for i, t := range trees {
		fmt.Fprintf(&b, "commit refs/heads/%s\ncommitter Maya <maya@example.com> 0 +0000\ndata 0\ndeleteall\n", []string{"old", "cur"}[i])
		for _, name := range t.sorted() {
			e := t[name]
			if e.mode == detect.ModeSubmodule {
				fmt.Fprintf(&b, "M 160000 %s %s\n", e.content, octal(name))
				continue
			}
			fmt.Fprintf(&b, "M %o inline %s\ndata %d\n%s\n", e.mode, octal(name), len(e.content), e.content)
		}
	}
	r.git(b.Bytes(), "fast-import", "--quiet", "--force")
}

func octal(name string) string {
	var b strings.Builder
	for _, c := range []byte(name) {
		fmt.Fprintf(&b, `\%03o`, c)
	}
	return `"` + b.String() + `"`
}

// diff runs git diff between the two branches; "-c NAME=VALUE" among the
// arguments goes before the command, where git wants it.
func (r repo) diff(args ...string) []byte {
	var config []string
	if i := slices.Index(args, "-c"); i >= 0 {
		config = slices.Clone(args[i : i+2])
		args = slices.Delete(slices.Clone(args), i, i+2)
	}
	return r.git(nil, slices.Concat(config, []string{"diff"}, args, []string{"old", "cur"})...)
}

type rawChange struct {
	status           byte
	path, oldPath    string
	oldMode, newMode detect.Mode
	oldID, newID     string
	binary           bool
	added, removed   int
}

func (c rawChange) kind() string {
	kind := string(c.status)
	if c.newMode == detect.ModeSubmodule && c.oldMode == detect.ModeSubmodule {
		kind += " submodule"
	}
	if c.binary {
		kind += " binary"
	}
	if c.status == 'R' && c.oldID == c.newID {
		kind += " pure"
	}
	if c.status != 'T' && c.oldMode != c.newMode && c.oldMode != 0 && c.newMode != 0 {
		kind += " mode"
	}
	return kind
}

// raw reads git's own lists of the changes, in the order of the diff.
func (r repo) raw() []rawChange {
	fields := strings.Split(string(r.diff("-M", "--raw", "-z", "--no-abbrev")), "\x00")
	stats := strings.Split(string(r.diff("-M", "--numstat", "-z")), "\x00")
	var out []rawChange
	for len(fields) > 1 {
		meta := strings.Fields(strings.TrimPrefix(fields[0], ":"))
		c := rawChange{status: meta[4][0], path: fields[1], oldID: meta[2], newID: meta[3], oldMode: mode(meta[0]), newMode: mode(meta[1])}
		fields = fields[2:]
		counts := strings.SplitN(stats[0], "\t", 3)
		stats = stats[1:]
		if c.status == 'R' {
			c.oldPath, c.path = c.path, fields[0]
			fields, stats = fields[1:], stats[2:]
		}
		// Numstat calls a binary file so even if only its name or mode changed.
		c.binary = counts[0] == "-" && c.oldID != c.newID
		c.added, _ = strconv.Atoi(counts[0])
		c.removed, _ = strconv.Atoi(counts[1])
		out = append(out, c)
	}
	return out
}

func mode(s string) detect.Mode {
	n, _ := strconv.ParseUint(s, 8, 32)
	return detect.Mode(n)
}
