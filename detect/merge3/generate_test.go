package merge3

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/comity-dev/comity/detect"
)

// file is one entry of a generated tree.
type file struct {
	mode detect.Mode
	data string
}

// world is a generated tree.
type world map[string]file

func (w world) clone() world {
	out := make(world, len(w))
	for p, f := range w {
		out[p] = f
	}
	return out
}

// history is one merge to try: a base and two sides.
type history struct {
	base, ours, theirs world
	renames            bool // renames were made on purpose, or may be seen
}

type generator struct {
	r       *rand.Rand
	renames bool
}

func (g *generator) pick(s ...string) string { return s[g.r.IntN(len(s))] }

func (g *generator) line() string {
	switch g.r.IntN(6) {
	case 0:
		return g.pick("}", "{", "", "end", "return", "x")
	case 1:
		return fmt.Sprintf("word %d", g.r.IntN(8))
	default:
		return fmt.Sprintf("line %d of text", g.r.IntN(100000))
	}
}

func (g *generator) text() string {
	n := g.r.IntN(30)
	if g.r.IntN(12) == 0 {
		n = 60 + g.r.IntN(200)
	}
	lines := make([]string, n)
	for i := range lines {
		lines[i] = g.line()
		if n > 80 && g.r.IntN(2) == 0 {
			lines[i] = g.pick("a", "b") // common lines drive the histogram to its fallback
		}
	}
	end := "\n"
	if g.r.IntN(8) == 0 {
		end = "\r\n"
	}
	t := strings.Join(lines, end)
	if n > 0 && g.r.IntN(6) > 0 {
		t += end
	}
	return t
}

func (g *generator) dir() string {
	return g.pick("", "", "d/", "d/", "e/", "d/sub/", "f/g/", "d/sub/deep/", "lib/", "h/")
}

func (g *generator) name() string {
	return g.dir() + g.pick("a", "b", "c", "x.txt", "y.txt", "z", "main.go", "util.go", "README")
}

func (g *generator) newFile() file {
	switch g.r.IntN(14) {
	case 0:
		return file{detect.ModeExecutable, g.text()}
	case 1:
		return file{detect.ModeSymlink, g.pick("a", "d/b", "../x")}
	case 2:
		return file{detect.ModeSubmodule, fmt.Sprintf("%040x", 1+g.r.IntN(4))}
	case 3:
		return file{detect.ModeFile, "bin\x00" + g.text()}
	case 4:
		return file{detect.ModeFile, ""}
	default:
		return file{detect.ModeFile, g.text()}
	}
}

// put writes a file, taking away what stands in its way.
func (w world) put(p string, f file) {
	for q := range w {
		if strings.HasPrefix(q, p+"/") || strings.HasPrefix(p, q+"/") {
			delete(w, q)
		}
	}
	w[p] = f
}

func (g *generator) base() world {
	w := world{}
	for range 3 + g.r.IntN(10) {
		w.put(g.name(), g.newFile())
	}
	return w
}

func (g *generator) any(w world) (string, bool) {
	if len(w) == 0 {
		return "", false
	}
	paths := sortedPaths(w)
	return paths[g.r.IntN(len(paths))], true
}

func sortedPaths(w world) []string {
	var out []string
	for p := range w {
		out = append(out, p)
	}
	return sortedUnique(out...)
}

func (g *generator) edit(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for range 1 + g.r.IntN(3) {
		i := g.r.IntN(len(lines) + 1)
		switch g.r.IntN(4) {
		case 0:
			lines = append(lines[:i:i], append([]string{g.line() + "\n"}, lines[i:]...)...)
		case 1:
			if i < len(lines) {
				lines = append(lines[:i:i], lines[i+1:]...)
			}
		case 2:
			if i < len(lines) {
				lines[i] = g.line() + "\n"
			}
		default:
			if i < len(lines) { // repeat a stretch, which gives the diff a choice
				j := min(len(lines), i+1+g.r.IntN(4))
				lines = append(lines[:j:j], append(append([]string{}, lines[i:j]...), lines[j:]...)...)
			}
		}
	}
	switch t := strings.Join(lines, ""); g.r.IntN(25) {
	case 0:
		return strings.TrimSuffix(t, "\n")
	case 1:
		return strings.ReplaceAll(t, "\n", "\r\n")
	case 2:
		return t + "\x00"
	default:
		return t
	}
}

