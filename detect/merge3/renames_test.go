package merge3

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/comity-dev/comity/detect"
)

// numbered is a text of n lines, each of its own.
func numbered(name string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s %d\n", name, i)
	}
	return b.String()
}

// compareWithGit asks git about hand-made histories.
func compareWithGit(t *testing.T, histories []history) {
	t.Helper()
	for i, a := range askGit(t, histories) {
		if diff := a.disagrees(histories[i].merge()); diff != "" {
			t.Errorf("history %d: %s", i, diff)
		}
	}
}

// TestManyIdentical renames more files of one content than git looks at for one
// target.
func TestManyIdentical(t *testing.T) {
	const n = 130
	var histories []history
	for _, to := range []string{"new/%03d/f", "new/x%03d"} {
		h := history{base: world{}, ours: world{}, theirs: world{}}
		same := file{detect.ModeFile, numbered("same", 5)}
		for i := range n {
			p := fmt.Sprintf("old/%03d/f", i)
			h.base[p] = same
			h.theirs[p] = file{same.mode, same.data + fmt.Sprintf("changed %d\n", i)}
			h.ours[fmt.Sprintf(to, i)] = same
		}
		delete(h.theirs, "old/007/f")
		delete(h.ours, fmt.Sprintf(to, 99))
		histories = append(histories, h)
	}
	compareWithGit(t, histories)
}

// TestIdenticalSources: the source with the target's name is taken, which the
// other side deleted, unless so many come before it that git stops looking.
func TestIdenticalSources(t *testing.T) {
	var histories []history
	for k := 97; k < 107; k++ {
		h := history{base: world{}, ours: world{}, theirs: world{}}
		same := file{detect.ModeFile, numbered("same", 5)}
		for i := range 130 {
			p := fmt.Sprintf("old/n%03d", i)
			h.base[p] = same
			h.theirs[p] = file{same.mode, same.data + "theirs\n"}
		}
		target := fmt.Sprintf("n%03d", k)
		h.ours["new/"+target] = same
		delete(h.theirs, "old/"+target)
		histories = append(histories, h)
	}
	compareWithGit(t, histories)
}

// TestSimilarityOfLargeFiles goes through the threshold of what is a rename with
// files so large that pieces share a hash by chance.
func TestSimilarityOfLargeFiles(t *testing.T) {
	var histories []history
	const n = 6000
	r := rand.New(rand.NewPCG(1, 2))
	lines := func(n int) (out []string) {
		for range n {
			out = append(out, fmt.Sprintf("%016x%016x\n", r.Uint64(), r.Uint64()))
		}
		return out
	}
	base, other := lines(n), lines(n)
	for kept := n/2 - 150; kept <= n/2+20; kept += 5 {
		text := strings.Join(base, "")
		h := history{
			base:   world{"a": {detect.ModeFile, text}},
			ours:   world{"b": {detect.ModeFile, strings.Join(base[:kept], "") + strings.Join(other[kept:], "")}},
			theirs: world{"a": {detect.ModeFile, text + "theirs\n"}},
		}
		histories = append(histories, h)
	}
	compareWithGit(t, histories)
}

// TestMatrixBounded: when comparing all deleted files with all added ones takes
// too long, what can be told without is still told, and the rest is said to be
// unknown.
func TestMatrixBounded(t *testing.T) {
	h := history{base: world{}, ours: world{}, theirs: world{}}
	add := func(name, to string, edit string) {
		text := numbered(name, 20)
		h.base["old/"+name] = file{detect.ModeFile, text}
		h.ours[to] = file{detect.ModeFile, edit + text}
		h.theirs["old/"+name] = file{detect.ModeFile, text + "theirs\n"}
	}
	add("exact", "new/exact", "")
	add("named", "new/named", "ours\n")
	for i := range 30 {
		add(fmt.Sprintf("similar%d", i), fmt.Sprintf("new/other%d", i), "ours\n")
	}
	if res := h.merge(); len(res.Conflicts)+len(res.Unknown) > 0 {
		t.Fatalf("with all the time it takes: %+v, %+v", res.Conflicts, res.Unknown)
	}
	b, ours, theirs, read := h.prepare()
	m := newMerger(b, ours, theirs, Options{Read: read})
	m.steps = 1000
	res := m.run()
	if len(res.Unknown) != 30 || len(res.Conflicts) != 30 {
		t.Fatalf("%d unknown, %d conflicts, want the 30 that are only similar: %+v", len(res.Unknown), len(res.Conflicts), res.Unknown)
	}
	for _, u := range res.Unknown {
		if !strings.HasPrefix(u.Path, "old/similar") || !strings.Contains(u.Reason, "too many files") {
			t.Errorf("unknown: %+v", u)
		}
	}
}

// TestUnreadableRename: a deleted file that may have been renamed to something
// that cannot be read is unknown, not guessed.
func TestUnreadableRename(t *testing.T) {
	text := numbered("line", 20)
	h := history{
		base:   world{"a": {detect.ModeFile, text}},
		ours:   world{"b": {detect.ModeFile, text + "ours\n"}},
		theirs: world{"a": {detect.ModeFile, "theirs\n" + text}},
	}
	b, ours, theirs, read := h.prepare()
	missing := blobID(h.ours["b"].data)
	res := Merge(b, ours, theirs, Options{Read: func(oid string) ([]byte, bool) {
		if oid == missing {
			return nil, false
		}
		return read(oid)
	}})
	if len(res.Unknown) != 1 || res.Unknown[0].Path != "a" {
		t.Errorf("unknown: %+v", res.Unknown)
	}
	if res := h.merge(); len(res.Conflicts)+len(res.Unknown) > 0 {
		t.Errorf("with all contents: %+v, %+v", res.Conflicts, res.Unknown)
	}
}

// TestPutOffOrder: among targets of one content the first that git comes across
// gets the first source, and git comes across directories that only one side
// changed in the order of its hash table. Which source went where shows, as the
// other side deleted some. There are few directories, and more than fit the first
// table.
func TestPutOffOrder(t *testing.T) {
	var histories []history
	for _, n := range []int{2, 5, 12, 51, 52, 53, 120, 300} {
		h := history{base: world{}, ours: world{}, theirs: world{}}
		same := file{detect.ModeFile, numbered("same", 6)}
		for i := range n {
			from := fmt.Sprintf("dir%d/src", i)
			h.base[from] = same
			h.ours[fmt.Sprintf("place%d/dst%d", i, i)] = same
			if i%2 == 0 {
				h.theirs[from] = file{same.mode, same.data + "theirs\n"}
			}
		}
		h.theirs["other"] = same
		histories = append(histories, h)
	}
	compareWithGit(t, histories)
}
