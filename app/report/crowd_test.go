package report

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/comity-dev/comity/detect"
)

// crowd is a report of n branches that all change one file, each pair of them
// in conflict.
func crowd(n int, pair func(first, second int, c Conflict) Conflict) *Report {
	r := &Report{Version: Version, Base: Base{Ref: "main", SHA: "0b281cd4c1f1a3c7e7d0b2a9c5f3e8d1a6b4c2f0"}}
	for i := range n {
		id := detect.BranchID(fmt.Sprintf("feat/crowd-%03d", i))
		r.Sides = append(r.Sides, Side{ID: id, Branch: id.Label()})
		r.Order = append(r.Order, id)
	}
	const path = "db/schema.prisma"
	for i := range n {
		for k := i + 1; k < n; k++ {
			a, b := string(r.Order[i]), string(r.Order[k])
			c := conflict(fmt.Sprintf("CF-%d", len(r.Conflicts)+1), detect.TextualMerge, a, b,
				evidence(a, path, 3, 3, modify, "content"), evidence(b, path, 3, 3, modify, "content"))
			c = saying(c, fmt.Sprintf("git cannot merge %s after %s: both change %s around line 3", r.Order[k].Label(), r.Order[i].Label(), path), "Talk.")
			r.Conflicts = append(r.Conflicts, pair(i, k, c))
		}
	}
	return r
}

// exclusiveCrowd is a crowd on an exclusive file: every side waits for those
// before it.
func exclusiveCrowd(n int) *Report {
	return crowd(n, func(_, _ int, c Conflict) Conflict {
		c.Kind, c.Rule = detect.PathOverlap, "db/schema.prisma"
		return blocking(c)
	})
}

var aBranch = regexp.MustCompile(`feat/[a-z]+-[0-9]+`)

func named(s string) map[string]bool {
	out := map[string]bool{}
	for _, name := range aBranch.FindAllString(s, -1) {
		out[name] = true
	}
	return out
}

// TestTextOfACrowdIsShort: of many pairs that block, each side that is blocked
// is named and the counts are true, but the text stays short.
func TestTextOfACrowdIsShort(t *testing.T) {
	for name, r := range map[string]*Report{
		"one file": exclusiveCrowd(200),
		"many files": crowd(200, func(first, second int, c Conflict) Conflict {
			c.Scopes = []string{fmt.Sprintf("path:src/%d-%d.go", first, second)}
			return blocking(c)
		}),
	} {
		got := text(t, r, TextOptions{})
		if n := strings.Count(got, "\n"); n > 250 {
			t.Errorf("%s: %d lines", name, n)
		}
		if !strings.HasPrefix(got, "199 branches are blocked, 200 branches on main") {
			t.Errorf("%s: headline %.80s", name, got)
		}
		_, also, _ := strings.Cut(got, "\nAlso blocked\n")
		also, _, _ = strings.Cut(also, "\n\n")
		for i := 13; i < 200; i++ { // twelve stand above, in full
			if side := fmt.Sprintf("feat/crowd-%03d", i); !named(also)[side] {
				t.Errorf("%s: %s is blocked and not named", name, side)
			}
		}
	}
}

// TestTextNamesOneBlockedSideOnce: a side that stands above as blocked is not
// named again below.
func TestTextNamesOneBlockedSideOnce(t *testing.T) {
	got := text(t, exclusiveCrowd(200), TextOptions{})
	_, tail, ok := strings.Cut(got, "These sides are blocked:")
	tail, _, _ = strings.Cut(tail, "\n\n")
	if !ok || named(tail)["feat/crowd-001"] || strings.Count(tail, "feat/crowd-150") != 1 {
		t.Errorf("named: %s", tail)
	}
}

