package policy

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxNodes bounds how many values are read, aliases counted each time they are
// used: it is far above what a file within MaxSize needs, and stops a small
// file of nested aliases from becoming a large one.
const maxNodes = 100_000

// decoder fills the policy types from YAML nodes. It goes by the types: the
// depth it can reach is theirs, whatever the file holds.
type decoder struct {
	file     string
	problems []Problem
	left     int                   // nodes that may still be read
	at       map[string]*yaml.Node // where a value stands, by its path such as intents[2].id
}

// nodeReader is a type that reads more than one scalar in a way of its own.
type nodeReader interface {
	readNode(d *decoder, n *yaml.Node, where string)
}

// validator is a type with rules that concern several of its fields.
type validator interface {
	validate(report func(field, message string))
}

func (d *decoder) problem(n *yaml.Node, format string, args ...any) {
	d.problems = append(d.problems, Problem{d.file, max(1, n.Line), max(1, n.Column), fmt.Sprintf(format, args...)})
}

// resolve follows an alias and counts the node. It reports false when nothing
// more is to be read.
func (d *decoder) resolve(n *yaml.Node) (*yaml.Node, bool) {
	if d.left--; d.left < 0 {
		if d.left == -1 {
			d.problem(n, "the file grows to more than %d values through its aliases", maxNodes)
		}
		return n, false
	}
	if n.Kind == yaml.AliasNode {
		// The parser resolves an alias to an anchored node, never to another alias.
		return n.Alias, true
	}
	return n, true
}

// value reads n into v. where is the path of the value, for messages.
func (d *decoder) value(n *yaml.Node, v reflect.Value, where string, lim limits) {
	d.at[where] = n
	used := n
	n, ok := d.resolve(n)
	if !ok {
		return
	}
	if isNull(n) {
		d.problem(used, "%s has no value%s", where, nullHint(v))
		return
	}
	switch target := v.Addr().Interface().(type) {
	case nodeReader:
		target.readNode(d, n, where)
		return
	case encoding.TextUnmarshaler:
		d.text(n, where, target)
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		d.structure(n, v, where)
	case reflect.Map:
		d.dictionary(n, v, where)
	case reflect.Slice:
		d.slice(n, v, where, lim)
	default:
		d.scalar(n, v, where, lim)
	}
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

func nullHint(v reflect.Value) string {
	switch v.Type() {
	case reflect.TypeFor[Ref]():
		return "; '#' begins a comment, so put '#12' in quotes"
	case reflect.TypeFor[[]Pattern](), reflect.TypeFor[[]Intent]():
		return "; give a list or take the key out"
	case reflect.TypeFor[Pattern]():
		return "; put a glob that begins with '#' or '~' in quotes"
	}
	return "; give one or take the key out"
}

func (d *decoder) text(n *yaml.Node, where string, target encoding.TextUnmarshaler) {
	if s, ok := d.str(n, where); ok {
		if err := target.UnmarshalText([]byte(s)); err != nil {
			d.problem(n, "%s: %s", where, err)
		}
	}
}

// str reads text. A date counts as text: YAML tells the two apart by looks.
func (d *decoder) str(n *yaml.Node, where string) (string, bool) {
	tag := n.ShortTag()
	if n.Kind == yaml.ScalarNode && (tag == "!!str" || tag == "!!timestamp") {
		return n.Value, true
	}
	hint := ""
	switch {
	case n.Kind == yaml.ScalarNode && tag == "!!bool":
		hint = "; put the word in quotes if it is meant"
	case n.Kind == yaml.ScalarNode:
		hint = "; put it in quotes"
	}
	d.problem(n, "%s must be text, not %s%s", where, describe(n), hint)
	return "", false
}

func (d *decoder) scalar(n *yaml.Node, v reflect.Value, where string, lim limits) {
	switch v.Kind() {
	case reflect.String:
		if s, ok := d.str(n, where); ok && lim.length(d, n, where, s) {
			v.SetString(s)
		}
	case reflect.Bool:
		b, err := strconv.ParseBool(strings.ToLower(n.Value))
		if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!bool" || err != nil {
			d.problem(n, "%s must be true or false, not %s", where, describe(n))
			return
		}
		v.SetBool(b)
	case reflect.Int:
		i, err := strconv.ParseInt(n.Value, 10, 64)
		if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!int" || err != nil {
			d.problem(n, "%s must be a whole number, not %s", where, describe(n))
		} else if lim.between(d, n, where, float64(i)) {
			v.SetInt(i)
		}
	case reflect.Float64:
		f, err := strconv.ParseFloat(n.Value, 64)
		tag := n.ShortTag()
		if n.Kind != yaml.ScalarNode || tag != "!!float" && tag != "!!int" || err != nil {
			d.problem(n, "%s must be a number, not %s", where, describe(n))
		} else if lim.between(d, n, where, f) {
			v.SetFloat(f)
		}
	default:
		panic("policy: no reader for " + v.Type().String())
	}
}

func (d *decoder) slice(n *yaml.Node, v reflect.Value, where string, lim limits) {
	if n.Kind != yaml.SequenceNode {
		d.problem(n, "%s must be a list, not %s", where, describe(n))
		return
	}
	if len(n.Content) < lim.minItems {
		d.problem(n, "%s needs at least %s", where, plural(lim.minItems, "entry", "entries"))
	}
	v.SetZero() // an empty list is no list, whatever the default
	for i, item := range n.Content {
		if d.left <= 0 {
			d.resolve(item)
			return
		}
		entry := reflect.New(v.Type().Elem()).Elem()
		d.value(item, entry, fmt.Sprintf("%s[%d]", where, i), limits{})
		v.Set(reflect.Append(v, entry))
	}
}

// describe says what a node is, for messages.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "keys with values"
	case yaml.SequenceNode:
		return "a list"
	}
	switch n.ShortTag() {
	case "!!str":
		return "the text " + quote(n.Value)
	case "!!int", "!!float":
		return "the number " + strings.Trim(quote(n.Value), `"`)
	case "!!bool":
		return strings.Trim(quote(n.Value), `"`)
	case "!!null":
		return "nothing"
	}
	return quote(n.Value) + " of type " + quote(n.Tag)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
