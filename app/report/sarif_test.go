package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/comity-dev/comity/detect"
)

func asSARIF(t *testing.T, r *Report) []byte {
	t.Helper()
	return render(t, func(b *bytes.Buffer) error { return SARIF(b, r) })
}

func TestSARIFGolden(t *testing.T) { golden(t, "report.sarif", asSARIF(t, dozen())) }

// schemaText is the JSON Schema of SARIF 2.1.0, as the go-sarif module has it
// in a constant.
func schemaText(t *testing.T) string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		t.Fatalf("go list -m: %v", err)
	}
	file := filepath.Join(strings.TrimSpace(string(dir)), "pkg/report/v210/sarif/schema.go")
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	ast.Inspect(parsed, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, err = strconv.Unquote(lit.Value)
		}
		return err == nil
	})
	if err != nil || len(text) < 10000 {
		t.Fatalf("no schema in %s: %v", file, err)
	}
	return text
}

func sarifValidator(t *testing.T) func([]byte) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schemaText(t)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return func(data []byte) error {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			return err
		}
		return schema.Validate(v)
	}
}

func TestSARIFIsValid(t *testing.T) {
	validate := sarifValidator(t)
	for name, r := range map[string]*Report{"nothing": {}, "dozen": dozen(), "hostile": hostile(), "many": many(300)} {
		if err := validate(asSARIF(t, r)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, broken := range []string{`"level": "fatal"`, `"level": 3`} {
		data := bytes.Replace(asSARIF(t, dozen()), []byte(`"level": "error"`), []byte(broken), 1)
		if validate(data) == nil {
			t.Errorf("a report with %s was taken for valid", broken)
		}
	}
}

// read gives what a library for SARIF reads.
func readSARIF(t *testing.T, r *Report) *sarif.Run {
	t.Helper()
	got, err := sarif.FromBytes(asSARIF(t, r))
	if err != nil || len(got.Runs) != 1 {
		t.Fatalf("%d runs, %v", len(got.Runs), err)
	}
	return got.Runs[0]
}

func TestSARIFResults(t *testing.T) {
	r := dozen()
	run := readSARIF(t, r)
	if len(run.Tool.Driver.Rules) != len(detect.Kinds()) || len(run.Results) != len(r.Conflicts)-1 { // CF-8 is less than CF-3
		t.Fatalf("%d rules, %d results", len(run.Tool.Driver.Rules), len(run.Results))
	}
	levels := map[string]int{}
	for _, res := range run.Results {
		levels[res.Level]++
		if *run.Tool.Driver.Rules[res.RuleIndex].ID != *res.RuleID {
			t.Errorf("rule index %d is not %s", res.RuleIndex, *res.RuleID)
		}
		if len(res.Locations) == 0 {
			t.Errorf("no location: %s", *res.Message.Text)
		}
	}
	if fmt.Sprint(levels) != "map[error:2 note:4 warning:5]" {
		t.Errorf("levels: %v", levels)
	}
	second := run.Results[1] // CF-2: #12 comes after #7
	at := second.Locations[0].PhysicalLocation
	if *at.ArtifactLocation.URI != "db/schema.prisma" || *at.Region.StartLine != 5 || *at.Region.EndLine != 9 {
		t.Errorf("CF-2 is at %v %v", *at.ArtifactLocation.URI, at.Region)
	}
	if len(second.RelatedLocations) != 1 || *second.RelatedLocations[0].PhysicalLocation.Region.StartLine != 3 {
		t.Errorf("CF-2 is related to %v", second.RelatedLocations)
	}
	if n := len(run.Invocations[0].ToolExecutionNotifications); n != len(r.Gaps)+len(r.Notes) {
		t.Errorf("%d notifications", n)
	}
}

// TestFingerprintIsStable: what a rebase changes does not change it; what the
// conflict is about does.
func TestFingerprintIsStable(t *testing.T) {
	base := func() *Conflict { c := dozen().Conflicts[2]; return &c }
	want := fingerprint(base())
	for name, change := range map[string]func(*Conflict){
		"lines":    func(c *Conflict) { c.Evidence = []Evidence{evidence("pr:1", "x", 99, 100, modify, "")} },
		"severity": func(c *Conflict) { c.Severity, c.Blocking = "block", true },
		"order":    func(c *Conflict) { c.Sides[0], c.Sides[1] = c.Sides[1], c.Sides[0] },
		"number":   func(c *Conflict) { c.Ref = "CF-99" },
		"wording":  func(c *Conflict) { c.Summary, c.Suggestion = "other", "words" },
	} {
		c := base()
		if change(c); fingerprint(c) != want {
			t.Errorf("%s changed the fingerprint", name)
		}
	}
	for name, change := range map[string]func(*Conflict){
		"kind":   func(c *Conflict) { c.Kind = detect.PathOverlap },
		"rule":   func(c *Conflict) { c.Rule = "db/**" },
		"side":   func(c *Conflict) { c.Sides[0] = "pr:99" },
		"scope":  func(c *Conflict) { c.Scopes = []string{"path:src/other.js"} },
		"scopes": func(c *Conflict) { c.Scopes = append(c.Scopes, "path:src/other.js") },
	} {
		c := base()
		if change(c); fingerprint(c) == want {
			t.Errorf("another %s left the fingerprint as it was", name)
		}
	}
}

func TestSARIFLimits(t *testing.T) {
	r := many(1003)
	for i := range r.Conflicts { // each pair its own, so that none is less than another
		r.Conflicts[i].Sides[1] = fmt.Sprintf("branch:feat/other-%d", i)
		r.Conflicts[i].Evidence[1].Side = detect.SideID(r.Conflicts[i].Sides[1])
	}
	for i := range 250 {
		r.Conflicts[0].Evidence = append(r.Conflicts[0].Evidence,
			evidence(r.Conflicts[0].Sides[1], fmt.Sprintf("own/%d", i), 1, 1, modify, ""),
			evidence(r.Conflicts[0].Sides[0], fmt.Sprintf("other/%d", i), 1, 1, modify, ""))
		r.Notes = append(r.Notes, fmt.Sprintf("Note %d.", i))
	}
	// The weakest stand in front, so that only sorting keeps the strongest.
	for i, j := 0, len(r.Conflicts)-1; i < j; i, j = i+1, j-1 {
		r.Conflicts[i], r.Conflicts[j] = r.Conflicts[j], r.Conflicts[i]
	}
	run := readSARIF(t, r)
	levels := map[string]int{}
	most := 0
	for _, res := range run.Results {
		levels[res.Level]++
		most = max(most, len(res.Locations), len(res.RelatedLocations))
	}
	if fmt.Sprint(levels) != "map[error:100 note:599 warning:301]" || most != 100 {
		t.Errorf("levels %v, most locations %d", levels, most)
	}
	notes := run.Invocations[0].ToolExecutionNotifications
	if got, want := *notes[0].Message.Text, "3 conflicts are left out: of more than 1000 the strongest are kept."; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := *notes[len(notes)-1].Message.Text, "150 more notes."; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestURIOf(t *testing.T) {
	for path, want := range map[string]string{
		"src/a-b_c.d~e.go": "src/a-b_c.d~e.go",
		"a b/ü#?%.go":      "a%20b/%C3%BC%23%3F%25.go",
		"http:x":           "http%3Ax",
		"\xff\n":           "%FF%0A",
	} {
		if got := uriOf(path); got != want {
			t.Errorf("uriOf(%q) = %s, want %s", path, got, want)
		}
	}
	if got, want := sarifText("app/[id]/{a,b} [x](1)").Text, `app/[id]/{{a,b}} [x\](1)`; got != want {
		t.Errorf("sarifText = %s, want %s", got, want)
	}
}

func TestSARIFKeepsHTML(t *testing.T) {
	var v any
	out := asSARIF(t, dozen())
	if err := json.Unmarshal(out, &v); err != nil || bytes.Contains(out, []byte(`\u003c`)) {
		t.Errorf("escaped HTML or %v", err)
	}
}
