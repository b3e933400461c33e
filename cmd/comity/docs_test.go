package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/comity-dev/comity/policy"
)

// TestReadmeShowsTheDemo keeps the output in the README true.
func TestReadmeShowsTheDemo(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	dir := filepath.Join(t.TempDir(), "shop")
	if code := run(context.Background(), []string{"demo", dir}, streams{out: &out, err: &errs, env: func(string) string { return "" }}); code != exitFree {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	report, _, _ := strings.Cut(out.String(), "\nThis was a sample")
	if !strings.Contains(string(readme), strings.TrimSpace(report)) {
		t.Errorf("README.md shows another report than the demo, which is:\n%s", report)
	}
}

// TestDocsListRegeneratedFiles keeps the built-in list in the documentation
// whole.
func TestDocsListRegeneratedFiles(t *testing.T) {
	docs, err := os.ReadFile("../../docs/policy.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range policy.RegeneratedGroups() {
		for _, g := range group.Globs {
			if !strings.Contains(string(docs), "`"+g+"`") {
				t.Errorf("docs/policy.md lacks %s (%s)", g, group.Title)
			}
		}
	}
}
