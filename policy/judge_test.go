package policy_test

import (
	"math"
	"strings"
	"testing"

	"github.com/comity-dev/comity/detect"
	"github.com/comity-dev/comity/policy"
)

// finding is a certain, observed finding, changed as the case needs.
func finding(kind detect.Kind, change ...func(*detect.Finding)) detect.Finding {
	f := detect.Finding{Kind: kind, First: "pr:1", Newcomer: "pr:2", Confidence: 1, Basis: detect.Observed}
	for _, c := range change {
		c(&f)
	}
	return f
}

func confidence(c float64) func(*detect.Finding) {
	return func(f *detect.Finding) { f.Confidence = c }
}
func basis(b detect.Basis) func(*detect.Finding) { return func(f *detect.Finding) { f.Basis = b } }
func settled(f *detect.Finding)                  { f.Settled = true }
func claim(holder detect.SideID, files int) func(*detect.Finding) {
	return func(f *detect.Finding) {
		f.Claim = &detect.Claim{Holder: holder, Glob: "db/schema.prisma", Files: files}
	}
}

func contract(keys ...string) func(*detect.Finding) {
	return func(f *detect.Finding) {
		for _, k := range keys {
			f.Scopes = append(f.Scopes, detect.Scope{Family: detect.FamilyContract, Key: k})
		}
	}
}

