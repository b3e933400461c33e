package app

import (
	"fmt"
	"slices"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/comity-dev/comity/detect"
)

// adder is a side with a path it adds.
type adder struct {
	side detect.SideID
	path string
}

// noteTwins tells paths added by different sides that are one on a file system
// which ignores case or normalises Unicode: git keeps both, and a checkout there
// loses one.
func (e *evaluation) noteTwins() {
	fold := cases.Fold()
	added := map[string][]adder{}
	var keys []string
	for i := range e.got.Changes {
		cs := &e.got.Changes[i]
		if e.absorbed[cs.Side.ID] {
			continue
		}
		for _, f := range cs.Files {
			if f.Status != detect.StatusAdded && f.Status != detect.StatusRenamed {
				continue
			}
			key := fold.String(norm.NFC.String(f.Path))
			if added[key] == nil {
				keys = append(keys, key)
			}
			added[key] = append(added[key], adder{cs.Side.ID, f.Path})
		}
	}
	for _, key := range keys {
		first := added[key][0]
		other := slices.IndexFunc(added[key], func(a adder) bool { return a.path != first.path && a.side != first.side })
		if other < 0 || !slices.ContainsFunc(added[key], func(a adder) bool { return e.isEvaluated(a.side) }) {
			continue
		}
		second := added[key][other]
		e.notes = append(e.notes, fmt.Sprintf("%s adds %s and %s adds %s: where file names ignore case or are normalised, the two are one file.",
			first.side.Label(), first.path, second.side.Label(), second.path))
	}
}
