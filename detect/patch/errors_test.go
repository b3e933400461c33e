package patch

import "testing"

// TestErrors holds the error for headers that contradict each other: none of
// them may yield a file, as every choice would be a guess.
func TestErrors(t *testing.T) {
	const git, hunk = "diff --git a/x b/x\n", "@@ -1 +1 @@\n-a\n+b\n"
	tests := []struct{ name, diff, want string }{
		{
			"rename and other names", "diff --git a/x b/y\nrename from x\nrename to y\n--- a/x\n+++ b/z\n" + hunk,
			"diff line 1: the --- and +++ lines contradict the rename",
		},
		{
			"rename from other names", "diff --git a/x b/y\nrename from x\nrename to y\n--- a/z\n+++ b/y\n" + hunk,
			"diff line 1: the --- and +++ lines contradict the rename",
		},
		{
			"rename and addition", "diff --git a/x b/y\nnew file mode 100644\nrename from x\nrename to y\n",
			"diff line 1: the file is said to be added, deleted or renamed at once",
		},
		{
			"deletion and addition", git + "new file mode 100644\ndeleted file mode 100644\n",
			"diff line 1: the file is said to be added, deleted or renamed at once",
		},
		{"rename to nothing", "diff --git a/x b/y\nrename from x\n", "diff line 1: a rename or copy needs two names"},
		{"rename to itself", git + "rename from x\nrename to x\n", "diff line 1: a rename or copy needs two names"},
		{"one mode of two", git + "old mode 100644\n", "diff line 1: only one of old mode and new mode is given"},
		{"two names without a rename", "diff --git a/x b/y\n--- a/x\n+++ b/y\n" + hunk, "diff line 1: two names without a rename"},
		{"no second name", git + "--- a/x\n" + hunk, "diff line 1: the --- and +++ lines contradict the lines before them"},
		{
			"both sides absent", git + "new file mode 100644\n--- /dev/null\n+++ /dev/null\n" + hunk,
			"diff line 1: the --- and +++ lines contradict the lines before them",
		},
		{
			"absent without a word", git + "--- a/x\n+++ /dev/null\n" + hunk,
			"diff line 1: the --- and +++ lines contradict the lines before them",
		},
		{"hunk without names", git + hunk, `diff line 2: expected "diff --git", found "@@ -1 +1 @@"`},
		{"names without a hunk", git + "--- a/x\n+++ b/x\n", `diff line 4: expected the changes of "x", found the end of the diff`},
		{"name twice", git + "--- a/x\n--- a/x\n+++ b/x\n" + hunk, `diff line 3: cannot read the header line "--- a/x"`},
		{"empty name", git + "--- a/\n+++ b/\n" + hunk, `diff line 2: cannot read the header line "--- a/"`},
		{"name with NUL", git + "--- \"a/x\\000\"\n+++ b/x\n" + hunk, `diff line 2: cannot read the header line "--- \"a/x\\000\""`},
		{"name without prefix", git + "--- x\n+++ x\n" + hunk, `diff line 2: cannot read the header line "--- x"`},
		{"quoted name not closed", git + "--- \"a/x\n+++ b/x\n" + hunk, `diff line 2: cannot read the header line "--- \"a/x"`},
		{"index without ids", git + "index foo 100644\n", `diff line 2: cannot read the header line "index foo 100644"`},
		{"similarity over 100", git + "similarity index 101%\n", `diff line 2: cannot read the header line "similarity index 101%"`},
		{"unknown header", git + "new header 1\n", `diff line 2: expected "diff --git", found "new header 1"`},
		{"binary patch without a block", git + "index 1..2\nGIT binary patch\n", "diff line 4: expected a binary block, found the end of the diff"},
		{
			"binary patch with other lines", git + "index 1..2\nGIT binary patch\nliteral 5\nMcmZQ\n" + git,
			`diff line 6: expected binary data, found "diff --git a/x b/x"`,
		},
		{"only blank lines", "\n\n", `diff line 1: no "diff --git" line`},
		{
			"hunks out of order on the new side", git + "--- a/x\n+++ b/x\n" + hunk + "@@ -5 +1 @@\n-a\n+b\n",
			`diff line 7: hunk "@@ -5 +1 @@" does not lie behind the hunk before it`,
		},
		{
			"hunks out of order on the old side", git + "--- a/x\n+++ b/x\n" + hunk + "@@ -1 +5 @@\n-a\n+b\n",
			`diff line 7: hunk "@@ -1 +5 @@" does not lie behind the hunk before it`,
		},
		{
			"hunk with a negative number", git + "--- a/x\n+++ b/x\n@@ --1 +1 @@\n-a\n+b\n",
			`diff line 4: impossible line numbers in hunk header "@@ --1 +1 @@"`,
		},
		{"hunk longer than it says", git + "--- a/x\n+++ b/x\n" + hunk + "+c\n", `diff line 7: expected "diff --git", found "+c"`},
		{
			"removed line too many", git + "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n-b\n",
			`diff line 6: hunk needs 0 more old and 1 more new lines, found "-b"`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files, err := Parse([]byte(tt.diff))
			if err == nil {
				t.Fatalf("no error but %+v", files)
			}
			if err.Error() != tt.want {
				t.Errorf("got  %s\nwant %s", err, tt.want)
			}
		})
	}
}
