package policy_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/comity-dev/comity/policy"
)

var update = flag.Bool("update", false, "write what the code gives into the golden files")

// TestSchemaIsFresh holds schema.json to the types. Run with -update after
// changing them.
func TestSchemaIsFresh(t *testing.T) {
	got, err := policy.Schema()
	if err != nil {
		t.Fatal(err)
	}
	again, _ := policy.Schema()
	if !bytes.Equal(got, again) {
		t.Error("two calls give different bytes")
	}
	if *update {
		if err := os.WriteFile("schema.json", got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(filepath.FromSlash("schema.json"))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("schema.json is not what the types give (%v): run go test ./policy -run Schema -update", err)
	}
	if !json.Valid(got) {
		t.Error("not JSON")
	}
}
