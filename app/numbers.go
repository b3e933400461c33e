package app

import (
	"slices"
	"strings"

	"github.com/comity-dev/comity/detect"
)

// numbers hands out the next free numbers of numbered series. It looks at the
// target and at every open side, and gives no number twice, so that following
// the advice is not the next collision.
type numbers struct {
	got    *Gathered
	series map[string][]detect.Member
	target map[string]map[string][]string // series → number → paths on the target
	given  map[taker]string
}

// taker is who asked for a number in place of which.
type taker struct {
	side           detect.SideID
	series, sample string
}

func (n *numbers) next(side detect.SideID, series, sample string) string {
	if n.series == nil {
		n.series, n.given = map[string][]detect.Member{}, map[taker]string{}
	}
	who := taker{side, series, sample}
	if number, ok := n.given[who]; ok {
		return number
	}
	if _, ok := n.series[series]; !ok {
		n.series[series] = n.membersOf(series)
	}
	number := detect.NextNumber(n.series[series], sample)
	n.given[who] = number
	if number != "" {
		n.series[series] = append(n.series[series], detect.Member{Series: series, Number: strings.TrimLeft(number, "0")})
	}
	return number
}

func (n *numbers) membersOf(series string) []detect.Member {
	var members []detect.Member
	take := func(path string) {
		if series != "." && !strings.HasPrefix(path, series) {
			return
		}
		if m, ok := detect.MemberOf(path); ok && m.Series == series {
			members = append(members, m)
		}
	}
	for path := range n.got.Base.Tree {
		take(path)
	}
	for i := range n.got.Changes {
		for _, f := range n.got.Changes[i].Files {
			if !f.New.Absent() {
				take(f.Path)
			}
		}
	}
	return members
}

// onTarget lists the files of the target that have a member's number.
func (n *numbers) onTarget(m detect.Member) []string {
	if n.target == nil {
		n.target = map[string]map[string][]string{}
	}
	known, ok := n.target[m.Series]
	if !ok {
		known = map[string][]string{}
		for p := range n.got.Base.Tree {
			if strings.HasPrefix(p, m.Series) || m.Series == "." {
				if other, ok := detect.MemberOf(p); ok && other.Series == m.Series {
					known[other.Number] = append(known[other.Number], p)
				}
			}
		}
		for _, paths := range known {
			slices.Sort(paths)
		}
		n.target[m.Series] = known
	}
	return known[m.Number]
}
