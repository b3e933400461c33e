package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
)

const (
	baseFiles = 2000 // files of the synthetic repository
	ownFiles  = 9    // files only one branch changes
	sharers   = 4    // branches that share one file
	fileLines = 60
)

func branchName(i int) string { return fmt.Sprintf("work/%04d", i) }

// writeSynthetic makes a repository of n branches. Each changes ten files, one
// of which three other branches change too, some of them on the same lines.
func writeSynthetic(ctx context.Context, dir string, n int) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var s bytes.Buffer
	commit := func(branch string, when int) {
		fmt.Fprintf(&s, "commit refs/heads/%s\ncommitter maya <maya@acme.example> %d +0000\ndata 4\nwork\n", branch, 1767600000+when)
	}
	commit("main", 0)
	total := max(baseFiles, n*ownFiles+n)
	for f := range total {
		writeFile(&s, f, -1, "")
	}
	for i := range n {
		commit(branchName(i), i+1)
		fmt.Fprintln(&s, "from refs/heads/main")
		for k := range ownFiles {
			writeFile(&s, n+i*ownFiles+k, 7+k, branchName(i))
		}
		writeFile(&s, i/sharers, 10+20*(i%2), branchName(i))
	}
	if err := git(ctx, dir, nil, "init", "-q", "-b", "main"); err != nil {
		return err
	}
	return git(ctx, dir, &s, "fast-import", "--quiet")
}

func git(ctx context.Context, dir string, in io.Reader, args ...string) error {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...)
	cmd.Stdin = in
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w: %s", args[0], err, out)
	}
	return nil
}

// writeFile writes file f, with one line changed unless line is negative.
func writeFile(s *bytes.Buffer, f, line int, by string) {
	var text bytes.Buffer
	for l := range fileLines {
		if l == line {
			fmt.Fprintf(&text, "line %d of file %d, changed by %s\n", l, f, by)
			continue
		}
		fmt.Fprintf(&text, "line %d of file %d\n", l, f)
	}
	fmt.Fprintf(s, "M 100644 inline src/%02d/file%05d.txt\ndata %d\n%s\n", f%50, f, text.Len(), text.Bytes())
}
