package detect

import (
	"fmt"
	"path"
	"strings"
)

// confidenceSameNumber is DESIGN §2.2's "same name added twice".
const confidenceSameNumber = 0.95

// confidenceAppliedEdit is lower: whether anybody applied the file is not seen.
const confidenceAppliedEdit = 0.9

const (
	takesNumber  = "takes number "
	comesAfter   = " migration after "
	editsApplied = "edits a migration that is already on the target"
	buildsOn     = "adds to the series"
)

var sequenceCollision = Detector{
	Kind: SequenceCollision,
	Doc:  "both sides take the same number of a series, or come after the same migration",
	Pair: findSequence,
}

// observeSeries gives a side's touches on numbered series.
func observeSeries(cs *ChangeSet, base Tree, rules *Rules, contents Contents) []*Touch {
	var out []*Touch
	exists := existsOn(cs, base)
	for i := range cs.Files {
		f := &cs.Files[i]
		if rules.Ignored(f.Path) {
			continue
		}
		touch := func(scope Scope, role Role, op Operation, detail string) {
			out = append(out, &Touch{
				Side: cs.Side, Scope: scope, Role: role, Operation: op, Basis: Observed,
				Path: f.Path, File: f, Detail: detail, Arrived: cs.Side.Arrived,
			})
		}
		member, numbered := MemberOf(f.Path)
		if f.Status != StatusAdded && f.Status != StatusRenamed {
			if numbered && member.SQL && member.Family == FamilyMigration && f.Old.OID != f.New.OID {
				touch(Scope{FamilyMigration, member.Series}, Changes, operationOf(f), editsApplied)
			}
			continue
		}
		if numbered && member.Family == FamilyMigration {
			touch(Scope{FamilyMigration, member.Series}, Uses, OpAdd, buildsOn)
		}
		if tool, parents := parentsOf(f, cs, exists, contents); tool != "" {
			for _, p := range parents {
				touch(Scope{FamilyMigration, path.Dir(f.Path) + " after " + p}, Changes, OpAdd, tool+comesAfter+p)
			}
			continue
		}
		if numbered {
			touch(numberScope(member), Changes, OpAdd, takesNumber+member.Text)
		}
	}
	return out
}

// numberScope is keyed by the normalised number: 7 and 007 are one.
func numberScope(m Member) Scope { return Scope{m.Family, m.Series + "/" + m.Number} }

func parentsOf(f *FileChange, cs *ChangeSet, exists func(string) bool, contents Contents) (tool string, parents []string) {
	if !MayHaveLineage(f.Path) {
		return "", nil
	}
	text, ok := contents(f)
	if !ok {
		cs.Gaps = append(cs.Gaps, Gap{cs.Side.ID, f.Path, "the migration was not read, so what it comes after is unknown"})
		return "", nil
	}
	l, ok := readLineage(f.Path, text, exists)
	if !ok {
		return "", nil
	}
	return l.tool, l.parents
}

// existsOn tells whether a path is there on the target or on the side.
func existsOn(cs *ChangeSet, base Tree) func(string) bool {
	added := map[string]bool{}
	for i := range cs.Files {
		if !cs.Files[i].New.Absent() {
			added[cs.Files[i].Path] = true
		}
	}
	return func(file string) bool { return added[file] || !base[file].Absent() }
}

// findSequence reports a pair once per series.
func findSequence(m *Meeting, facts *Facts) []Finding {
	bySeries := map[string][]Overlap{}
	var order []string
	for _, o := range m.Overlaps {
		if f := o.Scope().Family; f != FamilyMigration && f != FamilySequence {
			continue
		}
		if o.First.Path == o.Second.Path || o.First.Detail == editsApplied && o.Second.Detail == editsApplied {
			// One file under one name is a shared path, and two edits of files that
			// are applied already do not build on each other.
			continue
		}
		key := path.Dir(o.First.Path) + "\x00" + collisionKind(o)
		if bySeries[key] == nil {
			order = append(order, key)
		}
		bySeries[key] = append(bySeries[key], o)
	}
	var out []Finding
	for _, key := range order {
		out = append(out, sequenceFinding(m, facts, bySeries[key]))
	}
	return out
}

func collisionKind(o Overlap) string {
	switch {
	case o.First.Detail == editsApplied || o.Second.Detail == editsApplied:
		return editsApplied
	case strings.Contains(o.First.Detail, comesAfter):
		return comesAfter
	default:
		return takesNumber
	}
}

func sequenceFinding(m *Meeting, facts *Facts, overlaps []Overlap) Finding {
	f := overlapFinding(m, SequenceCollision, overlaps)
	f.Settled = false
	f.Confidence = confidenceSameNumber
	o := overlaps[0]
	switch collisionKind(o) {
	case editsApplied:
		editor, adder := o.First, o.Second
		if editor.Detail != editsApplied {
			editor, adder = adder, editor
		}
		f.Confidence = confidenceAppliedEdit
		f.Summary = fmt.Sprintf("%s changes %s, which is already applied where %s runs", editor.Side.ID.Label(), editor.Path, adder.Path)
		f.Suggestion = fmt.Sprintf("Put the change of %s into a migration of its own, after the ones of %s.", editor.Side.ID.Label(), adder.Side.ID.Label())
	case comesAfter:
		tool, parent, _ := strings.Cut(o.First.Detail, comesAfter)
		f.Summary = fmt.Sprintf("%s and %s would both come after %s: %s would see two heads", o.First.Path, o.Second.Path, parent, tool)
		f.Suggestion = lineageAdvice(tool, f)
	default:
		member, _ := MemberOf(o.Second.Path)
		f.Summary = fmt.Sprintf("%s and %s both take number %s", o.First.Path, o.Second.Path, member.Text)
		f.Suggestion = numberAdvice(facts, f, overlaps[0])
	}
	return f
}

func lineageAdvice(tool string, f Finding) string {
	advice := fmt.Sprintf("Once %s has landed, let the migration of %s come after it", f.First.Label(), f.Newcomer.Label())
	if tool == "Alembic" {
		return advice + " (set its down_revision), or add one with `alembic merge heads`."
	}
	return advice + ", or add one with `python manage.py makemigrations --merge`."
}

func numberAdvice(facts *Facts, f Finding, o Overlap) string {
	mine := o.Second
	if mine.Side.ID != f.Newcomer {
		mine = o.First
	}
	member, _ := MemberOf(mine.Path)
	if next := facts.NextFree(f.Newcomer, member.Series, member.Text); next != "" {
		return fmt.Sprintf("Rename %s of %s: the next free number is %s.", path.Base(mine.Path), f.Newcomer.Label(), next)
	}
	return fmt.Sprintf("Give %s of %s a new time stamp.", mine.Path, f.Newcomer.Label())
}
