package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/comity-dev/comity/app"
)

// DefaultMaxBlob is the largest file, in bytes, whose content is read unless
// Options say otherwise.
const DefaultMaxBlob = 5 << 20

// Options says which repository to read, and how.
type Options struct {
	// Dir is the repository, bare or not, or a directory in it. Empty means
	// $GIT_DIR, else the working directory.
	Dir string
	// Base is the target branch: a branch name, a remote-tracking branch such
	// as origin/main, or a full ref name. Empty means origin/HEAD, then main,
	// then master.
	Base string
	// MaxBlob is the largest file whose content is read, in bytes. Zero means
	// DefaultMaxBlob.
	MaxBlob int64
	// Git is the git program. Empty means the one on PATH.
	Git string
}

// Repo is a git clone as a source of open work. Its methods may be called at
// the same time.
type Repo struct {
	git     git
	common  string // what linked worktrees share; holds the shallow file
	base    string
	maxBlob int64
	objects *objectReader
	seen    atomic.Pointer[look] // by the last Gather
}

var _ app.Source = (*Repo)(nil)

// Open finds the repository and checks that git is new enough. The errors are
// single lines made to be shown to people. Close ends the process that the
// Repo keeps.
func Open(ctx context.Context, o Options) (*Repo, error) {
	dir := o.Dir
	if dir == "" {
		dir = os.Getenv("GIT_DIR")
	}
	if dir == "" {
		dir = "."
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("not a git repository: %s: no such directory", dir)
	}
	program, err := findGit(o.Git)
	if err != nil {
		return nil, err
	}
	g := git{program: program, dir: dir, env: environment(os.Environ())}
	gitDir, err := locate(ctx, g, dir)
	if err != nil {
		return nil, err
	}
	g.gitDir, g.dir = gitDir, gitDir
	r := &Repo{git: g, common: commonDir(gitDir), base: o.Base, maxBlob: o.MaxBlob}
	if r.maxBlob <= 0 {
		r.maxBlob = DefaultMaxBlob
	}
	r.objects = &objectReader{git: &r.git}
	return r, nil
}

// Close ends the process that the Repo keeps for reading objects. The Repo can
// still be used afterwards.
func (r *Repo) Close() error { return r.objects.Close() }

func findGit(program string) (string, error) {
	if program == "" {
		program = "git"
	}
	path, err := exec.LookPath(program)
	if err != nil {
		return "", startError(err)
	}
	return path, nil
}

// locate returns the absolute git directory of dir. git itself refuses
// directories of other owners here (safe.directory).
func locate(ctx context.Context, g git, dir string) (string, error) {
	var version, gitDir string
	var versionErr, dirErr error
	var wait errgroup.Group
	wait.Go(func() error { version, versionErr = g.output(ctx, "version"); return nil })
	wait.Go(func() error { gitDir, dirErr = g.output(ctx, "rev-parse", "--absolute-git-dir"); return nil })
	_ = wait.Wait() // both errors are kept apart: a wrong version explains the other
	if versionErr != nil {
		return "", versionErr
	}
	if err := checkVersion(version); err != nil {
		return "", err
	}
	var failed *gitError
	if errors.As(dirErr, &failed) && strings.Contains(failed.stderr, "not a git repository") {
		return "", fmt.Errorf("not a git repository: %s", dir)
	}
	if dirErr != nil {
		return "", dirErr
	}
	return strings.TrimSuffix(gitDir, "\n"), nil
}

// output runs a git command with a short output.
func (g *git) output(ctx context.Context, args ...string) (string, error) {
	var out bytes.Buffer
	err := g.run(ctx, "", func(s *scanner) error {
		_, err := out.ReadFrom(s.r)
		return err
	}, args...)
	return out.String(), err
}

// commonDir is the directory that a linked worktree shares with its
// repository; for all others, the git directory itself.
func commonDir(gitDir string) string {
	data, err := readSmall(filepath.Join(gitDir, "commondir"))
	if err != nil {
		return gitDir
	}
	dir := strings.TrimRight(string(data), "\r\n")
	if filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(gitDir, dir)
}

// maxSmallFile bounds the files of the git directory that are read directly. A
// shallow file has 41 or 65 bytes for each cut commit.
const maxSmallFile = 16 << 20

func readSmall(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxSmallFile {
		return nil, fmt.Errorf("%s is not a small file", path)
	}
	return os.ReadFile(path)
}

// cutCommits reads which commits had their parents cut off by a shallow fetch.
// It is nil for a complete repository.
func (r *Repo) cutCommits() (map[string]bool, error) {
	data, err := readSmall(filepath.Join(r.common, "shallow"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the list of shallow commits cannot be read: %w", err)
	}
	cut := map[string]bool{}
	for _, id := range strings.Fields(string(data)) {
		cut[id] = true
	}
	if len(cut) == 0 {
		return nil, nil
	}
	return cut, nil
}
