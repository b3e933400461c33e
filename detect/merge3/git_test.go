package merge3

import (
	"bytes"
	"crypto/sha1"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/comity-dev/comity/detect"
)

// generated is how many generated merges each differential test tries.
func generated(t *testing.T) int {
	if s := os.Getenv("COMITY_DIFF_MERGES"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("COMITY_DIFF_MERGES: %v", err)
		}
		return n
	}
	return 600
}

// TestAgainstGit compares verdict and conflicting paths with git over generated
// histories of every kind but renames: there must be no disagreement.
func TestAgainstGit(t *testing.T) {
	compareGenerated(t, false, 0)
}

// TestAgainstGitWithRenames does the same with renames of files and whole
// directories; one in a thousand may differ, in the ways the package comment
// names.
func TestAgainstGitWithRenames(t *testing.T) {
	compareGenerated(t, true, 1)
}

func compareGenerated(t *testing.T, renames bool, allowedPerThousand int) {
	n := generated(t)
	g := &generator{rand.New(rand.NewPCG(7, uint64(n))), renames}
	histories := make([]history, n)
	for i := range histories {
		histories[i] = g.history()
	}
	answers := askGit(t, histories)
	bad, conflicts := 0, 0
	crashed := 0
	for i, h := range histories {
		got := h.merge()
		if answers[i].crashed {
			crashed++
			continue
		}
		if !answers[i].clean {
			conflicts++
		}
		if diff := answers[i].disagrees(got); diff != "" {
			bad++
			if bad <= 10 {
				t.Logf("history %d: %s\n%s", i, diff, h)
			}
		}
	}
	t.Logf("%d merges, %d conflicts in git, %d that git crashes on, %d disagreements", n, conflicts, crashed, bad)
	if crashed*100 > n {
		t.Errorf("git crashed on %d of %d merges", crashed, n)
	}
	if conflicts < n/20 {
		t.Errorf("only %d of %d merges conflict: the generator is too tame", conflicts, n)
	}
	if bad*1000 > allowedPerThousand*n {
		t.Errorf("%d of %d merges disagree with git, at most %d in 1,000 may", bad, n, allowedPerThousand)
	}
}

// answer is git's verdict.
type answer struct {
	clean   bool
	paths   []string
	crashed bool // git 2.39 fails an assertion on some renames to another type
}

func (a answer) disagrees(r Result) string {
	if a.clean != (len(r.Conflicts) == 0) {
		return fmt.Sprintf("git clean=%v %.500q, here %.500q", a.clean, a.paths, r.Paths())
	}
	if len(r.Unknown) > 0 {
		return fmt.Sprintf("unknown: %+v", r.Unknown)
	}
	if !slices.Equal(a.paths, r.Paths()) {
		return fmt.Sprintf("of %d paths only git has %q, of %d only here are %q", len(a.paths), without(a.paths, r.Paths()), len(r.Paths()), without(r.Paths(), a.paths))
	}
	return ""
}

// without gives what a has and b lacks, a dozen at most.
func without(a, b []string) []string {
	only := slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
	return only[:min(len(only), 12)]
}

// madeWay is the end of the name that git gives a file which had to make way.
var madeWay = regexp.MustCompile(`~[0-9a-f]{40}(_\d+)?$`)

func askGit(t *testing.T, histories []history) []answer {
	t.Helper()
	dir := t.TempDir()
	return mergeAll(t, dir, importHistories(t, dir, histories))
}

// importHistories makes a repository of the histories in dir and returns the
// pair of commits of each, as merge-tree reads them.
func importHistories(t *testing.T, dir string, histories []history) []string {
	t.Helper()
	var in bytes.Buffer
	for i, h := range histories {
		h.fastImport(&in, i)
	}
	runGit(t, dir, nil, "init", "-q", "-b", "main")
	marks := filepath.Join(dir, "marks")
	runGit(t, dir, &in, "fast-import", "--quiet", "--export-marks="+marks)
	data, err := os.ReadFile(marks)
	if err != nil {
		t.Fatal(err)
	}
	commits := map[string]string{}
	for _, line := range strings.Fields(string(data)) {
		if strings.HasPrefix(line, ":") {
			commits[""] = line
			continue
		}
		commits[commits[""]] = line
	}
	var pairs []string
	for i := range histories {
		pairs = append(pairs, fmt.Sprintf("%s %s\n", commits[fmt.Sprintf(":%d", 3*i+2)], commits[fmt.Sprintf(":%d", 3*i+3)]))
	}
	return pairs
}

