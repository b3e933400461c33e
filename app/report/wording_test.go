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
