package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/comity-dev/comity/app"
	"github.com/comity-dev/comity/app/report"
	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/infra/gitrepo"
	"github.com/comity-dev/comity/policy"
)

// strictPolicy makes every real collision block, so that "told" and "blocked"
// can be told apart in the score.
const strictPolicy = `
severity: {textual_merge: block, sequence_collision: block, symbol_overlap: block, contract_break: block}
`

// ruleNames maps kinds to the words the labels use.
var ruleNames = map[detect.Kind]string{
	detect.PathOverlap: "path", detect.TextualMerge: "textual", detect.SequenceCollision: "migration",
	detect.DuplicateWork: "duplicate", detect.SymbolOverlap: "symbol", detect.ContractBreak: "contract",
}

type casesCmd struct {
	Repo   string `arg:"" help:"The repository: main, and c/CASE/a and c/CASE/b for each case." type:"existingdir"`
	Labels string `arg:"" help:"A table with the cases in its first column." type:"existingfile"`
}

// Run prints one line for each case: CASE, block|warn|none, rules.
func (c *casesCmd) Run(ctx context.Context) error {
	strict, problems := policy.Parse("strict", []byte(strictPolicy))
	if len(problems) > 0 {
		return problems[0]
	}
	names, err := firstColumn(c.Labels)
	if err != nil {
		return err
	}
	for _, name := range names {
		r, err := c.check(ctx, name, strict)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		verdict, rules := judge(r)
		fmt.Printf("%s\t%s\t%s\n", name, verdict, strings.Join(rules, ","))
	}
	return nil
}

func (c *casesCmd) check(ctx context.Context, name string, p *policy.Policy) (*report.Report, error) {
	repo, err := gitrepo.Open(ctx, gitrepo.Options{Dir: c.Repo, Base: "main"})
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	prefix := "c/" + name + "/"
	return app.Evaluate(ctx, repo, app.Request{
		Policy: p,
		Among:  func(s *detect.Side) bool { return strings.HasPrefix(s.Branch, prefix) },
	})
}

func judge(r *report.Report) (verdict string, rules []string) {
	verdict = "none"
	for _, c := range r.Conflicts {
		switch {
		case c.Blocking:
			verdict = "block"
		case c.Severity == "warn" && verdict == "none":
			verdict = "warn"
		}
		if c.Severity != "info" {
			rules = append(rules, ruleNames[c.Kind])
		}
	}
	slices.Sort(rules)
	return verdict, slices.Compact(rules)
}

func firstColumn(file string) ([]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name, _, _ := strings.Cut(lines.Text(), "\t"); name != "case" {
			out = append(out, name)
		}
	}
	return out, nil
}
