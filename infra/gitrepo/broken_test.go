package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// breakRef makes a ref that names a commit which is not there.
func (b *builder) breakRef(full string) {
	b.t.Helper()
	path := filepath.Join(b.dir, ".git", filepath.FromSlash(full))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Repeat("de", 20)+"\n"), 0o644); err != nil {
		b.t.Fatal(err)
	}
}

func TestBrokenRefs(t *testing.T) {
	tests := []struct {
		name   string
		broken []string
		base   string
		want   string
		err    string
	}{
		{
			name:   "one",
			broken: []string{"refs/heads/broken"},
			want:   "note: broken names a commit that is missing from this clone and is left out.\n",
		},
		{
			name:   "some",
			broken: []string{"refs/heads/b1", "refs/remotes/origin/b2", "refs/pull/3/head"},
			want:   "note: b1, pull/3/head and origin/b2 name commits that are missing from this clone and are left out.\n",
		},
		{
			name:   "many",
			broken: []string{"refs/heads/b1", "refs/heads/b2", "refs/heads/b3", "refs/heads/b4", "refs/heads/b5", "refs/heads/b6", "refs/heads/b7"},
			want:   "note: b1, b2, b3, b4, b5 and 2 more name commits that are missing from this clone and are left out.\n",
		},
		{
			name:   "the remote's copy of the base",
			broken: []string{"refs/remotes/origin/main"},
			want:   "note: origin/main names a commit that is missing from this clone and is left out.\n",
		},
		{
			name:   "the base",
			broken: []string{"refs/heads/main"},
			err:    "the base main cannot be read: its commit dededededededededededededededededededede is missing from this clone",
		},
		{
			name:   "the base that is asked for",
			base:   "dev",
			broken: []string{"refs/remotes/origin/dev"},
			err:    "the base origin/dev cannot be read: its commit dededededededededededededededededededede is missing from this clone",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newRepo(t)
			plain(b)
			b.edit("f1", "feat", "m1", 300, "a")
			b.build()
			b.git("tag", "-a", "-m", "t", "v1", "feat")
			b.git("update-ref", "refs/pull/9/head", b.git("rev-parse", "v1"))
			b.git("update-ref", "refs/remotes/origin/blob", b.git("rev-parse", "feat:a"))
			for _, full := range tt.broken {
				b.breakRef(full)
			}
			got, err := b.open(Options{Base: tt.base}).Gather(context.Background(), nil)
			if tt.err != "" {
				if err == nil || err.Error() != tt.err {
					t.Fatalf("got error %v\nwant %s", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := lines("base main at m2", "pr:9 from m1 to f1 branch feat", "  modified a") + tt.want
			if diff := cmp.Diff(want, b.describe(got)); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

// A broken ref is no open work, so a shallow clone with nothing else has none.
func TestBrokenRefInAShallowClone(t *testing.T) {
	from := newRepo(t)
	origin(from)
	b := newRepo(t)
	b.git("fetch", "-q", "-u", "--depth=1", "file://"+from.dir, "main:refs/heads/main")
	b.breakRef("refs/heads/broken")
	_, err := b.open(Options{}).Gather(context.Background(), nil)
	if !errors.As(err, new(*ShallowError)) {
		t.Errorf("got error %v, want a ShallowError", err)
	}
}

// A partial clone fetches what it lacks when it is needed.
func TestPromisorThatCannotBeReached(t *testing.T) {
	from := newRepo(t)
	plain(from)
	from.edit("f1", "feat", "m1", 300, "a")
	from.build()
	from.git("config", "uploadpack.allowFilter", "true")
	b := newRepo(t)
	b.git("config", "remote.origin.url", "file://"+from.dir)
	b.git("fetch", "-q", "--filter=tree:0", "origin", "refs/heads/*:refs/remotes/origin/*")
	b.git("config", "remote.origin.url", "file://"+from.dir+"-gone")
	_, err := b.open(Options{}).Gather(context.Background(), nil)
	if err == nil {
		t.Fatal("trees were read that are not there")
	}
	want := fmt.Sprintf("'%s-gone' does not appear to be a git repository", from.dir)
	if msg := err.Error(); !strings.HasSuffix(msg, want) || len(msg) > len(want)+30 {
		t.Errorf("got error %s", msg)
	}
}
