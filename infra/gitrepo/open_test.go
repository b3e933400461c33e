package gitrepo

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEnvironment(t *testing.T) {
	got := environment([]string{
		"HOME=/h", "GIT_DIR=x", "git_dir=x", "GIT_CONFIG_GLOBAL=g", "GIT_CONFIG_COUNT=1",
		"GIT_CONFIG_KEY_0=a.b", "GIT_CONFIG_VALUE_0=c", "GIT_EXEC_PATH=e", "GIT_SSH_COMMAND=s", "LC_ALL=x", "GITHUB_TOKEN=t",
	})
	want := []string{
		"HOME=/h", "GIT_CONFIG_GLOBAL=g", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=a.b",
		"GIT_CONFIG_VALUE_0=c", "GIT_EXEC_PATH=e", "GITHUB_TOKEN=t",
	}
	if diff := cmp.Diff(want, got[:len(want)]); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	for _, fixed := range []string{"LC_ALL=C", "GIT_NO_REPLACE_OBJECTS=1", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0"} {
		if !slices.Contains(got, fixed) {
			t.Errorf("%s is not set", fixed)
		}
	}
}

// fakeGit is a program that stands in for git.
func fakeGit(t *testing.T, script string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a POSIX shell")
	}
	path := filepath.Join(t.TempDir(), "git")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenErrors(t *testing.T) {
	empty := t.TempDir()
	missing := filepath.Join(empty, "missing")
	dubious := `case "$*" in *version*) echo git version 2.45.1;; *) cat >&2 <<'X'
fatal: detected dubious ownership in repository at '/srv/x'
To add an exception for this directory, call:

	git config --global --add safe.directory /srv/x
X
exit 128;; esac`
	tests := []struct {
		name string
		o    Options
		want string
	}{
		{"no repository", Options{Dir: empty}, "not a git repository: " + empty},
		{"no directory", Options{Dir: missing}, "not a git repository: " + missing + ": no such directory"},
		{
			"old git",
			Options{Dir: empty, Git: fakeGit(t, "echo git version 2.30.2")},
			"git 2.30 is too old: 2.38 or newer is needed",
		},
		{
			"old git of Apple",
			Options{Dir: empty, Git: fakeGit(t, "echo 'git version 2.37.1 (Apple Git-137.1)'")},
			"git 2.37 is too old: 2.38 or newer is needed",
		},
		{"not git", Options{Dir: empty, Git: fakeGit(t, "echo hello")}, `git version printed "hello", which is not a version`},
		{"no git", Options{Dir: empty, Git: "comity-no-such-git"}, "git was not found: install git 2.38 or newer"},
		{
			"foreign owner",
			Options{Dir: empty, Git: fakeGit(t, dubious)},
			"git rev-parse: detected dubious ownership in repository at '/srv/x' To add an exception for this directory, call: " +
				"git config --global --add safe.directory /srv/x",
		},
	}
	t.Setenv("GIT_CEILING_DIRECTORIES", "")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Open(context.Background(), tt.o)
			if err == nil || err.Error() != tt.want {
				t.Errorf("got error %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestVersions(t *testing.T) {
	for out, ok := range map[string]bool{
		"git version 2.38.0": true, "git version 2.39.5 (Apple Git-154)\n": true, "git version 2.38.GIT": true,
		"git version 2.45.2.windows.1": true, "git version 3.0.0-rc1": true, "git version 2.37.9": false,
		"git version 1.9.1": false, "": false, "git version x": false,
	} {
		if err := checkVersion(out); (err == nil) != ok {
			t.Errorf("%q: %v", out, err)
		}
	}
}

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"fatal: bad\nhint: try\n\n\tmore\n":                             "bad",
		"hint: a\nwarning: slow\nerror: gone\nfatal: could not fetch\n": "gone",

		"\nCloning\nmore\n":      "Cloning",
		"hint: a\n":              "",
		"error: \x1b[31mred\xff": `\x1b[31mred?`,
		`fatal: "quoted" \ back`: `"quoted" \ back`,
	} {
		if got := oneLine(in); got != want {
			t.Errorf("oneLine(%q) = %q, want %q", in, got, want)
		}
	}
	h := &head{limit: 10}
	for range 3 {
		if n, err := h.Write([]byte("12345678")); n != 8 || err != nil {
			t.Fatal(n, err)
		}
	}
	if h.String() != "1234567812" {
		t.Errorf("kept %q", h.String())
	}
}
