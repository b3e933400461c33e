// Package report is what one evaluation has to say, in one shape, and its
// renderings: text for people, JSON, SARIF, Markdown and GitHub workflow
// commands. Every rendering speaks from the same [Report]; none decides
// anything.
package report

import (
	"github.com/comity-dev/comity/detect"
)

// Version is the version of the JSON form. It grows only when a field changes
// its meaning or goes away.
const Version = 1

// Report is everything one evaluation found. Its slices are sorted and never
// nil, so that the same input gives the same bytes.
type Report struct {
	Version   int             `json:"version"`
	Base      Base            `json:"base"`
	Sides     []Side          `json:"sides"`
	Conflicts []Conflict      `json:"conflicts"`
	Order     []detect.SideID `json:"order"` // in which order the sides could merge
	Gaps      []Gap           `json:"gaps"`
	Notes     []string        `json:"notes"` // one sentence each
}

// Base is the target branch at the commit that was looked at.
type Base struct {
	Ref string `json:"ref"`
	SHA string `json:"sha"`
}

// Side is one piece of open work.
type Side struct {
	ID        detect.SideID `json:"id"`
	Branch    string        `json:"branch"`
	PR        int           `json:"pr"` // 0 when there is none
	Head      string        `json:"head"`
	MergeBase string        `json:"merge_base"`
	Author    string        `json:"author"`
	Arrived   string        `json:"arrived"` // RFC 3339, UTC
	Files     int           `json:"files"`   // changed files
}

// Conflict is a judged finding.
type Conflict struct {
	Ref        string         `json:"ref"` // "CF-1"
	Kind       detect.Kind    `json:"kind"`
	Rule       string         `json:"rule"`     // rule id or glob; empty otherwise
	Severity   string         `json:"severity"` // "info", "warn" or "block"
	Status     string         `json:"status"`   // "open", and the other statuses of DESIGN §3
	Blocking   bool           `json:"blocking"`
	Blocks     *detect.SideID `json:"blocks"`
	Sides      [2]string      `json:"sides"` // who was first, who came second; or a side and "rule:GLOB"
	Confidence float64        `json:"confidence"`
	Basis      detect.Basis   `json:"basis"`
	Asserted   bool           `json:"asserted"`
	Scopes     []string       `json:"scopes"`
	Evidence   []Evidence     `json:"evidence"`
	Summary    string         `json:"summary"`
	Suggestion string         `json:"suggestion"`
	Replan     *Replan        `json:"replan"`
	Why        string         `json:"-"` // why the severity is what it is, when that needs saying
}

// Evidence is one reason for a conflict.
type Evidence struct {
	Side      detect.SideID    `json:"side"`
	Scope     string           `json:"scope"`
	Path      string           `json:"path"`
	StartLine int              `json:"start_line"` // on the side's head, from 1; 0 when unknown
	EndLine   int              `json:"end_line"`
	Operation detect.Operation `json:"operation"`
	Basis     detect.Basis     `json:"basis"`
	Detail    string           `json:"detail"`
}

// Replan is advice on how two sides could proceed. It changes nothing.
type Replan struct {
	Action    string        `json:"action"` // "land_first", "stack" or "split"
	First     detect.SideID `json:"first"`
	Then      detect.SideID `json:"then"`
	Paths     []string      `json:"paths"`
	Summary   string        `json:"summary"`
	Suggested bool          `json:"suggested"` // always true: it is only a suggestion
}

// Gap is something that could not be seen.
type Gap struct {
	Side   detect.SideID `json:"side"`
	Path   string        `json:"path"`
	Reason string        `json:"reason"`
}

// Blocked reports whether anything blocks.
func (r *Report) Blocked() bool {
	for i := range r.Conflicts {
		if r.Conflicts[i].Blocking {
			return true
		}
	}
	return false
}
