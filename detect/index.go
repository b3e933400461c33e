package detect

import (
	"slices"
)

// CrowdSize is how many sides may share one path before each pair of them
// stops being news: beyond it the path is told once, as a [Crowd].
const CrowdSize = 8

// settledCrowd is the same for a regenerated file, where only a lone pair is
// worth telling.
const settledCrowd = 2

// Index is the inverted index from scopes to the touches on them. Looking up
// what one side meets costs what it shares with others, never the number of
// sides. An Index is not safe for concurrent use.
type Index struct {
	sides    map[SideID]*indexed
	postings map[posting]*touched
}

type indexed struct {
	side    *Side
	touches []*Touch
}

// posting is the key of the index. Sides with different targets never meet, so
// the target is part of it.
type posting struct {
	target string
	scope  Scope
}

// touched holds the touches on one scope by side, so that a side is taken out
// without walking the others.
type touched struct {
	changes map[SideID][]*Touch
	uses    map[SideID][]*Touch
	// near, when set, says which sides a change on this scope meets: the others
	// are known not to touch the same lines.
	near map[SideID]map[SideID]bool
}

// NewIndex returns an empty index.
func NewIndex() *Index {
	return &Index{sides: map[SideID]*indexed{}, postings: map[posting]*touched{}}
}

// Put writes a side's touches, replacing what was known of it.
func (x *Index) Put(side *Side, touches []*Touch) {
	x.Remove(side.ID)
	x.sides[side.ID] = &indexed{side, touches}
	for _, t := range touches {
		key := posting{side.Target, t.Scope}
		on := x.postings[key]
		if on == nil {
			on = &touched{}
			x.postings[key] = on
		}
		on.near = nil
		if t.Role == Uses {
			on.uses = with(on.uses, t)
		} else {
			on.changes = with(on.changes, t)
		}
	}
}

func with(m map[SideID][]*Touch, t *Touch) map[SideID][]*Touch {
	if m == nil {
		m = make(map[SideID][]*Touch, 1)
	}
	m[t.Side.ID] = append(m[t.Side.ID], t)
	return m
}

// Remove forgets a side.
func (x *Index) Remove(id SideID) {
	known := x.sides[id]
	if known == nil {
		return
	}
	delete(x.sides, id)
	for _, t := range known.touches {
		key := posting{known.side.Target, t.Scope}
		on := x.postings[key]
		if on == nil {
			continue
		}
		delete(on.changes, id)
		delete(on.uses, id)
		on.near = nil
		if len(on.changes)+len(on.uses) == 0 {
			delete(x.postings, key)
		}
	}
}

// Meetings returns every side that the given one meets and wants to be
// compared with, in the order of their ids. A nil filter wants all.
func (x *Index) Meetings(id SideID, want func(*Side) bool) []*Meeting {
	known := x.sides[id]
	if known == nil {
		return nil
	}
	met := map[SideID]*Meeting{}
	for _, t := range known.touches {
		on := x.postings[posting{known.side.Target, t.Scope}]
		crowd := len(on.changes)
		if t.Settled && crowd > settledCrowd {
			continue
		}
		shared := Overlap{Crowd: crowd, Earliest: earliest(on.changes)}
		others := on.changes
		if on.near != nil {
			others = on.nearTo(known.side.ID)
		}
		meet(met, t, others, shared, want)
		if t.Role == Changes {
			meet(met, t, on.uses, shared, want)
		}
	}
	out := make([]*Meeting, 0, len(met))
	for _, m := range met {
		if m != nil {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b *Meeting) int {
		return CompareSides(a.other(id), b.other(id))
	})
	return out
}

// nearTo picks the changes of the sides that one side meets on a narrowed scope.
func (on *touched) nearTo(id SideID) map[SideID][]*Touch {
	out := make(map[SideID][]*Touch, len(on.near[id]))
	for other := range on.near[id] {
		if touches := on.changes[other]; touches != nil {
			out[other] = touches
		}
	}
	return out
}

// Narrow makes the sides that change a crowded path meet there only where near
// says so, which is how a path that hundreds of sides share stays cheap. It
// lasts until one of them changes.
func (x *Index) Narrow(target, path string, near map[SideID]map[SideID]bool) {
	if on := x.postings[posting{target, PathScope(path)}]; on != nil {
		on.near = near
	}
}

// meet adds the overlaps of one touch with the others on its scope. A nil
// meeting marks a side that is not to be compared.
func meet(met map[SideID]*Meeting, t *Touch, others map[SideID][]*Touch, shared Overlap, want func(*Side) bool) {
	for id, touches := range others {
		if id == t.Side.ID {
			continue
		}
		m, seen := met[id]
		if !seen {
			other := touches[0].Side
			if !related(t.Side, other) && (want == nil || want(other)) {
				m = newMeeting(t.Side, other)
			}
			met[id] = m
		}
		if m == nil {
			continue
		}
		for _, o := range touches {
			m.add(t, o, shared)
		}
	}
}

// earliest is the side that changed a scope first.
func earliest(changes map[SideID][]*Touch) SideID {
	var first *Touch
	for _, touches := range changes {
		t := touches[0]
		if first == nil || t.Arrived.Before(first.Arrived) || t.Arrived.Equal(first.Arrived) && CompareSides(t.Side.ID, first.Side.ID) < 0 {
			first = t
		}
	}
	if first == nil {
		return ""
	}
	return first.Side.ID
}

// related reports whether one side's work is part of the other's: what a stack
// shares with its ancestors is no collision.
func related(a, b *Side) bool {
	return slices.Contains(a.Contains, b.ID) || slices.Contains(b.Contains, a.ID)
}

// Crowd is a path that so many sides change that telling every pair would bury
// the rest.
type Crowd struct {
	Target   string
	Path     string
	Sides    []SideID // sorted
	Earliest SideID   // the one that came first
	Settled  bool     // a regenerated file
}

// Crowds returns the crowded paths, sorted by path. It walks the whole index
// and is meant for a report over all sides.
func (x *Index) Crowds() []Crowd {
	var out []Crowd
	for key, on := range x.postings {
		if key.scope.Family != FamilyPath || len(on.changes) <= settledCrowd {
			continue
		}
		c := Crowd{Target: key.target, Path: key.scope.Key, Earliest: earliest(on.changes)}
		for id, touches := range on.changes {
			c.Sides = append(c.Sides, id)
			c.Settled = touches[0].Settled
		}
		if !c.Settled && len(c.Sides) <= CrowdSize {
			continue
		}
		slices.SortFunc(c.Sides, CompareSides)
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b Crowd) int { return CompareScopes(PathScope(a.Path), PathScope(b.Path)) })
	return out
}
