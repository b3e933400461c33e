package gitfixture

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// Write makes a repository of the commits in dir, which must not exist or be
// empty, and checks out main. The same commits give the same commit ids.
func Write(ctx context.Context, dir string, commits []Commit) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		return fmt.Errorf("%s: not an empty folder", dir)
	}
	var stream bytes.Buffer
	for i, c := range commits {
		writeCommit(&stream, i, c)
	}
	for _, step := range []struct {
		in   io.Reader
		args []string
	}{
		{nil, []string{"init", "-q", "-b", "main", "."}},
		{&stream, []string{"fast-import", "--quiet", "--date-format=raw"}},
		{nil, []string{"checkout", "-q", "-f", "main"}},
	} {
		if err := git(ctx, dir, step.in, step.args...); err != nil {
			return err
		}
	}
	return nil
}

func writeCommit(w io.Writer, i int, c Commit) {
	who := fmt.Sprintf("%s <%s@acme.example> %d +0000", c.Author, c.Author, c.When.Unix())
	fmt.Fprintf(w, "commit refs/heads/%s\nmark :%d\nauthor %s\ncommitter %s\n", c.Branch, i+1, who, who)
	message := "Work on " + c.Branch
	fmt.Fprintf(w, "data %d\n%s\n", len(message), message)
	if c.Parent >= 0 {
		fmt.Fprintf(w, "from :%d\n", c.Parent+1)
	}
	fmt.Fprintln(w, "deleteall")
	for _, name := range slices.Sorted(maps.Keys(c.Files)) {
		f := c.Files[name]
		fmt.Fprintf(w, "M %s inline %s\ndata %d\n%s\n", f.Mode, quote(name), len(f.Data), f.Data)
	}
}

// quote writes a path the way fast-import reads it whatever bytes it holds.
func quote(path string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(path) {
		switch c := path[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func git(ctx context.Context, dir string, in io.Reader, args ...string) error {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir, cmd.Stdin = dir, in
	// The caller's own repository and settings must not leak into the fixture.
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GIT_") })
	cmd.Env = append(cmd.Env, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "LC_ALL=C")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w: %s", args[0], err, bytes.TrimSpace(out))
	}
	return nil
}
