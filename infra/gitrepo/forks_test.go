package gitrepo

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestForksAndStacks(t *testing.T) {
	tests := []struct {
		name  string
		build func(b *builder)
		want  string
	}{
		{
			// Known fault B16.
			name: "the base merged into the branch: only the branch's own changes",
			build: func(b *builder) {
				plain(b)
				b.edit("f1", "feat", "m1", 300, "a")
				b.commit(node{name: "f2", ref: "feat", parents: "f1 m2", time: 400, changes: []change{write("b", "2\n")}})
				b.edit("f3", "feat", "f2", 500, "c")
			},
			want: lines("base main at m2", "branch:feat from m2 to f3", "  modified a", "  added c"),
		},
		{
			name: "the base merged twice, and a clock that runs backwards",
			build: func(b *builder) {
				b.edit("m1", "main", "", 1000, "m1")
				b.edit("m2", "main", "m1", 900, "m2")
				b.edit("m3", "main", "m2", 800, "m3")
				b.edit("m4", "main", "m3", 700, "m4")
				b.edit("f1", "feat", "m1", 600, "f1")
				b.commit(node{name: "f2", ref: "feat", parents: "f1 m2", time: 500, changes: []change{write("m2", "m2\n")}})
				b.commit(node{name: "f3", ref: "feat", parents: "f2 m3", time: 400, changes: []change{write("m3", "m3\n")}})
			},
			want: lines("base main at m4", "branch:feat from m3 to f3", "  added f1"),
		},
		{
			name: "criss-cross: the newest of the two merge bases",
			build: func(b *builder) {
				b.edit("r", "main", "", 100, "r")
				b.edit("m1", "main", "r", 200, "m")
				b.edit("f1", "feat", "r", 210, "f")
				b.commit(node{name: "m2", ref: "main", parents: "m1 f1", time: 300, changes: []change{write("f", "f1\n")}})
				b.commit(node{name: "f2", ref: "feat", parents: "f1 m1", time: 310, changes: []change{write("m", "m1\n")}})
				b.edit("f3", "feat", "f2", 400, "g")
			},
			want: lines("base main at m2", "branch:feat from f1 to f3", "  added g", "  added m"),
		},
		{
			name: "another history merged in (a subtree)",
			build: func(b *builder) {
				plain(b)
				b.edit("s1", "sub", "", 250, "lib")
				b.commit(node{name: "f1", ref: "feat", parents: "m1 s1", time: 300, changes: []change{write("vendor/lib", "s1\n")}})
			},
			want: lines("base main at m2", "branch:feat from m1 to f1", "  added vendor/lib",
				"note: sub shares no history with main and is left out."),
		},
		{
			// Known fault B14.
			name: "a stack: each side's own change, ancestors nearest first",
			build: func(b *builder) {
				plain(b)
				b.edit("p1", "one", "m1", 300, "a")
				b.edit("p2", "two", "p1", 400, "a")
				b.edit("p3", "three", "p2", 500, "c")
			},
			want: lines("base main at m2",
				"branch:one from m1 to p1", "  modified a",
				"branch:three from m1 to p3 on branch:two contains [branch:two branch:one]", "  added c",
				"branch:two from m1 to p2 on branch:one contains [branch:one]", "  modified a"),
		},
		{
			name: "a stacked side that merged a newer base",
			build: func(b *builder) {
				plain(b)
				b.edit("p1", "one", "m1", 300, "a")
				b.commit(node{name: "p2", ref: "two", parents: "p1 m2", time: 400, changes: []change{write("b", "2\n"), write("c", "c\n")}})
			},
			want: lines("base main at m2",
				"branch:one from m1 to p1", "  modified a",
				"branch:two from m2 to p2 on branch:one contains [branch:one]", "  added c"),
		},
		{
			name: "an integration branch: what it merged is not its own",
			build: func(b *builder) {
				plain(b)
				b.edit("p1", "one", "m1", 300, "x")
				b.edit("p2", "two", "m1", 310, "y")
				b.commit(node{
					name: "d1", ref: "dev", parents: "m1 p1 p2", time: 400,
					changes: []change{write("x", "p1\n"), write("y", "p2\n"), write("z", "own\n")},
				})
			},
			want: lines("base main at m2",
				"branch:dev from m1 to d1 on branch:one contains [branch:one branch:two]", "  added z",
				"branch:one from m1 to p1", "  added x",
				"branch:two from m1 to p2", "  added y"),
		},
		{
			name: "a revert back to the base changes nothing",
			build: func(b *builder) {
				plain(b)
				b.edit("f1", "feat", "m1", 300, "a")
				b.commit(node{name: "f2", ref: "feat", parents: "f1", time: 400, changes: []change{write("a", "1\n")}})
			},
			want: lines("base main at m2", "branch:feat from m1 to f2"),
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newRepo(t)
			tt.build(b)
			b.build()
			if diff := cmp.Diff(tt.want, b.describe(b.gather(Options{}))); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

func TestStackedEntriesAreTheParents(t *testing.T) {
	b := newRepo(t)
	plain(b)
	b.commit(node{name: "p1", ref: "one", parents: "m1", time: 300, changes: []change{write("a", "one\n")}})
	b.commit(node{name: "p2", ref: "two", parents: "p1", time: 400, changes: []change{write("a", "two\n")}})
	b.build()
	two := b.gather(Options{}).Changes[1]
	if want := b.git("rev-parse", b.id("p1")+":a"); two.Files[0].Old.OID != want {
		t.Errorf("old entry %s, want the parent's %s", two.Files[0].Old.OID, want)
	}
	if got := two.Side.Arrived.Unix(); got != 400 {
		t.Errorf("the stacked side arrived at %d, want its own first commit's 400", got)
	}
}

// dag is a drawn history: parents by commit number, parents before children.
type dag [][]int

// above is the set of a commit and all its ancestors.
func (d dag) above(i int) map[int]bool {
	set := map[int]bool{i: true}
	for _, p := range d[i] {
		maps.Copy(set, d.above(p))
	}
	return set
}

// best lists the common ancestors of two commits that no other one contains.
func (d dag) best(a, b int) []string {
	common := d.above(a)
	maps.DeleteFunc(common, func(i int, _ bool) bool { return !d.above(b)[i] })
	var names []string
	for i := range common {
		contained := false
		for j := range common {
			contained = contained || i != j && d.above(j)[i]
		}
		if !contained {
			names = append(names, fmt.Sprint("c", i))
		}
	}
	return names
}

func drawDAG(rt *rapid.T) dag {
	d := make(dag, rapid.IntRange(3, 20).Draw(rt, "commits"))
	for i := 1; i < len(d); i++ {
		for range rapid.SampledFrom([]int{0, 1, 1, 1, 2, 2, 3}).Draw(rt, "parents") {
			if p := max(0, i-rapid.IntRange(1, 5).Draw(rt, "back")); !slices.Contains(d[i], p) {
				d[i] = append(d[i], p)
			}
		}
	}
	return d
}

// Every head that the base lacks is a side, on a best common ancestor, for any
// history and whatever the clocks say.
func TestMergeBasesOfAnyHistory(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := newRepo(t)
		d := drawDAG(rt)
		dates := rapid.SampledFrom([]string{"rising", "equal", "wild"}).Draw(rt, "dates")
		for i, list := range d {
			var parents []string
			for _, p := range list {
				parents = append(parents, fmt.Sprint("c", p))
			}
			at := map[string]int{"rising": 1000 + i, "equal": 1000, "wild": rapid.IntRange(1, 2000).Draw(rt, "time")}[dates]
			b.edit(fmt.Sprint("c", i), "work", strings.Join(parents, " "), at, fmt.Sprint("f", i%5))
		}
		commit := rapid.IntRange(0, len(d)-1)
		base := commit.Draw(rt, "base")
		b.ref("refs/heads/main", fmt.Sprint("c", base))
		want := map[string][]string{} // head → possible merge bases
		for i := range rapid.IntRange(1, 6).Draw(rt, "heads") {
			head := commit.Draw(rt, "head")
			b.ref(fmt.Sprint("refs/heads/h", i), fmt.Sprint("c", head))
			if best := d.best(base, head); !d.above(base)[head] && len(best) > 0 {
				want[fmt.Sprint("c", head)] = best
			}
		}
		b.ref("refs/heads/work", fmt.Sprint("c", base))
		b.build()
		got, err := b.open(Options{}).Gather(context.Background(), nil)
		if err != nil {
			rt.Fatal(err)
		}
		for _, set := range got.Changes {
			head := b.name(set.Side.Head)
			if best := want[head]; !slices.Contains(best, b.name(set.Side.MergeBase)) {
				rt.Fatalf("%s is measured from %s, want one of %v", head, b.name(set.Side.MergeBase), best)
			}
			delete(want, head)
		}
		if len(want) > 0 {
			rt.Fatalf("not seen as sides: %v", want)
		}
	})
}
