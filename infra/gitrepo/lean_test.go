package gitrepo

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/comity-dev/comity/detect"
)

// Who asks for some sides only gets them as they are among all.
func TestUnwantedSidesStillCountAsParents(t *testing.T) {
	b := newRepo(t)
	plain(b)
	b.edit("p1", "one", "m1", 300, "a")
	b.edit("p2", "two", "p1", 400, "b")
	b.edit("p3", "three", "p2", 500, "c")
	b.edit("q1", "lean", "p2", 600, "d")
	b.edit("q2", "lean", "q1", 610, "e")
	b.edit("r1", "leaner", "q1", 700, "f")
	b.edit("x1", "other", "m1", 300, "x")
	b.ref("refs/remotes/origin/one", "x1") // diverged
	b.build()
	tests := []struct{ keep, want string }{
		{"two", lines(
			"branch:one from m1 to p1", "  modified a",
			"branch:two from m1 to p2 on branch:one contains [branch:one]", "  modified b")},
		{"one", lines("branch:one from m1 to p1", "  modified a",
			"note: one and origin/one have diverged; one is compared.")},
		{"leaner", lines(
			"branch:leaner from m1 to r1 on branch:two contains [branch:two branch:one]", "  added f",
			"branch:one from m1 to p1", "  modified a",
			"branch:two from m1 to p2 on branch:one contains [branch:one]", "  modified b")},
		{"lean", lines(
			"branch:lean from m1 to q2 on branch:two contains [branch:two branch:one]", "  added d", "  added e",
			"branch:one from m1 to p1", "  modified a",
			"branch:two from m1 to p2 on branch:one contains [branch:one]", "  modified b")},
		{"none", ""},
	}
	for _, tt := range tests {
		got, err := b.open(Options{}).Gather(context.Background(), func(s *detect.Side) bool { return s.Branch == tt.keep })
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(lines("base main at m2")+tt.want, b.describe(got)); diff != "" {
			t.Errorf("%s: want -, got +:\n%s", tt.keep, diff)
		}
	}
}

