package merge3

import (
	"strings"

	"github.com/comity-dev/comity/detect"
)

// together makes both sides do something about the same thing, which two
// independent changes seldom do.
func (g *generator) together(h *history) {
	kinds := 5
	if g.renames {
		kinds = 10
	}
	switch g.r.IntN(kinds) {
	case 0:
		g.convertLineEnds(h)
	case 1:
		g.manyHunks(h)
	case 2:
		g.copyFile(h.ours)
		g.copyFile(h.theirs)
	case 3:
		g.sameNewFile(h)
	case 4:
		g.editDeleted(h)
	case 5:
		g.sameDirectory(h)
	case 6:
		g.renameOnto(h)
	case 7:
		g.moveNested(h.ours)
		g.change(h.theirs)
	case 8:
		g.moveNested(h.ours)
		g.moveNested(h.theirs)
	case 9:
		g.renameAndAddBelow(h)
	}
}

// convertLineEnds rewrites a whole file with other line ends on one side, while
// the other side edits it or converts it, too.
func (g *generator) convertLineEnds(h *history) {
	p, f, ok := g.text3(h)
	if !ok {
		return
	}
	lf := strings.ReplaceAll(f.data, "\r\n", "\n")
	if lf == f.data {
		h.ours[p] = file{f.mode, strings.ReplaceAll(lf, "\n", "\r\n")}
	} else {
		h.ours[p] = file{f.mode, lf}
	}
	if g.r.IntN(3) == 0 {
		h.theirs[p] = file{f.mode, g.edit(h.ours[p].data)}
		return
	}
	h.theirs[p] = file{f.mode, g.edit(f.data)}
}

// text3 picks a regular file that all three trees have.
func (g *generator) text3(h *history) (string, file, bool) {
	p, ok := g.any(h.base)
	f := h.base[p]
	if !ok || !f.mode.Regular() {
		return "", file{}, false
	}
	_, ours := h.ours[p]
	_, theirs := h.theirs[p]
	return p, f, ours && theirs
}

// manyHunks adds a large file that both sides change in many places.
func (g *generator) manyHunks(h *history) {
	var b strings.Builder
	for range 300 + g.r.IntN(900) {
		b.WriteString(g.line() + "\n")
	}
	p := g.name()
	text := b.String()
	edits := 1 + g.r.IntN(12)
	many := func() string {
		t := text
		for range edits {
			t = g.edit(t)
		}
		return t
	}
	h.base.put(p, file{detect.ModeFile, text})
	h.ours.put(p, file{detect.ModeFile, many()})
	h.theirs.put(p, file{detect.ModeFile, many()})
}

// copyFile copies a file, sometimes with a change.
func (g *generator) copyFile(w world) {
	p, ok := g.any(w)
	if !ok {
		return
	}
	f := w[p]
	if f.mode.Regular() && g.r.IntN(2) == 0 {
		f.data = g.edit(f.data)
	}
	w.put(g.name(), f)
}

// sameNewFile adds a file of one name on both sides, with much in common.
func (g *generator) sameNewFile(h *history) {
	p, text := g.name(), g.text()
	h.ours.put(p, file{detect.ModeFile, g.edit(text)})
	h.theirs.put(p, file{detect.ModeFile, g.edit(text)})
}

// editDeleted deletes on one side what the other changes.
func (g *generator) editDeleted(h *history) {
	p, f, ok := g.text3(h)
	if !ok {
		return
	}
	delete(h.ours, p)
	h.theirs[p] = file{f.mode, g.edit(f.data)}
	if g.r.IntN(2) == 0 {
		h.ours, h.theirs = h.theirs, h.ours
	}
}

// sameDirectory renames one directory on both sides, often to one place, while
// either may add to it.
func (g *generator) sameDirectory(h *history) {
	p, ok := g.any(h.base)
	if !ok || parent(p) == "" {
		return
	}
	to := g.pick("moved", "lib", "new/place")
	for _, w := range []world{h.ours, h.theirs} {
		if g.r.IntN(3) == 0 {
			w.put(parent(p)+"/"+g.pick("n1", "n2"), file{detect.ModeFile, g.text()})
		}
		if g.r.IntN(3) == 0 {
			to = g.pick("moved", "lib", "new/place")
		}
		g.moveDirectory(w, parent(p), to)
		if g.r.IntN(4) == 0 {
			w.put(parent(p)+"/late", file{detect.ModeFile, g.text()})
		}
	}
}

func (g *generator) moveDirectory(w world, from, to string) {
	if from == to || strings.HasPrefix(to+"/", from+"/") {
		return
	}
	for _, q := range sortedPaths(w) {
		if f, ok := w[q]; ok && strings.HasPrefix(q, from+"/") {
			delete(w, q)
			if g.r.IntN(5) == 0 && f.mode.Regular() {
				f.data = g.edit(f.data)
			}
			w.put(to+q[len(from):], f)
		}
	}
}

// renameOnto renames a file on one side to a path that the other side has: new,
// changed, or renamed, too.
func (g *generator) renameOnto(h *history) {
	p, f, ok := g.text3(h)
	if !ok {
		return
	}
	to := g.name()
	if q, ok := g.any(h.base); ok && g.r.IntN(3) == 0 {
		to = q
	}
	delete(h.ours, p)
	h.ours.put(to, file{f.mode, g.edit(f.data)})
	switch g.r.IntN(3) {
	case 0:
		h.theirs.put(to, file{detect.ModeFile, g.text()})
	case 1:
		h.theirs.put(to, file{f.mode, g.edit(f.data)})
	default:
		if q, other, ok := g.text3(h); ok && q != p {
			delete(h.theirs, q)
			h.theirs.put(to, other)
		}
	}
}

// moveNested moves a directory into or out of another that holds it.
func (g *generator) moveNested(w world) {
	move := [][2]string{{"d/sub/deep", "d"}, {"d/sub", "d"}, {"d/sub", "lib/sub"}, {"d/sub/deep", "lib/deep"}, {"f/g", "f"}, {"f/g", "d/g"}, {"lib", "d/sub/lib"}, {"h", "d/h"}}[g.r.IntN(8)]
	g.moveDirectory(w, move[0], move[1])
}

// renameAndAddBelow renames a directory on one side while the other adds to it
// or moves a file into it.
func (g *generator) renameAndAddBelow(h *history) {
	p, ok := g.any(h.base)
	if !ok || parent(p) == "" {
		return
	}
	dir := parent(p)
	g.moveDirectory(h.ours, dir, g.pick("moved", "lib", "new/place", "d/moved"))
	if q, f, ok := g.text3(h); ok && g.r.IntN(2) == 0 {
		delete(h.theirs, q)
		h.theirs.put(dir+"/"+g.pick("arrived", baseName(q)), f)
		return
	}
	h.theirs.put(dir+"/"+g.pick("n1", "sub/n2"), file{detect.ModeFile, g.text()})
}
