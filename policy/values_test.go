package policy_test

import (
	"testing"
	"time"

	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/policy"
	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"
)

// some draws a short list; an empty one is nil, as parsing gives it.
func some[T any](t *rapid.T, name string, least int, values ...T) []T {
	out := rapid.SliceOfN(rapid.SampledFrom(values), least, 3).Draw(t, name)
	if len(out) == 0 {
		return nil
	}
	return out
}

func one[T any](t *rapid.T, name string, values ...T) T {
	return rapid.SampledFrom(values).Draw(t, name)
}

var (
	patterns = []policy.Pattern{"**", "a/{b,c}/**", `\*`, "[!a]*", "#x", "~", "off", "12", "a: b", "é/\t", "- a"}
	owners   = []policy.Owner{{Kind: policy.OwnerEmail, Name: "maya@acme.com"}, {Kind: policy.OwnerLogin, Name: "maya"}, {Kind: policy.OwnerTeam, Name: "acme/db"}}
	refs     = []policy.Ref{"#12", "acme/api#7", "intent:x", "feat/base", "null"}
	names    = []policy.Name{"renovate[bot]", "yes", "2026-01-01", " spaced ", "a: {b}", "1e3", "'quoted\""}
)

func genScope(t *rapid.T) policy.Scope {
	family := one(t, "family", detect.FamilyPath, detect.FamilySymbol, detect.FamilyContract, detect.FamilySchema, detect.FamilyMigration, detect.FamilyConfig, detect.FamilyComponent, detect.FamilyDomain)
	key := string(one(t, "name", names...))
	if family == detect.FamilyPath {
		key = string(one(t, "path", patterns...))
	}
	return policy.Scope{Family: family, Key: key, Operation: one(t, "operation", "", detect.OpAdd, detect.OpMigrate), Mode: one(t, "mode", "", policy.Shared, policy.Exclusive)}
}

func genIntents(t *rapid.T) []policy.Intent {
	var out []policy.Intent
	for _, id := range rapid.SliceOfNDistinct(rapid.SampledFrom([]policy.IntentID{"a", "null", "12", "b.c_d-e"}), 0, 3, rapid.ID).Draw(t, "ids") {
		in := policy.Intent{ID: id, Summary: one(t, "summary", names...), DependsOn: some(t, "depends_on", 0, refs[1:]...), On: one(t, "on", "", refs[0]), Expires: one[policy.Expiry](t, "expires", "", "2026-12-31", "2026-12-31T10:00:00+02:00")}
		if rapid.Bool().Draw(t, "branch") {
			in.Branch = one(t, "branch name", names...)
		} else {
			in.PR = rapid.IntRange(0, 5000).Draw(t, "pr")
		}
		for range rapid.IntRange(0, 2).Draw(t, "scopes") {
			in.Scopes = append(in.Scopes, genScope(t))
		}
		if rapid.Bool().Draw(t, "owned") {
			in.Owner = one(t, "owner", owners...)
		}
		out = append(out, in)
	}
	return out
}

func genPolicy(t *rapid.T) *policy.Policy {
	p := policy.Default()
	for _, k := range detect.Kinds() {
		p.Severity[k] = one(t, "severity", policy.Off, policy.Info, policy.Warn, policy.Block)
	}
	p.IgnorePaths = some(t, "ignore_paths", 0, patterns...)
	for range rapid.IntRange(0, 2).Draw(t, "protected") {
		p.ProtectedPaths = append(p.ProtectedPaths, policy.ProtectedPath{Path: one(t, "path", patterns...), Owners: some(t, "owners", 1, owners...), Reason: one(t, "reason", "", "two\nlines", "# no comment")})
	}
	p.ExclusiveByDefault = some(t, "exclusive", 0, patterns...)
	p.ExclusiveMaxFiles = rapid.IntRange(1, 100_000).Draw(t, "files")
	p.BlockMinConfidence = rapid.Float64Range(0, 1).Draw(t, "block")
	p.WarnMinConfidence = rapid.Float64Range(0, 1).Draw(t, "warn")
	p.BlockContractBreakWhenCriticality = some(t, "criticality", 0, policy.Low, policy.Normal, policy.High, policy.Frozen)
	for range rapid.IntRange(0, 2).Draw(t, "contracts") {
		p.Contracts = append(p.Contracts, policy.ContractRule{Match: one(t, "match", names...), Criticality: one(t, "criticality", policy.Low, policy.Frozen)})
	}
	p.CrossRepoContracts.Repos = some[policy.RepoName](t, "repos", 0, "acme/web", "acme/1.0")
	p.Override = policy.Override{AllowedRoles: some[policy.Role](t, "roles", 0, "admin", "write"), RequireReason: rapid.Bool().Draw(t, "reason")}
	if rapid.Bool().Draw(t, "people") {
		p.People = map[policy.Email]policy.Login{"maya@acme.com": "maya", "1@2": "null"}
	}
	p.Branches = policy.Branches{Include: some(t, "include", 0, patterns...), Exclude: some(t, "exclude", 0, patterns...)}
	p.IgnoreAuthors = some(t, "authors", 0, names...)
	p.SameAuthor = one(t, "same_author", policy.ReportSameAuthor, policy.IgnoreSameAuthor)
	p.StaleAfter = policy.Duration(time.Duration(rapid.IntRange(1, 9999).Draw(t, "hours")) * time.Hour)
	p.Intents = genIntents(t)
	return p
}

// TestGeneratedPolicyReadsTheSame: any policy, written and read again, is equal.
func TestGeneratedPolicyReadsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := genPolicy(t)
		written, err := yaml.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		again, problems := policy.Parse("written", written)
		if len(problems) > 0 {
			t.Fatalf("%v\n%s", problems, written)
		}
		if diff := cmp.Diff(p, again); diff != "" {
			t.Fatalf("%s\n%s", diff, written)
		}
	})
}

func TestDuration(t *testing.T) {
	for text, hours := range map[string]int{"1h": 1, "12h": 12, "48h": 48, "30d": 720, "6w": 1008, "9999h": 9999, "9999d": 239976, "999w": 167832} {
		var d policy.Duration
		if err := d.UnmarshalText([]byte(text)); err != nil || d != policy.Duration(time.Duration(hours)*time.Hour) {
			t.Errorf("%s: %s, %v", text, d, err)
		}
		var again policy.Duration
		if err := again.UnmarshalText([]byte(d.String())); err != nil || again != d {
			t.Errorf("%s is written %s, which reads as %s, %v", text, d, again, err)
		}
	}
	for _, text := range []string{"", "d", "0h", "-1d", "1.5d", "10000d", "1000w", "3m", "3 d", "3d ", "3D", "03d"} {
		if err := new(policy.Duration).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestExpiry(t *testing.T) {
	for text, want := range map[policy.Expiry]string{"2026-12-31": "2027-01-01T00:00:00Z", "2026-12-31T18:00:00+02:00": "2026-12-31T16:00:00Z"} {
		if got, ok := text.Time(); !ok || got.UTC().Format(time.RFC3339) != want {
			t.Errorf("%s ends at %s", text, got)
		}
	}
	if _, ok := policy.Expiry("").Time(); ok {
		t.Error("no expiry has a time")
	}
}
