package policy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// MaxSize is the largest policy file that is read, in bytes.
const MaxSize = 256 << 10

// Parse reads a policy file. It returns the policy with its defaults filled in,
// or everything that is wrong with the file, sorted by position. An empty file
// is the default policy. name is used in the problems only.
func Parse(name string, data []byte) (*Policy, []Problem) {
	d := &decoder{file: name, left: maxNodes, at: map[string]*yaml.Node{}}
	p := Default()
	if root := d.document(data); root != nil {
		d.value(root, reflect.ValueOf(p).Elem(), wholeFile, limits{})
	}
	if len(d.problems) > 0 {
		return nil, inOrder(d.problems)
	}
	return p, nil
}

// validate holds the rules that concern several parts of the file.
func (p *Policy) validate(report func(path, message string)) {
	ids := map[IntentID]int{}
	for i, in := range p.Intents {
		if in.ID == "" {
			continue // reported already
		}
		if first, twice := ids[in.ID]; twice {
			report(fmt.Sprintf("intents[%d].id", i), fmt.Sprintf("%s is the id of intents[%d] already", quote(string(in.ID)), first))
			continue
		}
		ids[in.ID] = i
	}
}

// document checks the bytes and returns the node at the root of the only
// document, or nil when there is nothing to read.
func (d *decoder) document(data []byte) *yaml.Node {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if line, column, message := unreadable(data); message != "" {
		d.problems = append(d.problems, Problem{d.file, line, column, message})
		return nil
	}
	reader := yaml.NewDecoder(bytes.NewReader(data))
	var doc, second yaml.Node
	if err := reader.Decode(&doc); err != nil {
		if !errors.Is(err, io.EOF) {
			d.problems = append(d.problems, syntaxProblem(d.file, data, err))
		}
		return nil
	}
	switch err := reader.Decode(&second); {
	case err == nil:
		d.problem(&second, "a second document begins here; a policy is one document")
	case !errors.Is(err, io.EOF):
		d.problems = append(d.problems, syntaxProblem(d.file, data, err))
	}
	if len(doc.Content) == 0 || isNull(doc.Content[0]) {
		return nil
	}
	return doc.Content[0]
}

// unreadable says what keeps the bytes from being text, and where.
func unreadable(data []byte) (line, column int, message string) {
	if len(data) > MaxSize {
		return 1, 1, fmt.Sprintf("the file has %d bytes; at most %d are read", len(data), MaxSize)
	}
	line, column = 1, 1
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return line, column, fmt.Sprintf("byte 0x%02x is not UTF-8", data[i])
		case r < ' ' && r != '\t' && r != '\n' && r != '\r', r == 0x7f, r == '\ufeff', r == 0xfffe, r == 0xffff:
			return line, column, fmt.Sprintf("the control character U+%04X has no place in YAML", r)
		case r == '\n':
			line, column = line+1, 0
		}
		i, column = i+size, column+1
	}
	return 0, 0, ""
}

var (
	yamlLine   = regexp.MustCompile(`^yaml: line (\d+): `)
	yamlAnchor = regexp.MustCompile(`unknown anchor '(.+)' referenced`)
	// yamlParser fits the errors whose line the library counts from 0: those of
	// its parser. The ones of its scanner count from 1.
	yamlParser = regexp.MustCompile(`did not find expected (',' or|'-' indicator|<|key|node content)|found (duplicate %|incompatible YAML|undefined tag)`)
)

// syntaxProblem turns an error of the YAML library into a problem. It knows the
// line only; the column is that of the line's first character.
func syntaxProblem(file string, data []byte, err error) Problem {
	text := err.Error()
	p := Problem{File: file, Line: 1, Message: "not YAML: " + strings.Join(strings.Fields(strings.TrimPrefix(yamlLine.ReplaceAllString(text, ""), "yaml: ")), " ")}
	if m := yamlLine.FindStringSubmatch(text); m != nil {
		p.Line, _ = strconv.Atoi(m[1])
		if yamlParser.MatchString(text) {
			p.Line++
		}
	}
	lines := strings.Split(string(data), "\n")
	p.Line = min(max(1, p.Line), len(lines))
	for i, line := range lines {
		if m := yamlAnchor.FindStringSubmatch(text); m != nil {
			if before, _, found := strings.Cut(line, "*"+m[1]); found {
				p.Line, p.Column = i+1, utf8.RuneCountInString(before)+1
				return p
			}
			continue
		}
		rest := strings.TrimLeft(line, " ")
		if strings.HasPrefix(rest, "\t") && strings.TrimSpace(rest) != "" {
			p.Line, p.Column = i+1, len(line)-len(rest)+1
			p.Message = "not YAML: a tab in the indentation; use spaces"
			return p
		}
	}
	line := lines[p.Line-1]
	p.Column = len(line) - len(strings.TrimLeft(line, " ")) + 1
	return p
}
