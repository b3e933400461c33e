package report

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/comity-dev/comity/detect"
)

// How much is written. GitHub takes 5,000 results of a run and 100 locations of
// a result; more than a thousand results nobody reads, and they make a file of
// megabytes.
const (
	mostResults       = 1000
	mostLocations     = 100
	mostNotifications = 100
)

const (
	sarifSchema    = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	informationURI = "https://github.com/comity-dev/comity"
	sourceRoot     = "%SRCROOT%" // the root of the repository, by the name GitHub gives it
)

// SARIF writes the report as SARIF 2.1.0: one rule per kind, one result per
// conflict, at the newcomer's files with the other side's as related locations.
// That both sides change a file is no result where something stronger is known
// of them. Of more than 1,000 conflicts the strongest are written, and a
// notification says how many are left out. Gaps and notes are notifications too.
//
// The fingerprint of a result is made of its kind, rule, sides and scopes,
// without lines or commits, so that a rebase does not open an alert anew.
func SARIF(w io.Writer, r *Report) error {
	index := map[detect.Kind]int{}
	var rules []sarifRule
	for i, kind := range detect.Kinds() {
		index[kind] = i
		rules = append(rules, ruleOf(kind))
	}
	conflicts := slices.DeleteFunc(strongestFirst(r), saidStronger(r))
	left := max(0, len(conflicts)-mostResults)
	results := mapTo(conflicts[:len(conflicts)-left], func(c *Conflict) sarifResult { return resultOf(c, index) })
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{
		Schema: sarifSchema, Version: "2.1.0",
		Runs: []sarifRun{{
			Tool:        sarifTool{sarifDriver{Name: "Comity", InformationURI: informationURI, Rules: rules}},
			Invocations: []sarifInvocation{{ExecutionSuccessful: true, Notifications: notifications(r, left)}},
			Results:     results,
		}},
	})
}

// saidStronger tells which conflicts only inform that a file is shared, by a pair
// of which something stronger is known.
func saidStronger(r *Report) func(*Conflict) bool {
	strong := map[[2]string]bool{}
	for _, g := range groupsOf(r) {
		strong[g.lead.pair()] = !g.informs()
	}
	return func(c *Conflict) bool {
		return c.Kind == detect.PathOverlap && group{lead: c}.informs() && strong[c.pair()]
	}
}

func ruleOf(kind detect.Kind) sarifRule {
	title, help := KindTitle(kind), sarifText(kindHelp(kind))
	return sarifRule{
		ID: string(kind), Name: pascal(title),
		ShortDescription: sarifText(title), FullDescription: help, Help: help,
	}
}

// pascal writes a title as the name of a rule: "MergeConflict".
func pascal(title string) string {
	name := ""
	for word := range strings.FieldsSeq(title) {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return name
}

func resultOf(c *Conflict, index map[detect.Kind]int) sarifResult {
	result := sarifResult{
		RuleID: string(c.Kind), RuleIndex: -1, Level: sarifLevel(c),
		Message:             sarifText(resultText(c)),
		PartialFingerprints: map[string]string{"comity/v1": fingerprint(c)},
	}
	if i, ok := index[c.Kind]; ok {
		result.RuleIndex = i
	}
	result.Locations, result.RelatedLocations = locationsOf(c)
	return result
}

func resultText(c *Conflict) string {
	parts := []string{c.Ref + ":"}
	for _, s := range []string{c.Summary, c.whyWords(), c.Suggestion, c.planWords()} {
		if s != "" {
			parts = append(parts, sentence(s))
		}
	}
	return strings.Join(parts, " ")
}

func sarifLevel(c *Conflict) string {
	switch {
	case c.Severity == "block" || c.Blocking:
		return sarifError
	case c.Severity == "warn":
		return sarifWarning
	}
	return sarifNote
}

// locationsOf are the newcomer's places and the other side's. Where nothing is
// known of the newcomer's, the other's stand in: GitHub wants a location.
func locationsOf(c *Conflict) (own, other []sarifLocation) {
	seen := map[Evidence]bool{}
	for _, e := range c.Evidence {
		at := Evidence{Side: e.Side, Path: e.Path, StartLine: e.StartLine, EndLine: e.EndLine}
		if e.Path == "" || seen[at] {
			continue
		}
		seen[at] = true
		if e.Side == c.newcomer() {
			if len(own) < mostLocations {
				own = append(own, locationOf(&e))
			}
		} else if len(other) < mostLocations {
			other = append(other, locationOf(&e))
			other[len(other)-1].ID = len(other)
		}
	}
	if len(own) == 0 && len(other) > 0 {
		own = append(own, other[0])
		own[0].ID = 0
	}
	return own, other
}

func locationOf(e *Evidence) sarifLocation {
	loc := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{uriOf(e.Path), sourceRoot}}}
	if e.StartLine > 0 {
		loc.Physical.Region = &sarifRegion{e.StartLine, max(e.StartLine, e.EndLine)}
	}
	text := strings.TrimSpace(string(e.Operation) + " by " + e.Side.Label())
	if e.Detail != "" && e.Detail != "content" { // that both change the content is what the file being here says
		text += ": " + e.Detail
	}
	message := sarifText(text)
	loc.Message = &message
	return loc
}

// notifications tell what is not a result: what was left out, gaps and notes.
func notifications(r *Report, left int) []sarifNotification {
	var out []sarifNotification
	add := func(level, what string, lines []string) {
		for i, line := range lines {
			if i == mostNotifications {
				line = fmt.Sprintf("%d more %s", len(lines)-i, what)
			}
			out = append(out, sarifNotification{level, sarifText(sentence(line))})
			if i == mostNotifications {
				return
			}
		}
	}
	if left > 0 {
		add(sarifWarning, "", []string{fmt.Sprintf("%s left out: of more than %d the strongest are kept",
			plural(left, "conflict is", "conflicts are"), mostResults)})
	}
	add(sarifWarning, "things were not seen", mapTo(r.Gaps, func(g Gap) string {
		return "Not seen: " + strings.TrimSpace(g.Side.Label()+" "+g.Path) + ": " + g.Reason
	}))
	add(sarifNote, "notes", r.Notes)
	return out
}

// fingerprint names a conflict by what it is about. Every part is written with
// its length, so that no two lists of parts look the same.
func fingerprint(c *Conflict) string {
	sides := slices.Sorted(slices.Values(c.Sides[:]))
	scopes := slices.Sorted(slices.Values(c.Scopes))
	h := sha256.New()
	for _, part := range slices.Concat([]string{string(c.Kind), c.Rule}, sides, scopes) {
		fmt.Fprintf(h, "%d:%s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// sarifText makes text fit for a SARIF message, where braces stand for
// arguments and [text](1) is a link (sections 3.11.5 and 3.11.6).
func sarifText(s string) sarifMessage {
	return sarifMessage{strings.NewReplacer("{", "{{", "}", "}}", "](", `\](`).Replace(bounded(s))}
}

// uriOf writes a path as a relative URI: every byte but letters, digits, "-",
// ".", "_", "~" and the slash is percent-encoded, also those that are no UTF-8.
func uriOf(path string) string {
	var b strings.Builder
	for i := range len(path) {
		if c := path[i]; alnum(c) || strings.IndexByte("-._~/", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
