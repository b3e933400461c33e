package detect

// Kind names a kind of conflict. The string is the one used in policies and
// reports.
type Kind string

// The kinds of conflict, DESIGN §2.
const (
	PathOverlap           Kind = "path_overlap"
	SymbolOverlap         Kind = "symbol_overlap"
	ContractBreak         Kind = "contract_break"
	TextualMerge          Kind = "textual_merge"
	DependencyOrder       Kind = "dependency_order"
	ProtectedPath         Kind = "protected_path"
	DuplicateWork         Kind = "duplicate_work"
	DestructiveVsAdditive Kind = "destructive_vs_additive"
	DivergentRewrite      Kind = "divergent_rewrite"
	SharedContract        Kind = "shared_contract"
	OverlappingClaim      Kind = "overlapping_claim"
	SequenceCollision     Kind = "sequence_collision"
)

// Kinds lists every kind, strongest first: where several findings concern one
// pair, the first in this list is told and the others are folded under it.
func Kinds() []Kind {
	return []Kind{
		ProtectedPath, DestructiveVsAdditive, DivergentRewrite, TextualMerge, ContractBreak,
		SequenceCollision, SymbolOverlap, DependencyOrder, OverlappingClaim, SharedContract,
		DuplicateWork, PathOverlap,
	}
}

// Claim says that a finding meets an exclusive claim.
type Claim struct {
	Holder SideID // who touched first and holds the path
	Glob   string // the pattern that makes it exclusive
	Files  int    // how many files the holder's claim covers
}

// Evidence is one reason for a finding: who did what, where.
type Evidence struct {
	Side      SideID
	Scope     Scope
	Path      string
	StartLine int // first line on the side's head, counted from 1; 0 when unknown
	EndLine   int // last line, inclusive; 0 when unknown
	Operation Operation
	Basis     Basis
	Detail    string // plain words, such as "renamed from lib/a.go"
}

// Finding is what a detector says about a pair of sides, or about a side and a
// rule. It states facts; whether it matters is the policy's to judge.
type Finding struct {
	Kind     Kind
	Rule     string // rule id (FM-C001) or the glob of a path rule; empty otherwise
	First    SideID // who was there first; empty when the finding is about a rule
	Newcomer SideID // whose contested touch came second, or who meets the rule
	// Confidence is between 0 and 1, from the table in DESIGN §2.2.
	Confidence float64
	Basis      Basis
	Asserted   bool   // both sides declared the operation on the same full scope
	Claim      *Claim // set when an exclusive claim is met
	// Settled says that people settle such a conflict in seconds or a tool
	// regenerates the file (lock files, changelogs): it is told, never blocks.
	Settled    bool
	Scopes     []Scope // sorted, without duplicates
	Evidence   []Evidence
	Summary    string // one sentence: what collides, where
	Suggestion string // one sentence: what to do next
}
