package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"github.com/comity-dev/comity/app"
)

// small is a repository with one side.
func small(t testing.TB, initArgs ...string) *builder {
	b := newRepo(t, initArgs...)
	plain(b)
	b.edit("f1", "feat", "m1", 300, "a")
	b.build()
	return b
}

var smallWant = lines("base main at m2", "branch:feat from m1 to f1", "  modified a")

func (b *builder) expect(t *testing.T, o Options, want string) {
	t.Helper()
	if diff := cmp.Diff(want, b.describe(b.gather(o))); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestKindsOfRepositories(t *testing.T) {
	t.Run("bare", func(t *testing.T) {
		small(t, "--bare").expect(t, Options{}, smallWant)
	})
	t.Run("sha256", func(t *testing.T) {
		b := small(t, "--object-format=sha256")
		b.expect(t, Options{}, smallWant)
		if len(b.id("m1")) != 64 {
			t.Errorf("the repository has ids like %s", b.id("m1"))
		}
	})
	t.Run("subdirectory", func(t *testing.T) {
		b := small(t)
		dir := filepath.Join(b.dir, "sub", "dir")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		b.expect(t, Options{Dir: dir}, smallWant)
	})
	t.Run("git directory itself", func(t *testing.T) {
		b := small(t)
		b.expect(t, Options{Dir: filepath.Join(b.dir, ".git")}, smallWant)
	})
	t.Run("linked worktree", func(t *testing.T) {
		b := small(t)
		tree := filepath.Join(t.TempDir(), "linked")
		b.git("worktree", "add", "-q", "-b", "wt", tree, b.id("m2"))
		b.exec("", "-C", tree, "commit", "-q", "--allow-empty", "-m", "work")
		b.ids["w1"] = b.git("rev-parse", "wt")
		want := smallWant + lines("branch:wt from m2 to w1")
		b.expect(t, Options{Dir: tree}, want)
		b.expect(t, Options{}, want)
	})
	t.Run("shallow linked worktree", func(t *testing.T) {
		from := newRepo(t)
		origin(from)
		b := newRepo(t)
		b.git("config", "remote.origin.url", "file://"+from.dir)
		b.git("fetch", "-q", "--depth=1", "origin", "refs/heads/*:refs/remotes/origin/*")
		tree := filepath.Join(t.TempDir(), "linked")
		b.git("worktree", "add", "-q", "--detach", tree, "origin/main")
		_, err := b.open(Options{Dir: tree}).Gather(context.Background(), nil)
		if !errors.As(err, new(*ShallowError)) {
			t.Errorf("got error %v, want a ShallowError", err)
		}
	})
	t.Run("directory with a line feed", func(t *testing.T) {
		b := small(t)
		dir := filepath.Join(t.TempDir(), "a\nb\n")
		if err := os.Rename(b.dir, dir); err != nil {
			t.Skip(err)
		}
		b.expect(t, Options{Dir: dir}, smallWant)
	})
}

// Replace refs and grafts show a history that nobody else sees.
func TestReplaceRefsAndGraftsDoNotMatter(t *testing.T) {
	b := small(t)
	b.git("replace", b.id("f1"), b.id("m2"))
	b.expect(t, Options{}, smallWant)
	info := filepath.Join(b.dir, ".git", "info")
	if err := os.MkdirAll(info, 0o755); err != nil {
		t.Fatal(err)
	}
	graft := b.id("f1") + "\n" + b.id("m2") + "\n"
	if err := os.WriteFile(filepath.Join(info, "grafts"), []byte(graft), 0o644); err != nil {
		t.Fatal(err)
	}
	b.expect(t, Options{}, smallWant)
}

func TestGitVariablesOfTheCallerDoNotMatter(t *testing.T) {
	b := small(t)
	for name, value := range map[string]string{
		"GIT_DIR": "/nowhere", "GIT_WORK_TREE": "/nowhere", "GIT_INDEX_FILE": "/nowhere", "GIT_NAMESPACE": "x",
		"GIT_OBJECT_DIRECTORY": "/nowhere", "GIT_COMMON_DIR": "/nowhere", "GIT_EXTERNAL_DIFF": "false",
		"GIT_DIFF_OPTS": "-u0", "GIT_TRACE": "1", "GIT_LITERAL_PATHSPECS": "1", "GIT_DEFAULT_HASH": "sha256",
		"LC_ALL": "de_DE.UTF-8", "GIT_PAGER": "false",
	} {
		t.Setenv(name, value)
	}
	b.expect(t, Options{Dir: b.dir}, smallWant)
}

func TestGitDirIsTheDefault(t *testing.T) {
	b := small(t)
	t.Setenv("GIT_DIR", filepath.Join(b.dir, ".git"))
	r, err := Open(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Gather(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(smallWant, b.describe(got)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

// A broken repository gives git's own words, in one line.
func TestBrokenRepository(t *testing.T) {
	b := small(t)
	tree := b.git("rev-parse", b.id("f1")+"^{tree}")
	file := filepath.Join(b.dir, ".git", "objects", tree[:2], tree[2:])
	if err := os.Remove(file); err != nil {
		t.Fatal(err) // so small an import leaves loose objects
	}
	_, err := b.open(Options{}).Gather(context.Background(), nil)
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "git diff-tree: ") {
		t.Errorf("got error %v", err)
	}
}

func TestCancel(t *testing.T) {
	b := small(t)
	r := b.open(Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.Gather(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("gather: %v", err)
	}
	if err := r.Blobs(ctx, []string{b.id("m1")}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("blobs: %v", err)
	}
	b.expect(t, Options{}, smallWant)
}

// A git that hangs is killed once the context ends.
func TestCancelKillsGit(t *testing.T) {
	started := filepath.Join(t.TempDir(), "started")
	hang := fakeGit(t, "echo > '"+started+"'; exec sleep 600")
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for {
			if _, err := os.Stat(started); err == nil {
				cancel()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if _, err := Open(ctx, Options{Dir: t.TempDir(), Git: hang}); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v", err)
	}
}

// A look costs the same few processes however many branches there are.
func TestProcessesAreConstant(t *testing.T) {
	count := func(branches int) int {
		b := newRepo(t)
		plain(b)
		for i := range branches {
			name := fmt.Sprint("f", i)
			b.edit(name, name, "m1", 300+i, name)
			b.commit(node{name: name + "m", ref: name, parents: name + " m2", time: 500 + i, changes: []change{write("b", "2\n")}})
			b.edit(name+"s", name+"s", name+"m", 600+i, "s")
		}
		b.build()
		log := filepath.Join(t.TempDir(), "log")
		real, err := exec.LookPath("git")
		if err != nil {
			t.Fatal(err)
		}
		r := b.open(Options{Git: fakeGit(t, "echo x >>'"+log+"'\nexec '"+real+"' \"$@\"")})
		got, err := r.Gather(context.Background(), nil)
		if err != nil || len(got.Changes) != 2*branches {
			t.Fatal(len(got.Changes), err)
		}
		var oids, bases []string
		for _, set := range got.Changes {
			bases = append(bases, set.Side.MergeBase)
			for _, f := range set.Files {
				oids = append(oids, f.New.OID)
			}
		}
		readBlobs(t, r, oids...)
		readBlobs(t, r, oids...)
		if _, err := r.TargetRenames(context.Background(), bases); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(data), "x")
	}
	few, many := count(2), count(40)
	if few != many || many > 10 {
		t.Errorf("%d processes for 2 branches, %d for 40", few, many)
	}
}

func TestMethodsMayBeCalledAtTheSameTime(t *testing.T) {
	b := small(t)
	r := b.open(Options{})
	oid := b.git("rev-parse", b.id("m1")+":a")
	var wait errgroup.Group
	for range 4 {
		wait.Go(func() error {
			got, err := r.Gather(context.Background(), nil)
			if err == nil && b.describe(got) != smallWant {
				err = errors.New(b.describe(got))
			}
			return err
		})
		wait.Go(func() error {
			return r.Blobs(context.Background(), []string{oid}, func(_ string, blob app.Blob) {
				if string(blob.Data) != "1\n" {
					t.Errorf("got %q", blob.Data)
				}
			})
		})
	}
	if err := wait.Wait(); err != nil {
		t.Fatal(err)
	}
}
