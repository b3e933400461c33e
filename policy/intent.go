package policy

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/comity-dev/comity/detect"
)

// Intent is what a piece of work says it will do, DESIGN §5. It is a claim by
// whoever wrote it: it can raise conflicts and never grants anything. At most
// one of Branch and PR is set; with neither it is planned work.
type Intent struct {
	ID        IntentID `yaml:"id" json:"id" jsonschema_description:"Names the intent, as in intent:refunds."`
	Branch    Name     `yaml:"branch,omitempty" json:"branch,omitempty" jsonschema_description:"The branch that does the work."`
	PR        int      `yaml:"pr,omitempty" json:"pr,omitempty" jsonschema:"minimum=1,maximum=2147483647" jsonschema_description:"The pull request that does the work."`
	Summary   Name     `yaml:"summary,omitempty" json:"summary,omitempty" jsonschema_description:"What the work does, in one line."`
	Scopes    []Scope  `yaml:"scopes,omitempty" json:"scopes,omitempty" jsonschema_description:"What the work will touch."`
	DependsOn []Ref    `yaml:"depends_on,omitempty" json:"depends_on,omitempty" jsonschema_description:"What must land before it: '#12', 'acme/api#7', 'intent:refunds' or a branch."`
	On        Ref      `yaml:"on,omitempty" json:"on,omitempty" jsonschema_description:"The intent or pull request that this work is stacked on."`
	Expires   Expiry   `yaml:"expires,omitempty" json:"expires,omitempty" jsonschema_description:"When the claim ends: 2026-12-31 or 2026-12-31T18:00:00Z."`
	Owner     Owner    `yaml:"owner,omitempty" json:"owner,omitempty" jsonschema_description:"Who answers for it."`
}

// validate holds what concerns more than one field.
func (i *Intent) validate(report func(field, message string)) {
	if i.Branch != "" && i.PR != 0 {
		report("pr", "an intent has a branch or a pr, not both")
	}
	if i.On != "" && slices.Contains(i.DependsOn, i.On) {
		report("on", fmt.Sprintf("%s stands in depends_on too; on is enough", quote(string(i.On))))
	}
	if self := Ref("intent:" + string(i.ID)); i.ID != "" && (i.On == self || slices.Contains(i.DependsOn, self)) {
		report("id", fmt.Sprintf("%s depends on itself", quote(string(i.ID))))
	}
}

// IntentID names an intent within a repository.
type IntentID string

// UnmarshalText refuses what could not be written as intent:ID.
func (i *IntentID) UnmarshalText(text []byte) error {
	return fit(i, text, idRE, "an id of letters, digits, '.', '_' and '-'")
}

// Mode says whether others may touch a scope too.
type Mode string

// The modes of a scope. One that is left out is shared.
const (
	Shared    Mode = "shared"
	Exclusive Mode = "exclusive"
)

func (Mode) values() []string { return []string{"shared", "exclusive"} }

// UnmarshalText reads shared or exclusive.
func (m *Mode) UnmarshalText(text []byte) error { return choose(m, text) }

// Scope is one thing an intent will touch: a family key with its value, and how.
type Scope struct {
	Family    detect.Family
	Key       string           // a glob for paths; otherwise the name of the thing
	Operation detect.Operation // empty when left out: inferred from the summary
	Mode      Mode             // empty when left out: shared
}

// scopeFamilies are the keys that name the family of a scope. api is another
// word for contract.
var scopeFamilies = []string{"path", "symbol", "contract", "api", "schema", "migration", "config", "component", "domain"}

var operations = texts([]detect.Operation{
	detect.OpAdd, detect.OpExtend, detect.OpModify, detect.OpReplace, detect.OpRemove, detect.OpRename, detect.OpMigrate,
})

// setKey reads the value of a family key.
func (s *Scope) setKey(family, text string) error {
	if family == "path" {
		var p Pattern
		if err := p.UnmarshalText([]byte(text)); err != nil {
			return err
		}
	}
	var n Name
	if err := n.UnmarshalText([]byte(text)); family != "path" && err != nil {
		return err
	}
	if family == "api" {
		family = "contract"
	}
	s.Family, s.Key = detect.Family(family), text
	return nil
}

// MarshalYAML writes the scope as the policy does.
func (s Scope) MarshalYAML() (any, error) {
	out := map[string]string{string(s.Family): s.Key}
	if s.Operation != "" {
		out["operation"] = string(s.Operation)
	}
	if s.Mode != "" {
		out["mode"] = string(s.Mode)
	}
	return out, nil
}

// Ref names other work: "#12", "acme/api#7", "intent:refunds" or a branch.
type Ref string

var (
	refNumberRE = regexp.MustCompile(`^(?:` + loginPattern + `/` + namePattern + `)?#[1-9][0-9]{0,9}$`)
	refIntentRE = whole(`intent:` + idPattern)
)

// UnmarshalText refuses what names neither a pull request, an intent nor a
// branch.
func (r *Ref) UnmarshalText(text []byte) error {
	s := string(text)
	switch {
	case refNumberRE.MatchString(s), refIntentRE.MatchString(s), isBranchName(s):
		*r = Ref(s)
		return nil
	}
	return fmt.Errorf("%s names no work; write '#12', 'acme/api#7', 'intent:refunds' or a branch", quote(s))
}

// isBranchName holds the main rules of git for branch names.
func isBranchName(s string) bool {
	if s == "" || len(s) > 250 || strings.HasPrefix(s, "-") || strings.HasPrefix(s, "/") ||
		strings.HasSuffix(s, "/") || strings.HasSuffix(s, ".") || strings.HasSuffix(s, ".lock") {
		return false
	}
	return !strings.ContainsAny(s, " ~^:?*[\\#\x7f") && !strings.Contains(s, "..") && !strings.Contains(s, "//") &&
		!strings.Contains(s, "@{") && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' })
}

// Expiry is a day or a moment as the policy writes it; a day counts to its end,
// in UTC.
type Expiry string

// UnmarshalText reads 2026-12-31 or an RFC 3339 time.
func (e *Expiry) UnmarshalText(text []byte) error {
	if _, ok := Expiry(text).Time(); !ok {
		return errors.New(quote(string(text)) + " is not a date; write 2026-12-31 or 2026-12-31T18:00:00Z")
	}
	*e = Expiry(text)
	return nil
}

// Time is the moment from which the claim no longer holds, and whether there is
// one.
func (e Expiry) Time() (time.Time, bool) {
	if day, err := time.Parse(time.DateOnly, string(e)); err == nil {
		return day.AddDate(0, 0, 1), true
	}
	t, err := time.Parse(time.RFC3339, string(e))
	return t, err == nil
}
