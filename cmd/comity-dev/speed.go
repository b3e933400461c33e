package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
)

type speedCmd struct {
	N     []int `help:"How many branches." default:"50,100,200,400"`
	Pairs int   `help:"Run one git merge-tree for each pair up to this many branches; beyond, a sample of the pairs is run and the time scaled up (~)." default:"200"`
	Runs  int   `help:"How often comity is run; the median counts." default:"3"`
}

// Run prints one table.
func (c *speedCmd) Run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "comity-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	comity := filepath.Join(dir, "comity")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", comity, "./cmd/comity").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w: %s", err, out)
	}
	t := table.NewWriter()
	t.SetOutputMirror(os.Stdout)
	t.AppendHeader(table.Row{"branches", "pairs", "comity check", "one against the rest", "peak memory", "merge-tree per pair", "check/per pair", "merge-tree --stdin, all pairs", "one/all pairs", "--stdin, 1 against the rest", "growth"})
	var last time.Duration
	for _, n := range c.N {
		m, err := c.measure(ctx, comity, filepath.Join(dir, fmt.Sprint(n)), n)
		if err != nil {
			return err
		}
		growth := "-"
		if last > 0 {
			growth = fmt.Sprintf("%.2f", float64(m.check)/float64(last))
		}
		last = m.check
		t.AppendRow(table.Row{
			n, n * (n - 1) / 2, m.check.Round(time.Millisecond), m.one.Round(time.Millisecond), fmt.Sprintf("%d MiB", m.peak>>20),
			m.sampled + m.each.Round(time.Millisecond).String(), fmt.Sprintf("1/%.0f", float64(m.each)/float64(m.check)),
			m.stdin.Round(time.Millisecond), fmt.Sprintf("%.3f", float64(m.one)/float64(m.stdin)), m.stdinOne.Round(time.Millisecond), growth,
		})
	}
	t.Render()
	return nil
}

type measured struct {
	check, one, each, stdin, stdinOne time.Duration
	peak                              int64 // bytes
	sampled                           string
}

func (c *speedCmd) measure(ctx context.Context, comity, repo string, n int) (measured, error) {
	var m measured
	if err := writeSynthetic(ctx, repo, n); err != nil {
		return m, err
	}
	var err error
	if m.check, m.peak, err = c.comity(ctx, comity, repo); err != nil {
		return m, err
	}
	args := []string{"--branch", branchName(n / 2), "--against", "work/**"}
	var peak int64
	if m.one, peak, err = c.comity(ctx, comity, repo, args...); err != nil {
		return m, err
	}
	m.peak = max(m.peak, peak)
	if m.stdin, err = mergeTreeStdin(ctx, repo, pairs(n)); err != nil {
		return m, err
	}
	var mine [][2]int
	for i := range n {
		if i != n/2 {
			mine = append(mine, [2]int{n / 2, i})
		}
	}
	if m.stdinOne, err = mergeTreeStdin(ctx, repo, mine); err != nil {
		return m, err
	}
	all := pairs(n)
	todo := all
	if n > c.Pairs {
		todo, m.sampled = nil, "~"
		for i := 0; i < len(all); i += max(1, len(all)/2000) {
			todo = append(todo, all[i])
		}
	}
	m.each, err = mergeTreeEach(ctx, repo, todo)
	m.each = m.each * time.Duration(len(all)) / time.Duration(len(todo))
	return m, err
}

func pairs(n int) [][2]int {
	var out [][2]int
	for i := range n {
		for j := i + 1; j < n; j++ {
			out = append(out, [2]int{i, j})
		}
	}
	return out
}

// comity runs a check several times and gives the median time and the highest
// peak memory. Exit code 1 is an answer.
func (c *speedCmd) comity(ctx context.Context, binary, repo string, args ...string) (time.Duration, int64, error) {
	var times []time.Duration
	var peak int64
	for range max(1, c.Runs) {
		cmd := exec.CommandContext(ctx, binary, append([]string{"check", "--repo", repo, "--format", "json"}, args...)...)
		var stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = io.Discard, &stderr
		start := time.Now()
		if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
			return 0, 0, fmt.Errorf("comity %v: %w: %s", args, err, stderr.String())
		}
		times = append(times, time.Since(start))
		if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			peak = max(peak, usage.Maxrss<<10)
		}
	}
	slices.Sort(times)
	return times[len(times)/2], peak, nil
}

// mergeTreeEach starts one git process for each pair, as tools of this kind do.
func mergeTreeEach(ctx context.Context, repo string, todo [][2]int) (time.Duration, error) {
	start := time.Now()
	for _, p := range todo {
		cmd := exec.CommandContext(ctx, "git", "-C", repo, "merge-tree", "--write-tree", branchName(p[0]), branchName(p[1]))
		if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
			return 0, fmt.Errorf("git merge-tree: %w", err)
		}
	}
	return time.Since(start), nil
}

// mergeTreeStdin gives all pairs to one git process.
func mergeTreeStdin(ctx context.Context, repo string, todo [][2]int) (time.Duration, error) {
	var in strings.Builder
	for _, p := range todo {
		fmt.Fprintf(&in, "%s %s\n", branchName(p[0]), branchName(p[1]))
	}
	cmd := exec.CommandContext(ctx, "git", "-C", repo, "merge-tree", "--write-tree", "--stdin", "--name-only")
	cmd.Stdin = strings.NewReader(in.String())
	start := time.Now()
	if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
		return 0, fmt.Errorf("git merge-tree --stdin: %w", err)
	}
	return time.Since(start), nil
}
