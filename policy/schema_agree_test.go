package policy_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/comity-dev/comity/policy"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := policy.Schema()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(policy.SchemaID, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(policy.SchemaID)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// accepts reports whether the schema accepts a YAML file. Dates become text, as
// they are for editors that read YAML 1.2.
func accepts(t *testing.T, schema *jsonschema.Schema, text string) bool {
	t.Helper()
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	asJSON, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(doc) == nil
}

// beyondSchema are the fixtures whose faults a JSON Schema does not see: YAML
// itself, and what concerns several places or the inside of a glob.
var beyondSchema = map[string]bool{
	"duplicate-keys.yml": true, "second-document.yml": true, "second-document-broken.yml": true, "merge-keys.yml": true,
	"unknown-anchor.yml": true, "self-reference.yml": true, "tabs.yml": true, "odd-keys.yml": true, "odd-tags.yml": true,
	"not-yaml.yml": true, "not-yaml2.yml": true, "not-yaml3.yml": true, "not-yaml4.yml": true, "not-yaml5.yml": true, "not-yaml6.yml": true, "not-yaml7.yml": true,
}

// TestSchemaAgreesWithParse: the schema refuses the fixtures that Parse
// refuses, where it can, and accepts what Parse accepts.
func TestSchemaAgreesWithParse(t *testing.T) {
	schema := compileSchema(t)
	archive, err := txtar.ParseFile("testdata/problems.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(archive.Files); i += 2 {
		f := archive.Files[i]
		if !beyondSchema[f.Name] && accepts(t, schema, string(f.Data)) {
			t.Errorf("the schema accepts %s", f.Name)
		}
	}
	for _, text := range []string{readFile(t, "testdata/full.yml"), "version: 1", "{}", "severity: {path_overlap: off}", "intents: [{id: a, expires: '2026-12-31T10:00:00Z'}]"} {
		mustParse(t, text)
		if !accepts(t, schema, text) {
			t.Errorf("the schema refuses %s", text)
		}
	}
}

// TestSchemaAgreesOnSmallFiles takes one fault at a time, so that one refusal
// cannot hide that another is missing.
func TestSchemaAgreesOnSmallFiles(t *testing.T) {
	schema := compileSchema(t)
	for text, valid := range map[string]bool{
		"unknown: 1":                                   false,
		"version: 2":                                   false,
		"version: 1.5":                                 false,
		"severity: {path_overlap: bad}":                false,
		"severity: {path: warn}":                       false,
		"severity: []":                                 false,
		"ignore_paths: a":                              false,
		"ignore_paths: ['']":                           false,
		"ignore_paths: [a/]":                           false,
		"ignore_paths: [/a]":                           false,
		"ignore_paths: [a, '**/b']":                    true,
		"ignore_paths: []":                             true,
		"protected_paths: [{path: a}]":                 false,
		"protected_paths: [{path: a, owners: []}]":     false,
		"protected_paths: [{path: a, owners: [maya]}]": false,
		"protected_paths: [{path: a, owners: ['team:@acme/db', 'user:@maya', 'user:maya@acme.com']}]": true,
		"exclusive_max_files: 0":                                   false,
		"exclusive_max_files: 1":                                   true,
		"block_min_confidence: 1.01":                               false,
		"block_min_confidence: 1":                                  true,
		"block_contract_break_when_criticality: [top]":             false,
		"contracts: [{match: a}]":                                  false,
		"contracts: [{match: a, criticality: low}]":                true,
		"cross_repo_contracts: {repos: [web]}":                     false,
		"cross_repo_contracts: {repos: [acme/web]}":                true,
		"override: {allowed_roles: [read]}":                        false,
		"override: {require_reason: 1}":                            false,
		"override: {}":                                             true,
		"people: {maya: maya}":                                     false,
		"people: {maya@acme.com: '@maya'}":                         false,
		"people: {maya@acme.com: maya}":                            true,
		"branches: {include: ['**'], only: []}":                    false,
		"ignore_authors: ['']":                                     false,
		"ignore_authors: ['renovate[bot]']":                        true,
		"same_author: maybe":                                       false,
		"stale_after: 30":                                          false,
		"stale_after: 0d":                                          false,
		"stale_after: 6w":                                          true,
		"intents: [{summary: a}]":                                  false,
		"intents: [{id: 'a b'}]":                                   false,
		"intents: [{id: a, pr: 0}]":                                false,
		"intents: [{id: a, scopes: [{}]}]":                         false,
		"intents: [{id: a, scopes: [{path: a, symbol: b}]}]":       false,
		"intents: [{id: a, scopes: [{path: a, mode: mine}]}]":      false,
		"intents: [{id: a, scopes: [{path: a, operation: drop}]}]": false,
		"intents: [{id: a, scopes: [{api: a, operation: add}]}]":   true,
		"intents: [{id: a, depends_on: ['']}]":                     false,
		"intents: [{id: a, expires: soon}]":                        false,
		"intents: [{id: a, owner: maya}]":                          false,
	} {
		_, problems := policy.Parse("f", []byte(text))
		if got := len(problems) == 0; got != valid {
			t.Errorf("%s: Parse says %v: %v", text, got, problems)
		}
		if got := accepts(t, schema, text); got != valid {
			t.Errorf("%s: the schema says %v", text, got)
		}
	}
}
