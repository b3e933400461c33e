package detect

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// Member is a file that takes a number in a series, such as the 42 of
// migrations/0042_users.sql.
type Member struct {
	Series string // what the number counts in: a directory
	Number string // normalised, so that equal numbers are equal strings
	Text   string // as written, which shows how the series pads its numbers
	Stamp  bool   // a time stamp: there is no "next" one
	SQL    bool   // tools check such a file against what was applied
	Family Family // migration, or sequence for other numbered documents
}

// numbering is one convention. The pattern is matched against the file name;
// group 1 is the number.
type numbering struct {
	dir    *regexp.Regexp // the directory must match
	name   *regexp.Regexp
	family Family
	parent bool // the number is on the directory: Prisma's 20240101_x/migration.sql
}

// migrationDir is a folder whose numbered files are migrations, or one below it.
var migrationDir = regexp.MustCompile(`(?i)(^|/)(?:\w+_)?(?:migrations?|migrate|changelogs?|changesets?)(/|$)`)

// dated is a name that starts with a day: two of one day do not collide.
var dated = regexp.MustCompile(`^\d{4}-\d{2}(?:-\d{2})?\b`)

// numberings lists the conventions, the most particular first.
var numberings = []numbering{
	// Prisma: migrations/20240101120000_name/migration.sql
	{regexp.MustCompile(`(^|/)migrations/\d+_[^/]+$`), regexp.MustCompile(`^migration\.(?:sql|toml)$`), FamilyMigration, true},
	// Flyway: V7__name.sql, V1_2__name.sql, in any directory
	{regexp.MustCompile(``), regexp.MustCompile(`^V(\d+(?:[._]\d+)*)__.+\.(?:sql|java|kt|groovy)$`), FamilyMigration, false},
	// golang-migrate: 000042_name.up.sql and .down.sql, in any directory
	{regexp.MustCompile(``), regexp.MustCompile(`^(\d+)_.+\.(?:up|down)\.[a-z]+$`), FamilyMigration, false},
	// Laravel: 2024_01_01_000000_name.php
	{migrationDir, regexp.MustCompile(`^(\d{4}_\d{2}_\d{2}_\d{6})_[^/]*\.php$`), FamilyMigration, false},
	// Rails, knex, TypeORM, Ecto, goose, Liquibase, Django and plain numbered files
	{migrationDir, regexp.MustCompile(`^(\d+)(?:[-_]|\.[A-Za-z_])[^/]*\.(?:sql|rb|py|js|ts|mjs|cjs|mts|php|exs|go|cs|kt|java|xml|ya?ml|json)$`), FamilyMigration, false},
	// Decision records and RFCs: docs/adr/0007-use-sqlite.md
	{regexp.MustCompile(`(?i)(^|/)(?:adrs?|decisions|architecture-decisions|decision-records|rfcs?|rfds?)(/|$)`), regexp.MustCompile(`(?i)^(?:adr|rfc)?[-_]?(\d{1,6})[-_. ].*\.(?:md|mdx|rst|adoc|txt)$`), FamilySequence, false},
}

// MemberOf tells which number of which series a path takes, by its name alone.
func MemberOf(file string) (Member, bool) {
	dir, name := path.Split(file)
	dir = strings.TrimSuffix(dir, "/")
	if len(name) > 255 || !strings.ContainsAny(file, "0123456789") || dated.MatchString(name) {
		return Member{}, false
	}
	for _, n := range numberings {
		found := n.name.FindStringSubmatch(name)
		if found == nil || !n.dir.MatchString(dir) {
			continue
		}
		if n.parent {
			number, _, _ := strings.Cut(path.Base(dir), "_")
			return newMember(path.Dir(dir), number, name, n.family), true
		}
		return newMember(dir, found[1], name, n.family), true
	}
	return Member{}, false
}

func newMember(series, text, name string, family Family) Member {
	if series == "" {
		series = "."
	}
	m := Member{Series: series, Text: text, Family: family, SQL: strings.HasSuffix(name, ".sql")}
	m.Number, m.Stamp = normalNumber(text, strings.HasPrefix(name, "V"))
	return m
}

// normalNumber makes equal versions equal: 007 is 7, V1_02 is 1.2. Eight and
// more digits are a date or a time.
func normalNumber(text string, dotted bool) (number string, stamp bool) {
	if !dotted {
		digits := strings.ReplaceAll(text, "_", "")
		return trimZeros(digits), len(digits) >= 8
	}
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == '_' })
	for i, p := range parts {
		parts[i] = trimZeros(p)
	}
	for len(parts) > 1 && parts[len(parts)-1] == "0" {
		parts = parts[:len(parts)-1] // Flyway reads 1.0 as 1
	}
	return strings.Join(parts, "."), len(parts[0]) >= 8
}

func trimZeros(s string) string {
	if t := strings.TrimLeft(s, "0"); t != "" {
		return t
	}
	return "0"
}

// NextNumber returns the number after the highest of the given ones, padded
// like sample. It returns "" when the series counts in time stamps.
func NextNumber(members []Member, sample string) string {
	highest := 0
	for _, m := range members {
		major, _, _ := strings.Cut(m.Number, ".")
		n, err := strconv.Atoi(major)
		if m.Stamp || err != nil {
			continue
		}
		highest = max(highest, n)
	}
	if _, stamp := normalNumber(sample, false); stamp {
		return ""
	}
	next := strconv.Itoa(highest + 1)
	if width := len(sample); strings.HasPrefix(sample, "0") && len(next) < width {
		next = strings.Repeat("0", width-len(next)) + next
	}
	return next
}