// TestJudge holds DESIGN §2.1: what blocks, and what Why says where it does not.
func TestJudge(t *testing.T) {
	tests := []struct {
		name   string
		policy string
		f      detect.Finding
		want   policy.Severity
		why    string // all of it; empty means there is none
	}{
		{"block by default", "", finding(detect.ProtectedPath), policy.Block, ""},
		{"warn by default", "", finding(detect.TextualMerge), policy.Warn, ""},
		{"info by default", "", finding(detect.PathOverlap), policy.Info, ""},
		{"raised to block", "severity: {textual_merge: block}", finding(detect.TextualMerge), policy.Block, ""},
		{"off", "severity: {textual_merge: off}", finding(detect.TextualMerge), policy.Off, ""},
		{"a protected path that is off", "severity: {protected_path: off}", finding(detect.ProtectedPath), policy.Off, ""},
		{"a kind nobody knows", "", finding("unheard_of"), policy.Warn, ""},

		{"exactly certain enough to block", "", finding(detect.ProtectedPath, confidence(0.85)), policy.Block, ""},
		{
			"not certain enough to block", "", finding(detect.ProtectedPath, confidence(0.849)), policy.Warn,
			"Told as a warning: its confidence 0.849 is below block_min_confidence 0.85.",
		},
		{
			"no number", "", finding(detect.ProtectedPath, confidence(math.NaN())), policy.Warn,
			"Told as a warning: its confidence NaN is below block_min_confidence 0.85.",
		},
		{"a lowered bar", "block_min_confidence: 0.5", finding(detect.ProtectedPath, confidence(0.5)), policy.Block, ""},
		{"declared blocks", "", finding(detect.DivergentRewrite, basis(detect.Declared)), policy.Block, ""},
		{
			"inferred never blocks", "", finding(detect.DivergentRewrite, basis(detect.Inferred)), policy.Warn,
			"Told as a warning: it is inferred, neither observed nor declared.",
		},
		{
			"no basis never blocks", "", finding(detect.DivergentRewrite, basis("")), policy.Warn,
			"Told as a warning: it is inferred, neither observed nor declared.",
		},
		{
			"both fail", "", finding(detect.DivergentRewrite, basis(detect.Inferred), confidence(0.5)), policy.Warn,
			"Told as a warning: it is inferred, neither observed nor declared; its confidence 0.5 is below block_min_confidence 0.85.",
		},

		{"certain enough to warn", "", finding(detect.SymbolOverlap, confidence(0.75)), policy.Warn, ""},
		{
			"not certain enough to warn", "", finding(detect.SymbolOverlap, confidence(0.7)), policy.Info,
			"Told as information: its confidence 0.7 is below warn_min_confidence 0.75.",
		},
		{"a lowered bar to warn", "warn_min_confidence: 0.5", finding(detect.SymbolOverlap, confidence(0.7)), policy.Warn, ""},
		{"info stays info", "", finding(detect.PathOverlap, confidence(0.3)), policy.Info, ""},

		{"exclusive claim", "", finding(detect.PathOverlap, claim("pr:1", 25)), policy.Block, "#1 holds db/schema.prisma exclusively."},
		{"exclusive claim with the kind at warn", "severity: {path_overlap: warn}", finding(detect.PathOverlap, claim("pr:1", 1)), policy.Block, "#1 holds db/schema.prisma exclusively."},
		{"exclusive claim, kind off", "severity: {path_overlap: off}", finding(detect.PathOverlap, claim("pr:1", 1)), policy.Off, ""},
		{
			"wide claim", "", finding(detect.PathOverlap, claim("pr:1", 26)), policy.Warn,
			"Told as a warning: the claim on db/schema.prisma covers 26 files, more than exclusive_max_files 25.",
		},
		{"claim with a wider limit", "exclusive_max_files: 30", finding(detect.PathOverlap, claim("pr:1", 26)), policy.Block, "#1 holds db/schema.prisma exclusively."},
		{
			"the holder came second", "", finding(detect.PathOverlap, claim("pr:2", 1)), policy.Warn,
			"Told as a warning: the path was touched before #2 claimed it, and a claim does not block its own holder.",
		},
		{
			"claim that a glob only may meet", "", finding(detect.PathOverlap, claim("pr:1", 1), confidence(0.6), basis(detect.Declared)), policy.Warn,
			"Told as a warning: its confidence 0.6 is below block_min_confidence 0.85.",
		},

		{
			"regenerated file", "severity: {textual_merge: block}", finding(detect.TextualMerge, settled), policy.Warn,
			"Told as a warning: such a file is generated again or settled in seconds.",
		},
		{"regenerated and protected", "", finding(detect.ProtectedPath, settled), policy.Block, ""},
		{
			"regenerated and held", "", finding(detect.PathOverlap, settled, claim("pr:1", 1)), policy.Warn,
			"Told as a warning: such a file is generated again or settled in seconds.",
		},
		{
			"duplicate work never blocks", "severity: {duplicate_work: block}", finding(detect.DuplicateWork), policy.Warn,
			"Told as a warning: duplicate_work never blocks.",
		},

		{"break of a normal contract", "", finding(detect.ContractBreak, contract("http:GET /v1/a")), policy.Warn, ""},
		{
			"break of a frozen contract", "contracts: [{match: 'http:GET /v1/a', criticality: frozen}]",
			finding(detect.ContractBreak, contract("http:GET /v1/a", "http:GET /v1/b")), policy.Block, "The contract http:GET /v1/a has criticality frozen.",
		},
		{
			"a glob of contracts", "contracts: [{match: 'http:* /v1/**', criticality: high}]",
			finding(detect.ContractBreak, contract("http:GET /v1/a/b")), policy.Block, "The contract http:GET /v1/a/b has criticality high.",
		},
		{
			"a contract with braces is named as it is", "contracts: [{match: 'http:GET /users/{id}', criticality: high}]",
			finding(detect.ContractBreak, contract("http:GET /users/{id}")), policy.Block, "The contract http:GET /users/{id} has criticality high.",
		},
		{
			"the last entry counts", "contracts: [{match: 'http:**', criticality: frozen}, {match: 'http:GET /v1/a', criticality: low}]",
			finding(detect.ContractBreak, contract("http:GET /v1/a")), policy.Warn, "",
		},
		{
			"criticality that does not block", "block_contract_break_when_criticality: [frozen]\ncontracts: [{match: 'http:GET /v1/a', criticality: high}]",
			finding(detect.ContractBreak, contract("http:GET /v1/a")), policy.Warn, "",
		},
		{
			"frozen, kind off", "severity: {contract_break: off}\ncontracts: [{match: 'http:GET /v1/a', criticality: frozen}]",
			finding(detect.ContractBreak, contract("http:GET /v1/a")), policy.Off, "",
		},
		{
			"frozen, but the reference is unresolved", "contracts: [{match: 'http:GET /v1/a', criticality: frozen}]",
			finding(detect.ContractBreak, contract("http:GET /v1/a"), confidence(0.5)), policy.Warn,
			"Told as a warning: its confidence 0.5 is below block_min_confidence 0.85.",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := mustParse(t, tt.policy).Judge(tt.f)
			if v.Severity != tt.want || v.Why != tt.why {
				t.Errorf("got %s %q, want %s %q", v.Severity, v.Why, tt.want, tt.why)
			}
			if wantBlocked := map[bool]detect.SideID{true: "pr:2"}[tt.want == policy.Block]; v.Blocking != (tt.want == policy.Block) || v.Blocks != wantBlocked {
				t.Errorf("blocking %v, blocks %q", v.Blocking, v.Blocks)
			}
		})
	}
}

