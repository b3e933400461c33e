package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/comity-dev/comity/app"
	"github.com/comity-dev/comity/infra/gitrepo"
	"github.com/comity-dev/comity/policy"
)

type policyCmd struct {
	Validate policyValidateCmd `cmd:"" help:"Check a policy file and list everything that is wrong with it."`
	Explain  policyExplainCmd  `cmd:"" help:"Say which rules a path meets, and why."`
	Schema   policySchemaCmd   `cmd:"" help:"Print the JSON Schema of .comity.yml, for editors."`
}

type policyValidateCmd struct {
	File string `arg:"" optional:"" default:".comity.yml" help:"The policy file." type:"path"`
}

// Run validates a file.
func (c *policyValidateCmd) Run(s streams) error {
	if _, err := readPolicy(c.File); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.out, "%s is valid.\n", c.File)
	return err
}

type policyExplainCmd struct {
	Paths  []string `arg:"" help:"Paths as git names them: from the root of the repository, with '/'." name:"path"`
	Policy string   `help:"Use this policy file instead of the base branch's .comity.yml." placeholder:"FILE" type:"path"`
	Repo   string   `help:"The clone to read the policy from." placeholder:"DIR" type:"path"`
	Base   string   `help:"The branch to read the policy from." placeholder:"BRANCH"`
}

// Run explains paths.
func (c *policyExplainCmd) Run(ctx context.Context, s streams) error {
	p, from, err := c.policy(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Policy: %s\n", from)
	for _, path := range c.Paths {
		fmt.Fprintf(s.out, "\n%s\n", oneLine(path))
		for _, e := range p.Explain(path) {
			fmt.Fprintf(s.out, "  %s\n", oneLine(e.String()))
		}
	}
	return nil
}

// policy is the file given, or what is in force in the clone.
func (c *policyExplainCmd) policy(ctx context.Context) (*policy.Policy, string, error) {
	if c.Policy != "" {
		p, err := readPolicy(c.Policy)
		return p, c.Policy, err
	}
	repo, err := gitrepo.Open(ctx, gitrepo.Options{Dir: c.Repo, Base: c.Base})
	if err != nil {
		return nil, "", err
	}
	defer repo.Close()
	return app.PolicyInForce(ctx, repo)
}

type policySchemaCmd struct{}

// Run prints the schema.
func (c *policySchemaCmd) Run(s streams) error {
	schema, err := policy.Schema()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.out, strings.TrimSpace(string(schema)))
	return err
}
