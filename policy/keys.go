package policy

import (
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// wholeFile is the path of the root.
const wholeFile = "the file"

// pairs goes through the keys of a mapping and reports the ones given twice.
// take is asked with each key and its value. It returns false when the keys
// could not all be read.
func (d *decoder) pairs(n *yaml.Node, where string, take func(name string, key, value *yaml.Node)) bool {
	if n.Kind != yaml.MappingNode {
		d.problem(n, "%s must be keys with values, not %s", where, describe(n))
		return false
	}
	all := true
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		name, ok := d.keyName(key)
		if !ok {
			all = false
			continue
		}
		if line, twice := seen[name]; twice {
			d.problem(key, "%s is given twice, first on line %d", join(where, name), line)
			continue
		}
		seen[name] = key.Line
		take(name, key, value)
	}
	return all
}

// keyName reads a key. Merge keys are refused: what they bring in is not
// written where it counts.
func (d *decoder) keyName(key *yaml.Node) (string, bool) {
	key, ok := d.resolve(key)
	if !ok {
		return "", false
	}
	if key.Kind == yaml.ScalarNode && key.ShortTag() == "!!merge" {
		d.problem(key, "merge keys (<<) are not read here; write the keys out")
		return "", false
	}
	if key.Kind != yaml.ScalarNode {
		d.problem(key, "a key must be text, not %s", describe(key))
		return "", false
	}
	return key.Value, true
}

func (d *decoder) unknown(key *yaml.Node, where string, known []string) {
	inside := "here"
	if where != wholeFile {
		inside = "in " + where
	}
	d.problem(key, "%s is not a key %s%s", quote(key.Value), inside, didYouMean(key.Value, known))
}

func (d *decoder) structure(n *yaml.Node, v reflect.Value, where string) {
	fields, names := fieldsOf(v.Type())
	given := map[string]bool{}
	all := d.pairs(n, where, func(name string, key, value *yaml.Node) {
		f, ok := fields[name]
		if !ok {
			d.unknown(key, where, names)
			return
		}
		given[name] = true
		d.value(value, v.Field(f.index), join(where, name), f.limits)
	})
	for _, name := range names {
		if all && fields[name].required && !given[name] {
			d.problem(n, "%s needs %s", where, name)
		}
	}
	if c, ok := v.Addr().Interface().(validator); ok {
		c.validate(func(field, message string) {
			at := join(where, field)
			d.problem(d.at[at], "%s: %s", at, message)
		})
	}
}

// dictionary reads a mapping whose keys are values too, such as people.
func (d *decoder) dictionary(n *yaml.Node, v reflect.Value, where string) {
	if v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	fixed, _ := v.Interface().(interface{ keys() []string })
	d.pairs(n, where, func(name string, key, value *yaml.Node) {
		k := reflect.New(v.Type().Key()).Elem()
		if fixed != nil {
			if _, err := pick(name, fixed.keys()); err != nil {
				d.unknown(key, where, fixed.keys())
				return
			}
			k.SetString(name)
		} else if !d.key(key, k, where) {
			return
		}
		entry := reflect.New(v.Type().Elem()).Elem()
		d.value(value, entry, join(where, name), limits{})
		v.SetMapIndex(k, entry)
	})
	if fixed == nil && v.Len() == 0 {
		v.SetZero()
	}
}

func (d *decoder) key(key *yaml.Node, k reflect.Value, where string) bool {
	before := len(d.problems)
	d.value(key, k, where, limits{})
	return len(d.problems) == before
}

func join(where, name string) string {
	const most = 100
	if len(name) > most {
		cut := most
		for !utf8.RuneStart(name[cut]) {
			cut--
		}
		name = name[:cut] + "..."
	}
	if strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }) {
		name = strconv.Quote(name)
	}
	if where == wholeFile {
		return name
	}
	return where + "." + name
}

// field is what the tags of a struct field say.
type field struct {
	index    int
	required bool
	limits   limits
}

// limits are those of the jsonschema tag: one place for parser and schema.
type limits struct {
	low, high float64
	ranged    bool
	minItems  int
	maxLength int
}

func fieldsOf(t reflect.Type) (map[string]field, []string) {
	fields, names := map[string]field{}, []string{}
	for i := range t.NumField() {
		tag := t.Field(i).Tag
		name, _, _ := strings.Cut(tag.Get("yaml"), ",")
		fields[name] = field{
			index:    i,
			required: !strings.Contains(tag.Get("json"), ",omitempty"),
			limits:   limitsOf(tag.Get("jsonschema")),
		}
		names = append(names, name)
	}
	return fields, names
}

func limitsOf(tag string) limits {
	var lim limits
	for part := range strings.SplitSeq(tag, ",") {
		name, value, _ := strings.Cut(part, "=")
		n, _ := strconv.Atoi(value)
		switch name {
		case "minimum":
			lim.low, lim.ranged = float64(n), true
		case "maximum":
			lim.high, lim.ranged = float64(n), true
		case "minItems":
			lim.minItems = n
		case "maxLength":
			lim.maxLength = n
		}
	}
	return lim
}

func (l limits) between(d *decoder, n *yaml.Node, where string, f float64) bool {
	switch inside := f >= l.low && f <= l.high; {
	case !l.ranged || inside:
		return true
	case l.low == l.high:
		d.problem(n, "%s must be %g, not %s", where, l.low, describe(n))
	default:
		d.problem(n, "%s must be from %.f to %.f, not %s", where, l.low, l.high, describe(n))
	}
	return false
}

func (l limits) length(d *decoder, n *yaml.Node, where string, s string) bool {
	if l.maxLength == 0 || utf8.RuneCountInString(s) <= l.maxLength {
		return true
	}
	d.problem(n, "%s must not be longer than %d characters", where, l.maxLength)
	return false
}