// TestTextListsAreCut: no list of a crowd is long, but all are with Verbose, and
// what is cut says how to see the rest.
func TestTextListsAreCut(t *testing.T) {
	r := crowd(60, func(first, second int, c Conflict) Conflict {
		c.Scopes = []string{fmt.Sprintf("path:src/%d-%d.go", first, second)}
		if first == 7 {
			return c
		}
		return informing(c)
	})
	for i := range 60 {
		r.Notes = append(r.Notes, fmt.Sprintf("Note %d.", i))
		r.Gaps = append(r.Gaps, Gap{r.Order[i], "", fmt.Sprintf("reason %d", i)})
	}
	got := text(t, r, TextOptions{})
	for _, want := range []string{
		"and 30 more, --verbose shows them all", "and 1708 more, --verbose shows them all",
		"and 50 more, --verbose shows them all", "and 40 more, --verbose shows them all",
	} {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	verbose := text(t, r, TextOptions{Verbose: true})
	if strings.Contains(verbose, "more,") || !strings.Contains(verbose, "Note 59.") || !strings.Contains(verbose, "reason 59") {
		t.Error("--verbose leaves out as well")
	}
}

// TestVerboseNamesAll: lists that are longer than a text may be are whole with
// Verbose.
func TestVerboseNamesAll(t *testing.T) {
	r := exclusiveCrowd(200)
	for _, id := range r.Order {
		r.Gaps = append(r.Gaps, Gap{id, "assets/film.bin", "the file is too large"})
	}
	got := text(t, r, TextOptions{Verbose: true})
	_, got, _ = strings.Cut(got, "\nNot seen\n")
	gaps, order, _ := strings.Cut(got, "\nMerge order")
	if len(named(gaps)) != 200 || len(named(order)) != 200 {
		t.Errorf("%d gaps, %d sides in order, want 200 each", len(named(gaps)), len(named(order)))
	}
}

// TestBothSidesOfAPairCanBeBlocked: each side may hold what the other wants.
func TestBothSidesOfAPairCanBeBlocked(t *testing.T) {
	one := blocking(saying(ruled(conflict("CF-1", detect.PathOverlap, "branch:a", "branch:b"), "x"), "a holds x", ""))
	two := blocking(saying(ruled(conflict("CF-2", detect.PathOverlap, "branch:b", "branch:a"), "y"), "b holds y", ""))
	r := &Report{Sides: []Side{{ID: "branch:a"}, {ID: "branch:b"}}, Conflicts: []Conflict{one, two}}
	got := text(t, r, TextOptions{})
	if !strings.HasPrefix(got, "2 branches are blocked") || !strings.Contains(got, "CF-2 Exclusive file, blocks a") {
		t.Errorf("got\n%s", got)
	}
}

// TestMarkdownOfACrowdIsShort: the table ends after so many rows, strongest
// first, and its last row says what is left out and who is blocked there.
func TestMarkdownOfACrowdIsShort(t *testing.T) {
	r := crowd(200, func(_, second int, c Conflict) Conflict {
		if second == 199 {
			return blocking(c)
		}
		return c
	})
	for i, j := 0, len(r.Conflicts)-1; i < j; i, j = i+1, j-1 {
		r.Conflicts[i], r.Conflicts[j] = r.Conflicts[j], r.Conflicts[i]
	}
	got := markdownOf(t, r)
	if rows := strings.Count(got, "\n| **CF-"); rows != 200 {
		t.Errorf("%d rows", rows)
	}
	if n := strings.Count(got, ", blocks feat/crowd-199"); n != 199 {
		t.Errorf("%d rows that block: the strongest do not stand first", n)
	}
	if want := "\n| **and 19700 more**, `--format json` shows them all | | | |\n"; !strings.Contains(got, want) {
		t.Errorf("no %q", want)
	}
	if len(got) > 200_000 {
		t.Errorf("%d bytes", len(got))
	}
	all := markdownOf(t, exclusiveCrowd(300))
	if _, last, _ := strings.Cut(all, "`--format json` shows them all. These sides are blocked: "); !named(last)["feat/crowd-299"] || named(last)["feat/crowd-150"] {
		t.Errorf("blocked sides are not named in the last row: %.200s", last)
	}
}

// TestMarkdownLastRowIsPlain: names that are left out of the table stand in its
// last row as harmless as elsewhere.
func TestMarkdownLastRowIsPlain(t *testing.T) {
	r := exclusiveCrowd(202)
	for i, name := range hostileNames {
		c := blocking(saying(conflict(fmt.Sprintf("CF-%d", 90000+i), detect.TextualMerge, "branch:x", "branch:"+name+strings.Repeat("|@a", 200)), "x", ""))
		r.Conflicts = append(r.Conflicts, c)
	}
	got := markdownOf(t, r)
	_, last, ok := strings.Cut(got, "\n| **and ")
	last, _, _ = strings.Cut(last, "\n")
	cells := strings.Count(strings.ReplaceAll(strings.ReplaceAll(last, `\\`, ""), `\|`, ""), "|")
	if !ok || cells != 4 || strings.Contains(strings.ReplaceAll(last, "@"+unlinked, ""), "@") {
		t.Errorf("%d cells in the last row", cells)
	}
}

// TestMarkdownGroupsInfos: pairs that only inform are told by file, the weaker
// findings of a pair under the strongest, and no list is endless.
func TestMarkdownGroupsInfos(t *testing.T) {
	inform := func(_, _ int, c Conflict) Conflict {
		c.Kind = detect.PathOverlap
		return informing(c)
	}
	got := markdownOf(t, crowd(200, inform))
	if !strings.Contains(got, "- **19900 pairs** db/schema.prisma: ") || strings.Count(got, "\n") > 20 {
		t.Errorf("got\n%.500s", got)
	}
	apart := crowd(40, func(first, second int, c Conflict) Conflict {
		c = inform(first, second, c)
		c.Scopes = []string{fmt.Sprintf("path:src/%d-%d.go", first, second)}
		return c
	})
	got = markdownOf(t, apart)
	if n := strings.Count(got, "\n- **CF-"); n != 200 || !strings.Contains(got, "\n- and 580 more, `--format json` shows them all\n") {
		t.Errorf("%d lines for information", n)
	}
}

// TestSARIFOfACrowd: a thousand results, the rest in the notification.
func TestSARIFOfACrowd(t *testing.T) {
	run := readSARIF(t, exclusiveCrowd(200))
	if len(run.Results) != 1000 {
		t.Errorf("%d results", len(run.Results))
	}
	got := *run.Invocations[0].ToolExecutionNotifications[0].Message.Text
	if want := "18900 conflicts are left out: of more than 1000 the strongest are kept."; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestSARIFLeavesOutWhatAStrongerSays: that both sides change a file is no
// result of its own where something stronger is known of the pair.
func TestSARIFLeavesOutWhatAStrongerSays(t *testing.T) {
	strong := conflict("CF-1", detect.TextualMerge, "pr:1", "pr:2")
	for name, c := range map[string]struct {
		other Conflict
		want  int
	}{
		"shared file, sides swapped": {informing(conflict("CF-2", detect.PathOverlap, "pr:2", "pr:1")), 1},
		"shared file as a warning":   {conflict("CF-2", detect.PathOverlap, "pr:1", "pr:2"), 2},
		"shared symbol":              {informing(conflict("CF-2", detect.SymbolOverlap, "pr:1", "pr:2")), 2},
		"another pair":               {informing(conflict("CF-2", detect.PathOverlap, "pr:1", "pr:3")), 2},
	} {
		if got := len(readSARIF(t, &Report{Conflicts: []Conflict{c.other, strong}}).Results); got != c.want {
			t.Errorf("%s: %d results, want %d", name, got, c.want)
		}
	}
	two := []Conflict{informing(conflict("CF-1", detect.PathOverlap, "pr:1", "pr:2")), informing(conflict("CF-2", detect.SymbolOverlap, "pr:1", "pr:2"))}
	if got := len(readSARIF(t, &Report{Conflicts: two}).Results); got != 2 {
		t.Errorf("%d results of two that are as strong", got)
	}
}

// TestLongNotesAreCut: text and Markdown show the start of a long note, cut
// between two words; JSON keeps all of it.
func TestLongNotesAreCut(t *testing.T) {
	note := "The policy of feat/big is not valid:" + strings.Repeat(" unknown-key", 200) + " last-word"
	r := &Report{Notes: []string{note}}
	var js bytes.Buffer
	if err := JSON(&js, r); err != nil || !strings.Contains(js.String(), note) {
		t.Errorf("JSON lacks it, %v", err)
	}
	flat := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	for name, got := range map[string]string{
		"text": flat(text(t, r, TextOptions{})), "verbose": flat(text(t, r, TextOptions{Verbose: true})), "markdown": flat(markdownOf(t, r)),
	} {
		_, shown, _ := strings.Cut(got, "The policy")
		if strings.Contains(got, "last-word") || !strings.HasSuffix(shown, " unknown-key...") || len(shown) > 600 || len(shown) < 550 {
			t.Errorf("%s: %d characters: %s", name, len(shown), shown)
		}
	}
	for s, want := range map[string]string{
		"": "", "short": "short", "one two three": "one two...", "abcdefghijklmno": "abcdefghi...", "one twothreef": "one...", "a bcdefghijklmno": "a bcdefgh...", "長長長長長長長": "長長長長...",
	} {
		if got := cutAtWord(s, 12); got != want {
			t.Errorf("cutAtWord(%q) = %q, want %q", s, got, want)
		}
	}
}
