package gitrepo

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/comity-dev/comity/detect"
)

// origin has a base of four commits and three branches: old grew from the
// first, new from the last, and merger from the first with the third merged.
func origin(b *builder) {
	b.edit("m1", "main", "", 100, "a")
	b.edit("m2", "main", "m1", 200, "b")
	b.edit("m3", "main", "m2", 300, "c")
	b.edit("m4", "main", "m3", 400, "d")
	b.edit("o1", "old", "m1", 500, "o")
	b.edit("n1", "new", "m4", 500, "n")
	b.edit("x1", "merger", "m1", 500, "x")
	b.commit(node{name: "x2", ref: "merger", parents: "x1 m3", time: 600, changes: []change{write("b", "m2\n"), write("c", "m3\n")}})
	b.build()
}

func TestShallow(t *testing.T) {
	const run = ", run: git fetch --unshallow origin"
	const onlyMain = "this clone is shallow and holds only main, run: " +
		"git fetch --unshallow origin '+refs/heads/*:refs/remotes/origin/*'"
	const broken = "the history of this clone is too shallow to compare "
	tests := []struct {
		name  string
		fetch []string
		base  string
		want  string
		err   string
		sides []detect.SideID
	}{
		{
			name:  "nothing but the base",
			fetch: []string{"--depth=1", "main:refs/remotes/origin/main"},
			err:   onlyMain,
			sides: []detect.SideID{},
		},
		{
			name:  "nothing but the base, and a branch just made from it",
			fetch: []string{"--depth=1", "main:refs/remotes/origin/main", "main:refs/heads/feat"},
			err:   onlyMain,
			sides: []detect.SideID{},
		},
		{
			name:  "nothing but the base, in full",
			fetch: []string{"main:refs/remotes/origin/main"},
			want:  lines("base main at m4"),
		},
		{
			name:  "depth 1 of all branches",
			fetch: []string{"--depth=1", "refs/heads/*:refs/remotes/origin/*"},
			err:   broken + "merger and 2 more with main" + run,
			sides: []detect.SideID{"branch:merger", "branch:new", "branch:old"},
		},
		{
			name:  "deep enough for the only branch",
			fetch: []string{"--depth=2", "main:refs/remotes/origin/main", "new:refs/remotes/origin/new"},
			want:  lines("base main at m4", "branch:new from m4 to n1", "  added n"),
		},
		{
			name:  "the branch reaches the root, the base is cut above",
			fetch: []string{"--depth=2", "main:refs/remotes/origin/main", "old:refs/remotes/origin/old"},
			err:   broken + "old with main" + run,
			sides: []detect.SideID{"branch:old"},
		},
		{
			name:  "only the pull request's branch was fetched",
			fetch: []string{"--depth=1", "new:refs/remotes/origin/new"},
			err: "no base branch found: tried origin/HEAD, main, master; name one with --base; " +
				"this clone holds only a part of the repository, run: " +
				"git fetch --unshallow origin '+refs/heads/*:refs/remotes/origin/*'",
		},
		{
			name:  "the named base was not fetched",
			base:  "main",
			fetch: []string{"--depth=1", "new:refs/remotes/origin/new"},
			err: "--base main: no such branch; " +
				"this clone holds only a part of the repository, run: " +
				"git fetch --unshallow origin '+refs/heads/*:refs/remotes/origin/*'",
		},
	}
	from := newRepo(t)
	origin(from)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newRepo(t)
			b.ids = from.ids
			b.git("config", "remote.origin.url", "file://"+from.dir)
			b.git(append([]string{"fetch", "-q", "origin"}, tt.fetch...)...)
			got, err := b.open(Options{Base: tt.base}).Gather(context.Background(), nil)
			if tt.err == "" {
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(tt.want, b.describe(got)); diff != "" {
					t.Errorf("want -, got +:\n%s", diff)
				}
				return
			}
			if err == nil || err.Error() != tt.err {
				t.Fatalf("got error %v\nwant %s", err, tt.err)
			}
			var shallow *ShallowError
			if errors.As(err, &shallow) != (tt.sides != nil) {
				t.Fatalf("error is a %T", err)
			}
			if tt.sides != nil {
				if diff := cmp.Diff(tt.sides, shallow.Sides, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("sides, want -, got +:\n%s", diff)
				}
			}
		})
	}
}

