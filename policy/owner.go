package policy

import (
	"fmt"
	"strings"
	"time"
)

// OwnerKind says how an owner is named.
type OwnerKind string

// The ways to name an owner, DESIGN §3.2.
const (
	OwnerEmail OwnerKind = "email" // user:<email>
	OwnerLogin OwnerKind = "login" // user:@login
	OwnerTeam  OwnerKind = "team"  // team:@org/slug
)

// Owner is one owner of a protected path, or of an intent.
type Owner struct {
	Kind OwnerKind
	Name string // the address, the login, or org/slug; without '@' before it
}

// ownerPattern is what an owner looks like; the JSON Schema uses it too.
const ownerPattern = `user:` + emailPattern + `|user:@` + loginPattern + `|team:@` + loginPattern + `/` + slugPattern

var ownerRE = whole(ownerPattern)

// String writes the owner as the policy does.
func (o Owner) String() string {
	switch o.Kind {
	case OwnerEmail:
		return "user:" + o.Name
	case OwnerLogin:
		return "user:@" + o.Name
	case OwnerTeam:
		return "team:@" + o.Name
	}
	return ""
}

// MarshalText writes the owner as the policy does.
func (o Owner) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads user:EMAIL, user:@LOGIN or team:@ORG/SLUG.
func (o *Owner) UnmarshalText(text []byte) error {
	s := string(text)
	if !ownerRE.MatchString(s) {
		return fmt.Errorf("%s is not an owner; write user:maya@acme.com, user:@maya or team:@acme/db", quote(s))
	}
	kind, name, _ := strings.Cut(s, ":")
	switch login, at := strings.CutPrefix(name, "@"); {
	case kind == "team":
		*o = Owner{OwnerTeam, login}
	case at:
		*o = Owner{OwnerLogin, login}
	default:
		*o = Owner{OwnerEmail, name}
	}
	return nil
}

// Duration is a length of time in whole hours, written 12h, 30d or 6w.
type Duration time.Duration

var durationRE = whole(durationPattern)

var durationUnits = map[byte]time.Duration{'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}

// String writes the duration in days, or in hours where days do not fit.
func (d Duration) String() string {
	day := 24 * time.Hour
	if v := time.Duration(d); v%day == 0 {
		return fmt.Sprintf("%dd", v/day)
	}
	return fmt.Sprintf("%dh", time.Duration(d)/time.Hour)
}

// MarshalText writes the duration as the policy does.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads a positive whole number of hours, days or weeks.
func (d *Duration) UnmarshalText(text []byte) error {
	s := string(text)
	if !durationRE.MatchString(s) {
		return fmt.Errorf("%s is not a length of time; write hours, days or weeks, such as 12h, 30d or 6w", quote(s))
	}
	n := 0
	for _, digit := range s[:len(s)-1] {
		n = n*10 + int(digit-'0')
	}
	*d = Duration(time.Duration(n) * durationUnits[s[len(s)-1]])
	return nil
}
