package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"

	"github.com/comity-dev/comity/app"
	"github.com/comity-dev/comity/infra/gitfixture"
)

//go:embed demo.txtar
var demoFixture []byte

type demoCmd struct {
	Dir string `arg:"" optional:"" help:"Where to make the sample repository (default: a new temporary folder)." type:"path"`
	output
}

// Run makes the sample repository and shows its report. What the sample blocks
// is no failure of the demo.
func (c *demoCmd) Run(ctx context.Context, s streams) error {
	commits, err := gitfixture.Parse(demoFixture)
	if err != nil {
		return err
	}
	dir := c.Dir
	if dir == "" {
		if dir, err = os.MkdirTemp("", "comity-demo-"); err != nil {
			return err
		}
	}
	if err := gitfixture.Write(ctx, dir, commits); err != nil {
		return err
	}
	r, err := evaluate(ctx, dir, "", app.Request{})
	if err != nil {
		return err
	}
	if err := c.show(s, r); err != nil || c.Format != "text" {
		return err
	}
	_, err = fmt.Fprintf(s.out, `
This was a sample repository. Play with it:
  cd %s
  git branch -a
  comity check --branch 'feat/*'
`, dir)
	return err
}