func TestShallowSidesNobodyWantsDoNotMatter(t *testing.T) {
	from := newRepo(t)
	origin(from)
	b := newRepo(t)
	b.ids = from.ids
	b.git("config", "remote.hub.url", "file://"+from.dir)
	b.git("fetch", "-q", "--depth=2", "hub", "refs/heads/*:refs/remotes/hub/*")
	r := b.open(Options{})
	got, err := r.Gather(context.Background(), func(s *detect.Side) bool { return s.Branch == "new" })
	if err != nil {
		t.Fatal(err)
	}
	want := lines("base main at m4", "branch:new from m4 to n1", "  added n")
	if diff := cmp.Diff(want, b.describe(got)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	_, err = r.Gather(context.Background(), func(s *detect.Side) bool { return s.Branch == "merger" })
	if want := "the history of this clone is too shallow to compare merger with main, run: git fetch --unshallow hub"; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// Who wants no sides, but the policy of the base, gets that from any clone.
func TestShallowBaseAlone(t *testing.T) {
	from := newRepo(t)
	origin(from)
	b := newRepo(t)
	b.ids = from.ids
	b.git("fetch", "-q", "-u", "--depth=1", "file://"+from.dir, "main:refs/heads/main")
	got, err := b.open(Options{}).Gather(context.Background(), func(*detect.Side) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(lines("base main at m4"), b.describe(got)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

// A local main and a newer one fetched with depth 1: whether one holds the
// other cannot be known.
func TestShallowBase(t *testing.T) {
	from := newRepo(t)
	origin(from)
	b := newRepo(t)
	b.git("config", "remote.origin.url", "file://"+from.dir)
	from.git("branch", "before", from.id("m2"))
	b.git("fetch", "-q", "-u", "--depth=1", "origin", "before:refs/heads/main")
	b.git("fetch", "-q", "--depth=1", "origin", "main:refs/remotes/origin/main")
	_, err := b.open(Options{}).Gather(context.Background(), nil)
	var shallow *ShallowError
	if !errors.As(err, &shallow) {
		t.Fatalf("got error %v, want a ShallowError", err)
	}
	if want := "the history of this clone is too shallow to compare main with origin/main, run: git fetch --unshallow origin"; err.Error() != want {
		t.Errorf("got %s, want %s", err, want)
	}
}

// A branch that grew from two commits of the base: if what lies between them
// was cut off, which of them counts cannot be known; if not, it can.
func TestShallowBetweenForks(t *testing.T) {
	from := newRepo(t)
	b := from
	b.edit("m1", "main", "", 100, "a")
	b.edit("m2", "main", "m1", 200, "b")
	b.edit("m3", "main", "m2", 300, "c")
	b.commit(node{name: "m4", ref: "main", parents: "m3 m1", time: 400, changes: []change{write("d", "4")}})
	b.commit(node{name: "f1", ref: "feat", parents: "m1 m3", time: 500, changes: []change{write("b", "m2\n"), write("c", "m3\n"), write("f", "1")}})
	b.edit("x1", "extra", "", 100, "x")
	b.edit("x2", "extra", "x1", 200, "y")
	b.build()
	clone := func(t *testing.T, fetches ...[]string) *builder {
		b := newRepo(t)
		b.ids = from.ids
		b.git("config", "remote.origin.url", "file://"+from.dir)
		for _, f := range fetches {
			b.git(append([]string{"fetch", "-q", "origin"}, f...)...)
		}
		return b
	}
	onlyFeat := func(s *detect.Side) bool { return s.Branch == "feat" }
	t.Run("cut", func(t *testing.T) {
		b := clone(t, []string{"--depth=2", "refs/heads/*:refs/remotes/origin/*"})
		_, err := b.open(Options{}).Gather(context.Background(), onlyFeat)
		if !errors.As(err, new(*ShallowError)) {
			t.Errorf("got error %v, want a ShallowError", err)
		}
	})
	t.Run("cut elsewhere", func(t *testing.T) {
		b := clone(t, []string{"main:refs/remotes/origin/main", "feat:refs/remotes/origin/feat"},
			[]string{"--depth=1", "extra:refs/remotes/origin/extra"})
		got, err := b.open(Options{}).Gather(context.Background(), onlyFeat)
		if err != nil {
			t.Fatal(err)
		}
		want := lines("base main at m4", "branch:feat from m3 to f1", "  added f")
		if diff := cmp.Diff(want, b.describe(got)); diff != "" {
			t.Errorf("want -, got +:\n%s", diff)
		}
	})
}
