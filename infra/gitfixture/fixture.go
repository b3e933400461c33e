// Package gitfixture writes small git repositories from one readable file. The
// demo, the scenarios and the measurements use it.
//
// The file is a txtar archive. A section "branch NAME" starts a commit on that
// branch; the file sections that follow are what the commit writes, and the
// lines of its own body are what it does besides:
//
//	-- branch main --
//	-- src/a.go --
//	package a
//	-- branch feat/x from main by maya at 2026-01-05T10:00:00Z --
//	rm src/old.go
//	mv src/a.go src/b.go
//	chmod +x run.sh
//	symlink current docs/v2
//	-- src/c.go --
//	package c
//
// A branch starts from main unless it says otherwise. Without "at", commits are
// an hour apart. A second section of one branch adds a commit to it.
package gitfixture

import (
	"fmt"
	"maps"
	"strings"
	"time"

	"golang.org/x/tools/txtar"
)

// Commit is one commit of a fixture with its whole tree.
type Commit struct {
	Branch string
	Parent int // index of the parent commit; -1 for a root
	Author string
	When   time.Time
	Files  map[string]File
}

// File is one file of a commit.
type File struct {
	Mode string // as git writes it: 100644, 100755, 120000
	Data []byte
}

// epoch is when the first commit of a fixture is made.
var epoch = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)

// Parse reads a fixture. Errors name the section.
func Parse(data []byte) ([]Commit, error) {
	var p parser
	for _, f := range txtar.Parse(data).Files {
		if head, ok := strings.CutPrefix(f.Name, "branch "); ok {
			if err := p.begin(head, f.Data); err != nil {
				return nil, fmt.Errorf("section %q: %w", f.Name, err)
			}
			continue
		}
		if len(p.commits) == 0 {
			return nil, fmt.Errorf("section %q: a branch section must come first", f.Name)
		}
		p.write(f.Name, f.Data)
	}
	return p.commits, nil
}

type parser struct {
	commits []Commit
	tips    map[string]int
}

func (p *parser) write(name string, data []byte) {
	files := p.commits[len(p.commits)-1].Files
	mode := "100644"
	if old, ok := files[name]; ok && old.Mode == "100755" {
		mode = old.Mode
	}
	files[name] = File{mode, data}
}

// begin starts a commit: NAME [from BRANCH] [by AUTHOR] [at TIME].
func (p *parser) begin(head string, body []byte) error {
	words := strings.Fields(head)
	if len(words)%2 == 0 {
		return fmt.Errorf("want NAME [from BRANCH] [by AUTHOR] [at TIME]")
	}
	c := Commit{Branch: words[0], Parent: -1, Author: "maya", When: epoch.Add(time.Duration(len(p.commits)) * time.Hour), Files: map[string]File{}}
	from := "main"
	if _, again := p.tips[c.Branch]; again {
		from = c.Branch
	}
	for i := 1; i < len(words); i += 2 {
		switch words[i] {
		case "from":
			from = words[i+1]
		case "by":
			c.Author = words[i+1]
		case "at":
			t, err := time.Parse(time.RFC3339, words[i+1])
			if err != nil {
				return err
			}
			c.When = t
		default:
			return fmt.Errorf("unknown word %q", words[i])
		}
	}
	if tip, ok := p.tips[from]; ok {
		c.Parent = tip
		c.Files = maps.Clone(p.commits[tip].Files)
	} else if len(p.commits) > 0 && from != "nothing" {
		return fmt.Errorf("no branch %q yet", from)
	}
	if err := apply(c.Files, string(body)); err != nil {
		return err
	}
	if p.tips == nil {
		p.tips = map[string]int{}
	}
	p.tips[c.Branch] = len(p.commits)
	p.commits = append(p.commits, c)
	return nil
}

// apply does the commands of a branch section, one a line.
func apply(files map[string]File, body string) error {
	for _, line := range strings.Split(body, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if err := command(files, words); err != nil {
			return fmt.Errorf("%q: %w", line, err)
		}
	}
	return nil
}

func command(files map[string]File, words []string) error {
	need := func(n int, name string) error {
		if len(words) != n+1 {
			return fmt.Errorf("want %d arguments", n)
		}
		if _, ok := files[name]; name != "" && !ok {
			return fmt.Errorf("no file %s", name)
		}
		return nil
	}
	last := words[len(words)-1]
	switch words[0] {
	case "rm":
		if err := need(1, last); err != nil {
			return err
		}
		delete(files, last)
	case "mv":
		if err := need(2, words[1]); err != nil {
			return err
		}
		files[last] = files[words[1]]
		delete(files, words[1])
	case "chmod":
		if err := need(2, last); err != nil {
			return err
		}
		f := files[last]
		f.Mode = map[string]string{"+x": "100755", "-x": "100644"}[words[1]]
		files[last] = f
	case "symlink":
		if err := need(2, ""); err != nil {
			return err
		}
		files[words[1]] = File{"120000", []byte(last)}
	default:
		return fmt.Errorf("unknown command")
	}
	return nil
}
