package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/comity-dev/comity/app"
	"github.com/comity-dev/comity/app/report"
	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/infra/gitrepo"
	"github.com/comity-dev/comity/policy"
	"github.com/comity-dev/comity/policy/glob"
)

type checkCmd struct {
	Repo    string   `help:"The clone to look at; any folder in it will do." placeholder:"DIR" type:"path"`
	Base    string   `help:"The branch the others want to land on (default: origin/HEAD, main or master)." placeholder:"BRANCH"`
	Branch  []string `help:"Only these branches; with --against, compare these with those. May be given several times." placeholder:"GLOB" sep:"none"`
	Against []string `help:"Compare the --branch ones with these." placeholder:"GLOB" sep:"none"`
	Policy  string   `help:"Use this policy file instead of the base branch's .comity.yml." placeholder:"FILE" type:"path"`
	output
}

// output is how a report is shown; every command that shows one has it.
type output struct {
	Format  string `help:"One of ${enum}." enum:"text,json,sarif,markdown,github" default:"text"`
	Color   string `help:"Colour in text: ${enum}." enum:"auto,always,never" default:"auto"`
	Verbose bool   `help:"Show every line of the text form." short:"v"`
}

// Run checks a clone.
func (c *checkCmd) Run(ctx context.Context, s streams) error {
	req, err := c.request()
	if err != nil {
		return err
	}
	stop := showProgress(s)
	r, err := evaluate(ctx, c.Repo, c.Base, req)
	stop()
	if err != nil {
		return err
	}
	if err := c.matched(r, req); err != nil {
		return err
	}
	if err := c.show(s, r); err != nil {
		return err
	}
	if r.Blocked() {
		return errBlocked
	}
	return nil
}

// matched makes a pattern that selects nothing an error: a check of nothing must
// not look like a clean one.
func (c *checkCmd) matched(r *report.Report, req app.Request) error {
	for _, f := range []struct {
		flag     string
		patterns []string
		matches  func(*detect.Side) bool
	}{{"--branch", c.Branch, req.Among}, {"--against", c.Against, req.Against}} {
		found := f.matches == nil
		for _, s := range r.Sides {
			found = found || f.matches(&detect.Side{ID: s.ID, Branch: s.Branch})
		}
		if !found {
			return fmt.Errorf("%s %s: no open branch matches; those merged into %s do not count", f.flag, strings.Join(f.patterns, " "), r.Base.Ref)
		}
	}
	return nil
}

func evaluate(ctx context.Context, dir, base string, req app.Request) (*report.Report, error) {
	repo, err := gitrepo.Open(ctx, gitrepo.Options{Dir: dir, Base: base})
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	return app.Evaluate(ctx, repo, req)
}

func (c *checkCmd) request() (app.Request, error) {
	var req app.Request
	if len(c.Against) > 0 && len(c.Branch) == 0 {
		return req, fmt.Errorf("--against needs --branch: which branches are to be compared with these?")
	}
	var err error
	if req.Among, err = sideFilter("--branch", c.Branch); err != nil {
		return req, err
	}
	if req.Against, err = sideFilter("--against", c.Against); err != nil {
		return req, err
	}
	if c.Policy != "" {
		req.Policy, err = readPolicy(c.Policy)
	}
	return req, err
}

// sideFilter selects sides whose branch, id (pr:12) or number (#12) matches one
// of the patterns. No patterns select nothing in particular: nil.
func sideFilter(flag string, patterns []string) (func(*detect.Side) bool, error) {
	if len(patterns) == 0 {
		return nil, nil
	}
	globs := make([]*glob.Glob, len(patterns))
	for i, p := range patterns {
		g, err := glob.Compile(p)
		if err != nil {
			return nil, fmt.Errorf("%s %q: %w", flag, p, err)
		}
		globs[i] = g
	}
	return func(s *detect.Side) bool {
		for _, g := range globs {
			if s.Branch != "" && g.Match(s.Branch) || g.Match(string(s.ID)) || g.Match(s.ID.Label()) {
				return true
			}
		}
		return false
	}, nil
}

// maxPolicy is how much of a policy file is read: more than the parser takes,
// so that it is the one to refuse.
const maxPolicy = 10<<20 + 1

func readPolicy(file string) (*policy.Policy, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("--policy: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxPolicy))
	if err != nil {
		return nil, fmt.Errorf("--policy: %w", err)
	}
	p, problems := policy.Parse(file, data)
	if len(problems) > 0 {
		return nil, &app.PolicyError{Problems: problems}
	}
	return p, nil
}

// show writes a report in the chosen form.
func (o *output) show(s streams, r *report.Report) error {
	switch o.Format {
	case "json":
		return report.JSON(s.out, r)
	case "sarif":
		return report.SARIF(s.out, r)
	case "markdown":
		return report.Markdown(s.out, r)
	case "github":
		return showGitHub(s, r)
	}
	color := o.Color == "always" || o.Color == "auto" && s.terminal && s.env("NO_COLOR") == "" && s.env("TERM") != "dumb"
	return report.Text(s.out, r, report.TextOptions{Width: width(s), Color: color, Verbose: o.Verbose})
}

// width is the terminal's where it says so, and never more than is comfortable
// to read.
func width(s streams) int {
	if n, err := strconv.Atoi(s.env("COLUMNS")); err == nil && n >= 40 {
		return min(n, 120)
	}
	return 80
}

// showGitHub writes workflow commands, and the step summary where GitHub wants
// it.
func showGitHub(s streams, r *report.Report) error {
	if err := report.GitHub(s.out, r, report.GitHubOptions{StopToken: rand.Text()}); err != nil {
		return err
	}
	file := s.env("GITHUB_STEP_SUMMARY")
	if file == "" {
		return nil
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("GITHUB_STEP_SUMMARY: %w", err)
	}
	if err := report.Summary(f, r); err != nil {
		f.Close()
		return fmt.Errorf("GITHUB_STEP_SUMMARY: %w", err)
	}
	return f.Close()
}
