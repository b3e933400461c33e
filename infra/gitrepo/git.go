package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// The oldest git that has all the options used here: cat-file --batch-command
// came with 2.36, and older releases are no longer maintained.
const (
	minMajor = 2
	minMinor = 38
)

// killGrace is how long a killed git may keep its pipes open through children
// of its own before they are closed under them.
const killGrace = 2 * time.Second

// git runs one git program on one repository.
type git struct {
	program string
	dir     string // working directory of the processes
	gitDir  string // absolute; empty while the repository is still being looked for
	env     []string
}

// safeConfig is put in front of every command. No command used here reads the
// work tree or runs hooks; the settings make sure of it.
var safeConfig = []string{
	"--no-pager",
	"-c", "core.fsmonitor=false",
	"-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.quotePath=false",
	"-c", "i18n.logOutputEncoding=UTF-8",
}

// keptVariables are the GIT_* variables that say where git and its
// configuration are. All others could change which repository is read, or what
// is seen in it.
var keptVariables = []string{
	"GIT_CONFIG_GLOBAL=", "GIT_CONFIG_SYSTEM=", "GIT_CONFIG_NOSYSTEM=",
	"GIT_CONFIG_COUNT=", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_", "GIT_CONFIG_PARAMETERS=",
	"GIT_EXEC_PATH=",
}

// environment returns the environment for git, given the caller's.
func environment(caller []string) []string {
	env := make([]string, 0, len(caller)+8)
	for _, kv := range caller {
		if keepVariable(kv) {
			env = append(env, kv)
		}
	}
	return append(env,
		"LC_ALL=C",
		"GIT_NO_REPLACE_OBJECTS=1",
		"GIT_GRAFT_FILE="+os.DevNull,
		"GIT_OPTIONAL_LOCKS=0",
		"GIT_TERMINAL_PROMPT=0",
		"GIT_ADVICE=0",
	)
}

func keepVariable(kv string) bool {
	upper := strings.ToUpper(kv) // names are case-insensitive on Windows
	if !strings.HasPrefix(upper, "GIT_") {
		return !strings.HasPrefix(upper, "LC_ALL=")
	}
	for _, prefix := range keptVariables {
		if strings.HasPrefix(upper, prefix) {
			return true
		}
	}
	return false
}

// command prepares a git process. Its arguments are all fixed by this package,
// apart from object ids and full ref names, which cannot begin with a dash.
func (g *git) command(ctx context.Context, args ...string) *exec.Cmd {
	all := append([]string{}, safeConfig...)
	if g.gitDir != "" {
		all = append(all, "--git-dir="+g.gitDir)
	}
	cmd := exec.CommandContext(ctx, g.program, append(all, args...)...)
	cmd.Dir = g.dir
	cmd.Env = g.env
	cmd.WaitDelay = killGrace
	return cmd
}

// run starts a git command, feeds it input and hands its output to read, which
// must consume it all or return an error. A failure of git itself wins over a
// read that failed because of it.
func (g *git) run(ctx context.Context, input string, read func(*scanner) error, args ...string) error {
	own, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := g.command(own, args...)
	cmd.Stdin = strings.NewReader(input)
	stderr := &head{limit: maxStderr}
	cmd.Stderr = stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("git %s: %w", args[0], err)
	}
	if err := cmd.Start(); err != nil {
		return startError(err)
	}
	readErr := read(newScanner(stdout))
	stopped := readErr != nil && !errors.Is(readErr, io.ErrUnexpectedEOF)
	if stopped {
		cancel()
	}
	waitErr := cmd.Wait()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case stopped:
		return fmt.Errorf("git %s: %w", args[0], readErr)
	case waitErr != nil:
		return &gitError{command: args[0], stderr: stderr.String(), err: waitErr}
	case readErr != nil:
		return fmt.Errorf("git %s: %w", args[0], readErr)
	}
	return nil
}

func startError(err error) error {
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("git was not found: install git %d.%d or newer", minMajor, minMinor)
	}
	return fmt.Errorf("git could not be started: %w", err)
}

// gitError is a git command that failed.
type gitError struct {
	command string
	stderr  string
	err     error
}

func (e *gitError) Error() string {
	if msg := oneLine(e.stderr); msg != "" {
		return fmt.Sprintf("git %s: %s", e.command, msg)
	}
	return fmt.Sprintf("git %s: %v", e.command, e.err)
}

func (e *gitError) Unwrap() error { return e.err }

// exitCode is the status git ended with, or -1 if it never did.
func exitCode(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return -1
}

const maxStderr = 4 << 10

// head keeps the first bytes written to it and drops the rest.
type head struct {
	bytes.Buffer
	limit int
}

func (h *head) Write(p []byte) (int, error) {
	if room := h.limit - h.Len(); room > 0 {
		h.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// oneLine turns what git wrote to standard error into one printable line: its
// first message, without git's own prefixes. What follows is mostly the same
// failure as seen from further out; of one message it is what to do.
func oneLine(stderr string) string {
	var first string
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		message, isError := cutErrorPrefix(line)
		if isError {
			first = message
			break
		}
		if first == "" && !strings.HasPrefix(line, "hint:") {
			first = line
		}
	}
	if strings.HasPrefix(first, "detected dubious ownership") {
		_, rest, _ := strings.Cut(stderr, first)
		first += " " + rest
	}
	quoted := strconv.Quote(strings.ToValidUTF8(strings.Join(strings.Fields(first), " "), "?"))
	// Quote escapes what a terminal must not see; its own quotes and the
	// escapes of harmless characters are taken back.
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(quoted[1 : len(quoted)-1])
}

func cutErrorPrefix(line string) (string, bool) {
	for _, prefix := range []string{"fatal: ", "error: "} {
		if message, ok := strings.CutPrefix(line, prefix); ok {
			return message, true
		}
	}
	return line, false
}

// checkVersion reads the output of "git version".
func checkVersion(out string) error {
	var major, minor int
	text := strings.TrimSpace(strings.TrimPrefix(out, "git version"))
	if _, err := fmt.Sscanf(text, "%d.%d", &major, &minor); err != nil {
		return fmt.Errorf("git version printed %q, which is not a version", strings.TrimSpace(out))
	}
	if major < minMajor || major == minMajor && minor < minMinor {
		return fmt.Errorf("git %d.%d is too old: %d.%d or newer is needed", major, minor, minMajor, minMinor)
	}
	return nil
}
