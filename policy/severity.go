package policy

import (
	"github.com/comity-dev/comity/detect"
)

// Severity is how much a kind of conflict matters. Severities are ordered: a
// larger one matters more.
type Severity int

// The severities, DESIGN §2.
const (
	Off   Severity = iota // not reported
	Info                  // told, and never more than that
	Warn                  // told as something to act on
	Block                 // stops the newcomer, where DESIGN §2.1 allows it
)

var severityNames = []string{"off", "info", "warn", "block"}

// String gives the word used in the policy and in reports.
func (s Severity) String() string {
	if s < Off || s > Block {
		return "unknown"
	}
	return severityNames[s]
}

// MarshalText gives the word used in the policy.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads one of off, info, warn and block.
func (s *Severity) UnmarshalText(text []byte) error {
	i, err := pick(string(text), severityNames)
	if err == nil {
		*s = Severity(i)
	}
	return err
}

// Severities says how much each kind matters. After parsing it names every
// kind of detect.Kinds.
type Severities map[detect.Kind]Severity

func (Severities) keys() []string { return texts(detect.Kinds()) }

// defaultSeverities is the table of DESIGN §2.
func defaultSeverities() Severities {
	return Severities{
		detect.PathOverlap:           Info,
		detect.SymbolOverlap:         Warn,
		detect.ContractBreak:         Warn,
		detect.TextualMerge:          Warn,
		detect.DependencyOrder:       Warn,
		detect.ProtectedPath:         Block,
		detect.DuplicateWork:         Warn,
		detect.DestructiveVsAdditive: Block,
		detect.DivergentRewrite:      Block,
		detect.SharedContract:        Warn,
		detect.OverlappingClaim:      Warn,
		detect.SequenceCollision:     Warn,
	}
}

// severityOf is the severity the policy gives a kind. A kind that the policy
// does not know is told as a warning, so that nothing is lost.
func (p *Policy) severityOf(k detect.Kind) Severity {
	if s, ok := p.Severity[k]; ok {
		return s
	}
	if s, ok := defaultSeverities()[k]; ok {
		return s
	}
	return Warn
}
