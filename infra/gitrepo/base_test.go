package gitrepo

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBase(t *testing.T) {
	tests := []struct {
		name    string
		base    string
		build   func(b *builder)
		prepare func(b *builder)
		want    string
		err     string
	}{
		{
			name: "origin/HEAD names it",
			build: func(b *builder) {
				b.edit("t1", "refs/remotes/origin/trunk", "", 100, "a")
				b.edit("m1", "main", "t1", 110, "m")
			},
			prepare: func(b *builder) {
				b.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk")
			},
			want: lines("base trunk at t1", "branch:main from t1 to m1", "  added m"),
		},
		{
			name: "the HEAD of the only remote counts as well",
			build: func(b *builder) {
				b.edit("t1", "refs/remotes/upstream/trunk", "", 100, "a")
				b.edit("f1", "feat", "t1", 110, "m")
			},
			prepare: func(b *builder) {
				b.git("symbolic-ref", "refs/remotes/upstream/HEAD", "refs/remotes/upstream/trunk")
			},
			want: lines("base trunk at t1", "branch:feat from t1 to f1", "  added m"),
		},
		{
			name: "a dangling origin/HEAD does not count",
			build: func(b *builder) {
				b.edit("m1", "master", "", 100, "a")
				b.ref("refs/remotes/origin/other", "m1")
			},
			prepare: func(b *builder) {
				b.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/gone")
			},
			want: lines("base master at m1"),
		},
		{
			name: "a local main that is behind gives way to the remote's",
			build: func(b *builder) {
				b.edit("m1", "main", "", 100, "a")
				b.edit("m2", "refs/remotes/origin/main", "m1", 200, "b")
				b.edit("f1", "feat", "m2", 300, "f")
			},
			want: lines("base main at m2", "branch:feat from m2 to f1", "  added f"),
		},
		{
			name: "a local main that is ahead is the base",
			base: "main",
			build: func(b *builder) {
				b.edit("m1", "refs/remotes/origin/main", "", 100, "a")
				b.edit("m2", "main", "m1", 200, "b")
				b.edit("f1", "feat", "m2", 300, "f")
			},
			want: lines("base main at m2", "branch:feat from m2 to f1", "  added f"),
		},
		{
			name: "a local main that has diverged is the base, with a note",
			build: func(b *builder) {
				b.edit("m1", "main", "", 100, "a")
				b.edit("m2", "main", "m1", 200, "b")
				b.edit("o2", "refs/remotes/origin/main", "m1", 200, "c")
				b.edit("f1", "feat", "o2", 300, "f")
			},
			want: lines("base main at m2", "branch:feat from m1 to f1", "  added c", "  added f",
				"note: main and origin/main have diverged; main is the base."),
		},
		{
			name: "main that is only on the remote",
			build: func(b *builder) {
				b.edit("m1", "refs/remotes/origin/main", "", 100, "a")
				b.edit("f1", "feat", "m1", 300, "f")
			},
			want: lines("base main at m1", "branch:feat from m1 to f1", "  added f"),
		},
		{
			name: "--base with a remote branch",
			base: "origin/release",
			build: func(b *builder) {
				b.edit("m1", "main", "", 100, "a")
				b.edit("r1", "refs/remotes/origin/release", "m1", 200, "r")
				b.edit("r2", "release", "r1", 300, "r2")
			},
			want: lines("base release at r1"),
		},
		{
			name: "--base with a branch that is only on a remote",
			base: "release",
			build: func(b *builder) {
				b.edit("m1", "main", "", 100, "a")
				b.edit("r1", "refs/remotes/origin/release", "m1", 200, "r")
			},
			want: lines("base release at r1"),
		},
		{
			name: "--base with a full ref",
			base: "refs/tags/v1",
			build: func(b *builder) {
				b.edit("m1", "main", "", 100, "a")
				b.edit("m2", "main", "m1", 200, "b")
			},
			prepare: func(b *builder) {
				b.git("tag", "-a", "-m", "one", "v1", b.id("m1"))
			},
			want: lines("base v1 at m1", "branch:main from m1 to m2", "  added b"),
		},
		{
			name: "--base with a branch named like an option",
			base: "--upload-pack=x",
			build: func(b *builder) {
				b.edit("m1", "refs/heads/--upload-pack=x", "", 100, "a")
				b.edit("f1", "feat", "m1", 200, "b")
			},
			want: lines("base --upload-pack=x at m1", "branch:feat from m1 to f1", "  added b"),
		},
		{
			name:  "--base without such a branch",
			base:  "nosuch",
			build: func(b *builder) { b.edit("m1", "main", "", 100, "a") },
			err:   "--base nosuch: no such branch",
		},
		{
			name:  "--base with a pattern is no branch either",
			base:  "refs/heads/*",
			build: func(b *builder) { b.edit("m1", "main", "", 100, "a") },
			err:   "--base refs/heads/*: no such branch",
		},
		{
			name:  "nothing to guess from",
			build: func(b *builder) { b.edit("m1", "dev", "", 100, "a") },
			err:   "no base branch found: tried origin/HEAD, main, master; name one with --base",
		},
		{
			name:  "an empty repository",
			build: func(b *builder) {},
			err:   "no base branch found: tried origin/HEAD, main, master; name one with --base",
		},
		{
			name:  "only a pull request's trial merge was fetched",
			build: func(b *builder) { b.edit("m1", "refs/remotes/pull/7/merge", "", 100, "a") },
			prepare: func(b *builder) {
				b.git("config", "remote.origin.url", "https://example.com/acme/shop")
			},
			err: "no base branch found: tried origin/HEAD, main, master; name one with --base; " +
				"this clone holds only a part of the repository, run: " +
				"git fetch origin '+refs/heads/*:refs/remotes/origin/*'",
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
			got, err := b.open(Options{Base: tt.base}).Gather(context.Background(), nil)
			if tt.err != "" {
				if err == nil || err.Error() != tt.err {
					t.Fatalf("error %v, want %q", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, b.describe(got)); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

func TestShellQuote(t *testing.T) {
	for word, want := range map[string]string{
		"origin": "origin", "a b": "'a b'", "it's;rm": `'it'\''s;rm'`, "": "''", "+refs/*": "'+refs/*'",
	} {
		if got := shellQuote(word); got != want {
			t.Errorf("shellQuote(%q) = %s, want %s", word, got, want)
		}
	}
}
