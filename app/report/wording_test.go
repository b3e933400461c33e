package report

import (
	"strings"
	"testing"

	"github.com/comity-dev/comity/detect"
)

// TestEveryKindHasWords: a new kind needs a title and an explanation.
func TestEveryKindHasWords(t *testing.T) {
	titles := map[string]bool{}
	for _, k := range detect.Kinds() {
		title := KindTitle(k)
		if title == string(k) || titles[title] || strings.HasSuffix(title, ".") {
			t.Errorf("%s: title %q", k, title)
		}
		titles[title] = true
		if !strings.HasSuffix(kindHelp(k), ".") {
			t.Errorf("%s: help %q", k, kindHelp(k))
		}
	}
	if len(words) != len(detect.Kinds()) {
		t.Errorf("words for %d kinds, there are %d", len(words), len(detect.Kinds()))
	}
}

func TestPlanWordsSayMoreThanTheSuggestion(t *testing.T) {
	c := conflict("CF-1", detect.TextualMerge, "pr:1", "pr:2")
	for _, w := range []struct {
		action, suggestion, want string
	}{
		{"stack", "Rebase.", ""},
		{"stack", "", "plan"},
		{"land_first", "Rebase.", "plan"},
		{"split", "Rebase.", "plan"},
	} {
		p := planned(saying(c, "", w.suggestion), w.action, "plan")
		if got := p.planWords(); got != w.want {
			t.Errorf("%s after %q: %q, want %q", w.action, w.suggestion, got, w.want)
		}
	}
	if c.planWords() != "" {
		t.Error("a plan without a re-plan")
	}
}

func TestGapsAreToldByReason(t *testing.T) {
	got := gapLines(dozen(), plainForm)
	if len(got) != 1 || len(got[0].what) != 3 || got[0].what[0] != "assets/logo.bin on #12" {
		t.Errorf("%v", got)
	}
}

// TestWhyOnlyWhenItSaysMore: that an exclusive file is held is in the summary.
func TestWhyOnlyWhenItSaysMore(t *testing.T) {
	held := because(ruled(saying(conflict("CF-1", detect.PathOverlap, "pr:7", "pr:12"), "#7 came first and holds x, which is exclusive", "Wait."), "x"), "#7 holds x exclusively.")
	lowered := because(held, "Told as a warning: its confidence 0.8 is below block_min_confidence 0.85.")
	raised := because(saying(conflict("CF-1", detect.ContractBreak, "pr:7", "pr:12"), "#12 uses what #7 removes", ""), "The contract Pay has criticality high.")
	for name, c := range map[string]struct {
		c    Conflict
		want bool
	}{
		"held":    {blocking(held), false},
		"lowered": {lowered, true},
		"raised":  {blocking(raised), true},
	} {
		r := &Report{Conflicts: []Conflict{c.c}}
		for form, got := range map[string]string{
			"text": text(t, r, TextOptions{Width: 200}), "markdown": markdownOf(t, r), "sarif": string(asSARIF(t, r)), "github": github(t, r, ""),
		} {
			words := strings.NewReplacer(`\_`, "_", "#&#8203;", "#", `\#&#8203;`, "#").Replace(got)
			if strings.Contains(words, c.c.Why) != c.want {
				t.Errorf("%s, %s: got\n%s", name, form, got)
			}
		}
	}
}
