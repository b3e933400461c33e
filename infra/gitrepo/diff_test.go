package gitrepo

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/comity-dev/comity/detect"
)

const zeros = "0000000000000000000000000000000000000000"

var bigText = strings.Repeat("a line of some length\n", 30)

func TestFileChanges(t *testing.T) {
	b := newRepo(t)
	b.commit(node{name: "m1", ref: "main", time: 100, changes: []change{
		write("edit", "1\n"), write("gone", "1\n"), write("move", bigText), write("move-edit", bigText+"x\n"),
		write("run.sh", "#!/bin/sh\n"), write("bin.dat", "a\x00b"), write("to-link", "target"),
		writeMode("120000", "link", "a"), submodule("lib", strings.Repeat("1", 40)), write("file-to-dir", "f\n"),
		write("dir/x", "x\n"), write("empty1", ""), write("README", "1\n"), write("src/na\xc3\xafve.go", "1\n"),
		write(".gitmodules", "[submodule \"lib\"]\n\tpath = lib\n\turl = ./lib\n\tignore = all\n"),
	}})
	b.commit(node{name: "f1", ref: "feat", parents: "m1", time: 200, changes: []change{
		write("edit", "2\n"), remove("gone"), rename("move", "sub/moved"),
		remove("move-edit"), write("sub/move-edit2", bigText+"y\n"),
		writeMode("100755", "run.sh", "#!/bin/sh\n"), writeMode("100755", "bin.dat", "a\x00c"),
		writeMode("120000", "to-link", "target"), writeMode("120000", "link", "b"),
		submodule("lib", strings.Repeat("2", 40)), remove("file-to-dir"), write("file-to-dir/in", "new\n"),
		remove("dir/x"), write("dir", "now a file\n"), remove("empty1"), write("empty2", ""),
		rename("README", "readme"), write("src/na\xc3\xafve.go", "2\n"),
	}})
	b.build()
	got := b.gather(Options{})
	want := lines("base main at m1", "branch:feat from m1 to f1",
		"  modified bin.dat", "  added dir", "  deleted dir/x", "  modified edit", "  deleted empty1", "  added empty2",
		"  deleted file-to-dir", "  added file-to-dir/in", "  deleted gone", "  modified lib", "  modified link",
		"  renamed readme was README", "  modified run.sh", "  modified src/na\xc3\xafve.go",
		"  renamed sub/move-edit2 was move-edit", "  renamed sub/moved was move", "  modified to-link")
	if diff := cmp.Diff(want, b.describe(got)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	modes := map[string]string{}
	for _, f := range got.Changes[0].Files {
		modes[f.Path] = fmt.Sprintf("%06o %06o", f.Old.Mode, f.New.Mode)
		if f.Old.Absent() != (f.Old.OID == "") || f.New.Absent() != (f.New.OID == "") {
			t.Errorf("%s: an absent entry has an id: %+v", f.Path, f)
		}
		if f.Path == "run.sh" && !f.OnlyMode() {
			t.Error("run.sh: only the mode changed")
		}
		if f.Path == "lib" && f.New.OID != strings.Repeat("2", 40) {
			t.Errorf("lib: %+v", f)
		}
	}
	for path, want := range map[string]string{
		"bin.dat": "100644 100755", "run.sh": "100644 100755", "to-link": "100644 120000", "link": "120000 120000",
		"lib": "160000 160000", "gone": "100644 000000", "dir": "000000 100644", "readme": "100644 100644",
	} {
		if modes[path] != want {
			t.Errorf("%s has modes %s, want %s", path, modes[path], want)
		}
	}
	tree := got.Base.Tree
	if len(tree) != 15 || tree["lib"].Mode != detect.ModeSubmodule || tree["dir/x"].OID == "" {
		t.Errorf("tree of the base: %v", tree)
	}
}

// Configuration of the person or the repository must not change what is seen.
func TestConfigurationDoesNotMatter(t *testing.T) {
	b := newRepo(t)
	b.commit(node{name: "m1", ref: "main", time: 100, changes: []change{write("dir/a\tb", bigText)}})
	b.commit(node{name: "f1", ref: "feat", parents: "m1", time: 200, changes: []change{rename("dir/a\tb", "dir/c")}})
	b.build()
	for key, value := range map[string]string{
		"diff.renames": "false", "diff.renameLimit": "1", "diff.ignoreSubmodules": "all", "diff.noprefix": "true",
		"diff.relative": "true", "diff.external": "false", "core.quotePath": "true", "core.abbrev": "5",
		"log.showSignature": "true", "core.pager": "false", "color.ui": "always", "diff.orderFile": "nosuch",
		"core.fsmonitor": "false-command", "i18n.logOutputEncoding": "latin1", "log.mailmap": "true",
	} {
		b.git("config", key, value)
	}
	want := lines("base main at m1", "branch:feat from m1 to f1", "  renamed dir/c was dir/a\tb")
	if diff := cmp.Diff(want, b.describe(b.gather(Options{}))); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestHostileNames(t *testing.T) {
	names := []string{"new\nline", `quo"te`, "tab\there", "bad\xff\xfeutf8", `back\slash`, ":colon", "-dash", " space ", "a\x01b", "--", "*?[x]"}
	b := newRepo(t)
	var first, second []change
	for _, n := range names {
		first = append(first, write(n, "1\n"))
		second = append(second, write(n, "2\n"))
	}
	b.commit(node{name: "m1", ref: "main", time: 100, changes: first})
	b.commit(node{name: "f1", ref: "feat", parents: "m1", time: 200, changes: second})
	b.build()
	got := b.gather(Options{})
	slices.Sort(names)
	var paths []string
	for _, f := range got.Changes[0].Files {
		paths = append(paths, f.Path)
		if got.Base.Tree[f.Path] != f.Old {
			t.Errorf("%q: the tree has %v, the change %v", f.Path, got.Base.Tree[f.Path], f.Old)
		}
	}
	if diff := cmp.Diff(names, paths); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestManyFiles(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 5_000
	}
	b := newRepo(t)
	var all []change
	for i := range n {
		all = append(all, write(fmt.Sprintf("d%d/e%d/f%d", i%100, i/100%100, i), "x\n"))
	}
	b.commit(node{name: "m1", ref: "main", time: 100, changes: all})
	b.commit(node{name: "f1", ref: "feat", parents: "m1", time: 200, changes: []change{write("d1/e1/f101", "y\n")}})
	b.commit(node{name: "g1", ref: "mode", parents: "m1", time: 200, changes: []change{rename("d1", "moved")}})
	b.build()
	got := b.gather(Options{})
	if len(got.Base.Tree) != n {
		t.Errorf("%d files in the base, want %d", len(got.Base.Tree), n)
	}
	if f := got.Changes[0].Files; len(f) != 1 || f[0].Path != "d1/e1/f101" {
		t.Errorf("feat changed %v", f)
	}
	if f := got.Changes[1].Files; len(f) != n/100 || f[0].Status != detect.StatusRenamed {
		t.Errorf("mode changed %d files, the first %v", len(f), f[:min(1, len(f))])
	}
}

// Known fault B25: many renames are renames, not twice as many changes.
func TestManyRenames(t *testing.T) {
	b := newRepo(t)
	var add, move, rewrite []change
	for i := range 1700 {
		add = append(add, write(fmt.Sprintf("old/%d", i), fmt.Sprintf("%d\n%s", i, bigText)))
		move = append(move, rename(fmt.Sprintf("old/%d", i), fmt.Sprintf("new/%d", i)))
		rewrite = append(rewrite, remove(fmt.Sprintf("old/%d", i)), write(fmt.Sprintf("other/z%d", i), fmt.Sprint(i, "\n")))
	}
	b.commit(node{name: "m1", ref: "main", time: 100, changes: add})
	b.commit(node{name: "f1", ref: "feat", parents: "m1", time: 200, changes: move})
	b.commit(node{name: "g1", ref: "rewrite", parents: "m1", time: 200, changes: rewrite})
	b.build()
	got := b.gather(Options{})
	for _, f := range got.Changes[0].Files {
		if f.Status != detect.StatusRenamed {
			t.Fatalf("%+v is no rename", f)
		}
	}
	if n := len(got.Changes[0].Files); n != 1700 {
		t.Errorf("%d renames, want 1700", n)
	}
	gaps := []detect.Gap{{Side: "branch:rewrite", Reason: "1700 files were added and 1700 deleted, too many to look for renames among them"}}
	if diff := cmp.Diff(gaps, got.Changes[1].Gaps); diff != "" || len(got.Changes[0].Gaps) > 0 {
		t.Errorf("gaps, want -, got +:\n%s%v", diff, got.Changes[0].Gaps)
	}
}

func TestTargetRenames(t *testing.T) {
	b := newRepo(t)
	b.commit(node{name: "m1", ref: "main", time: 100, changes: []change{write("a", bigText), write("b", bigText+"b\n")}})
	b.commit(node{name: "m2", ref: "main", parents: "m1", time: 200, changes: []change{rename("a", "x\ny")}})
	b.commit(node{name: "m3", ref: "main", parents: "m2", time: 300, changes: []change{rename("b", "c"), write("d", "d")}})
	b.build()
	r := b.open(Options{})
	if _, err := r.TargetRenames(context.Background(), []string{b.id("m1")}); err == nil {
		t.Error("renames of a base that was not read yet")
	}
	if _, err := r.Gather(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	got, err := r.TargetRenames(context.Background(), []string{b.id("m2"), b.id("m1"), b.id("m3"), b.id("m1")})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string]string{
		b.id("m1"): {"a": "x\ny", "b": "c"}, b.id("m2"): {"b": "c"}, b.id("m3"): {},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	for _, bad := range []string{"main", "-x\ninfo", zeros} {
		if _, err := r.TargetRenames(context.Background(), []string{bad}); err == nil {
			t.Errorf("%q was taken as a commit", bad)
		}
	}
	if got, err := r.TargetRenames(context.Background(), nil); err != nil || len(got) != 0 {
		t.Errorf("none asked for: %v, %v", got, err)
	}
}
