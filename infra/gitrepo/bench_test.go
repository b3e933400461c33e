package gitrepo

import (
	"context"
	"fmt"
	"testing"
)

// gitflow is a repository whose work goes to develop first, with one feature cut
// from each commit of it.
func gitflow(b *builder, features int) {
	var all []change
	for i := range 2000 {
		all = append(all, write(fmt.Sprintf("d%d/f%d", i%50, i), "x\n"))
	}
	b.commit(node{name: "m", ref: "main", time: 100, changes: all})
	last := "m"
	for i := range features {
		d, f := fmt.Sprint("d", i), fmt.Sprint("f", i)
		var changes []change
		for k := range 10 {
			changes = append(changes, write(fmt.Sprintf("d%d/f%d", (10*i+k)%50, 10*i+k), d))
		}
		b.commit(node{name: d, ref: "develop", parents: last, time: 1000 + 10*i, changes: changes})
		b.edit(f, fmt.Sprint("feat", i), d, 1005+10*i, fmt.Sprintf("d%d/f%d", i%50, i))
		last = d
	}
	b.edit("end", "develop", last, 9_000, "end")
	b.build()
}

func BenchmarkGatherGitflow(b *testing.B) {
	repo := newRepo(b)
	gitflow(repo, 200)
	r := repo.open(Options{})
	b.ReportAllocs()
	files := 0
	for b.Loop() {
		got, err := r.Gather(context.Background(), nil)
		if err != nil {
			b.Fatal(err)
		}
		files = 0
		for _, set := range got.Changes {
			files += len(set.Files) + len(set.FromBase)
		}
	}
	b.ReportMetric(float64(files), "files/op")
}
