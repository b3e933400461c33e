package policy

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/comity-dev/comity/detect"
	"github.com/invopop/jsonschema"
	"go.yaml.in/yaml/v3"
)

// SchemaID is the address under which editors know the schema.
const SchemaID = "https://raw.githubusercontent.com/comity-dev/comity/main/policy/schema.json"

// Schema is the JSON Schema (draft 2020-12) of the policy file, made from the
// types. The same types give the same bytes. The schema knows less than Parse:
// it cannot tell whether a glob is well formed, for one.
func Schema() ([]byte, error) {
	r := jsonschema.Reflector{Anonymous: true, DoNotReference: true, ExpandedStruct: true, Mapper: schemaOf}
	s := r.Reflect(Policy{})
	s.ID = SchemaID
	s.Title = "Comity policy"
	s.Description = "The .comity.yml of a repository: what Comity tells, and what it blocks."
	if err := addDefaults(s); err != nil {
		return nil, err
	}
	out, err := json.MarshalIndent(s, "", "  ")
	return append(out, '\n'), err
}

// addDefaults writes the defaults of the plain keys into the schema.
func addDefaults(s *jsonschema.Schema) error {
	text, err := yaml.Marshal(Default())
	if err != nil {
		return fmt.Errorf("write the default policy: %w", err)
	}
	var defaults map[string]any
	if err := yaml.Unmarshal(text, &defaults); err != nil {
		return fmt.Errorf("read the default policy: %w", err)
	}
	for pair := s.Properties.Oldest(); pair != nil; pair = pair.Next() {
		switch value := defaults[pair.Key].(type) {
		case string, int, float64, bool:
			pair.Value.Default = value
		}
	}
	return nil
}

// schemaOf describes the types that are read as text, or in a way of their own.
func schemaOf(t reflect.Type) *jsonschema.Schema {
	pattern := func(p string) *jsonschema.Schema {
		return &jsonschema.Schema{Type: "string", Pattern: "^(?:" + p + ")$"}
	}
	switch t {
	case reflect.TypeFor[Pattern]():
		// Not empty, no '/' at either end.
		return &jsonschema.Schema{Type: "string", Pattern: `^[^/](?:[\s\S]*[^/])?$`, MaxLength: length(1000)}
	case reflect.TypeFor[Severity]():
		return words(severityNames)
	case reflect.TypeFor[Severities]():
		return severitiesSchema()
	case reflect.TypeFor[Criticality]():
		return words(Criticality("").values())
	case reflect.TypeFor[SameAuthor]():
		return words(SameAuthor("").values())
	case reflect.TypeFor[Role]():
		return words(Role("").values())
	case reflect.TypeFor[Login]():
		return pattern(loginPattern)
	case reflect.TypeFor[RepoName]():
		return pattern(loginPattern + "/" + namePattern)
	case reflect.TypeFor[map[Email]Login]():
		return &jsonschema.Schema{Type: "object", PropertyNames: pattern(emailPattern), AdditionalProperties: pattern(loginPattern)}
	case reflect.TypeFor[Name]():
		return nameSchema()
	case reflect.TypeFor[Owner]():
		return pattern(ownerPattern)
	case reflect.TypeFor[Duration]():
		return pattern(durationPattern)
	case reflect.TypeFor[IntentID]():
		return pattern(idPattern)
	case reflect.TypeFor[Ref]():
		return &jsonschema.Schema{Type: "string", MinLength: length(1), MaxLength: length(250)}
	case reflect.TypeFor[Expiry]():
		return pattern(`\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?`)
	case reflect.TypeFor[Scope]():
		return scopeSchema()
	}
	return nil
}

func length(n uint64) *uint64 { return &n }

func nameSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: `^[^\n\r]*[^\s][^\n\r]*$`, MaxLength: length(MaxName)}
}

func words(values []string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, v := range values {
		s.Enum = append(s.Enum, v)
	}
	return s
}

// severitiesSchema lists every kind with its default.
func severitiesSchema() *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
	for _, k := range detect.Kinds() {
		value := words(severityNames)
		value.Default = defaultSeverities()[k].String()
		s.Properties.Set(string(k), value)
	}
	return s
}

// scopeSchema asks for exactly one family key.
func scopeSchema() *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
	for _, family := range scopeFamilies {
		key := nameSchema()
		if family == "path" {
			key = schemaOf(reflect.TypeFor[Pattern]())
		}
		key.Description = scopeDocs[family]
		s.Properties.Set(family, key)
		s.OneOf = append(s.OneOf, &jsonschema.Schema{Required: []string{family}})
	}
	operation, mode := words(operations), words(Mode("").values())
	operation.Description = "What is done to it. Left out, it is inferred from the summary."
	mode.Description = "Whether others may touch it too. Left out, they may."
	s.Properties.Set("operation", operation)
	s.Properties.Set("mode", mode)
	return s
}

var scopeDocs = map[string]string{
	"path":      "Files, as a glob.",
	"symbol":    "A function, class, type or constant, such as CheckoutController::checkout.",
	"contract":  "A contract between parts, such as 'http:POST /v1/refunds'.",
	"api":       "Another word for contract.",
	"schema":    "A data schema, such as payments.status.",
	"migration": "A migration of stored data.",
	"config":    "A configuration key or file.",
	"component": "A component of the system.",
	"domain":    "A business domain.",
}
