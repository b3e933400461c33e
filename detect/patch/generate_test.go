package patch

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/comity-dev/comity/detect"
)

type entry struct {
	mode    detect.Mode
	content string // a commit id for a submodule
}

// shown is the content as a diff shows it.
func (e entry) shown() string {
	if e.mode == detect.ModeSubmodule {
		return "Subproject commit " + e.content + "\n"
	}
	return e.content
}

type tree map[string]entry

// sorted gives the names in order, so that a seed always means the same trees.
func (t tree) sorted() []string {
	var names []string
	for name := range t {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

type generator struct{ *rand.Rand }

var names = []string{
	"a.go", "dir/b.go", "dir/deep/c.go", "sp ace.txt", "x b/x b/x", "a b/y", " lead", "trail ", "tab\there", "new\nline",
	"quo\"te", "back\\slash", "na\u00efve.go", "\xff\xfe.bin", "\x01\x7f", "cr\r", "-dash", "--- a", "dev/null", "b/b", "@@ -1 +1 @@", "\u65e5\u672c \u8a9e",
}

var bodies = []string{
	"one", "two", "three", "", " ", "\t", "-- note", "++ x", "- a/x", "+ b/x", "-- a/x", "++ b/x", "@@ -1 +1 @@", "diff --git a/x b/x",
	"rename from x", "\\ No newline at end of file", "Binary files a/x and b/x differ", "crlf\r", "\r", "na\u00efve", "\xff", "index 1..2", "-- ",
}

func (g generator) pick(from []string) string { return from[g.IntN(len(from))] }

func (g generator) text() string {
	var b strings.Builder
	for range g.IntN(40) {
		b.WriteString(g.pick(bodies) + "\n")
	}
	return g.ending(b.String())
}

func (g generator) ending(s string) string {
	if g.IntN(4) == 0 {
		return strings.TrimSuffix(s, "\n")
	}
	return s
}

func (g generator) entry() entry {
	switch g.IntN(10) {
	case 0:
		return entry{detect.ModeSymlink, g.pick(names) + "x"}
	case 1:
		return entry{detect.ModeSubmodule, fmt.Sprintf("%040x", g.Uint64()|1)}
	case 2:
		return entry{detect.ModeFile, g.text() + "\x00" + g.text()}
	case 3:
		return entry{detect.ModeExecutable, g.text()}
	}
	return entry{detect.ModeFile, g.text()}
}

func (g generator) tree() tree {
	t := tree{}
	for _, name := range names {
		if g.IntN(2) == 0 {
			t[name] = g.entry()
		}
	}
	return t
}

func (g generator) edit(s string) string {
	lines := strings.SplitAfter(s, "\n")
	for range 1 + g.IntN(3) {
		i := g.IntN(len(lines))
		lines = slices.Replace(lines, i, min(len(lines), i+g.IntN(3)), g.pick(bodies)+"\n", g.pick(bodies)+"\n")
	}
	return g.ending(strings.Join(lines, ""))
}

// change derives a second tree with each kind of change in it.
func (g generator) change(old tree) tree {
	cur := tree{}
	for _, name := range old.sorted() {
		e := old[name]
		target := name
		if free := g.pick(names); g.IntN(3) == 0 && old[free].mode == 0 && cur[free].mode == 0 {
			target = free
		}
		if g.IntN(3) == 0 && e.mode.Regular() {
			e.mode = detect.ModeFile ^ detect.ModeExecutable ^ e.mode
		}
		if g.IntN(2) == 0 && e.mode.Regular() {
			e.content = g.edit(e.content)
		}
		switch g.IntN(8) {
		case 0:
			continue // deleted
		case 1:
			e = g.entry()
		case 2:
			if e.mode == detect.ModeSubmodule {
				e.content = fmt.Sprintf("%040x", g.Uint64()|1)
			}
		}
		cur[target] = e
	}
	if free := g.pick(names); cur[free].mode == 0 {
		cur[free] = g.entry()
	}
	return cur
}
