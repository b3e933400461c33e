package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/comity-dev/comity/"

// layers lists the folders of the module from the core outwards. A package may
// import its own layer (where own is true) and everything before it.
var layers = []struct {
	name string
	own  bool
	why  string
}{
	{"detect", true, "what a conflict is must not depend on who asks"},
	{"policy", true, "the policy judges findings, it does not run anything"},
	{"app", true, "the pipeline knows ports, not what stands behind them"},
	{"checks", true, "speaks from the ledger"},
	{"comments", true, "speaks from the ledger"},
	{"infra", false, "each adapter stands for itself, so that one can be replaced"},
	{"cmd", true, "puts it together"},
}

// bans are imports that only some packages may have.
var bans = []struct {
	path string   // an import path, or a prefix of one ending in "/..."
	only []string // where it is allowed, relative to the module
	why  string
}{
	{"net/...", []string{"infra/...", "cmd/..."}, "the core has no network"},
	{"net", []string{"infra/...", "cmd/..."}, "the core has no network"},
	{"os/exec", []string{"infra/...", "cmd/..."}, "the core starts no process"},
	{"os", []string{"infra/...", "cmd/..."}, "the core reads no file and no environment"},
	{"database/sql", []string{"infra/..."}, "the core has no database"},
	{"github.com/google/go-github/...", []string{"infra/github/..."}, "GitHub's types stay at the edge"},
	{"github.com/palantir/go-githubapp/...", []string{"infra/github/..."}, "GitHub's types stay at the edge"},
	{"github.com/bradleyfalzon/ghinstallation/...", []string{"infra/github/..."}, "GitHub's types stay at the edge"},
	{"github.com/aws/aws-lambda-go/...", []string{"infra/lambda/...", "cmd/comity-lambda/..."}, "one host among several"},
	{"github.com/sourcegraph/go-diff/...", []string{"detect/patch"}, "its faults are worked around in one place"},
}

type goPackage struct {
	ImportPath string
	Imports    []string
	GoFiles    []string
}

// TestLayers holds the one-way imports of the module: detect, policy, app,
// checks and comments, infra, cmd; what the core must not reach; and which
// libraries belong to one package.
func TestLayers(t *testing.T) {
	packages := list(t)
	if len(packages) < 10 {
		t.Fatalf("go list found only %d packages", len(packages))
	}
	for _, p := range packages {
		for _, problem := range problems(p) {
			t.Error(problem)
		}
	}
}

// TestLayersSeesBreaches makes sure that the rules can fail.
func TestLayersSeesBreaches(t *testing.T) {
	for _, p := range []goPackage{
		{ImportPath: module + "detect", Imports: []string{module + "policy"}},
		{ImportPath: module + "detect", Imports: []string{"golang.org/x/text/unicode/norm"}},
		{ImportPath: module + "policy/glob", Imports: []string{module + "app"}},
		{ImportPath: module + "checks", Imports: []string{module + "comments"}},
		{ImportPath: module + "comments", Imports: []string{module + "checks"}},
		{ImportPath: module + "infra/sqlite", Imports: []string{module + "infra/memory"}},
		{ImportPath: module + "app", Imports: []string{"os/exec"}},
		{ImportPath: module + "app", Imports: []string{"net/http"}},
		{ImportPath: module + "infra/gitrepo", Imports: []string{"github.com/google/go-github/v62/github"}},
		{ImportPath: module + "elsewhere", Imports: nil},
	} {
		if len(problems(p)) == 0 {
			t.Errorf("%s importing %v was let through", p.ImportPath, p.Imports)
		}
	}
}

func problems(p goPackage) []string {
	var out []string
	here := strings.TrimPrefix(p.ImportPath, module)
	from := layerOf(here)
	if from < 0 {
		return []string{p.ImportPath + ": not in one of the layers"}
	}
	for _, imported := range p.Imports {
		if reason := forbidden(here, from, imported); reason != "" {
			out = append(out, fmt.Sprintf("%s imports %s: %s", p.ImportPath, imported, reason))
		}
	}
	return out
}

func forbidden(here string, from int, imported string) string {
	for _, b := range bans {
		if matches(b.path, imported) && !slices.ContainsFunc(b.only, func(only string) bool { return matches(only, here) }) {
			return b.why
		}
	}
	there, ours := strings.CutPrefix(imported, module)
	if !ours {
		first, _, _ := strings.Cut(imported, "/")
		if here == "detect" && strings.Contains(first, ".") {
			return "the root of the core imports the standard library only"
		}
		return ""
	}
	to := layerOf(there)
	switch {
	case to > from:
		return layers[to].name + " is further out"
	case to < from:
		if layers[to].name == "checks" && layers[from].name == "comments" {
			return "checks and comments do not know each other"
		}
	case !layers[from].own && group(here) != group(there):
		return layers[from].why
	}
	return ""
}

// group is the part of infra a package belongs to: infra/github/githubtest is
// part of infra/github.
func group(path string) string {
	parts := strings.SplitN(path, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/")
}

func layerOf(path string) int {
	first, _, _ := strings.Cut(path, "/")
	for i, l := range layers {
		if l.name == first {
			return i
		}
	}
	return -1
}

func matches(pattern, path string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "/..."); ok {
		return path == prefix || strings.HasPrefix(path, prefix+"/")
	}
	return path == pattern
}

func list(t *testing.T) []goPackage {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,GoFiles", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []goPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}
