// Comity-dev holds the project's measurements: how fast a whole check is beside
// git itself, and how right it is on a labelled set of branch pairs.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/alecthomas/kong"
)

type cli struct {
	Speed speedCmd `cmd:"" help:"Compare comity check with git merge-tree over all pairs of synthetic branches."`
	Cases casesCmd `cmd:"" help:"Judge a labelled repository of branch pairs and write predictions."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var c cli
	k := kong.Parse(&c, kong.Name("comity-dev"), kong.BindTo(ctx, (*context.Context)(nil)))
	if err := k.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "comity-dev:", err)
		os.Exit(2)
	}
}
