package detect

import (
	"path"
	"regexp"
	"strings"
)

// Some migrations name the one they come after instead of, or beside, taking a
// number. Two sides that both come after the same one leave two ends, which
// Django and Alembic refuse.

// maxLineage bounds how much of a migration is searched: dependencies stand at
// the top.
const maxLineage = 64 << 10

var (
	djangoDependencies = regexp.MustCompile(`(?m)^\s+dependencies\s*(?::[^=\n]*)?=\s*\[`)
	djangoDependency   = regexp.MustCompile(`\(\s*["']([^"'\n]+)["']\s*,\s*["']([^"'\n]+)["']\s*,?\s*\)`)
	alembicRevision    = regexp.MustCompile(`(?m)^revision\s*(?::[^=\n]*)?=\s*["']([^"'\n]+)["']`)
	alembicDown        = regexp.MustCompile(`(?m)^down_revision\s*(?::[^=\n]*)?=\s*(\([^)]*\)|\[[^\]]*\]|.+$)`)
	quoted             = regexp.MustCompile(`["']([^"'\n]+)["']`)
	pythonComment      = regexp.MustCompile(`(?m)#.*$`)
)

// lineage is what a Python migration says about its place.
type lineage struct {
	tool    string   // "Django" or "Alembic"
	parents []string // the migrations it comes after, by name or revision
}

// MayHaveLineage reports whether a file's content must be read to know its
// place in a series.
func MayHaveLineage(file string) bool {
	dir, name := path.Split(file)
	if !strings.HasSuffix(name, ".py") || name == "__init__.py" {
		return false
	}
	switch path.Base(dir) {
	case "migrations", "versions":
		return true
	}
	return false
}

// readLineage finds what a migration comes after. exists tells whether a file
// of that name stands beside it, which separates the parents from dependencies
// on other apps.
func readLineage(file string, text []byte, exists func(string) bool) (lineage, bool) {
	if len(text) > maxLineage {
		text = text[:maxLineage]
	}
	source := pythonComment.ReplaceAllString(string(text), "")
	if at := alembicRevision.FindStringIndex(source); at != nil {
		down := alembicDown.FindStringSubmatch(source)
		if down == nil {
			return lineage{}, false
		}
		l := lineage{tool: "Alembic"}
		for _, q := range quoted.FindAllStringSubmatch(down[1], -1) {
			l.parents = append(l.parents, q[1])
		}
		if len(l.parents) == 0 {
			l.parents = []string{"none"}
		}
		return l, true
	}
	return readDjango(file, source, exists)
}

func readDjango(file, source string, exists func(string) bool) (lineage, bool) {
	at := djangoDependencies.FindStringIndex(source)
	if at == nil {
		return lineage{}, false
	}
	list := source[at[1]:]
	if end := strings.IndexByte(list, ']'); end >= 0 {
		list = list[:end]
	}
	dir := path.Dir(file)
	app := path.Base(path.Dir(dir))
	l := lineage{tool: "Django"}
	var beside []string // of an app with another label, told by the file that is there
	for _, d := range djangoDependency.FindAllStringSubmatch(list, -1) {
		switch {
		case d[1] == app:
			l.parents = append(l.parents, d[2])
		case exists(path.Join(dir, d[2]+".py")):
			beside = append(beside, d[2])
		}
	}
	if len(l.parents) == 0 {
		l.parents = beside
	}
	if len(l.parents) == 0 {
		l.parents = []string{"none"}
	}
	return l, true
}