func (g *generator) change(w world) {
	p, ok := g.any(w)
	if !ok {
		w.put(g.name(), g.newFile())
		return
	}
	f := w[p]
	kinds := 10
	if g.renames {
		kinds = 16
	}
	switch k := g.r.IntN(kinds); {
	case k < 5:
		if f.mode.Regular() {
			w[p] = file{f.mode, g.edit(f.data)}
		} else {
			w[p] = g.newFile()
		}
	case k == 5:
		w.put(g.name(), g.newFile())
	case k == 6:
		delete(w, p)
	case k == 7 && f.mode.Regular():
		w[p] = file{detect.ModeFile + detect.ModeExecutable - f.mode, f.data}
	case k == 8:
		w.put(p, g.newFile())
	case k == 9:
		w.put(p+g.pick("", "/in"), g.newFile())
	case k < 14:
		g.rename(w, p)
	case k >= 14:
		g.renameDir(w, p)
	}
}

func (g *generator) rename(w world, p string) {
	f := w[p]
	to := g.name()
	if g.r.IntN(2) == 0 {
		to = g.dir() + baseName(p)
	}
	delete(w, p)
	if g.r.IntN(2) == 0 && f.mode.Regular() {
		f.data = g.edit(f.data)
	}
	w.put(to, f)
}

func (g *generator) renameDir(w world, p string) {
	from := parent(p)
	to := g.pick("moved", "d", "lib", "new/place", "e")
	if from == "" || from == to || strings.HasPrefix(to, from+"/") {
		return
	}
	for _, q := range sortedPaths(w) {
		if strings.HasPrefix(q, from+"/") {
			f := w[q]
			delete(w, q)
			if g.r.IntN(6) == 0 && f.mode.Regular() {
				f.data = g.edit(f.data)
			}
			w.put(to+q[len(from):], f)
		}
	}
}

// history makes one merge. Both sides now and then do the same thing.
func (g *generator) history() history {
	h := history{base: g.base(), renames: g.renames}
	h.ours, h.theirs = h.base.clone(), h.base.clone()
	for range 1 + g.r.IntN(3) {
		if g.r.IntN(8) == 0 {
			seed1, seed2 := g.r.Uint64(), g.r.Uint64()
			twin := func() *generator { return &generator{rand.New(rand.NewPCG(seed1, seed2)), g.renames} }
			twin().change(h.ours)
			twin().change(h.theirs)
			continue
		}
		if g.r.IntN(4) == 0 {
			g.together(&h)
			continue
		}
		g.change(h.ours)
		g.change(h.theirs)
	}
	return h
}

// fastImport writes the commits of a history: marks 3n+1, 3n+2 and 3n+3.
func (h history) fastImport(b *bytes.Buffer, n int) {
	for i, w := range []world{h.base, h.ours, h.theirs} {
		fmt.Fprintf(b, "commit refs/heads/h%d-%d\nmark :%d\ncommitter x <x@x.example> %d +0000\ndata 0\n", n, i, 3*n+i+1, 1700000000+n)
		if i > 0 {
			fmt.Fprintf(b, "from :%d\n", 3*n+1)
		}
		b.WriteString("deleteall\n")
		for _, p := range sortedPaths(w) {
			f := w[p]
			if f.mode == detect.ModeSubmodule {
				fmt.Fprintf(b, "M 160000 %s %s\n", f.data, p)
				continue
			}
			fmt.Fprintf(b, "M %o inline %s\ndata %d\n%s\n", f.mode, p, len(f.data), f.data)
		}
	}
}
