package policy

import (
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"
)

// Policy is .comity.yml with its defaults filled in, DESIGN §4. The yaml tag
// names the key; a key whose json tag lacks omitempty must be given; the
// jsonschema tags hold the limits that parser and schema both keep.
type Policy struct {
	Version int `yaml:"version" json:"version,omitempty" jsonschema:"minimum=1,maximum=1" jsonschema_description:"The version of this file's format."`

	Severity Severities `yaml:"severity" json:"severity,omitempty" jsonschema_description:"How much each kind of conflict matters. Kinds left out keep their default."`

	IgnorePaths        []Pattern       `yaml:"ignore_paths" json:"ignore_paths,omitempty" jsonschema_description:"Paths on which nothing is raised, whoever touches them. Rules of protected_paths still hold there."`
	ProtectedPaths     []ProtectedPath `yaml:"protected_paths" json:"protected_paths,omitempty" jsonschema_description:"Paths that only their owners may change."`
	ExclusiveByDefault []Pattern       `yaml:"exclusive_by_default" json:"exclusive_by_default,omitempty" jsonschema_description:"Paths that one piece of work changes at a time. The first to touch one holds it."`
	ExclusiveMaxFiles  int             `yaml:"exclusive_max_files" json:"exclusive_max_files,omitempty" jsonschema:"minimum=1,maximum=100000" jsonschema_description:"An exclusive claim that covers more files than this warns and does not block."`

	BlockMinConfidence float64 `yaml:"block_min_confidence" json:"block_min_confidence,omitempty" jsonschema:"minimum=0,maximum=1" jsonschema_description:"Findings that are less certain than this do not block."`
	WarnMinConfidence  float64 `yaml:"warn_min_confidence" json:"warn_min_confidence,omitempty" jsonschema:"minimum=0,maximum=1" jsonschema_description:"Warnings that are less certain than this are told as info."`

	BlockContractBreakWhenCriticality []Criticality      `yaml:"block_contract_break_when_criticality" json:"block_contract_break_when_criticality,omitempty" jsonschema_description:"A contract_break on a contract this critical blocks."`
	Contracts                         []ContractRule     `yaml:"contracts" json:"contracts,omitempty" jsonschema_description:"Contracts that are not of normal criticality. The last entry that matches counts."`
	CrossRepoContracts                CrossRepoContracts `yaml:"cross_repo_contracts" json:"cross_repo_contracts,omitempty" jsonschema_description:"Compare contracts with other repositories."`

	Override Override        `yaml:"override" json:"override,omitempty" jsonschema_description:"Who may override a conflict, and how."`
	People   map[Email]Login `yaml:"people" json:"people,omitempty" jsonschema_description:"The login behind an email address, for owners written as user:EMAIL."`

	Branches      Branches   `yaml:"branches" json:"branches,omitempty" jsonschema_description:"Which branches are watched."`
	IgnoreAuthors []Name     `yaml:"ignore_authors" json:"ignore_authors,omitempty" jsonschema_description:"Authors whose work raises nothing. Rules of protected_paths still hold for them."`
	SameAuthor    SameAuthor `yaml:"same_author" json:"same_author,omitempty" jsonschema_description:"What to do with two pieces of work by one author."`
	StaleAfter    Duration   `yaml:"stale_after" json:"stale_after,omitempty" jsonschema_description:"Work without any activity for this long gets no new conflicts below block: 12h, 30d, 6w."`

	Intents []Intent `yaml:"intents" json:"intents,omitempty" jsonschema_description:"Work that is planned or under way, and what it will touch."`
}

// ProtectedPath says that only owners may change what a glob matches.
type ProtectedPath struct {
	Path   Pattern `yaml:"path" json:"path" jsonschema_description:"The paths that are protected."`
	Owners []Owner `yaml:"owners" json:"owners" jsonschema:"minItems=1" jsonschema_description:"Who may change them."`
	Reason string  `yaml:"reason,omitempty" json:"reason,omitempty" jsonschema:"maxLength=500" jsonschema_description:"Why, told to whoever meets the rule."`
}

// ContractRule gives the contracts it matches a criticality. Match is the
// contract's key, or a glob of keys.
type ContractRule struct {
	Match       Name        `yaml:"match" json:"match" jsonschema_description:"A contract as reports name it, such as 'http:POST /v1/refunds', or a glob of such names."`
	Criticality Criticality `yaml:"criticality" json:"criticality" jsonschema_description:"How much depends on it."`
}

// CrossRepoContracts lists repositories whose contracts are compared. Both
// repositories must list each other.
type CrossRepoContracts struct {
	Repos []RepoName `yaml:"repos" json:"repos,omitempty" jsonschema_description:"Repositories, as owner/name. Each must list this one too."`
}

// Override says who may override a conflict.
type Override struct {
	AllowedRoles  []Role `yaml:"allowed_roles" json:"allowed_roles,omitempty" jsonschema_description:"Roles in the repository that may override. The owners of a rule may always override that rule."`
	RequireReason bool   `yaml:"require_reason" json:"require_reason,omitempty" jsonschema_description:"Whether an override needs a reason."`
}

// Branches selects the branches that are watched, by their short name.
type Branches struct {
	Include []Pattern `yaml:"include" json:"include,omitempty" jsonschema_description:"Branches to watch."`
	Exclude []Pattern `yaml:"exclude" json:"exclude,omitempty" jsonschema_description:"Branches to leave out of these."`
}

// Default is the policy of a repository without a .comity.yml, and the values
// of keys that a file leaves out.
func Default() *Policy {
	return &Policy{
		Version:                           1,
		Severity:                          defaultSeverities(),
		ExclusiveMaxFiles:                 25,
		BlockMinConfidence:                0.85,
		WarnMinConfidence:                 0.75,
		BlockContractBreakWhenCriticality: []Criticality{High, Frozen},
		Override:                          Override{AllowedRoles: []Role{"admin", "maintain"}, RequireReason: true},
		Branches:                          Branches{Include: []Pattern{"**"}},
		SameAuthor:                        ReportSameAuthor,
		StaleAfter:                        Duration(30 * 24 * time.Hour),
	}
}

// Watches reports whether a branch is watched: one of branches.include matches
// its short name and none of branches.exclude does.
func (p *Policy) Watches(branch string) bool {
	return anyMatch(p.Branches.Include, branch) && !anyMatch(p.Branches.Exclude, branch)
}

// IgnoresAuthor reports whether the work of an author raises nothing. Names
// are compared without regard to case, as logins are.
func (p *Policy) IgnoresAuthor(author string) bool {
	return slices.ContainsFunc(p.IgnoreAuthors, func(n Name) bool {
		return strings.EqualFold(string(n), author)
	})
}

// IgnoresSameAuthor reports whether two sides of one author are left alone.
func (p *Policy) IgnoresSameAuthor() bool { return p.SameAuthor == IgnoreSameAuthor }

func (p Pattern) matches(name string) bool {
	return doublestar.MatchUnvalidated(string(p), name)
}

func anyMatch(patterns []Pattern, name string) bool {
	return slices.ContainsFunc(patterns, func(p Pattern) bool { return p.matches(name) })
}
