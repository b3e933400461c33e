package report

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/comity-dev/comity/detect"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares what a rendering wrote with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

func render(t *testing.T, f func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func evidence(side, path string, start, end int, op detect.Operation, detail string) Evidence {
	return Evidence{
		Side: detect.SideID(side), Scope: "path:" + path, Path: path, StartLine: start, EndLine: end,
		Operation: op, Basis: detect.Observed, Detail: detail,
	}
}

// conflict is a warning between two sides, who was first in front.
func conflict(ref string, kind detect.Kind, first, second string, ev ...Evidence) Conflict {
	c := Conflict{
		Ref: ref, Kind: kind, Severity: "warn", Status: "open", Sides: [2]string{first, second},
		Confidence: 1, Basis: detect.Observed, Scopes: []string{}, Evidence: ev,
	}
	for _, e := range ev {
		if n := len(c.Scopes); n == 0 || c.Scopes[n-1] != e.Scope {
			c.Scopes = append(c.Scopes, e.Scope)
		}
	}
	return c
}

func blocking(c Conflict) Conflict {
	blocks := c.newcomer()
	c.Severity, c.Blocking, c.Blocks = "block", true, &blocks
	return c
}

func saying(c Conflict, summary, suggestion string) Conflict {
	c.Summary, c.Suggestion = summary, suggestion
	return c
}

func informing(c Conflict) Conflict {
	c.Severity, c.Confidence = "info", 0.9
	return c
}

func planned(c Conflict, action, summary string, paths ...string) Conflict {
	c.Replan = &Replan{
		Action: action, First: detect.SideID(c.Sides[0]), Then: detect.SideID(c.Sides[1]),
		Paths: paths, Summary: summary, Suggested: true,
	}
	return c
}

func ruled(c Conflict, rule string) Conflict {
	c.Rule = rule
	return c
}

func because(c Conflict, why string) Conflict {
	c.Why = why
	return c
}

const (
	modify = detect.OpModify
	add    = detect.OpAdd
)

// dozen is the report that every format is shown on: twelve conflicts of six
// kinds between branches and pull requests.
func dozen() *Report {
	r := &Report{
		Version: Version,
		Base:    Base{Ref: "main", SHA: "0b281cd4c1f1a3c7e7d0b2a9c5f3e8d1a6b4c2f0"},
		Order: []detect.SideID{
			"branch:feat/discounts", "pr:7", "branch:feat/coupons", "branch:feat/rounding", "pr:12",
			"branch:feat/orders", "branch:feat/returns", "branch:ops/scale", "branch:docs/readme", "branch:fix/typo",
			"branch:fix/typo-copy", "branch:feat/stale",
		},
		Conflicts: append(dozenBlocking(), dozenOther()...),
		Gaps: []Gap{
			{"pr:12", "assets/logo.bin", "the file is larger than 32 MiB and was not merged"},
			{"branch:feat/coupons", "assets/logo.bin", "the file is larger than 32 MiB and was not merged"},
			{"branch:feat/returns", "assets/film.bin", "the file is larger than 32 MiB and was not merged"},
		},
		Notes: []string{
			"feat/stale needs a rebase: it conflicts with main in src/pay.js. Its changes there are compared with others once it is rebased.",
			"9 sides change CHANGELOG.md, a file that tools write or everybody adds to; whoever lands later settles it in passing.",
		},
	}
	for i, id := range []detect.SideID{
		"pr:7", "pr:12", "branch:docs/readme", "branch:feat/coupons", "branch:feat/discounts", "branch:feat/orders",
		"branch:feat/returns", "branch:feat/rounding", "branch:feat/stale", "branch:fix/typo", "branch:fix/typo-copy", "branch:ops/scale",
	} {
		s := Side{
			ID: id, Branch: id.Label(), Head: fmt.Sprintf("%040x", 0xa000+i), MergeBase: r.Base.SHA,
			Author: "maya", Arrived: fmt.Sprintf("2026-03-%02dT09:00:00Z", i+1), Files: i + 1,
		}
		if i < 2 {
			s.PR, s.Branch = []int{7, 12}[i], []string{"feat/cart-api", "feat/checkout"}[i]
		}
		r.Sides = append(r.Sides, s)
	}
	return r
}

func dozenBlocking() []Conflict {
	return []Conflict{
		ruled(blocking(saying(conflict("CF-1", detect.ProtectedPath, "branch:ops/scale", "rule:deploy/**",
			evidence("branch:ops/scale", "deploy/production.yml", 2, 3, modify, ""),
			evidence("branch:ops/scale", "ops/old.yml", 0, 0, detect.OpRename, "moved from deploy/old.yml")),
			"ops/scale touches deploy/production.yml and deploy/old.yml, protected by deploy/** (Production is changed by the platform team)",
			"Ask @acme/platform, or take these files out of the change.")), "deploy/**"),
		planned(ruled(blocking(saying(conflict("CF-2", detect.PathOverlap, "pr:7", "pr:12",
			evidence("pr:7", "db/schema.prisma", 3, 6, modify, ""),
			evidence("pr:12", "db/schema.prisma", 5, 9, modify, "")),
			"#7 touched db/schema.prisma first and holds it: db/schema.prisma is exclusive",
			"Wait until #7 has landed, or take db/schema.prisma out of #12.")), "db/schema.prisma"),
			"land_first", "Land #7 first: it is ready for review and the other is a draft.", "db/schema.prisma"),
	}
}

func dozenOther() []Conflict {
	return append([]Conflict{
		planned(saying(conflict("CF-3", detect.TextualMerge, "branch:feat/discounts", "branch:feat/rounding",
			evidence("branch:feat/discounts", "src/cart.js", 1, 4, modify, "content"),
			evidence("branch:feat/rounding", "src/cart.js", 4, 4, modify, "content")),
			"git cannot merge feat/rounding after feat/discounts: both change src/cart.js around line 1",
			"Rebase feat/rounding once feat/discounts has landed, or agree who changes src/cart.js."),
			"stack", "Build feat/rounding on feat/discounts, or rebase it once feat/discounts has landed.", "src/cart.js"),
		saying(conflict("CF-4", detect.TextualMerge, "pr:7", "branch:feat/coupons",
			evidence("pr:7", "src/price.js", 0, 0, detect.OpRemove, "modify/delete"),
			evidence("branch:feat/coupons", "src/price.js", 0, 0, modify, "modify/delete")),
			"git cannot merge feat/coupons after #7: one deletes src/price.js, the other changes it",
			"Rebase feat/coupons once #7 has landed, or agree who changes src/price.js."),
		saying(conflict("CF-5", detect.SequenceCollision, "branch:feat/orders", "branch:feat/returns",
			evidence("branch:feat/orders", "db/migrations/0002_items.sql", 0, 0, add, "takes number 0002"),
			evidence("branch:feat/returns", "db/migrations/0002_returns.sql", 0, 0, add, "takes number 0002")),
			"db/migrations/0002_items.sql and db/migrations/0002_returns.sql both take number 0002",
			"Rename 0002_returns.sql of feat/returns: the next free number is 0003."),
		because(ruled(saying(conflict("CF-6", detect.ProtectedPath, "branch:feat/orders", "rule:db/migrations/**",
			evidence("branch:feat/orders", "db/migrations/0002_items.sql", 1, 8, add, "")),
			"feat/orders touches db/migrations/0002_items.sql, protected by db/migrations/**",
			"Ask @acme/db, or take these files out of the change."), "db/migrations/**"),
			"It would block, but its confidence 0.80 is under the 0.85 that blocking takes."),
		saying(conflict("CF-7", detect.DuplicateWork, "branch:fix/typo", "branch:fix/typo-copy",
			evidence("branch:fix/typo", "README.md", 3, 3, modify, ""),
			evidence("branch:fix/typo-copy", "README.md", 3, 3, modify, "")),
			"fix/typo-copy makes exactly the same change as fix/typo to README.md",
			"Keep one of them: all of fix/typo-copy is already in fix/typo."),
	}, dozenInfos()...)
}

func dozenInfos() []Conflict {
	var out []Conflict
	for i, pair := range [][3]string{
		{"branch:feat/discounts", "branch:feat/rounding", "src/cart.js"},
		{"branch:docs/readme", "branch:fix/typo", "README.md"},
		{"branch:docs/readme", "branch:fix/typo-copy", "README.md"},
		{"branch:docs/readme", "branch:ops/scale", "README.md"},
		{"pr:7", "branch:feat/discounts", "src/pay.js"},
	} {
		first, second, path := detect.SideID(pair[0]).Label(), detect.SideID(pair[1]).Label(), pair[2]
		out = append(out, planned(informing(saying(conflict(fmt.Sprintf("CF-%d", 8+i), detect.PathOverlap, pair[0], pair[1],
			evidence(pair[0], path, 2, 4, modify, ""), evidence(pair[1], path, 9, 9, modify, "")),
			fmt.Sprintf("%s and %s both change %s", first, second, path),
			"Look at each other's change before the first of them lands.")),
			"stack", fmt.Sprintf("Build %s on %s, or rebase it once %s has landed.", second, first, first), path))
	}
	return out
}

// many is a report of n conflicts over 60 branches: a tenth block, three tenths
// warn.
func many(n int) *Report {
	r := &Report{Version: Version, Base: Base{Ref: "main", SHA: "0b281cd4c1f1a3c7e7d0b2a9c5f3e8d1a6b4c2f0"}}
	for i := range 60 {
		id := detect.BranchID(fmt.Sprintf("feat/work-%02d", i))
		r.Sides = append(r.Sides, Side{ID: id, Branch: id.Label(), Arrived: "2026-03-01T09:00:00Z"})
		r.Order = append(r.Order, id)
	}
	for i := range n {
		first, second := string(r.Order[i%30]), string(r.Order[30+(i/30*7+i)%30])
		path := fmt.Sprintf("src/area%d/file%d.js", i%4, i%40)
		c := conflict(fmt.Sprintf("CF-%d", i+1), detect.TextualMerge, first, second,
			evidence(first, path, 3, 9, modify, "content"), evidence(second, path, 5, 7, modify, "content"))
		a, b := detect.SideID(first).Label(), detect.SideID(second).Label()
		c = saying(c, fmt.Sprintf("git cannot merge %s after %s: both change %s around line 3", b, a, path),
			fmt.Sprintf("Rebase %s once %s has landed, or agree who changes %s.", b, a, path))
		switch {
		case i < n/10:
			c = blocking(c)
		case i >= n*4/10:
			c = informing(saying(c, fmt.Sprintf("%s and %s both change %s", a, b, path), "Look at each other's change before the first of them lands."))
			c.Kind = detect.PathOverlap
		}
		r.Conflicts = append(r.Conflicts, c)
	}
	return r
}
