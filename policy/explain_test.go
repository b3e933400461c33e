package policy_test

import (
	"os"
	"strings"
	"testing"

	"github.com/comity-dev/comity/policy"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

func TestExplain(t *testing.T) {
	const name = "testdata/explain.txtar"
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p := mustParse(t, string(archive.Files[0].Data))
	for i := 1; i < len(archive.Files); i++ {
		f := &archive.Files[i]
		var got strings.Builder
		for _, e := range p.Explain(f.Name) {
			got.WriteString(string(e.Effect) + " " + e.Severity.String() + "\n  " + e.String() + "\n")
		}
		if *update {
			f.Data = []byte(got.String())
		}
		if diff := cmp.Diff(string(f.Data), got.String()); diff != "" {
			t.Errorf("%s: %s", f.Name, diff)
		}
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestExplainFollowsSeverity: what is off is not promised.
func TestExplainFollowsSeverity(t *testing.T) {
	p := mustParse(t, "severity: {path_overlap: off, textual_merge: off, protected_path: warn}\nexclusive_by_default: [a]\nprotected_paths: [{path: b, owners: ['user:@maya']}]")
	for path, want := range map[string]policy.Severity{"a": policy.Off, "b": policy.Warn, "c": policy.Off, "go.sum": policy.Off} {
		if got := p.Explain(path); len(got) != 1 || got[0].Severity != want {
			t.Errorf("%s: got %+v, want severity %s", path, got, want)
		}
	}
}
