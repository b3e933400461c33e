package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/comity-dev/comity/infra/gitfixture"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"comity": func() {
			os.Exit(run(context.Background(), os.Args[1:], streams{out: os.Stdout, err: os.Stderr, env: os.Getenv}))
		},
	})
}

// TestScenarios runs the scenarios in testdata: a repository, a command, and
// what a user sees of it.
func TestScenarios(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			env.Setenv("GIT_AUTHOR_NAME", "maya")
			env.Setenv("GIT_AUTHOR_EMAIL", "maya@acme.example")
			env.Setenv("GIT_COMMITTER_NAME", "maya")
			env.Setenv("GIT_COMMITTER_EMAIL", "maya@acme.example")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"fixture": fixtureCmd,
			"exits":   exitsCmd,
			"lacks":   lacksCmd,
		},
	})
}

// fixtureCmd makes a repository: fixture FILE DIR. In FILE a line that starts
// with "== " stands for a section header, since a scenario is itself a txtar
// archive.
func fixtureCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: fixture FILE DIR")
	}
	lines := strings.Split(ts.ReadFile(args[0]), "\n")
	for i, line := range lines {
		if head, ok := strings.CutPrefix(line, "== "); ok {
			lines[i] = "-- " + head + " --"
		}
	}
	commits, err := gitfixture.Parse([]byte(strings.Join(lines, "\n")))
	ts.Check(err)
	ts.Check(gitfixture.Write(context.Background(), ts.MkAbs(args[1]), commits))
}

// exitsCmd runs comity and wants one exit code: exits CODE ARGS…
func exitsCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE comity ARGS…")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := "0"
	if err != nil {
		code = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s", code, args[0])
	}
}

// lacksCmd wants a text not to occur in a file or in stdout: lacks FILE TEXT.
func lacksCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: lacks FILE TEXT")
	}
	if strings.Contains(ts.ReadFile(args[0]), args[1]) {
		ts.Fatalf("%s holds %q", filepath.Base(args[0]), args[1])
	}
}
