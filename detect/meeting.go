package detect

import "slices"

// Overlap is two touches of two sides on one scope.
type Overlap struct {
	First, Second *Touch // of the meeting's first and second side
	Crowd         int    // how many sides change the scope, these two included
	Earliest      SideID // of all sides that change the scope, the one that came first
}

// Scope is what both touch.
func (o Overlap) Scope() Scope { return o.First.Scope }

// Meeting is two sides that share at least one scope, with all that they share.
type Meeting struct {
	First, Second *Side     // by arrival
	Overlaps      []Overlap // sorted by scope by [Meeting.Sorted]
	Merge         *Merge    // what a merge of the two would do; nil when not computed
}

// Merge is what merging two sides that each merge with the target would do.
type Merge struct {
	Conflicts []MergeConflict
}

// MergeConflict is one thing git could not merge.
type MergeConflict struct {
	Kind          string      // "content", "add/add", "modify/delete", …
	Path          string      // where it shows
	Paths         []string    // every path of it, sorted
	First, Second []LineRange // the conflicting lines on either side's head, when known
	Settled       bool        // only on regenerated files
}

func newMeeting(a, b *Side) *Meeting {
	if CompareArrival(a, b) > 0 {
		a, b = b, a
	}
	return &Meeting{First: a, Second: b}
}

func (m *Meeting) add(t, o *Touch, shared Overlap) {
	if t.Side.ID != m.First.ID {
		t, o = o, t
	}
	shared.First, shared.Second = t, o
	m.Overlaps = append(m.Overlaps, shared)
}

func (m *Meeting) other(id SideID) SideID {
	if m.First.ID == id {
		return m.Second.ID
	}
	return m.First.ID
}

// Sorted brings the overlaps into the order of their scopes, so that the same
// sides give the same findings whichever was looked up first.
func (m *Meeting) Sorted() {
	slices.SortStableFunc(m.Overlaps, func(a, b Overlap) int {
		if c := CompareScopes(a.Scope(), b.Scope()); c != 0 {
			return c
		}
		return CompareScopes(PathScope(a.First.Path+"\x00"+a.Second.Path), PathScope(b.First.Path+"\x00"+b.Second.Path))
	})
}

// Paths returns the shared files, sorted, each once.
func (m *Meeting) Paths() []string {
	var out []string
	for _, o := range m.Overlaps {
		if o.Scope().Family == FamilyPath {
			out = append(out, o.Scope().Key)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// newcomer tells who came second to the given overlaps: a touch keeps the
// arrival of its first sight, so the side that is older as a whole may still be
// the newcomer to one file.
func (m *Meeting) newcomer(overlaps []Overlap) (first, newcomer *Side) {
	if len(overlaps) == 0 {
		return m.First, m.Second
	}
	a, b := overlaps[0].First.Arrived, overlaps[0].Second.Arrived
	for _, o := range overlaps[1:] {
		if o.First.Arrived.Before(a) {
			a = o.First.Arrived
		}
		if o.Second.Arrived.Before(b) {
			b = o.Second.Arrived
		}
	}
	if b.Before(a) {
		return m.Second, m.First
	}
	return m.First, m.Second
}
