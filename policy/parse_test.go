package policy_test

import (
	"os"
	"strings"
	"testing"

	"github.com/comity-dev/comity/policy"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestProblems walks the fixtures: each holds policies and what is wrong with
// them. With -update it writes what is found.
func TestProblems(t *testing.T) {
	const name = "testdata/problems.txtar"
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.Files) == 0 || len(archive.Files)%2 != 0 {
		t.Fatalf("%s: every .yml needs its .want", name)
	}
	for i := 0; i < len(archive.Files); i += 2 {
		in, want := archive.Files[i], &archive.Files[i+1]
		base, _ := strings.CutSuffix(in.Name, ".yml")
		if want.Name != base+".want" {
			t.Fatalf("%s: %s follows %s", name, want.Name, in.Name)
		}
		t.Run(base, func(t *testing.T) {
			got := problemLines(in.Name, in.Data)
			if *update {
				want.Data = []byte(got)
			}
			if got == "" {
				t.Error("nothing is wrong with it")
			}
			if diff := cmp.Diff(string(want.Data), got); diff != "" {
				t.Error(diff)
			}
		})
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func problemLines(name string, data []byte) string {
	var out strings.Builder
	_, problems := policy.Parse(name, data)
	for _, p := range problems {
		out.WriteString(p.Error() + "\n")
	}
	return out.String()
}
