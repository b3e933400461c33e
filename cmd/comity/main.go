// Comity tells people that two pieces of open work collide before either is
// merged.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// The exit codes of every command, DESIGN §8.
const (
	exitFree    = 0 // nothing blocks
	exitBlocked = 1 // something does
	exitError   = 2 // the input or the flags are wrong
)

// errBlocked makes a command exit with 1 after it has said why.
var errBlocked = errors.New("blocked")

// streams are where a command reads the outside world and writes to it.
type streams struct {
	out, err io.Writer
	env      func(string) string
	terminal bool // out is a terminal
}

type cli struct {
	Check   checkCmd         `cmd:"" help:"Say which open branches of a clone collide, where, and what to do."`
	Policy  policyCmd        `cmd:"" help:"Check and explain .comity.yml."`
	Demo    demoCmd          `cmd:"" help:"Make a small sample repository, check it and show the report."`
	Version kong.VersionFlag `help:"Print the version and exit."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{out: os.Stdout, err: os.Stderr, env: os.Getenv, terminal: isTerminal(os.Stdout)})
	stop()
	os.Exit(code)
}

// run is the whole program but for the process around it.
func run(ctx context.Context, args []string, s streams) int {
	var c cli
	exited := -1
	parser, err := kong.New(&c,
		kong.Name("comity"),
		kong.Description("Tells people that two pieces of open work collide before either is merged."),
		kong.Writers(s.out, s.err),
		kong.Exit(func(code int) { exited = code }),
		kong.Vars{"version": version()},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(s),
	)
	if err != nil {
		return fail(s, err)
	}
	parsed, err := parser.Parse(args)
	switch {
	case exited >= 0: // --help and --version have said all there is
		return exited
	case err != nil:
		fmt.Fprintf(s.err, "comity: %s; see comity --help\n", oneLine(err.Error()))
		return exitError
	}
	switch err := parsed.Run(); {
	case errors.Is(err, errBlocked):
		return exitBlocked
	case err != nil:
		return fail(s, err)
	}
	return exitFree
}

// fail prints an error as it is when it has a line for each problem, and else
// as one line.
func fail(s streams, err error) int {
	var many interface{ Lines() []string }
	if errors.As(err, &many) {
		for _, line := range many.Lines() {
			fmt.Fprintln(s.err, oneLine(line))
		}
		return exitError
	}
	fmt.Fprintf(s.err, "comity: %s\n", oneLine(err.Error()))
	return exitError
}

// oneLine keeps untrusted names in an error from breaking the line or driving
// the terminal.
func oneLine(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' {
			fmt.Fprintf(&b, `\x%02x`, r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
