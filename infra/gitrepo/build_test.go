package gitrepo

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/comity-dev/comity/app"
	"github.com/comity-dev/comity/detect"
)

// builder makes a real repository with one fast-import, whatever its size.
type builder struct {
	t      testing.TB
	dir    string
	stream bytes.Buffer
	marks  []string // marks[i] is the name of mark i+1
	ids    map[string]string
}

// newRepo makes an empty repository in a directory of its own.
func newRepo(t testing.TB, initArgs ...string) *builder {
	t.Helper()
	b := &builder{t: t, dir: filepath.Join(t.TempDir(), "repo"), ids: map[string]string{}}
	b.exec("", append([]string{"init", "-q", "--template=", "-b", "main"}, append(initArgs, b.dir)...)...)
	return b
}

// change is one line of a fast-import commit.
type change func(*bytes.Buffer)

func quotePath(path string) string {
	var q strings.Builder
	q.WriteByte('"')
	for i := range len(path) {
		fmt.Fprintf(&q, "\\%03o", path[i])
	}
	q.WriteByte('"')
	return q.String()
}

func write(path, content string) change { return writeMode("100644", path, content) }

func writeMode(mode, path, content string) change {
	return func(b *bytes.Buffer) {
		fmt.Fprintf(b, "M %s inline %s\ndata %d\n%s\n", mode, quotePath(path), len(content), content)
	}
}

func submodule(path, commit string) change {
	return func(b *bytes.Buffer) { fmt.Fprintf(b, "M 160000 %s %s\n", commit, quotePath(path)) }
}

func remove(path string) change {
	return func(b *bytes.Buffer) { fmt.Fprintf(b, "D %s\n", quotePath(path)) }
}

func rename(from, to string) change {
	return func(b *bytes.Buffer) { fmt.Fprintf(b, "R %s %s\n", quotePath(from), quotePath(to)) }
}

// node is one commit to build. Times are seconds; the author date is the commit
// date unless given.
type node struct {
	name     string // for the test; unique
	ref      string // short branch name or full ref
	parents  string // names, separated by spaces
	time     int
	authored int
	author   string
	changes  []change
}

func (b *builder) commit(n node) {
	b.t.Helper()
	ref := n.ref
	if !strings.HasPrefix(ref, "refs/") {
		ref = "refs/heads/" + ref
	}
	if n.author == "" {
		n.author = "Maya"
	}
	if n.authored == 0 {
		n.authored = n.time
	}
	parents := strings.Fields(n.parents)
	if len(parents) == 0 {
		fmt.Fprintf(&b.stream, "reset %s\n", ref)
	}
	b.marks = append(b.marks, n.name)
	fmt.Fprintf(&b.stream, "commit %s\nmark :%d\nauthor %s <maya@acme.com> %d +0000\ncommitter C <c@acme.com> %d +0000\ndata %d\n%s\n",
		ref, len(b.marks), n.author, n.authored, n.time, len(n.name), n.name)
	for i, p := range parents {
		fmt.Fprintf(&b.stream, "%s :%d\n", []string{"from", "merge"}[min(i, 1)], b.mark(p))
	}
	for _, c := range n.changes {
		c(&b.stream)
	}
	b.stream.WriteByte('\n')
}

func (b *builder) mark(name string) int {
	b.t.Helper()
	for i, m := range b.marks {
		if m == name {
			return i + 1
		}
	}
	b.t.Fatalf("no commit %q", name)
	return 0
}

// ref points a ref at a commit.
func (b *builder) ref(full, name string) {
	b.t.Helper()
	fmt.Fprintf(&b.stream, "reset %s\nfrom :%d\n\n", full, b.mark(name))
}

// build runs the import. After it, id knows the commits.
func (b *builder) build() {
	b.t.Helper()
	file := filepath.Join(b.t.TempDir(), "marks")
	b.exec(b.stream.String(), "-C", b.dir, "fast-import", "--quiet", "--force", "--export-marks="+file)
	data, err := os.ReadFile(file)
	if err != nil {
		b.t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		var mark int
		var id string
		if _, err := fmt.Sscanf(line, ":%d %s", &mark, &id); err != nil {
			b.t.Fatal(err)
		}
		b.ids[b.marks[mark-1]] = id
	}
}

func (b *builder) id(name string) string {
	b.t.Helper()
	id := b.ids[name]
	if id == "" {
		b.t.Fatalf("no commit %q was built", name)
	}
	return id
}

// git runs a command in the repository and returns its output.
func (b *builder) git(args ...string) string {
	b.t.Helper()
	return b.exec("", append([]string{"-C", b.dir}, args...)...)
}

func (b *builder) exec(stdin string, args ...string) string {
	b.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Env = append(environment(os.Environ()), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=Maya", "GIT_AUTHOR_EMAIL=maya@acme.com",
		"GIT_COMMITTER_NAME=C", "GIT_COMMITTER_EMAIL=c@acme.com")
	cmd.Stdin = strings.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		b.t.Fatalf("git %q: %v\n%s", args, err, stderr.String())
	}
	return strings.TrimSuffix(string(out), "\n")
}

func (b *builder) open(o Options) *Repo {
	b.t.Helper()
	if o.Dir == "" {
		o.Dir = b.dir
	}
	r, err := Open(context.Background(), o)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() {
		if err := r.Close(); err != nil {
			b.t.Errorf("close: %v", err)
		}
	})
	return r
}

func (b *builder) gather(o Options) *app.Gathered {
	b.t.Helper()
	got, err := b.open(o).Gather(context.Background(), nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return got
}

// name is the reverse of id.
func (b *builder) name(id string) string {
	for name, one := range b.ids {
		if one == id {
			return name
		}
	}
	return id
}

// describe renders a look at a repository with the test's names for commits.
func (b *builder) describe(g *app.Gathered) string {
	var out strings.Builder
	fmt.Fprintf(&out, "base %s at %s\n", g.Base.Ref, b.name(g.Base.SHA))
	for _, set := range g.Changes {
		s := set.Side
		fmt.Fprintf(&out, "%s from %s to %s", s.ID, b.name(s.MergeBase), b.name(s.Head))
		if s.Branch != "" && s.ID != detect.BranchID(s.Branch) {
			fmt.Fprintf(&out, " branch %s", s.Branch)
		}
		if len(s.Contains) > 0 {
			fmt.Fprintf(&out, " on %s contains %v", s.StackedOn, s.Contains)
		}
		out.WriteString("\n")
		for _, f := range set.Files {
			fmt.Fprintf(&out, "  %s %s", f.Status, f.Path)
			if f.OldPath != "" {
				fmt.Fprintf(&out, " was %s", f.OldPath)
			}
			out.WriteString("\n")
		}
		for _, gap := range set.Gaps {
			fmt.Fprintf(&out, "  gap: %s\n", gap.Reason)
		}
	}
	for _, note := range g.Notes {
		fmt.Fprintf(&out, "note: %s\n", note)
	}
	return out.String()
}

// lines joins lines and ends the last one.
func lines(l ...string) string { return strings.Join(l, "\n") + "\n" }
