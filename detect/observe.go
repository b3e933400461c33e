package detect

import (
	"path"
	"slices"
	"strings"
)

// Contents gives the text of a changed file on the side's head. ok is false
// when it was not read.
type Contents func(f *FileChange) (text []byte, ok bool)

// Observe turns a side's change set into touches: one on every path under each
// of its names, on directories that appear or go away, and on numbered series.
// Ignored paths give no touches.
func Observe(cs *ChangeSet, base Tree, rules *Rules, contents Contents) []*Touch {
	o := observer{side: cs.Side, rules: rules, dirs: map[string]bool{}}
	o.touches = make([]*Touch, 0, len(cs.Files)+4)
	for i := range cs.Files {
		f := &cs.Files[i]
		if rules.Ignored(f.Path) && (f.OldPath == "" || rules.Ignored(f.OldPath)) {
			continue
		}
		o.paths(f)
		o.directories(f)
	}
	o.touches = append(o.touches, observeSeries(cs, base, rules, contents)...)
	return o.touches
}

type observer struct {
	side    *Side
	rules   *Rules
	touches []*Touch
	dirs    map[string]bool // directories already used, each once
}

func (o *observer) touch(scope Scope, role Role, op Operation, f *FileChange) *Touch {
	t := &Touch{
		Side: o.side, Scope: scope, Role: role, Operation: op, Basis: Observed,
		Path: f.Path, File: f, Arrived: o.side.Arrived,
	}
	o.touches = append(o.touches, t)
	return t
}

func (o *observer) paths(f *FileChange) {
	t := o.touch(PathScope(f.Path), Changes, operationOf(f), f)
	t.Settled = o.rules.passing(f.Path)
	if f.OldPath != "" {
		t.Detail = "renamed from " + f.OldPath
		from := o.touch(PathScope(f.OldPath), Changes, OpRename, f)
		from.Settled = o.rules.passing(f.OldPath)
		from.Detail = "renamed to " + f.Path
	}
}

func operationOf(f *FileChange) Operation {
	switch f.Status {
	case StatusAdded:
		return OpAdd
	case StatusDeleted:
		return OpRemove
	case StatusRenamed:
		return OpRename
	default:
		return OpModify
	}
}

// directories lets a new file meet a side that renamed its directory away, or
// that put a file where the directory would have to be. Nobody meets over a
// directory that both merely use.
func (o *observer) directories(f *FileChange) {
	if f.Status == StatusAdded || f.Status == StatusRenamed {
		o.touch(Scope{FamilyDirectory, f.Path}, Changes, OpAdd, f)
		for dir := path.Dir(f.Path); dir != "." && dir != "/" && !o.dirs[dir]; dir = path.Dir(dir) {
			o.dirs[dir] = true
			o.touch(Scope{FamilyDirectory, dir}, Uses, OpAdd, f)
		}
	}
	if f.Status == StatusRenamed {
		for _, dir := range movedDirs(f.OldPath, f.Path) {
			if key := "\x00" + dir; !o.dirs[key] {
				o.dirs[key] = true
				o.touch(Scope{FamilyDirectory, dir}, Changes, OpRename, f)
			}
		}
	}
}

// movedDirs names the directories that a rename may have moved as a whole: the
// one the file left, and its parents for as long as the names below them stayed
// the same.
func movedDirs(from, to string) []string {
	var dirs []string
	f, t := path.Dir(from), path.Dir(to)
	for f != t && f != "." {
		dirs = append(dirs, f)
		if path.Base(f) != path.Base(t) {
			break
		}
		f, t = path.Dir(f), path.Dir(t)
	}
	return dirs
}

// SharedPaths returns the paths of several changes under all their names,
// sorted, each once.
func SharedPaths(files []FileChange) []string {
	var out []string
	for _, f := range files {
		out = append(out, f.Path)
		if f.OldPath != "" {
			out = append(out, f.OldPath)
		}
	}
	slices.SortFunc(out, strings.Compare)
	return slices.Compact(out)
}
