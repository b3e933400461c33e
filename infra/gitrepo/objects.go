package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// objectReader keeps one cat-file process, started when it is first needed. One
// caller uses it at a time. A process that was left in the middle of an answer
// is thrown away.
type objectReader struct {
	git  *git
	mu   sync.Mutex
	proc *objectProcess
}

// objectProcess is a running cat-file --batch-command --buffer.
type objectProcess struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *scanner
	stderr *head
	kill   context.CancelFunc
}

// Close ends the process, if there is one.
func (o *objectReader) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.proc == nil {
		return nil
	}
	p := o.proc
	o.proc = nil
	p.in.Close()
	defer p.kill()
	if err := p.cmd.Wait(); err != nil {
		return &gitError{command: "cat-file", stderr: p.stderr.String(), err: err}
	}
	return nil
}

// use runs f on the process. After an error, or when ctx ends, the process is
// gone.
func (o *objectReader) use(ctx context.Context, f func(*objectProcess) error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	if o.proc == nil {
		p, err := startObjects(o.git)
		if err != nil {
			return err
		}
		o.proc = p
	}
	p := o.proc
	stop := context.AfterFunc(ctx, p.kill)
	err := f(p)
	if stop() && err == nil {
		return nil
	}
	o.proc = nil
	return p.fail(ctx, err)
}

// fail ends the process after err and says what went wrong.
func (p *objectProcess) fail(ctx context.Context, err error) error {
	ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
	if !ended { // else it has ended by itself, and its own reason counts
		p.kill()
	}
	p.in.Close()
	waitErr := p.cmd.Wait()
	p.kill()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case ended && waitErr != nil:
		return &gitError{command: "cat-file", stderr: p.stderr.String(), err: waitErr}
	case ended:
		return fmt.Errorf("git cat-file: %w", io.ErrUnexpectedEOF)
	}
	return err
}

func startObjects(g *git) (*objectProcess, error) {
	ctx, cancel := context.WithCancel(context.Background())
	// Above the threshold git hands a blob over in pieces instead of loading it.
	cmd := g.command(ctx, "-c", "core.bigFileThreshold=8m", "cat-file", "--batch-command", "--buffer")
	p := &objectProcess{cmd: cmd, kill: cancel, stderr: &head{limit: maxStderr}}
	cmd.Stderr = p.stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		cancel()
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		cancel()
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	if err := cmd.Start(); err != nil {
		cancel()
		return nil, startError(err)
	}
	p.in, p.out = in, newScanner(out)
	return p, nil
}

// ask sends commands and reads the answers at the same time, so that neither
// side waits for the other with a full pipe.
func (p *objectProcess) ask(command string, names []string, read func() error) error {
	var request bytes.Buffer
	for _, name := range names {
		request.WriteString(command + " " + name + "\n")
	}
	request.WriteString("flush\n")
	sent := make(chan error, 1)
	go func() {
		_, err := p.in.Write(request.Bytes())
		sent <- err
	}()
	for range names {
		if err := read(); err != nil {
			if !errors.Is(err, io.EOF) {
				p.kill()
			}
			<-sent
			return err
		}
	}
	return <-sent
}

// object is what cat-file says about one object before its content.
type object struct {
	oid     string
	kind    string // blob, tree, commit, tag; empty when it is missing
	size    int64
	missing bool
}

const maxObjectLine = 1 << 10

// header reads "OID KIND SIZE" or "NAME missing".
func (p *objectProcess) header() (object, error) {
	line, err := p.out.next('\n', maxObjectLine)
	if err != nil {
		return object{}, err
	}
	f := strings.Fields(string(line))
	if len(f) == 2 && f[1] == "missing" {
		return object{missing: true}, nil
	}
	if len(f) != 3 {
		return object{}, fmt.Errorf("git cat-file answered %q", line)
	}
	size, err := strconv.ParseInt(f[2], 10, 64)
	if err != nil || size < 0 {
		return object{}, fmt.Errorf("git cat-file answered %q", line)
	}
	return object{oid: f[0], kind: f[1], size: size}, nil
}

// info tells about each of the names, in their order.
func (p *objectProcess) info(names []string) ([]object, error) {
	found := make([]object, 0, len(names))
	err := p.ask("info", names, func() error {
		one, err := p.header()
		found = append(found, one)
		return err
	})
	return found, err
}

// trees returns the ids of the root trees of some commits, in their order.
func (o *objectReader) trees(ctx context.Context, commits []string) ([]string, error) {
	names := make([]string, len(commits))
	for i, id := range commits {
		if !isObjectID(id) {
			return nil, fmt.Errorf("%q is not a commit id", id)
		}
		names[i] = id + "^{tree}"
	}
	ids := make([]string, len(commits))
	err := o.use(ctx, func(p *objectProcess) error {
		found, err := p.info(names)
		if err != nil {
			return err
		}
		for i, one := range found {
			if one.kind != "tree" {
				return fmt.Errorf("there is no commit %s", commits[i])
			}
			ids[i] = one.oid
		}
		return nil
	})
	return ids, err
}

// isObjectID reports whether id is a full object id, so that it can be sent to
// git without being read as anything else.
func isObjectID(id string) bool {
	if len(id) != 40 && len(id) != 64 {
		return false
	}
	for i := range len(id) {
		c := id[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
