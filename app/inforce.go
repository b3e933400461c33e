package app

import (
	"context"
	"strings"

	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/policy"
)

// PolicyError is every problem of a policy file.
type PolicyError struct{ Problems []policy.Problem }

// Error lists the problems, one per line.
func (e *PolicyError) Error() string { return strings.Join(e.Lines(), "\n") }

// Lines gives one line for each problem.
func (e *PolicyError) Lines() []string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.Error()
	}
	return lines
}

// PolicyInForce reads the policy that judges the sides of a source, and where
// it stands: the target's, or the defaults.
func PolicyInForce(ctx context.Context, src Source) (p *policy.Policy, from string, err error) {
	got, err := src.Gather(ctx, func(*detect.Side) bool { return false })
	if err != nil {
		return nil, "", err
	}
	p, err = got.policy()
	if got.Policy == nil {
		return p, "the defaults: " + got.Base.Ref + " has no " + policyName, err
	}
	return p, got.Policy.Name, err
}

func (g *Gathered) policy() (*policy.Policy, error) {
	if g.Policy == nil {
		return policy.Default(), nil
	}
	p, problems := policy.Parse(g.Policy.Name, g.Policy.Data)
	if len(problems) > 0 {
		return nil, &PolicyError{problems}
	}
	return p, nil
}
