package merge3

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/comity-dev/comity/detect"
)

// TestReplay merges what real repositories merged: the parents of every merge
// commit, and the branches that two successive merge commits brought in, which
// were open at the same time. Pairs with several merge bases are left out.
// COMITY_REPLAY lists git directories, separated by colons, and
// COMITY_REPLAY_MAX how many merge commits of each are taken, evenly over its
// history (1,000 when unset).
func TestReplay(t *testing.T) {
	dirs := os.Getenv("COMITY_REPLAY")
	if dirs == "" {
		t.Skip("COMITY_REPLAY names no git directories to replay")
	}
	limit := 1000
	if s := os.Getenv("COMITY_REPLAY_MAX"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			t.Fatalf("COMITY_REPLAY_MAX: %q is not a positive number", s)
		}
		limit = n
	}
	for _, dir := range filepath.SplitList(dirs) {
		t.Run(filepath.Base(filepath.Dir(dir)), func(t *testing.T) { newReplay(t, dir).run(limit) })
	}
}

// replay is one repository being replayed.
type replay struct {
	t       *testing.T
	scratch string // a repository that borrows the objects and takes what git writes
	graph   *commitGraph
	blobs   *blobReader
	cache   *Cache

	merges, conflicts, crashed, unknown, bad int
	here, git                                time.Duration
}

func newReplay(t *testing.T, dir string) *replay {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	r := &replay{t: t, scratch: t.TempDir(), cache: NewCache(1 << 28)}
	r.graph = newCommitGraph(runGit(t, dir, nil, "rev-list", "--all", "--topo-order", "--parents"))
	runGit(t, r.scratch, nil, "init", "-q", "--bare")
	objects := []byte(filepath.Join(dir, "objects") + "\n")
	if err := os.WriteFile(filepath.Join(r.scratch, "objects", "info", "alternates"), objects, 0o644); err != nil {
		t.Fatal(err)
	}
	r.blobs = newBlobReader(t, r.scratch)
	return r
}

func (r *replay) run(limit int) {
	pairs := r.graph.pairs(limit)
	const batch = 50
	for len(pairs) > 0 {
		n := min(batch, len(pairs))
		r.replay(pairs[:n])
		pairs = pairs[n:]
	}
	r.t.Logf("%d merges, %d conflicts in git, %d that git crashes on, %d with contents that are missing, %d disagreements; merging took %v here, %v in git",
		r.merges, r.conflicts, r.crashed, r.unknown, r.bad, r.here.Round(time.Millisecond), r.git.Round(time.Millisecond))
	if r.merges == 0 {
		r.t.Error("no merges to replay")
	}
	if r.bad*1000 > r.merges {
		r.t.Errorf("%d of %d merges disagree with git, at most one in 1,000 may", r.bad, r.merges)
	}
}

// commitPair is two commits and their one merge base, as indexes of the graph.
type commitPair struct{ base, ours, theirs int }

func (r *replay) replay(pairs []commitPair) {
	lines := make([]string, len(pairs))
	for i, p := range pairs {
		lines[i] = r.graph.ids[p.ours] + " " + r.graph.ids[p.theirs] + "\n"
	}
	start := time.Now()
	answers := mergeAll(r.t, r.scratch, lines)
	r.git += time.Since(start)
	for i, p := range pairs {
		res := r.merge(p)
		r.merges++
		switch {
		case answers[i].crashed:
			r.crashed++
			continue
		case len(res.Unknown) > 0:
			r.unknown++
			continue
		case !answers[i].clean:
			r.conflicts++
		}
		if diff := answers[i].disagrees(res); diff != "" {
			r.bad++
			r.t.Logf("%s (base %s): %s", strings.TrimSpace(lines[i]), r.graph.ids[p.base], diff)
		}
	}
}

func (r *replay) merge(p commitPair) Result {
	base := parseTree(runGit(r.t, r.scratch, nil, "ls-tree", "-r", "-z", "--full-tree", r.graph.ids[p.base]))
	changes := func(side int) []Change {
		return parseChanges(runGit(r.t, r.scratch, nil, "diff-tree", "-r", "-z", "--no-renames", r.graph.ids[p.base], r.graph.ids[side]))
	}
	mine, yours := changes(p.ours), changes(p.theirs)
	start := time.Now()
	b := NewBase(base)
	res := Merge(b, NewSide(b, mine), NewSide(b, yours), Options{Read: r.blobs.read, Cache: r.cache, VerdictOnly: r.merges%2 == 0})
	r.here += time.Since(start)
	return res
}

