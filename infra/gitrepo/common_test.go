package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/comity-dev/comity/detect"
)

// Where two heads have one merge base, Common tells what git does, or nothing if
// the target has that commit.
func TestCommonIsWhatGitSays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := newRepo(t)
		d := drawDAG(rt)
		for i, list := range d {
			var parents []string
			for _, p := range list {
				parents = append(parents, fmt.Sprint("c", p))
			}
			b.edit(fmt.Sprint("c", i), "work", strings.Join(parents, " "), 1000+i, fmt.Sprint("f", i%5))
		}
		commit := rapid.IntRange(0, len(d)-1)
		base := commit.Draw(rt, "base")
		b.ref("refs/heads/main", fmt.Sprint("c", base))
		heads := rapid.SliceOfNDistinct(commit, 2, 4, rapid.ID).Draw(rt, "heads")
		for i, head := range heads {
			b.ref(fmt.Sprint("refs/heads/h", i), fmt.Sprint("c", head))
		}
		b.ref("refs/heads/work", fmt.Sprint("c", base))
		b.build()
		r := b.open(Options{})
		if _, err := r.Gather(context.Background(), nil); err != nil {
			rt.Fatal(err)
		}
		var pairs [][2]string
		var want [][]string
		for _, x := range heads {
			for _, y := range heads {
				if best := d.best(x, y); len(best) < 2 {
					pairs = append(pairs, [2]string{b.id(fmt.Sprint("c", x)), b.id(fmt.Sprint("c", y))})
					want = append(want, best)
				}
			}
		}
		got, err := r.Common(context.Background(), pairs)
		if err != nil {
			rt.Fatal(err)
		}
		for i, pair := range pairs {
			best := ""
			if len(want[i]) > 0 {
				if best = b.git("merge-base", pair[0], pair[1]); b.name(best) != want[i][0] {
					rt.Fatalf("git says %s, the drawing %v", b.name(best), want[i])
				}
				if b.git("rev-list", "-1", best, "^main") == "" {
					best = ""
				}
			}
			if got[i] != best {
				rt.Fatalf("%s and %s: got %s, want %s", b.name(pair[0]), b.name(pair[1]), b.name(got[i]), b.name(best))
			}
		}
	})
}

// Of two newest common commits that a criss-cross leaves, the newer one.
func TestCommonOfACrissCross(t *testing.T) {
	b := newRepo(t)
	plain(b)
	b.edit("x1", "x", "m1", 300, "x")
	b.edit("y1", "y", "m1", 310, "y")
	b.commit(node{name: "x2", ref: "x", parents: "x1 y1", time: 400, changes: []change{write("y", "y1\n")}})
	b.commit(node{name: "y2", ref: "y", parents: "y1 x1", time: 410, changes: []change{write("x", "x1\n")}})
	b.build()
	r := b.open(Options{})
	if _, err := r.Common(context.Background(), nil); !errors.Is(err, errNoLook) {
		t.Errorf("before any look: %v", err)
	}
	if _, err := r.Gather(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	x, y := b.id("x2"), b.id("y2")
	got, err := r.Common(context.Background(), [][2]string{{x, y}, {y, x}, {x, b.id("m2")}, {zeros, y}, {x, x}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{b.id("y1"), b.id("y1"), "", "", x}, got); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

// Compare lists what git does, for pairs in any relation.
func TestCompareIsWhatGitSays(t *testing.T) {
	b := newRepo(t)
	b.commit(node{name: "m1", ref: "main", time: 100, changes: []change{
		write("a", bigText), write("b", "1\n"), write("dir/c", "2\n"), writeMode("120000", "l", "a"),
	}})
	b.commit(node{name: "x1", ref: "x", parents: "m1", time: 200, changes: []change{
		rename("a", "moved"), writeMode("100755", "b", "1\n"), remove("dir/c"), write("dir", "now a file\n"),
	}})
	b.commit(node{name: "y1", ref: "y", parents: "m1", time: 300, changes: []change{
		write("l", "no link any more\n"), submodule("sub", strings.Repeat("ab", 20)), write("new\nline", "n"), write("a", bigText+"more\n"),
	}})
	b.build()
	r := b.open(Options{})
	names := []string{"m1", "x1", "y1"}
	var pairs [][2]string
	for _, from := range names {
		for _, to := range names {
			pairs = append(pairs, [2]string{b.id(from), b.id(to)})
		}
	}
	got, err := r.Compare(context.Background(), pairs)
	if err != nil {
		t.Fatal(err)
	}
	for i, pair := range pairs {
		var ours []string
		for _, f := range got[i] {
			ours = append(ours, rawLine(f))
		}
		if diff := cmp.Diff(gitRaw(t, b, pair), ours); diff != "" {
			t.Errorf("%s to %s: want -, got +:\n%s", b.name(pair[0]), b.name(pair[1]), diff)
		}
	}
	if got, err := r.Compare(context.Background(), nil); err != nil || len(got) != 0 {
		t.Errorf("nothing asked for: %v, %v", got, err)
	}
	for _, bad := range []string{"main", zeros} {
		if _, err := r.Compare(context.Background(), [][2]string{{b.id("m1"), bad}}); err == nil {
			t.Errorf("%q was taken as a commit", bad)
		}
	}
}

// rawLine renders a change like the lines of gitRaw.
func rawLine(f detect.FileChange) string {
	entry := func(e detect.Entry) string {
		if e.Absent() {
			return "000000 " + zeros
		}
		return fmt.Sprintf("%06o %s", e.Mode, e.OID)
	}
	line := fmt.Sprintf("%s %s %c %q", entry(f.Old), entry(f.New), strings.ToUpper(string(f.Status))[0], f.Path)
	if f.OldPath != "" {
		line += fmt.Sprintf(" was %q", f.OldPath)
	}
	return line
}

// gitRaw is git diff --raw, sorted by path.
func gitRaw(t *testing.T, b *builder, pair [2]string) []string {
	t.Helper()
	s := newScanner(bytes.NewReader([]byte(b.git("diff", "--raw", "-z", "--no-abbrev", "--find-renames", pair[0], pair[1]))))
	byPath := map[string]string{}
	for {
		meta, err := s.next(0, maxPath)
		if err != nil {
			break
		}
		f := strings.Fields(string(meta[1:])) // modes, ids, status
		field := func() string {
			path, err := s.next(0, maxPath)
			if err != nil {
				t.Fatal(err)
			}
			return string(path)
		}
		path, was := field(), ""
		if f[4][0] == 'R' {
			was = fmt.Sprintf(" was %q", path)
			path = field()
		}
		status := strings.Replace(f[4][:1], "T", "M", 1)
		byPath[path] = fmt.Sprintf("%s %s %s %s %s %q%s", f[0], f[2], f[1], f[3], status, path, was)
	}
	var out []string
	for _, line := range byPath {
		out = append(out, line)
	}
	slices.SortFunc(out, func(x, y string) int { return strings.Compare(quotedPath(x), quotedPath(y)) })
	return out
}

func quotedPath(line string) string {
	_, path, _ := strings.Cut(line, `"`)
	return path
}