func TestLeaning(t *testing.T) {
	tests := []struct {
		name  string
		build func(b *builder)
		want  string
	}{
		{
			name: "gitflow: each commit of develop is the change of one side",
			build: func(b *builder) {
				plain(b)
				b.edit("d1", "develop", "m1", 300, "d1")
				b.edit("f1", "feat1", "d1", 310, "f1")
				b.edit("d2", "develop", "d1", 320, "d2")
				b.edit("f2", "feat2", "d2", 330, "f2")
				b.edit("d3", "develop", "d2", 340, "d3")
				b.edit("d4", "develop", "d3", 350, "d4")
			},
			want: lines("base main at m2",
				"branch:develop from m1 to d4", "  added d3", "  added d4",
				"branch:feat1 from m1 to f1", "  added d1", "  added f1",
				"branch:feat2 from m1 to f2", "  added d2", "  added f2"),
		},
		{
			name: "two branches on a deleted one, the second with a newer base",
			build: func(b *builder) {
				plain(b)
				b.edit("g1", "gone", "m1", 300, "g")
				b.edit("g2", "gone", "g1", 310, "a")
				b.edit("x1", "x", "g2", 320, "x")
				b.commit(node{name: "y1", ref: "y", parents: "g2 m2", time: 330, changes: []change{write("b", "2\n"), write("y", "1")}})
				b.edit("y2", "y", "y1", 340, "a")
				b.ref("refs/heads/gone", "m1")
			},
			want: lines("base main at m2",
				"branch:x from m1 to x1", "  modified a", "  added g", "  added x",
				"branch:y from m2 to y2", "  modified a", "  added y"),
		},
		{
			name: "a rebased feature whose first commit is older than the branch it is on",
			build: func(b *builder) {
				plain(b)
				b.edit("d1", "develop", "m1", 500, "d1")
				b.commit(node{name: "f1", ref: "feat", parents: "d1", time: 600, authored: 250, changes: []change{write("f", "1")}})
			},
			want: lines("base main at m2",
				"branch:develop from m1 to d1", "  added d1",
				"branch:feat from m1 to f1 on branch:develop contains [branch:develop]", "  added f"),
		},
		{
			name: "merged halves of other branches are not its own",
			build: func(b *builder) {
				plain(b)
				b.edit("p1", "one", "m1", 300, "p")
				b.edit("p2", "one", "p1", 310, "p2")
				b.edit("q1", "two", "m1", 320, "q")
				b.edit("q2", "two", "q1", 330, "q2")
				b.edit("r1", "three", "m1", 340, "r")
				b.commit(node{name: "s1", ref: "staging", parents: "m1 p1 q1 r1", time: 400, changes: []change{
					write("p", "p1\n"), write("q", "q1\n"), write("r", "r1\n"), write("s", "s\n"),
				}})
			},
			want: lines("base main at m2",
				"branch:one from m1 to p2", "  added p", "  added p2",
				"branch:staging from m1 to s1 on branch:three contains [branch:three]", "  added s",
				"branch:three from m1 to r1", "  added r",
				"branch:two from m1 to q2", "  added q", "  added q2"),
		},
		{
			name: "a stack whose last branch takes back what the one below did",
			build: func(b *builder) {
				plain(b)
				b.commit(node{name: "p1", ref: "one", parents: "m1", time: 300, changes: []change{write("a", "p1\n")}})
				b.commit(node{name: "p2", ref: "two", parents: "p1", time: 400, changes: []change{write("a", "p2\n")}})
				b.commit(node{name: "p3", ref: "three", parents: "p2", time: 500, changes: []change{write("a", "p1\n")}})
			},
			want: lines("base main at m2",
				"branch:one from m1 to p1", "  modified a",
				"branch:three from m1 to p3 on branch:two contains [branch:two branch:one]", "  modified a",
				"branch:two from m1 to p2 on branch:one contains [branch:one]", "  modified a"),
		},
		{
			name: "a stack made within one second",
			build: func(b *builder) {
				plain(b)
				b.edit("z1", "zeta", "m1", 300, "z")
				b.edit("a1", "alpha", "z1", 300, "a")
			},
			want: lines("base main at m2",
				"branch:alpha from m1 to a1 on branch:zeta contains [branch:zeta]", "  modified a",
				"branch:zeta from m1 to z1", "  added z"),
		},
		{
			name: "develop merged twice, by a clock that runs backwards",
			build: func(b *builder) {
				plain(b)
				b.edit("d1", "develop", "m1", 900, "d1")
				b.edit("d2", "develop", "d1", 800, "d2")
				b.edit("d3", "early", "d2", 200, "d3")
				b.commit(node{name: "f1", ref: "feat", parents: "m1 d1", time: 950, changes: []change{write("d1", "d1\n"), write("f", "1\n")}})
				b.commit(node{name: "f2", ref: "feat", parents: "f1 d2", time: 960, changes: []change{write("d2", "d2\n")}})
				b.edit("f3", "feat", "f2", 970, "d2")
				b.ref("refs/heads/develop", "m1")
			},
			want: lines("base main at m2",
				"branch:early from m1 to d3", "  added d1", "  added d2", "  added d3",
				"branch:feat from m1 to f3", "  modified d2", "  added f"),
		},
		{
			name: "merged halves do not make a branch early",
			build: func(b *builder) {
				plain(b)
				b.edit("p1", "one", "m1", 110, "p")
				b.edit("p2", "one", "p1", 120, "p2")
				b.edit("q1", "two", "m1", 300, "q")
				b.edit("q2", "two", "q1", 310, "q2")
				b.commit(node{name: "s1", ref: "staging", parents: "m1 p1 q1", time: 400, changes: []change{
					write("p", "p1\n"), write("q", "q1\n"), write("s", "s\n"),
				}})
			},
			want: lines("base main at m2",
				"branch:one from m1 to p2", "  added p", "  added p2",
				"branch:staging from m1 to s1", "  added s",
				"branch:two from m1 to q2", "  added q", "  added q2"),
		},
		{
			name: "an old state brought back by hand is its own",
			build: func(b *builder) {
				b.edit("m1", "main", "", 100, "a")
				b.edit("p1", "one", "m1", 110, "p")
				b.edit("p2", "one", "p1", 120, "p2")
				b.edit("m2", "main", "m1", 200, "a")
				b.edit("q1", "two", "m2", 300, "q")
				b.edit("q2", "two", "q1", 310, "q2")
				b.commit(node{name: "s1", ref: "x", parents: "m2 p1 q1", time: 400, changes: []change{
					write("p", "p1\n"), write("q", "q1\n"), write("a", "m1\n"),
				}})
			},
			want: lines("base main at m2",
				"branch:one from m1 to p2", "  added p", "  added p2",
				"branch:two from m2 to q2", "  added q", "  added q2",
				"branch:x from m2 to s1", "  modified a"),
		},
		{
			name: "a foreign history that two sides merged is nothing to lean on",
			build: func(b *builder) {
				plain(b)
				b.edit("s1", "sub", "", 250, "lib")
				b.edit("x1", "x", "m1", 300, "x")
				b.commit(node{name: "x2", ref: "x", parents: "x1 s1", time: 310, changes: []change{write("vendor/lib", "s1\n")}})
				b.commit(node{name: "y1", ref: "y", parents: "m1 s1", time: 320, changes: []change{write("a", "y\n")}})
				b.edit("y2", "y", "y1", 330, "y")
				b.edit("y3", "y", "y2", 340, "z")
				b.ref("refs/heads/sub", "m1")
			},
			want: lines("base main at m2",
				"branch:x from m1 to x2", "  added vendor/lib", "  added x",
				"branch:y from m1 to y3", "  modified a", "  added y", "  added z"),
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newRepo(t)
			tt.build(b)
			b.build()
			if diff := cmp.Diff(tt.want, b.describe(b.gather(Options{}))); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

// What a leaning side changes is known from the base as well, and it arrived
// with the oldest commit that is its own.
func TestLeaningSideFromBase(t *testing.T) {
	b := newRepo(t)
	plain(b)
	b.edit("g1", "gone", "m1", 300, "a")
	b.edit("x1", "x", "g1", 400, "x")
	b.edit("y1", "y", "g1", 500, "a")
	b.edit("y2", "y", "y1", 600, "y")
	b.ref("refs/heads/gone", "m1")
	b.build()
	got := b.gather(Options{})
	x, y := got.Changes[0], got.Changes[1]
	if x.FromBase != nil || x.Side.Arrived.Unix() != 300 {
		t.Errorf("the owner: from base %v, arrived %d", x.FromBase, x.Side.Arrived.Unix())
	}
	if y.Side.Arrived.Unix() != 500 || y.Side.StackedOn != "" || y.Side.Contains != nil {
		t.Errorf("the one that leans: %+v", y.Side)
	}
	old := func(files []detect.FileChange) string { return files[0].Path + " " + files[0].Old.OID }
	if want := "a " + b.git("rev-parse", b.id("g1")+":a"); old(y.Files) != want || len(y.Files) != 2 {
		t.Errorf("files %v, want %s first", y.Files, want)
	}
	if want := "a " + b.git("rev-parse", b.id("m1")+":a"); old(y.FromBase) != want || len(y.FromBase) != 2 {
		t.Errorf("from base %v, want %s first", y.FromBase, want)
	}
}