// mergeAll asks git about many pairs at once, and about each alone where git
// trips over one of its own assertions.
func mergeAll(t *testing.T, dir string, pairs []string) []answer {
	t.Helper()
	var answers []answer
	for chunk := range slices.Chunk(pairs, 100) {
		out, err := mergeTree(t, dir, strings.Join(chunk, ""))
		if err == nil {
			answers = append(answers, parseAnswers(t, out, len(chunk))...)
			continue
		}
		for _, pair := range chunk {
			out, err := mergeTree(t, dir, pair)
			if err != nil {
				answers = append(answers, answer{crashed: true})
				continue
			}
			answers = append(answers, parseAnswers(t, out, 1)...)
		}
	}
	return answers
}

func mergeTree(t *testing.T, dir, pairs string) ([]byte, error) {
	cmd := exec.CommandContext(t.Context(), "git", "merge-tree", "--write-tree", "--stdin", "-z", "--name-only", "--no-messages")
	cmd.Dir, cmd.Env, cmd.Stdin = dir, cleanEnv(), strings.NewReader(pairs)
	return cmd.Output()
}

func parseAnswers(t *testing.T, out []byte, n int) []answer {
	t.Helper()
	fields := strings.Split(string(out), "\x00")
	var answers []answer
	for len(answers) < n {
		if len(fields) < 3 {
			t.Fatalf("git answered %d of %d merges", len(answers), n)
		}
		a := answer{clean: fields[0] == "1"}
		fields = fields[2:]
		for fields[0] != "" {
			a.paths = append(a.paths, madeWay.ReplaceAllString(fields[0], ""))
			fields = fields[1:]
		}
		fields = fields[1:]
		slices.Sort(a.paths)
		a.paths = slices.Compact(a.paths)
		answers = append(answers, a)
	}
	return answers
}

func runGit(t *testing.T, dir string, in *bytes.Buffer, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = cleanEnv()
	if in != nil {
		cmd.Stdin = in
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %s: %v: %s", args[0], err, stderr.Bytes())
	}
	return out
}

func cleanEnv() []string {
	return append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "LC_ALL=C")
}

// merge runs the history through this package.
func (h history) merge() Result { return h.mergeWith(Options{}) }

// mergeWith does so with options; the contents are the history's own.
func (h history) mergeWith(o Options) Result {
	b, ours, theirs, read := h.prepare()
	o.Read = read
	return Merge(b, ours, theirs, o)
}

// prepare turns the worlds of a history into what Merge takes.
func (h history) prepare() (b *Base, ours, theirs *Side, read Reader) {
	objects := map[string][]byte{}
	tree := func(w world) detect.Tree {
		out := detect.Tree{}
		for p, f := range w {
			oid := f.data
			if f.mode != detect.ModeSubmodule {
				oid = blobID(f.data)
				objects[oid] = []byte(f.data)
			}
			out[p] = detect.Entry{Mode: f.mode, OID: oid}
		}
		return out
	}
	base := tree(h.base)
	b = NewBase(base)
	ours, theirs = NewSide(b, changesBetween(base, tree(h.ours))), NewSide(b, changesBetween(base, tree(h.theirs)))
	return b, ours, theirs, func(oid string) ([]byte, bool) { data, ok := objects[oid]; return data, ok }
}

func blobID(data string) string {
	return fmt.Sprintf("%x", sha1.Sum([]byte(fmt.Sprintf("blob %d\x00%s", len(data), data))))
}

func changesBetween(from, to detect.Tree) []Change {
	var out []Change
	for p := range from {
		if to[p] != from[p] {
			out = append(out, Change{p, to[p]})
		}
	}
	for p := range to {
		if from[p].Absent() {
			out = append(out, Change{p, to[p]})
		}
	}
	return out
}

// String shows a history small enough to read.
func (h history) String() string {
	var b strings.Builder
	for _, v := range []struct {
		name string
		w    world
	}{{"base", h.base}, {"ours", h.ours}, {"theirs", h.theirs}} {
		for _, p := range sortedPaths(v.w) {
			f := v.w[p]
			if v.name != "base" && h.base[p] == f {
				continue
			}
			data := f.data
			if len(data) > 400 {
				data = data[:400] + "..."
			}
			fmt.Fprintf(&b, "%s %s %o %q\n", v.name, p, f.mode, data)
		}
		if v.name != "base" {
			for _, p := range sortedPaths(h.base) {
				if _, ok := v.w[p]; !ok {
					fmt.Fprintf(&b, "%s %s deleted\n", v.name, p)
				}
			}
		}
	}
	return b.String()
}