// everyFinding gives each combination of what Judge looks at.
func everyFinding(yield func(detect.Finding) bool) {
	claims := []*detect.Claim{nil}
	for _, holder := range []detect.SideID{"pr:1", "pr:2"} {
		for _, files := range []int{25, 26} {
			claims = append(claims, &detect.Claim{Holder: holder, Glob: "a/**", Files: files})
		}
	}
	for _, kind := range detect.Kinds() {
		for _, c := range []float64{0, 0.5, 0.75, 0.849, 0.85, 1} {
			for _, b := range []detect.Basis{detect.Observed, detect.Declared, detect.Inferred} {
				for _, settled := range []bool{false, true} {
					for _, claim := range claims {
						if claim != nil && kind != detect.PathOverlap {
							continue
						}
						f := finding(kind, confidence(c), basis(b))
						f.Settled, f.Claim = settled, claim
						if !yield(f) {
							return
						}
					}
				}
			}
		}
	}
}

// TestJudgeInvariants goes through every combination of severity and finding:
// what must never block does not, what may block does, and nothing is told as
// more than its kind may be.
func TestJudgeInvariants(t *testing.T) {
	for _, severity := range []policy.Severity{policy.Off, policy.Info, policy.Warn, policy.Block} {
		p := policy.Default()
		for _, k := range detect.Kinds() {
			p.Severity[k] = severity
		}
		for f := range everyFinding {
			v := p.Judge(f)
			raised := f.Claim != nil && severity != policy.Off
			mayBlock := (severity == policy.Block || raised) && f.Basis != detect.Inferred && f.Confidence >= 0.85 &&
				f.Kind != detect.DuplicateWork && (!f.Settled || f.Kind == detect.ProtectedPath) &&
				(f.Claim == nil || f.Claim.Holder == f.First && f.Claim.Files <= 25)
			if v.Blocking != mayBlock || v.Blocking != (v.Severity == policy.Block) {
				t.Errorf("%s: %+v: blocking %v at %s", severity, f, v.Blocking, v.Severity)
			}
			if want := map[bool]detect.SideID{true: f.Newcomer}[mayBlock]; v.Blocks != want {
				t.Errorf("%s: %+v: blocks %q, want %q", severity, f, v.Blocks, want)
			}
			if (v.Severity == policy.Off) != (severity == policy.Off) || !raised && v.Severity > severity {
				t.Errorf("%s: %+v: told as %s", severity, f, v.Severity)
			}
			if v.Severity < severity && !strings.HasPrefix(v.Why, "Told as ") {
				t.Errorf("%s: %+v: told as %s without a reason: %q", severity, f, v.Severity, v.Why)
			}
		}
	}
}
