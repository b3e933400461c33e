package report

import (
	"fmt"

	"github.com/comity-dev/comity/detect"
)

// hostileNames are names that git accepts, or that a forged object can hold,
// and that somebody chose to be a nuisance.
var hostileNames = []string{
	"a\nb", "a\r\nb", "tab\there", "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x9b31m", "nul\x00byte", "del\x7f",
	"\xff\xfe", "caf\xe9.txt", "\u202egnp.exe", "zero\u200bwidth", "line\u2028sep\u2029", "\ufeffbom", "\ufffd",
	"::error::pwned", "##[error]pwned", "a\n::set-output name=x::y", "::stop-commands::x", "100%25", "a,b:c=d",
	"@maya", "cc @acme/platform", "maya@acme.com", "#12", "GH-12", "acme/shop#12", "fixes #1", "acme/shop@0b281cd",
	"https://evil.example/x", "HTTP://EVIL.EXAMPLE", "www.evil.example", "ftp://evil.example", "mailto:a@b.example", "xmpp:a@b.example",
	"[x](https://evil.example)", "![x](https://evil.example/p.png)", "[x][y]", "[x]: https://evil.example", "<https://evil.example>",
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!-- x -->", "&lt;b&gt;", "&#64;maya", "&commat;maya",
	"`code`", "``", "``` x", "~~~ x", "*bold*", "__bold__", "_em_", "a_b_c", "~strike~", "~~strike~~", "$x$", "$$x$$", "\\(x\\)",
	"| a | b |", "|", "\\|", "\\", "a\\", "# head", "- item", "+ item", "* item", "1. item", "1) item", "> quote", "---", "===", "***", "___",
	"    code", "trailing  ", " leading", "two  spaces", ":smile:", "[^1]", "[ ] task", "- [x] done", "\t# x", "{{x}}", "{% raw %}",
	"日本語のとても長い名前のファイル", "e\u0301\u0301\u0301", "👩‍👩‍👧", "", "..", "/", "path:x", "\"quoted\"", "\"a\\377b\"",
	"a.\nb", "12345678901. x", "0) x", "www", "xwww.example", "gh-1", "-", "=", "+", ".", ")", "1", "1.", "!", "![", "](1)", "[x](1)",
}

// hostile is a report in which every name and sentence holds one of the names,
// one pair for each of them.
func hostile() *Report {
	r := &Report{Version: Version, Base: Base{Ref: "main\x1b[2J\n::error::x", SHA: "0b281cd"}}
	for i, name := range hostileNames {
		first, second := detect.BranchID("a/"+name), detect.BranchID(name)
		for _, id := range []detect.SideID{first, second} {
			r.Sides = append(r.Sides, Side{ID: id, Branch: id.Label(), Author: name})
			r.Order = append(r.Order, id)
		}
		c := conflict(fmt.Sprintf("CF-%d", i+1), detect.TextualMerge, string(first), string(second),
			evidence(string(first), "dir/"+name, 1, 2, modify, name), evidence(string(second), name, 3, 9, modify, name))
		c = because(ruled(planned(saying(c, name+" meets "+name, name), "split", name, name), name), name)
		switch i % 3 {
		case 0:
			c = blocking(c)
		case 1:
			c = informing(c)
		}
		rule := conflict(fmt.Sprintf("CF-%d", i+1000), detect.ProtectedPath, string(second), "rule:"+name,
			evidence(string(second), name, 0, 0, add, name))
		r.Conflicts = append(r.Conflicts, c, saying(rule, name, ""))
		r.Gaps = append(r.Gaps, Gap{second, name, name})
		r.Notes = append(r.Notes, name)
	}
	return r
}
