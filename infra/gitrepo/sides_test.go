package gitrepo

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/comity-dev/comity/detect"
)

// plain is a base with two commits and a side commit that grew from the first.
func plain(b *builder) {
	b.commit(node{name: "m1", ref: "main", time: 100, changes: []change{write("a", "1\n"), write("b", "1\n")}})
	b.commit(node{name: "m2", ref: "main", parents: "m1", time: 200, changes: []change{write("b", "2\n")}})
}

func (b *builder) edit(name, ref, parents string, at int, file string) {
	b.commit(node{name: name, ref: ref, parents: parents, time: at, changes: []change{write(file, name+"\n")}})
}

func TestSides(t *testing.T) {
	tests := []struct {
		name    string
		base    string
		build   func(b *builder)
		prepare func(b *builder) // after the import
		want    string
	}{
		{
			name: "local branches; merged ones are left out",
			build: func(b *builder) {
				plain(b)
				b.edit("f1", "feat", "m1", 300, "a")
				b.ref("refs/heads/done", "m1")
				b.ref("refs/heads/at-base", "m2")
			},
			want: lines("base main at m2", "branch:feat from m1 to f1", "  modified a"),
		},
		{
			name: "the same branch here and on the remote counts once: the longer one",
			build: func(b *builder) {
				plain(b)
				b.edit("f1", "feat", "m1", 300, "a")
				b.edit("f2", "refs/remotes/origin/feat", "f1", 400, "c")
				b.edit("g1", "refs/remotes/origin/gone-ahead", "m1", 300, "d")
				b.edit("g2", "gone-ahead", "g1", 400, "e")
				b.edit("o1", "refs/remotes/origin/only-there", "m1", 300, "o")
			},
			want: lines("base main at m2",
				"branch:feat from m1 to f2", "  modified a", "  added c",
				"branch:gone-ahead from m1 to g2", "  added d", "  added e",
				"branch:only-there from m1 to o1", "  added o"),
		},
		{
			name: "diverged copies: the local one, with a note",
			build: func(b *builder) {
				plain(b)
				b.edit("f1", "feat", "m1", 300, "a")
				b.edit("f2", "refs/remotes/origin/feat", "m1", 400, "c")
				b.edit("x1", "refs/remotes/zoe/wip", "m1", 300, "x")
				b.edit("x2", "refs/remotes/alice/wip", "m1", 400, "y")
			},
			want: lines("base main at m2",
				"branch:feat from m1 to f1", "  modified a",
				"branch:wip from m1 to x2", "  added y",
				"note: feat and origin/feat have diverged; feat is compared.",
				"note: alice/wip and zoe/wip have diverged; alice/wip is compared."),
		},
		{
			name: "a merged local copy does not hide the newer remote one",
			build: func(b *builder) {
				plain(b)
				b.ref("refs/heads/feat", "m1")
				b.edit("f2", "refs/remotes/origin/feat", "m1", 400, "c")
			},
			want: lines("base main at m2", "branch:feat from m1 to f2", "  added c"),
		},
		{
			name: "two names on one commit count once",
			build: func(b *builder) {
				plain(b)
				b.edit("f1", "zeta", "m1", 300, "a")
				b.ref("refs/heads/alpha", "f1")
			},
			want: lines("base main at m2", "branch:alpha from m1 to f1", "  modified a",
				"note: zeta is at the same commit as alpha and is not compared on its own."),
		},
		{
			name: "pull refs are pull requests and take their branch along",
			build: func(b *builder) {
				plain(b)
				b.edit("f1", "refs/remotes/origin/feat", "m1", 300, "a")
				b.ref("refs/pull/12/head", "f1")
				b.edit("t", "refs/pull/12/merge", "m2 f1", 310, "a")
				b.edit("p7", "refs/remotes/origin/pr/7", "m1", 300, "p7")
				b.edit("p8", "refs/remotes/origin/pull/8", "m1", 301, "p8")
				b.edit("p9", "refs/remotes/upstream/pull/9/head", "m1", 302, "p9")
				b.edit("p10", "refs/remotes/pull/10/merge", "m1", 303, "p10")
				b.edit("w", "refs/remotes/origin/pr/notes", "m1", 304, "w")
				b.edit("l", "pr/77", "m1", 305, "l")
			},
			want: lines("base main at m2",
				"pr:7 from m1 to p7", "  added p7",
				"pr:8 from m1 to p8", "  added p8",
				"pr:9 from m1 to p9", "  added p9",
				"pr:12 from m1 to f1 branch feat", "  modified a",
				"branch:pr/77 from m1 to l", "  added l",
				"branch:pr/notes from m1 to w", "  added w"),
		},
		{
			name: "a branch with commits that were not pushed is still its pull request",
			build: func(b *builder) {
				plain(b)
				b.edit("f1", "refs/remotes/origin/feat", "m1", 300, "a")
				b.ref("refs/pull/12/head", "f1")
				b.edit("f2", "feat", "f1", 400, "c")
			},
			want: lines("base main at m2", "pr:12 from m1 to f2 branch feat", "  modified a", "  added c"),
		},
		{
			name: "two pull requests of one commit count once",
			build: func(b *builder) {
				plain(b)
				b.edit("f1", "refs/pull/5/head", "m1", 300, "a")
				b.ref("refs/pull/6/head", "f1")
			},
			want: lines("base main at m2", "pr:5 from m1 to f1", "  modified a",
				"note: #6 is at the same commit as #5 and is not compared on its own."),
		},
		{
			name: "an orphan is left out with a note",
			build: func(b *builder) {
				plain(b)
				b.edit("o", "gh-pages", "", 300, "index.html")
			},
			want: lines("base main at m2", "note: gh-pages shares no history with main and is left out."),
		},
		{
			name: "symrefs and a remote's HEAD are no sides",
			build: func(b *builder) {
				plain(b)
				b.edit("f1", "feat", "m1", 300, "a")
				b.edit("d1", "refs/remotes/fork/dev", "m1", 300, "d")
			},
			prepare: func(b *builder) {
				b.git("symbolic-ref", "refs/heads/alias", "refs/heads/feat")
				b.git("symbolic-ref", "refs/remotes/fork/HEAD", "refs/remotes/fork/dev")
			},
			base: "main",
			want: lines("base main at m2",
				"branch:dev from m1 to d1", "  added d", "branch:feat from m1 to f1", "  modified a"),
		},
		{
			name: "copies of the base on other remotes are no sides",
			build: func(b *builder) {
				plain(b)
				b.ref("refs/remotes/origin/main", "m2")
				b.edit("u", "refs/remotes/upstream/main", "m2", 300, "u")
			},
			want: lines("base main at m2"),
		},
		{
			name: "a remote whose name holds a slash",
			build: func(b *builder) {
				plain(b)
				b.edit("f1", "refs/remotes/team/maya/feat", "m1", 300, "a")
				b.ref("refs/heads/feat", "f1")
			},
			prepare: func(b *builder) { b.git("config", "remote.team/maya.url", "https://example.com/x") },
			want:    lines("base main at m2", "branch:feat from m1 to f1", "  modified a"),
		},
		{
			name: "a branch named like an option",
			build: func(b *builder) {
				plain(b)
				b.edit("f1", "refs/heads/--upload-pack=x", "m1", 300, "a")
			},
			want: lines("base main at m2", "branch:--upload-pack=x from m1 to f1", "  modified a"),
		},
		{
			name: "a detached head is no side",
			build: func(b *builder) {
				plain(b)
				b.edit("f1", "feat", "m1", 300, "a")
				b.edit("h", "tmp", "m1", 310, "h")
			},
			prepare: func(b *builder) {
				b.git("update-ref", "--no-deref", "HEAD", b.id("h"))
				b.git("update-ref", "-d", "refs/heads/tmp")
			},
			want: lines("base main at m2", "branch:feat from m1 to f1", "  modified a"),
		},
		{
			name: "packed refs",
			build: func(b *builder) {
				plain(b)
				b.edit("f1", "feat", "m1", 300, "a")
			},
			prepare: func(b *builder) { b.git("pack-refs", "--all") },
			want:    lines("base main at m2", "branch:feat from m1 to f1", "  modified a"),
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newRepo(t)
			tt.build(b)
			b.build()
			if tt.prepare != nil {
				tt.prepare(b)
			}
			if diff := cmp.Diff(tt.want, b.describe(b.gather(Options{Base: tt.base}))); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

func TestKeepIsAskedBeforeTwinsAreDropped(t *testing.T) {
	b := newRepo(t)
	plain(b)
	b.edit("f1", "alpha", "m1", 300, "a")
	b.ref("refs/heads/zeta", "f1")
	b.edit("o", "orphan", "", 300, "o")
	b.build()
	var asked []detect.SideID
	got, err := b.open(Options{}).Gather(context.Background(), func(s *detect.Side) bool {
		asked = append(asked, s.ID)
		if s.Target != "main" || s.Head == "" || s.Author != "Maya" {
			t.Errorf("keep was shown an incomplete side: %+v", s)
		}
		return s.Branch == "zeta"
	})
	if err != nil {
		t.Fatal(err)
	}
	want := lines("base main at m2", "branch:zeta from m1 to f1", "  modified a")
	if diff := cmp.Diff(want, b.describe(got)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	if diff := cmp.Diff([]detect.SideID{"branch:alpha", "branch:orphan", "branch:zeta"}, asked); diff != "" {
		t.Errorf("asked, want -, got +:\n%s", diff)
	}
}

func TestArrivalAndAuthor(t *testing.T) {
	b := newRepo(t)
	plain(b)
	b.commit(node{name: "f1", ref: "feat", parents: "m1", time: 500, authored: 250, changes: []change{write("c", "1")}})
	b.commit(node{
		name: "f2", ref: "feat", parents: "f1", time: 600, authored: 240, author: "Ren\xc3\xa9 \xff",
		changes: []change{write("c", "2")},
	})
	b.commit(node{name: "f3", ref: "feat", parents: "f2", time: 700, author: "Zo\xc3\xab", changes: []change{write("c", "3")}})
	b.commit(node{name: "far", ref: "far", parents: "m1", time: 800, authored: 999999999999999, changes: []change{write("d", "3")}})
	b.build()
	got := b.gather(Options{})
	feat, far := got.Changes[1].Side, got.Changes[0].Side
	if want := time.Unix(240, 0).UTC(); !feat.Arrived.Equal(want) || feat.Arrived.Location() != time.UTC {
		t.Errorf("feat arrived at %v, want %v", feat.Arrived, want)
	}
	if feat.Author != "Zo\u00eb" {
		t.Errorf("author %q", feat.Author)
	}
	if y := far.Arrived.Year(); y > 9999 {
		t.Errorf("a forged date gives year %d, which has no JSON form", y)
	}
}
