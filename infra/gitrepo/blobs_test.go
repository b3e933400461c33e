package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/comity-dev/comity/app"
)

func readBlobs(t testing.TB, r *Repo, oids ...string) map[string]app.Blob {
	t.Helper()
	got := map[string]app.Blob{}
	err := r.Blobs(context.Background(), oids, func(oid string, b app.Blob) {
		if _, twice := got[oid]; twice {
			t.Errorf("%s was handed over twice", oid)
		}
		got[oid] = b
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestBlobs(t *testing.T) {
	b := newRepo(t)
	binary := "a\x00b\n\n missing\n"
	b.commit(node{name: "m1", ref: "main", time: 100, changes: []change{
		write("text", "one\n"), write("empty", ""), write("binary", binary), write("limit", "12345678"), write("over", "123456789"),
	}})
	b.build()
	oid := func(path string) string { return b.git("rev-parse", b.id("m1")+":"+path) }
	r := b.open(Options{MaxBlob: 14})
	tree := b.git("rev-parse", b.id("m1")+"^{tree}")
	bad := []string{zeros, b.id("m1"), tree, "", "main:text", "x\ncontents " + oid("text"), "--batch"}
	asked := append([]string{oid("text"), oid("over"), oid("text"), oid("empty"), oid("binary"), oid("limit")}, bad...)
	want := map[string]app.Blob{
		oid("text"):   {Data: []byte("one\n"), Size: 4},
		oid("empty"):  {Data: []byte{}, Size: 0},
		oid("binary"): {Data: []byte(binary), Size: int64(len(binary))},
		oid("limit"):  {Data: []byte("12345678"), Size: 8},
		oid("over"):   {Data: []byte("123456789"), Size: 9},
	}
	for _, id := range bad {
		want[id] = app.Blob{Missing: true}
	}
	if diff := cmp.Diff(want, readBlobs(t, r, asked...)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	tight := b.open(Options{MaxBlob: 8})
	if got := readBlobs(t, tight, oid("over"), oid("limit")); !got[oid("over")].TooBig ||
		got[oid("over")].Size != 9 || got[oid("over")].Data != nil || got[oid("limit")].TooBig {
		t.Errorf("with a limit of 8: %+v", got)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if got := readBlobs(t, r, oid("text")); string(got[oid("text")].Data) != "one\n" {
		t.Errorf("after Close: %+v", got)
	}
	if got := readBlobs(t, r); len(got) != 0 {
		t.Errorf("none asked for: %+v", got)
	}
}

// Requests and answers that are both larger than a pipe must not block.
func TestManyBlobs(t *testing.T) {
	b := newRepo(t)
	var files []change
	for i := range 3000 {
		files = append(files, write(fmt.Sprint("f", i), strings.Repeat(fmt.Sprintln(i), 300)))
	}
	b.commit(node{name: "m1", ref: "main", time: 100, changes: files})
	b.build()
	r := b.open(Options{})
	got, err := r.Gather(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var oids []string
	for _, e := range got.Base.Tree {
		oids = append(oids, e.OID)
	}
	blobs := readBlobs(t, r, oids...)
	for path, e := range got.Base.Tree {
		if want := strings.Repeat(path[1:]+"\n", 300); string(blobs[e.OID].Data) != want {
			t.Fatalf("%s: %d bytes", path, blobs[e.OID].Size)
		}
	}
}

// A 200 MB file is known by its size and never loaded.
func TestHugeBlob(t *testing.T) {
	size := 200 << 20
	if testing.Short() {
		size = 20 << 20
	}
	b := newRepo(t)
	b.commit(node{name: "m1", ref: "main", time: 100, changes: []change{write("a", "1\n")}})
	b.commit(node{name: "f1", ref: "feat", parents: "m1", time: 200, changes: []change{write("huge", string(make([]byte, size)))}})
	b.build()
	b.stream = bytes.Buffer{}
	runtime.GC()
	r := b.open(Options{})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, err := r.Gather(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	oid := got.Changes[0].Files[0].New.OID
	blob := readBlobs(t, r, oid)[oid]
	runtime.ReadMemStats(&after)
	if !blob.TooBig || blob.Size != int64(size) || blob.Data != nil {
		t.Errorf("%+v", blob)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
}

func TestPolicy(t *testing.T) {
	big := strings.Repeat("# filler\n", (policyLimit+100_000)/9)
	tests := []struct {
		name   string
		change []change
		want   *app.PolicyFile
		notes  []string
	}{
		{name: "none", change: []change{write("sub/.comity.yml", "version: 1\n")}},
		{
			name: "there", change: []change{write(".comity.yml", "version: 1\n")},
			want: &app.PolicyFile{Name: "main:.comity.yml", Data: []byte("version: 1\n")},
		},
		{
			name: "empty", change: []change{write(".comity.yml", "")},
			want: &app.PolicyFile{Name: "main:.comity.yml", Data: []byte{}},
		},
		{
			name: "too large", change: []change{write(".comity.yml", big)},
			want: &app.PolicyFile{Name: "main:.comity.yml", Data: []byte(big[:policyLimit])},
		},
		{
			name: "a link", change: []change{writeMode("120000", ".comity.yml", "/etc/passwd")},
			notes: []string{"main:.comity.yml is not a regular file and is not read."},
		},
		{name: "a folder", change: []change{write(".comity.yml/x", "1")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newRepo(t)
			b.commit(node{name: "m1", ref: "main", time: 100, changes: append(tt.change, write("a", "1\n"))})
			b.commit(node{name: "f1", ref: "feat", parents: "m1", time: 200, changes: []change{write(".comity.yml", "looser")}})
			b.build()
			r := b.open(Options{})
			got, err := r.Gather(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if (tt.want == nil) != (got.Policy == nil) {
				t.Fatalf("got a policy: %v, want one: %v", got.Policy != nil, tt.want != nil)
			}
			if w, p := tt.want, got.Policy; w != nil && (p.Name != w.Name || !bytes.Equal(p.Data, w.Data)) {
				t.Errorf("got %s with %d bytes, want %s with %d", p.Name, len(p.Data), w.Name, len(w.Data))
			}
			if diff := cmp.Diff(tt.notes, got.Notes); diff != "" {
				t.Errorf("notes, want -, got +:\n%s", diff)
			}
			oid := got.Base.Tree["a"].OID
			if blob := readBlobs(t, r, oid)[oid]; string(blob.Data) != "1\n" {
				t.Errorf("the reader is out of step after the policy: %+v", blob)
			}
		})
	}
}

// An object reader that died says so, and the next call has a new one.
func TestObjectReaderDies(t *testing.T) {
	b := small(t)
	r := b.open(Options{})
	oid := b.git("rev-parse", b.id("m1")+":a")
	readBlobs(t, r, oid)
	r.objects.proc.kill()
	err := r.Blobs(context.Background(), []string{oid}, func(string, app.Blob) { t.Error("an answer from a dead process") })
	var failed *gitError
	if err == nil || !errors.As(err, &failed) && !strings.HasPrefix(err.Error(), "git cat-file: ") {
		t.Errorf("got error %v", err)
	}
	if got := readBlobs(t, r, oid); string(got[oid].Data) != "1\n" {
		t.Errorf("afterwards: %+v", got)
	}
}

func BenchmarkGather(b *testing.B) {
	for _, n := range []int{50, 100, 200, 400} {
		b.Run(fmt.Sprint(n, "branches"), func(b *testing.B) {
			r := benchRepo(b, n)
			for b.Loop() {
				got, err := r.Gather(context.Background(), nil)
				if err != nil || len(got.Changes) != n {
					b.Fatal(len(got.Changes), err)
				}
			}
		})
	}
}

// benchRepo has n branches of ten files, one of them shared, that left the base
// at different times; every fourth has merged the base once.
func benchRepo(tb testing.TB, n int) *Repo {
	b := newRepo(tb)
	var files []change
	for i := range 2000 {
		files = append(files, write(fmt.Sprintf("src/p%d/f%d.go", i%50, i), strings.Repeat(fmt.Sprintln("line", i), 40)))
	}
	b.commit(node{name: "m0", ref: "main", time: 100, changes: files})
	for i := range 100 {
		b.edit(fmt.Sprint("m", i+1), "main", fmt.Sprint("m", i), 200+i, fmt.Sprint("base", i))
	}
	for i := range n {
		var edits []change
		for j := range 9 {
			k := (i*9 + j) % 1900
			edits = append(edits, write(fmt.Sprintf("src/p%d/f%d.go", k%50, k), fmt.Sprint("edited by ", i, "\n")))
		}
		edits = append(edits, write(fmt.Sprintf("src/p%d/f%d.go", (1900+i%100)%50, 1900+i%100), fmt.Sprint("shared ", i, "\n")))
		name, ref := fmt.Sprint("f", i), fmt.Sprint("feat/", i)
		b.commit(node{name: name, ref: ref, parents: fmt.Sprint("m", i%50), time: 1000 + i, changes: edits})
		if i%4 == 0 {
			b.commit(node{
				name: name + "m", ref: ref, parents: name + fmt.Sprint(" m", 50+i%50), time: 3000 + i,
				changes: []change{write(fmt.Sprint("base", i%50), "merged\n")},
			})
		}
	}
	b.build()
	r, err := Open(context.Background(), Options{Dir: b.dir})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { r.Close() })
	return r
}