func parseMode(s string) detect.Mode {
	m, _ := strconv.ParseUint(s, 8, 32)
	return detect.Mode(m)
}

func parseTree(out []byte) detect.Tree {
	tree := detect.Tree{}
	for entry := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if meta, path, ok := strings.Cut(entry, "\t"); ok {
			words := strings.Fields(meta)
			tree[path] = detect.Entry{Mode: parseMode(words[0]), OID: words[2]}
		}
	}
	return tree
}

func parseChanges(out []byte) []Change {
	var changes []Change
	fields := strings.Split(string(out), "\x00")
	for ; len(fields) >= 2; fields = fields[2:] {
		words := strings.Fields(fields[0])
		c := Change{Path: fields[1]}
		if m := parseMode(words[1]); m != detect.ModeAbsent {
			c.New = detect.Entry{Mode: m, OID: words[3]}
		}
		changes = append(changes, c)
	}
	return changes
}

// blobReader asks one `git cat-file --batch` for contents.
type blobReader struct {
	in   io.WriteCloser
	out  *bufio.Reader
	kept map[string][]byte
	size int
}

func newBlobReader(t *testing.T, dir string) *blobReader {
	t.Helper()
	cmd := exec.Command("git", "cat-file", "--batch")
	cmd.Dir, cmd.Env = dir, cleanEnv()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close(); cmd.Wait() })
	return &blobReader{in: in, out: bufio.NewReader(out), kept: map[string][]byte{}}
}

func (b *blobReader) read(oid string) ([]byte, bool) {
	if data, ok := b.kept[oid]; ok {
		return data, true
	}
	if _, err := fmt.Fprintln(b.in, oid); err != nil {
		return nil, false
	}
	header, err := b.out.ReadString('\n')
	words := strings.Fields(header)
	if err != nil || len(words) != 3 {
		return nil, false
	}
	n, err := strconv.Atoi(words[2])
	if err != nil {
		return nil, false
	}
	data := make([]byte, n+1)
	if _, err := io.ReadFull(b.out, data); err != nil {
		return nil, false
	}
	if b.size += n; b.size > 1<<28 {
		b.size, b.kept = 0, map[string][]byte{}
	}
	b.kept[oid] = data[:n]
	return data[:n], true
}

// commitGraph is a history, children before parents.
type commitGraph struct {
	ids     []string
	parents [][]int
}

func newCommitGraph(list []byte) *commitGraph {
	g := &commitGraph{}
	lines := bytes.Split(bytes.TrimSpace(list), []byte{'\n'})
	index := make(map[string]int, len(lines))
	for i, line := range lines {
		id, _, _ := strings.Cut(string(line), " ")
		g.ids = append(g.ids, id)
		index[id] = i
	}
	for _, line := range lines {
		var parents []int
		for _, id := range strings.Fields(string(line))[1:] {
			if i, ok := index[id]; ok {
				parents = append(parents, i)
			}
		}
		g.parents = append(g.parents, parents)
	}
	return g
}

// pairs lists what up to limit merge commits give to merge.
func (g *commitGraph) pairs(limit int) []commitPair {
	var merges []int
	for i, parents := range g.parents {
		if len(parents) == 2 {
			merges = append(merges, i)
		}
	}
	var out []commitPair
	add := func(a, b int) bool {
		bases := g.mergeBases(a, b)
		if len(bases) != 1 || bases[0] == a || bases[0] == b {
			return false
		}
		out = append(out, commitPair{bases[0], a, b})
		return true
	}
	step := max(1, len(merges)/limit)
	for i := 0; i < len(merges) && limit > 0; i += step {
		parents := g.parents[merges[i]]
		if add(parents[0], parents[1]) {
			limit--
		}
		if i > 0 {
			add(g.parents[merges[i-1]][1], parents[1])
		}
	}
	return out
}

// mergeBases are the common ancestors that no other one descends from. Walking
// children before parents, each is met before anything below it.
func (g *commitGraph) mergeBases(a, b int) []int {
	const fromA, fromB, below = 1, 2, 4
	mark := make([]byte, len(g.ids))
	mark[a] |= fromA
	mark[b] |= fromB
	var bases []int
	for i := min(a, b); i < len(mark); i++ {
		if mark[i] == fromA|fromB {
			bases = append(bases, i)
			mark[i] |= below
		}
		for _, p := range g.parents[i] {
			mark[p] |= mark[i]
		}
	}
	return bases
}
