package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

func github(t *testing.T, r *Report, token string) string {
	t.Helper()
	return string(render(t, func(b *bytes.Buffer) error { return GitHub(b, r, GitHubOptions{StopToken: token}) }))
}

func TestGitHubGolden(t *testing.T) {
	golden(t, "github.txt", []byte(github(t, dozen(), "3f9c0de5")))
	golden(t, "github-300.txt", []byte(github(t, many(300), "")))
}

// command is a workflow command as the runner reads it.
type command struct {
	name    string
	props   map[string]string
	message string
}

// runner reads the log of a step as the runner of GitHub Actions does: a line
// that begins with "::" or holds "##[" is a command, unless commands are
// stopped.
func runner(log string) (out []command) {
	stopped := ""
	for line := range strings.Lines(log) {
		line = strings.TrimSpace(line)
		c, ok := parseCommand(line)
		switch {
		case stopped != "":
			if ok && c.name == stopped {
				stopped = ""
			}
		case ok && c.name == "stop-commands":
			stopped = c.message
		case ok:
			out = append(out, c)
		case strings.Contains(line, "##["):
			out = append(out, command{name: "##["})
		}
	}
	if stopped != "" {
		out = append(out, command{name: "never resumed"})
	}
	return out
}

func parseCommand(line string) (command, bool) {
	rest, ok := strings.CutPrefix(line, "::")
	if !ok {
		return command{}, false
	}
	head, message, ok := strings.Cut(rest, "::")
	if !ok {
		return command{}, false
	}
	name, props, _ := strings.Cut(head, " ")
	c := command{name, map[string]string{}, unescape(message)}
	for p := range strings.SplitSeq(props, ",") {
		if k, v, ok := strings.Cut(p, "="); ok {
			c.props[k] = unescape(v)
		}
	}
	return c, true
}

func unescape(s string) string {
	return strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%").Replace(s)
}

func TestGitHubShowsStrongestFirst(t *testing.T) {
	commands := runner(github(t, many(300), "token"))
	count := map[string]int{}
	for _, c := range commands {
		count[c.name]++
	}
	if fmt.Sprint(count) != "map[error:10 notice:10 warning:10]" {
		t.Errorf("commands: %v", count)
	}
	if !strings.HasPrefix(commands[0].props["title"], "CF-1 Merge conflict: feat/work-30 and feat/work-00") {
		t.Errorf("first: %v", commands[0])
	}
	last := commands[len(commands)-1]
	if want := "20 conflicts that block, 80 warnings and 171 notices more, see the log of this step."; last.message != want {
		t.Errorf("last: %s", last.message)
	}
}

// TestGitHubPointsAtTheNewcomer: the annotation is on the newcomer's file, with
// the lines it has there.
func TestGitHubPointsAtTheNewcomer(t *testing.T) {
	r := &Report{Conflicts: []Conflict{saying(conflict("CF-1", "textual_merge", "branch:a", "branch:b",
		evidence("branch:a", "old, name: 100%.go", 1, 2, modify, ""),
		evidence("branch:b", "unknown.go", 0, 0, modify, ""),
		evidence("branch:b", "new, name: 100%.go", 7, 9, modify, "")), "100% sure: a, b", "Talk.")}}
	got := runner(github(t, r, "t"))
	if len(got) != 1 {
		t.Fatalf("commands: %v", got)
	}
	want := command{"warning", map[string]string{
		"file": "new, name: 100%.go", "line": "7", "endLine": "9", "title": "CF-1 Merge conflict: b and a",
	}, "100% sure: a, b.\nTalk."}
	if fmt.Sprint(got[0]) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got[0], want)
	}
}

func TestGitHubHostile(t *testing.T) {
	for _, token := range []string{"", "5b6cf0"} {
		out := github(t, hostile(), token)
		for _, c := range runner(out) {
			if c.name != "error" && c.name != "warning" && c.name != "notice" {
				t.Errorf("token %q: %v got through", token, c)
			}
			for k := range c.props {
				if k != "file" && k != "line" && k != "endLine" && k != "title" {
					t.Errorf("token %q: property %q got through in %v", token, k, c)
				}
			}
		}
		checkShown(t, out, 1<<20)
	}
	for _, name := range hostileNames {
		if got := len(runner(github(t, onlyName(name), "5b6cf0"))); got != 2 {
			t.Errorf("%q: %d commands, want 2", name, got)
		}
	}
}
