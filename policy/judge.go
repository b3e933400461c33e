package policy

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/comity-dev/comity/detect"
)

// Verdict is a finding judged by the policy.
type Verdict struct {
	Finding  detect.Finding
	Severity Severity      // what it is reported as; Off when it is not reported
	Blocking bool          // Severity is Block; a pass of an owner may still lift it
	Blocks   detect.SideID // the newcomer when Blocking, else empty
	Why      string        // why it weighs less or more than its kind does; may be empty
}

// Judge says how much a finding matters and whom it blocks. It is the whole of
// DESIGN §2.1.
func (p *Policy) Judge(f detect.Finding) Verdict {
	severity, raised := p.wanted(f)
	v := Verdict{Finding: f, Severity: severity}
	switch severity {
	case Block:
		reasons := p.againstBlocking(f)
		if len(reasons) > 0 {
			v.Severity, v.Why = Warn, "Told as a warning: "+strings.Join(reasons, "; ")+"."
			break
		}
		v.Blocking, v.Blocks, v.Why = true, f.Newcomer, raised
	case Warn:
		if f.Confidence < p.WarnMinConfidence {
			v.Severity = Info
			v.Why = fmt.Sprintf("Told as information: its confidence %s is below warn_min_confidence %s.", number(f.Confidence), number(p.WarnMinConfidence))
		}
	}
	return v
}

// wanted is the severity a finding has before its evidence is weighed, and what
// raised it above the severity of its kind.
func (p *Policy) wanted(f detect.Finding) (Severity, string) {
	severity := p.severityOf(f.Kind)
	switch {
	case severity == Off:
		return Off, ""
	case f.Kind == detect.PathOverlap && f.Claim != nil:
		return Block, fmt.Sprintf("%s holds %s exclusively.", f.Claim.Holder.Label(), f.Claim.Glob)
	case f.Kind == detect.ContractBreak:
		if name, c := p.mostCritical(f.Scopes); slices.Contains(p.BlockContractBreakWhenCriticality, c) {
			return Block, fmt.Sprintf("The contract %s has criticality %s.", name, c)
		}
	}
	return severity, ""
}

// againstBlocking lists what keeps a finding of severity block from blocking.
func (p *Policy) againstBlocking(f detect.Finding) []string {
	var out []string
	if f.Kind == detect.DuplicateWork {
		out = append(out, "duplicate_work never blocks")
	}
	if f.Settled && f.Kind != detect.ProtectedPath {
		out = append(out, "such a file is generated again or settled in seconds")
	}
	if c := f.Claim; c != nil {
		if c.Files > p.ExclusiveMaxFiles {
			out = append(out, fmt.Sprintf("the claim on %s covers %d files, more than exclusive_max_files %d", c.Glob, c.Files, p.ExclusiveMaxFiles))
		}
		if c.Holder == f.Newcomer {
			out = append(out, fmt.Sprintf("the path was touched before %s claimed it, and a claim does not block its own holder", c.Holder.Label()))
		}
	}
	if f.Basis != detect.Observed && f.Basis != detect.Declared {
		out = append(out, "it is inferred, neither observed nor declared")
	}
	// Written so that a confidence that is no number does not block.
	if !(f.Confidence >= p.BlockMinConfidence) {
		out = append(out, fmt.Sprintf("its confidence %s is below block_min_confidence %s", number(f.Confidence), number(p.BlockMinConfidence)))
	}
	return out
}

// number writes a confidence with as many digits as it takes, three at most.
func number(f float64) string {
	return strconv.FormatFloat(math.Round(f*1000)/1000, 'f', -1, 64)
}

// Criticality is how much depends on a contract or schema: that of the last
// entry of contracts that names its key or, read as a glob, matches it.
func (p *Policy) Criticality(key string) Criticality {
	for _, rule := range slices.Backward(p.Contracts) {
		match := string(rule.Match)
		if match == key || doublestar.ValidatePattern(match) && doublestar.MatchUnvalidated(match, key) {
			return rule.Criticality
		}
	}
	return Normal
}

func (p *Policy) mostCritical(scopes []detect.Scope) (string, Criticality) {
	name, most := "", Criticality("")
	for _, s := range scopes {
		if s.Family != detect.FamilyContract && s.Family != detect.FamilySchema && s.Family != detect.FamilySymbol {
			continue
		}
		if c := p.Criticality(s.Key); slices.Index(c.values(), string(c)) > slices.Index(most.values(), string(most)) {
			name, most = s.Key, c
		}
	}
	return name, most
}
