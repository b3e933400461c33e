package policy_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/policy"
	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

func mustParse(t testing.TB, text string) *policy.Policy {
	t.Helper()
	p, problems := policy.Parse("policy.yml", []byte(text))
	if len(problems) > 0 {
		t.Fatalf("%s\n%v", text, problems)
	}
	return p
}

func readFile(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestParseEveryKey reads a file with every key of DESIGN §4 and §5.
func TestParseEveryKey(t *testing.T) {
	severity := policy.Default().Severity
	severity[detect.SharedContract] = policy.Off
	want := &policy.Policy{
		Version:     1,
		Severity:    severity,
		IgnorePaths: []policy.Pattern{"**/package-lock.json", "gen/**"},
		ProtectedPaths: []policy.ProtectedPath{{
			Path: "db/migrations/**",
			Owners: []policy.Owner{
				{Kind: policy.OwnerEmail, Name: "maya@acme.com"}, {Kind: policy.OwnerTeam, Name: "acme/db"}, {Kind: policy.OwnerLogin, Name: "maya"},
			},
			Reason: "Migrations are run by hand.",
		}},
		ExclusiveByDefault:                []policy.Pattern{"db/schema.prisma"},
		ExclusiveMaxFiles:                 10,
		BlockMinConfidence:                0.9,
		WarnMinConfidence:                 0.5,
		BlockContractBreakWhenCriticality: []policy.Criticality{policy.Frozen},
		Contracts:                         []policy.ContractRule{{Match: "http:POST /v1/refunds", Criticality: policy.Frozen}},
		CrossRepoContracts:                policy.CrossRepoContracts{Repos: []policy.RepoName{"acme/web"}},
		Override:                          policy.Override{AllowedRoles: []policy.Role{"admin"}},
		People:                            map[policy.Email]policy.Login{"maya@acme.com": "maya"},
		Branches:                          policy.Branches{Include: []policy.Pattern{"feat/**", "main"}, Exclude: []policy.Pattern{"feat/wip/**"}},
		IgnoreAuthors:                     []policy.Name{"renovate[bot]"},
		SameAuthor:                        policy.IgnoreSameAuthor,
		StaleAfter:                        policy.Duration(14 * 24 * time.Hour),
		Intents: []policy.Intent{
			{
				ID: "refunds", Branch: "feat/refunds", Summary: "Partial refunds",
				Scopes: []policy.Scope{
					{Family: detect.FamilyPath, Key: "src/billing/**", Mode: policy.Exclusive},
					{Family: detect.FamilySymbol, Key: "RefundService::issue", Operation: detect.OpReplace},
					{Family: detect.FamilyContract, Key: "http:POST /v1/refunds"},
				},
				DependsOn: []policy.Ref{"#12", "acme/api#7", "intent:ledger", "feat/base"},
				On:        "intent:base", Expires: "2026-12-31",
				Owner: policy.Owner{Kind: policy.OwnerLogin, Name: "maya"},
			},
			{ID: "ledger", PR: 7},
		},
	}
	got := mustParse(t, readFile(t, "testdata/full.yml"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestDefaults: files that say nothing are the default policy, and what a file
// leaves out keeps its default.
func TestDefaults(t *testing.T) {
	for _, text := range []string{"", "\n\n", "# nothing yet\n", "---\n", "{}", "~", "\ufeff", "\ufeffversion: 1\r\n", "version: 1"} {
		if diff := cmp.Diff(policy.Default(), mustParse(t, text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	got := mustParse(t, "severity: {path_overlap: block}\noverride: {require_reason: false}\n")
	want := policy.Default()
	want.Severity[detect.PathOverlap] = policy.Block
	want.Override.RequireReason = false
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestEveryKindHasADefault holds the table of DESIGN §2 to the list of kinds.
func TestEveryKindHasADefault(t *testing.T) {
	severity := policy.Default().Severity
	for _, k := range detect.Kinds() {
		if _, ok := severity[k]; !ok {
			t.Errorf("%s has no default severity", k)
		}
	}
	if len(severity) != len(detect.Kinds()) {
		t.Errorf("%d severities for %d kinds", len(severity), len(detect.Kinds()))
	}
}

// TestEmptyListsReplaceDefaults: a list that is given empty is empty.
func TestEmptyListsReplaceDefaults(t *testing.T) {
	p := mustParse(t, "block_contract_break_when_criticality: []\nbranches: {include: []}\noverride: {allowed_roles: []}\n")
	if len(p.BlockContractBreakWhenCriticality)+len(p.Branches.Include)+len(p.Override.AllowedRoles) != 0 {
		t.Errorf("got %+v", p)
	}
}

func TestAnchorsAreShared(t *testing.T) {
	p := mustParse(t, "protected_paths:\n  - {path: a, owners: &db [\"user:@maya\"]}\n  - {path: b, owners: *db}\n")
	if diff := cmp.Diff(p.ProtectedPaths[0].Owners, p.ProtectedPaths[1].Owners); diff != "" || len(p.ProtectedPaths[1].Owners) != 1 {
		t.Errorf("%+v", p.ProtectedPaths)
	}
}

// TestWrittenPolicyReadsTheSame: what is written reads as it was.
func TestWrittenPolicyReadsTheSame(t *testing.T) {
	for _, text := range []string{"", readFile(t, "testdata/full.yml"), "stale_after: 36h"} {
		p := mustParse(t, text)
		written, err := yaml.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p, mustParse(t, string(written))); diff != "" {
			t.Errorf("%s\n%s", written, diff)
		}
	}
}

// TestHostileFiles: files made to cost much get one clear line.
func TestHostileFiles(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 20; i++ {
		bomb += strings.NewReplacer("N", string(rune('a'+i)), "P", string(rune('a'+i-1))).Replace("N0: &N0 [*P0, *P0, *P0, *P0, *P0, *P0, *P0, *P0]\n")
	}
	aliases := "intents:\n  - id: a\n    scopes: &s\n" + strings.Repeat("      - {path: a}\n", 5000) +
		strings.Repeat("  - {id: a, scopes: *s}\n", 5000)
	big := "# " + strings.Repeat("x", policy.MaxSize)
	tests := []struct {
		name, text, want string
		problems         int // 0: any number
	}{
		{"10 MB", strings.Repeat("version: 1\n", 1<<20), "f:1:1: the file has 11534336 bytes; at most 262144 are read", 1},
		{"too large by little", big, "f:1:1: the file has 262146 bytes; at most 262144 are read", 1},
		{"alias bomb", bomb, `f:1:1: "a0" is not a key here`, 20},
		{"aliases within the types", aliases, "the file grows to more than 100000 values through its aliases", 0},
		{"deep nesting", "ignore_paths: " + strings.Repeat("[", 200_000), "not YAML: exceeded max depth of 10000", 1},
		{"deep but closed", "ignore_paths: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000), "f:1:16: ignore_paths[0] must be text, not a list", 1},
		{"deep block", strings.Repeat("- ", 100_000), "not YAML: exceeded max depth of 10000", 1},
		{"Latin-1", "version: 1\nsame_author: caf\xe9", "f:2:17: byte 0xe9 is not UTF-8", 1},
		{"UTF-16", "\xff\xfev\x00e\x00", "f:1:1: byte 0xff is not UTF-8", 1},
		{"NUL", "version: 1\x00", "f:1:11: the control character U+0000 has no place in YAML", 1},
		{"many problems", strings.Repeat("? [a]\n: 1\n", 10_000), "f:401:3: 9800 more problems from here on", 201},
		{"a long key", strings.Repeat("k", 200_000) + ": 1", `f:1:1: not YAML: mapping values are not allowed in this context`, 1},
	}
	for _, tt := range tests {
		_, problems := policy.Parse("f", []byte(tt.text))
		found := false
		for _, p := range problems {
			if strings.Contains(p.Error(), tt.want) {
				found = true
			}
			if len(p.Error()) > 500 || strings.ContainsAny(p.Error(), "\n\r\x00") {
				t.Errorf("%s: not one clear line: %.600q", tt.name, p.Error())
			}
		}
		if !found || tt.problems > 0 && len(problems) != tt.problems {
			t.Errorf("%s: %d problems, want %q; first: %.300v", tt.name, len(problems), tt.want, problems[:min(3, len(problems))])
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(readFile(f, "testdata/full.yml")))
	f.Add([]byte(readFile(f, "testdata/problems.txtar")))
	for _, s := range []string{"", "a: &a [*a]", "intents: [{id: a, scopes: [{path: '**', mode: shared}]}]", "\ufeff---\n...\n---", "? ? ? a", "severity: {<<: {path_overlap: off}}", "a: !!binary x", "people: {? [a] : b}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, problems := policy.Parse("f", data)
		if (p == nil) != (len(problems) > 0) {
			t.Fatalf("policy %v with %d problems", p, len(problems))
		}
		// YAML ends lines at more characters than a line feed.
		lines := 1 + strings.Count(string(data), "\n") + strings.Count(string(data), "\r") +
			strings.Count(string(data), "\u0085") + strings.Count(string(data), "\u2028") + strings.Count(string(data), "\u2029")
		for _, problem := range problems {
			if problem.Line < 1 || problem.Line > lines || problem.Column < 1 || problem.Message == "" || strings.Contains(problem.Error(), "\n") {
				t.Fatalf("problem %#v in %d lines", problem, lines)
			}
		}
		if p == nil {
			return
		}
		written, err := yaml.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		again, problems := policy.Parse("written", written)
		if len(problems) > 0 {
			t.Fatalf("written policy does not read: %v\n%s", problems, written)
		}
		if diff := cmp.Diff(p, again); diff != "" {
			t.Fatal(diff)
		}
		p.Rules()
		p.Explain("a/b")
	})
}
