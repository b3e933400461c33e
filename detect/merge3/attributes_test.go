package merge3

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/detect/gitattr"
)

// TestAttributesAgainstGit compares with git in a real working tree that has
// .gitattributes files, at the root and in folders: there must be no
// disagreement, and the attributes must have made a difference.
func TestAttributesAgainstGit(t *testing.T) {
	perSet := 100
	rounds := max(1, generated(t)/perSet)
	g := &generator{r: rand.New(rand.NewPCG(11, uint64(rounds)))}
	bad, mattered := 0, 0
	for round := range rounds {
		g.renames = round%2 == 1
		files := g.attributes()
		histories := make([]history, perSet)
		for i := range histories {
			histories[i] = g.historyWith(files)
		}
		answers := askGitWith(t, files, histories)
		attribute := attributeOf(files)
		for i, h := range histories {
			got := h.mergeWith(Options{Attribute: attribute})
			if answers[i].disagrees(h.merge()) != "" {
				mattered++
			}
			if diff := answers[i].disagrees(got); diff != "" {
				if g.renames && askGit(t, []history{h})[0].disagrees(h.merge()) != "" {
					continue // the same without attributes, so TestAgainstGitWithRenames is about it
				}
				bad++
				if bad <= 5 {
					t.Logf("%s\nattributes %q\n%s", diff, files, h)
				}
			}
		}
	}
	t.Logf("%d merges, %d depend on attributes, %d disagreements", rounds*perSet, mattered, bad)
	if mattered*20 < rounds*perSet {
		t.Errorf("attributes made a difference to only %d of %d merges", mattered, rounds*perSet)
	}
	if bad > 0 {
		t.Errorf("%d of %d merges disagree with git", bad, rounds*perSet)
	}
}

// attributes makes .gitattributes files, by folder.
func (g *generator) attributes() map[string][]byte {
	files := map[string][]byte{}
	for _, dir := range []string{"", "d", "d/sub", "f/g"} {
		if dir != "" && g.r.IntN(2) == 0 {
			continue
		}
		var b strings.Builder
		if dir == "" && g.r.IntN(3) == 0 {
			b.WriteString("[attr]ours " + g.pick("merge=union", "-merge", "binary") + "\n")
		}
		for range 1 + g.r.IntN(5) {
			fmt.Fprintf(&b, "%s %s\n",
				g.pick("*", "*.txt", "*.go", "a", "/b", "d/*", "d/**", "**/sub/*", "[a-c]", "sub/", "/d/sub/a", "README", "c"),
				g.pick("merge=union", "-merge", "binary", "merge=ours", "merge", "!merge", "merge=text", "merge=binary", "ours", "-ours", "-text", "merge=union -merge"))
		}
		files[dir] = []byte(b.String())
	}
	return files
}

// historyWith makes a history whose trees have the attribute files and whose
// sides edit the same files. The sides may change the attributes, too, which has
// no effect on their own merge.
func (g *generator) historyWith(files map[string][]byte) history {
	h := g.history()
	for range 2 {
		p := g.name()
		f := file{detect.ModeFile, g.text()}
		h.base.put(p, f)
		h.ours.put(p, file{f.mode, g.edit(f.data)})
		to := p
		if g.renames && g.r.IntN(2) == 0 {
			to = g.dir() + baseName(p)
			delete(h.theirs, p)
		}
		h.theirs.put(to, file{f.mode, g.edit(f.data)})
	}
	h.withoutCarriageReturns()
	for _, dir := range slices.Sorted(maps.Keys(files)) {
		data, name := files[dir], strings.TrimPrefix(dir+"/.gitattributes", "/")
		for i, w := range []world{h.base, h.ours, h.theirs} {
			f := file{detect.ModeFile, string(data)}
			if i > 0 && g.r.IntN(20) == 0 {
				f.data = g.edit(f.data)
			}
			w.put(name, f)
		}
	}
	return h
}

// withoutCarriageReturns keeps out of the way of the one thing that attributes
// change in the search for renames: in files marked -diff, as "binary" does, git
// counts carriage returns, which it else leaves out. The package comment says so.
func (h history) withoutCarriageReturns() {
	for _, w := range []world{h.base, h.ours, h.theirs} {
		for p, f := range w {
			w[p] = file{f.mode, strings.ReplaceAll(f.data, "\r", "")}
		}
	}
}

func attributeOf(files map[string][]byte) func(string) Attribute {
	set := gitattr.NewSet(files)
	return func(path string) Attribute {
		switch set.Merge(path).Driver() {
		case "binary":
			return MergeBinary
		case "union":
			return MergeUnion
		}
		return MergeText
	}
}

// askGitWith asks git in a working tree with the attribute files, as someone
// has who checked out the base.
func askGitWith(t *testing.T, files map[string][]byte, histories []history) []answer {
	t.Helper()
	dir := t.TempDir()
	pairs := importHistories(t, dir, histories)
	for folder, data := range files {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, folder, ".gitattributes"), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return mergeAll(t, dir, pairs)
}
