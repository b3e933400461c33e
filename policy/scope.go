package policy

import (
	"slices"

	"github.com/comity-dev/comity/detect"
	"go.yaml.in/yaml/v3"
)

// readNode reads a scope: exactly one family key, and how it is touched.
func (s *Scope) readNode(d *decoder, n *yaml.Node, where string) {
	family := ""
	d.pairs(n, where, func(name string, key, value *yaml.Node) {
		part := scopePart{scope: s, name: name}
		switch {
		case !slices.Contains(scopeKeys, name):
			d.unknown(key, where, scopeKeys)
			return
		case name == "operation" || name == "mode":
		case family != "":
			d.problem(key, "%s names a %s and a %s, but a scope is one thing; make it two entries", where, family, name)
			return
		default:
			family = name
		}
		value, ok := d.resolve(value)
		if !ok {
			return
		}
		d.text(value, join(where, name), part)
	})
	if family == "" && n.Kind == yaml.MappingNode {
		d.problem(n, "%s does not say what is touched; give it one of %s", where, list(scopeFamilies))
	}
}

var scopeKeys = append(slices.Clone(scopeFamilies), "operation", "mode")

// scopePart reads the value of one key of a scope.
type scopePart struct {
	scope *Scope
	name  string
}

// UnmarshalText reads an operation, a mode, or the key of a family.
func (p scopePart) UnmarshalText(text []byte) error {
	switch p.name {
	case "operation":
		i, err := pick(string(text), operations)
		if err == nil {
			p.scope.Operation = detect.Operation(operations[i])
		}
		return err
	case "mode":
		return p.scope.Mode.UnmarshalText(text)
	}
	return p.scope.setKey(p.name, string(text))
}
