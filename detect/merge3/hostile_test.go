package merge3

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestHostileTexts merges texts made to be slow: they keep the histogram busy, or
// drive it to Myers' diff and that to its limit. The diff must stay one.
func TestHostileTexts(t *testing.T) {
	const n = 20000
	text := func(line func(i int) string) []byte {
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i))
		}
		return []byte(b.String())
	}
	r := rand.New(rand.NewPCG(5, 6))
	number := func(i int) string { return fmt.Sprintf("%d\n", i) }
	up := text(number)
	for _, tc := range []struct {
		name   string
		ours   []byte
		theirs []byte
	}{
		{"one line over and over", []byte(strings.Repeat("0\n", n)), []byte(strings.Repeat("0\n", n+1000))},
		{"reversed", text(func(i int) string { return number(n - i) }), text(func(i int) string { return number(i * 7919 % n) })},
		{"as common as an anchor may be", text(func(i int) string { return number(i % (n / maxOccurrences)) }), text(func(i int) string { return number(i % (n/maxOccurrences - 1)) })},
		{"too common for an anchor", text(func(i int) string { return number(i % (n / 70)) }), text(func(i int) string { return number(i / 70) })},
		{"few different lines", text(func(int) string { return number(r.IntN(3)) }), text(func(int) string { return number(r.IntN(3)) })},
		{"empty lines", []byte(strings.Repeat("\n", n)), []byte(strings.Repeat("\n", n) + "x")},
		{"one long line", []byte(strings.Repeat("x", 1<<20)), []byte(strings.Repeat("x", 1<<20) + "y")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if res := Content(up, tc.ours, tc.theirs, MergeText); res.Clean() {
				t.Error("clean, though both sides replace everything")
			}
			checkDiff(t, tc.ours, tc.theirs)
		})
	}
}
