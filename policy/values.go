package policy

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/comity-dev/comity/policy/glob"
)

// The regular expressions of this file are also the patterns of the JSON
// Schema, so they keep to what Go and ECMA-262 read alike.
const (
	loginPattern    = `[A-Za-z0-9][A-Za-z0-9_-]{0,38}`
	emailPattern    = `[^@\s:]+@[^@\s:]+`
	slugPattern     = `[A-Za-z0-9][A-Za-z0-9._-]{0,99}`
	namePattern     = `[A-Za-z0-9._-]{1,100}`
	durationPattern = `[1-9][0-9]{0,3}[hd]|[1-9][0-9]{0,2}w`
	idPattern       = `[A-Za-z0-9][A-Za-z0-9._-]{0,99}`
)

func whole(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)$`) }

var (
	loginRE = whole(loginPattern)
	emailRE = whole(emailPattern)
	repoRE  = whole(loginPattern + `/` + namePattern)
	idRE    = whole(idPattern)
)

// Pattern is a glob over paths or branch names in doublestar syntax:
// case-sensitive, '/'-separated, anchored at the root.
type Pattern string

// UnmarshalText refuses what is not a glob, and a path that could never match.
func (p *Pattern) UnmarshalText(text []byte) error {
	s := string(text)
	switch {
	case s == "":
		return errors.New("an empty glob matches nothing")
	case strings.HasPrefix(s, "/"):
		return fmt.Errorf("%s begins with '/', but paths are written from the root without one: %s", quote(s), quote(strings.TrimLeft(s, "/")))
	case strings.HasPrefix(s, "./"):
		return fmt.Errorf("%s begins with './', but paths are written from the root without it: %s", quote(s), quote(s[2:]))
	case strings.HasSuffix(s, "/"):
		return fmt.Errorf("%s ends with '/' and would match no file: write %s for all below it", quote(s), quote(s+"**"))
	}
	if _, err := glob.Compile(s); err != nil {
		return fmt.Errorf("%s is not a glob: %w", quote(s), err)
	}
	*p = Pattern(s)
	return nil
}

// Criticality is how much depends on a contract.
type Criticality string

// The criticalities, from the least to the most.
const (
	Low    Criticality = "low"
	Normal Criticality = "normal"
	High   Criticality = "high"
	Frozen Criticality = "frozen"
)

func (Criticality) values() []string { return []string{"low", "normal", "high", "frozen"} }

// UnmarshalText reads one of low, normal, high and frozen.
func (c *Criticality) UnmarshalText(text []byte) error { return choose(c, text) }

// SameAuthor says what is done with two sides of one author.
type SameAuthor string

// The choices for same_author.
const (
	ReportSameAuthor SameAuthor = "report"
	IgnoreSameAuthor SameAuthor = "ignore"
)

func (SameAuthor) values() []string { return []string{"report", "ignore"} }

// UnmarshalText reads report or ignore.
func (s *SameAuthor) UnmarshalText(text []byte) error { return choose(s, text) }

// Role is a role in a repository, by GitHub's name for it. Everybody has read
// in a public repository, so read is not one that can be given rights.
type Role string

func (Role) values() []string { return []string{"admin", "maintain", "write", "triage"} }

// UnmarshalText reads one of admin, maintain, write and triage.
func (r *Role) UnmarshalText(text []byte) error { return choose(r, text) }

// Login is a GitHub login without '@'.
type Login string

// UnmarshalText refuses what GitHub would not accept as a login.
func (l *Login) UnmarshalText(text []byte) error {
	return fit(l, text, loginRE, "a GitHub login such as maya, without '@'")
}

// Email is an email address. It only ever names people together with what
// GitHub says of them; see DESIGN §3.2.
type Email string

// UnmarshalText refuses what is plainly no address.
func (e *Email) UnmarshalText(text []byte) error {
	return fit(e, text, emailRE, "an email address")
}

// RepoName is a repository as owner/name.
type RepoName string

// UnmarshalText refuses anything but owner/name.
func (r *RepoName) UnmarshalText(text []byte) error {
	return fit(r, text, repoRE, "a repository such as acme/shop")
}

// Name is a short text on one line that is not empty.
type Name string

// MaxName is the longest Name, in characters.
const MaxName = 300

// UnmarshalText refuses empty, long and multi-line text.
func (n *Name) UnmarshalText(text []byte) error {
	switch s := string(text); {
	case strings.TrimSpace(s) == "":
		return errors.New("is empty")
	case utf8.RuneCountInString(s) > MaxName:
		return fmt.Errorf("is longer than %d characters", MaxName)
	case strings.ContainsAny(s, "\n\r"):
		return errors.New("is longer than one line")
	default:
		*n = Name(s)
		return nil
	}
}

// fit sets v to the text if the pattern matches the whole of it.
func fit[T ~string](v *T, text []byte, pattern *regexp.Regexp, want string) error {
	if !pattern.Match(text) {
		return fmt.Errorf("%s is not %s", quote(string(text)), want)
	}
	*v = T(text)
	return nil
}

// enum is a type with a fixed list of values.
type enum interface {
	~string
	values() []string
}

func choose[T enum](v *T, text []byte) error {
	values := (*v).values()
	i, err := pick(string(text), values)
	if err == nil {
		*v = T(values[i])
	}
	return err
}

// pick finds text among the words, or says what they are.
func pick(text string, words []string) (int, error) {
	for i, w := range words {
		if w == text {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s is not one of %s%s", quote(text), list(words), didYouMean(text, words))
}

func texts[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}
