package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// commit is one node of the graph.
type commit struct {
	id        string
	tree      string
	author    string
	authored  int64 // seconds since 1970
	committed int64
	parents   []int32
	inBase    bool // part of the base, and a parent of a commit that is not
}

// graph holds every commit of some heads that the base lacks, and the commits
// of the base that they grew from. Parents of the latter are not in it.
type graph struct {
	commits []commit
	index   map[string]int32
	marks   []int32 // marks[i] == epoch: commit i was met in the current walk
	epoch   int32
	stack   []int32
}

// A merge commit line holds all its parents, so it can be long; nothing real
// comes near this bound.
const maxCommitLine = 16 << 20

// walk lists the commits of heads that base lacks.
func (r *Repo) walk(ctx context.Context, heads []string, base string) (*graph, error) {
	var input strings.Builder
	for _, id := range heads {
		input.WriteString(id + "\n")
	}
	input.WriteString("^" + base + "\n")
	b := graphBuilder{g: &graph{index: map[string]int32{}}}
	err := r.git.run(ctx, input.String(), func(s *scanner) error {
		return s.each('\n', maxCommitLine, b.add)
	}, "rev-list", "--stdin", "--boundary", "--no-commit-header",
		"--format=%m%H %T %P%x00%at%x00%ct%x00%an")
	if err != nil {
		return nil, err
	}
	return b.finish()
}

// graphBuilder reads commits in any order and links them at the end.
type graphBuilder struct {
	g       *graph
	parents [][]string
}

var errCommitLine = errors.New("an unreadable line in the list of commits")

// add takes one line of rev-list in the format that walk asks for.
func (b *graphBuilder) add(line []byte) error {
	f := bytes.SplitN(line, []byte{0}, 4)
	if len(f) != 4 || len(f[0]) < 2 {
		return errCommitLine
	}
	ids := strings.Fields(string(f[0][1:]))
	if len(ids) < 2 {
		return errCommitLine
	}
	if _, known := b.g.index[ids[0]]; known {
		return nil
	}
	c := commit{
		id:        ids[0],
		tree:      ids[1],
		author:    displayName(f[3]),
		authored:  parseSeconds(f[1]),
		committed: parseSeconds(f[2]),
		inBase:    f[0][0] == '-',
	}
	b.g.index[c.id] = int32(len(b.g.commits))
	b.g.commits = append(b.g.commits, c)
	if c.inBase {
		ids = ids[:2]
	}
	b.parents = append(b.parents, ids[2:])
	return nil
}

func (b *graphBuilder) finish() (*graph, error) {
	for i, ids := range b.parents {
		for _, id := range ids {
			parent, known := b.g.index[id]
			if !known {
				return nil, errors.New("git left a parent out of the list of commits: " + id)
			}
			c := &b.g.commits[i]
			c.parents = append(c.parents, parent)
		}
	}
	b.g.marks = make([]int32, len(b.g.commits))
	return b.g, nil
}

// lastSecond is the end of the year 9999. Later times have no common notation,
// and only a forged commit has one.
const lastSecond = 253402300799

func parseSeconds(text []byte) int64 {
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		return 0
	}
	return min(max(n, 0), lastSecond)
}

const maxDisplayName = 200 // bytes

// displayName makes an author's name fit to be shown: valid, printable as far
// as Unicode goes, and short.
func displayName(name []byte) string {
	if len(name) > maxDisplayName {
		name = name[:maxDisplayName]
	}
	return strings.ToValidUTF8(string(name), "\uFFFD")
}

// find returns the commit if it is one that the base lacks.
func (g *graph) find(id string) (int32, bool) {
	i, ok := g.index[id]
	return i, ok && !g.commits[i].inBase
}

// begin starts a walk in which no commit has been met yet.
func (g *graph) begin() {
	g.epoch++
	g.stack = g.stack[:0]
}

// meet reports whether the commit is met for the first time in this walk.
func (g *graph) meet(i int32) bool {
	if g.marks[i] == g.epoch {
		return false
	}
	g.marks[i] = g.epoch
	return true
}

// spread visits head and every ancestor of it that was not met in this walk
// before. Commits of the base are visited, their ancestors are not.
func (g *graph) spread(head int32, visit func(i int32)) {
	if !g.meet(head) {
		return
	}
	g.stack = append(g.stack[:0], head)
	for len(g.stack) > 0 {
		i := g.stack[len(g.stack)-1]
		g.stack = g.stack[:len(g.stack)-1]
		visit(i)
		for _, p := range g.commits[i].parents {
			if g.meet(p) {
				g.stack = append(g.stack, p)
			}
		}
	}
}

// contains reports whether other is head or an ancestor of it.
func (g *graph) contains(head, other int32) bool {
	if head == other {
		return true
	}
	g.begin()
	g.spread(head, func(int32) {})
	return g.marks[other] == g.epoch
}

// history is what one head adds to the base.
type history struct {
	size  int     // number of commits
	since int64   // the oldest author date; a rebase keeps it
	forks []int32 // commits of the base it grew from, in order of id
	root  bool    // reaches a commit without parents
	cut   bool    // reaches a commit whose parents a shallow fetch left out
}

// trace collects the history of head.
func (g *graph) trace(head int32, cut map[string]bool) history {
	h := history{since: g.commits[head].authored}
	g.begin()
	g.spread(head, func(i int32) {
		c := &g.commits[i]
		switch {
		case c.inBase:
			h.forks = append(h.forks, i)
			return
		case cut[c.id]:
			h.cut = true
		case len(c.parents) == 0:
			h.root = true
		}
		h.size++
		h.since = min(h.since, c.authored)
	})
	slices.SortFunc(h.forks, func(a, b int32) int {
		return strings.Compare(g.commits[a].id, g.commits[b].id)
	})
	return h
}
