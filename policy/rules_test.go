package policy_test

import (
	"testing"

	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/policy"
	"github.com/google/go-cmp/cmp"
)

func TestRules(t *testing.T) {
	rules := mustParse(t, readFile(t, "testdata/full.yml")).Rules()
	if len(rules.Protected) != 1 || len(rules.Exclusive) != 1 {
		t.Fatalf("got %+v", rules)
	}
	r := rules.Protected[0]
	if r.Glob != "db/migrations/**" || r.Reason != "Migrations are run by hand." {
		t.Errorf("got %+v", r)
	}
	if diff := cmp.Diff([]string{"user:maya@acme.com", "team:@acme/db", "user:@maya"}, r.Owners); diff != "" {
		t.Error(diff)
	}
	checks := []struct {
		what      string
		got, want bool
	}{
		{"covers a file inside", r.Match("db/migrations/1.sql"), true},
		{"covers a file beside", r.Match("db/seeds/1.sql"), false},
		{"is case-sensitive", r.Match("DB/migrations/1.sql"), false},
		{"meets **/*.sql", r.Meets("**/*.sql"), true},
		{"meets db/*", r.Meets("db/*"), true}, // a file db/migrations would be one
		{"meets db/*.sql", r.Meets("db/*.sql"), false},
		{"meets src/**", r.Meets("src/**"), false},
		{"meets what cannot be read", r.Meets("src/["), true},
		{"exclusive", rules.Exclusive[0].Match("db/schema.prisma"), true},
		{"ignores", rules.Ignored("gen/a/b.go"), true},
		{"ignores nothing else", rules.Ignored("src/gen/a.go"), false},
		{"knows lock files", rules.Regenerated("web/yarn.lock"), true},
	}
	for _, c := range checks {
		if c.got != c.want {
			t.Errorf("%s: got %v", c.what, c.got)
		}
	}
}

// TestRuleFindsBothNamesOfARename: moving a file out of a protected folder, or
// into it, meets the rule.
func TestRuleFindsBothNamesOfARename(t *testing.T) {
	p := mustParse(t, "protected_paths: [{path: 'db/migrations/**', owners: ['user:@maya']}]")
	facts := &detect.Facts{Rules: p.Rules()}
	for _, f := range []detect.FileChange{
		{Path: "x/1.sql", OldPath: "db/migrations/1.sql", Status: detect.StatusRenamed},
		{Path: "db/migrations/1.sql", OldPath: "x/1.sql", Status: detect.StatusRenamed},
	} {
		findings := detect.DetectRules(&detect.ChangeSet{Side: &detect.Side{ID: "pr:2"}, Files: []detect.FileChange{f}}, facts)
		if len(findings) != 1 || !p.Judge(findings[0]).Blocking {
			t.Errorf("%s to %s: got %+v", f.OldPath, f.Path, findings)
		}
	}
}

// TestBadGlobInCode: a policy that was put together in code with a bad glob
// covers nothing, and does not fail.
func TestBadGlobInCode(t *testing.T) {
	p := policy.Default()
	p.ExclusiveByDefault = []policy.Pattern{"[", "a"}
	rules := p.Rules()
	if rules.Exclusive[0].Match("[") || rules.Exclusive[0].Meets("**") || !rules.Exclusive[1].Match("a") {
		t.Error("a bad glob covers something, or a good one does not")
	}
}

func TestSelection(t *testing.T) {
	p := mustParse(t, "branches: {include: ['feat/**', main], exclude: ['feat/wip/**']}\nignore_authors: ['renovate[bot]']\nsame_author: ignore\n")
	for branch, want := range map[string]bool{"feat/a": true, "feat/a/b": true, "main": true, "Main": false, "feat/wip/x": false, "fix/a": false, "": false} {
		if got := p.Watches(branch); got != want {
			t.Errorf("Watches(%q) = %v", branch, got)
		}
	}
	for author, want := range map[string]bool{"renovate[bot]": true, "Renovate[bot]": true, "renovate": false, "renovateb": false, "": false} {
		if got := p.IgnoresAuthor(author); got != want {
			t.Errorf("IgnoresAuthor(%q) = %v", author, got)
		}
	}
	if !p.IgnoresSameAuthor() || policy.Default().IgnoresSameAuthor() {
		t.Error("same_author is not followed")
	}
	if !policy.Default().Watches("any/branch") {
		t.Error("the default does not watch every branch")
	}
}

func TestRegenerated(t *testing.T) {
	yes := []string{
		"package-lock.json", "web/package-lock.json", "yarn.lock", "pnpm-lock.yaml", "bun.lockb", "go.sum", "a/go.sum", "Cargo.lock", "poetry.lock", "uv.lock",
		"Gemfile.lock", "composer.lock", "flake.lock", "ios/Podfile.lock", "gradle.lockfile", "Package.resolved", ".terraform.lock.hcl", "mix.lock", "pubspec.lock", "deno.lock",
		"CHANGELOG", "CHANGELOG.md", "docs/CHANGELOG.rst", "CHANGES.txt", "HISTORY.md", "NEWS", "NEWS.rst", "ChangeLog", "Changelog.md", "changelog.md", "CHANGELOG-v2.md",
		"api/v1/a.pb.go", "web/app.min.js", "ui/__snapshots__/a.test.js", "a.snap", "dist/index.js", "packages/ui/dist/index.js", "vendor/modules.txt", "vendor/a/b/c.go", "proto/a_pb2.py",
	}
	no := []string{
		"", "package.json", "go.mod", "my-go.sum", "yarn.lock/a", "Yarn.lock", "src/changelog.go", "NEWSLETTER.md", "CHANGESET.md", "history.go", "src/dist.go", "src/dist/a.go",
		"lib/vendor/a.go", "a.pb", "snap", "changelog", "src/news.md", "main.min", "docs/history.md",
	}
	for _, path := range yes {
		if !policy.Regenerated(path) {
			t.Errorf("%q is not regenerated", path)
		}
	}
	for _, path := range no {
		if policy.Regenerated(path) {
			t.Errorf("%q is regenerated", path)
		}
	}
}

// TestRegeneratedGroups: what is listed for the documentation cannot be used to
// change what is built in.
func TestRegeneratedGroups(t *testing.T) {
	for _, g := range policy.RegeneratedGroups() {
		if g.Title == "" || len(g.Globs) == 0 {
			t.Errorf("empty group %+v", g)
		}
		g.Globs[0] = "**"
	}
	if policy.RegeneratedGroups()[0].Globs[0] == "**" {
		t.Error("the built-in list can be changed from outside")
	}
}

func BenchmarkRegenerated(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		policy.Regenerated("services/billing/internal/refund/service_test.go")
	}
}
