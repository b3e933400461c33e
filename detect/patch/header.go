package patch

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/comity-dev/comity/detect"
)

// header is what the lines between "diff --git" and the content say.
type header struct {
	args       string // what follows "diff --git "
	from, to   string // of a rename or copy
	copied     bool
	old, cur   string // from the --- and +++ lines, devNull for an absent side
	created    detect.Mode
	deleted    detect.Mode
	modes      [2]detect.Mode // "old mode" and "new mode"
	indexMode  detect.Mode    // of both sides
	oldID, cID string         // object ids of the index line, often shortened
}

// headerLines are the lines git writes between "diff --git" and the content.
// A reader reports false when the value makes no sense.
var headerLines = []struct {
	prefix string
	read   func(h *header, value string) bool
}{
	{"index ", (*header).readIndex},
	{"--- ", func(h *header, v string) bool { return once(&h.old, v, oldName) }},
	{"+++ ", func(h *header, v string) bool { return h.old != "" && once(&h.cur, v, newName) }},
	{"old mode ", func(h *header, v string) bool { return readMode(&h.modes[0], v) }},
	{"new mode ", func(h *header, v string) bool { return readMode(&h.modes[1], v) }},
	{"new file mode ", func(h *header, v string) bool { return readMode(&h.created, v) }},
	{"deleted file mode ", func(h *header, v string) bool { return readMode(&h.deleted, v) }},
	{"rename from ", func(h *header, v string) bool { return once(&h.from, v, plainName) }},
	{"rename to ", func(h *header, v string) bool { return once(&h.to, v, plainName) }},
	{"copy from ", func(h *header, v string) bool { h.copied = true; return once(&h.from, v, plainName) }},
	{"copy to ", func(h *header, v string) bool { h.copied = true; return once(&h.to, v, plainName) }},
	{"similarity index ", readPercent},
	{"dissimilarity index ", readPercent},
}

func oldName(s string) (string, bool) { return sideName(s, "a/") }
func newName(s string) (string, bool) { return sideName(s, "b/") }

// once reads a name into dst, which must not have been read before.
func once(dst *string, value string, read func(string) (string, bool)) bool {
	name, ok := read(value)
	if !ok || *dst != "" {
		return false
	}
	*dst = name
	return true
}

func readPercent(_ *header, v string) bool {
	digits, ok := strings.CutSuffix(v, "%")
	n, err := strconv.Atoi(digits)
	return ok && err == nil && n >= 0 && n <= 100
}

// readMode reads an octal file mode. Like git it keeps of the permissions only
// whether the owner may execute.
func readMode(dst *detect.Mode, v string) bool {
	n, err := strconv.ParseUint(v, 8, 32)
	if err != nil || *dst != detect.ModeAbsent {
		return false
	}
	const typeBits, ownerExec = 0o170000, 0o100
	switch m := detect.Mode(n & typeBits); {
	case m == detect.ModeFile&typeBits && n&ownerExec != 0:
		*dst = detect.ModeExecutable
	case m == detect.ModeFile&typeBits:
		*dst = detect.ModeFile
	case m == detect.ModeSymlink, m == detect.ModeSubmodule:
		*dst = m
	default:
		return false
	}
	return true
}

// readIndex reads "1234567..89abcde" and the mode that may follow.
func (h *header) readIndex(v string) bool {
	ids, mode, hasMode := strings.Cut(v, " ")
	if hasMode && !readMode(&h.indexMode, mode) {
		return false
	}
	old, cur, ok := strings.Cut(ids, "..")
	if !ok || !isHex(old) || !isHex(cur) || h.oldID != "" {
		return false
	}
	h.oldID, h.cID = old, cur
	return true
}

func isHex(s string) bool { return s != "" && strings.Trim(s, "0123456789abcdef") == "" }

// readHeader reads the header lines under the cursor, which stands behind the
// "diff --git" line.
func (h *header) readHeader(c *cursor) error {
next:
	for ; !c.done; c.advance() {
		text := c.text()
		for _, l := range headerLines {
			value, ok := strings.CutPrefix(text, l.prefix)
			if !ok {
				continue
			}
			if !l.read(h, value) {
				return c.errorf("cannot read the header line %s", c.excerpt())
			}
			continue next
		}
		return nil
	}
	return nil
}

// file puts the header together. Its errors lack the line.
func (h *header) file() (File, error) {
	old, cur, err := h.names()
	if err != nil {
		return File{}, err
	}
	f := File{Path: cur, Status: detect.StatusModified, OldMode: h.indexMode, NewMode: h.indexMode}
	if h.modes[0] != detect.ModeAbsent || h.modes[1] != detect.ModeAbsent {
		f.OldMode, f.NewMode = h.modes[0], h.modes[1]
	}
	switch {
	case h.created != detect.ModeAbsent:
		f.Status, f.OldMode, f.NewMode = detect.StatusAdded, detect.ModeAbsent, h.created
	case h.deleted != detect.ModeAbsent:
		f.Status, f.OldMode, f.NewMode = detect.StatusDeleted, h.deleted, detect.ModeAbsent
	case h.copied:
		f.Status, f.CopyOf, f.OldMode = detect.StatusAdded, old, detect.ModeAbsent
	case h.from != "":
		f.Status, f.OldPath = detect.StatusRenamed, old
	}
	return f, nil
}

// names gives the names of both sides, the same one twice unless the file was
// renamed or copied. The sources are asked from the surest to the weakest, and
// those that say the same thing must agree.
func (h *header) names() (old, cur string, err error) {
	moved := h.from != "" || h.to != ""
	created, deleted := h.created != detect.ModeAbsent, h.deleted != detect.ModeAbsent
	marks := h.old != "" || h.cur != ""
	switch {
	case (h.modes[0] == detect.ModeAbsent) != (h.modes[1] == detect.ModeAbsent):
		return "", "", errors.New("only one of old mode and new mode is given")
	case created && deleted, moved && (created || deleted):
		return "", "", errors.New("the file is said to be added, deleted or renamed at once")
	case moved && (h.from == "" || h.to == "" || h.from == h.to):
		return "", "", errors.New("a rename or copy needs two names")
	case marks && ((h.old == devNull) != created || (h.cur == devNull) != deleted || h.cur == ""):
		return "", "", errors.New("the --- and +++ lines contradict the lines before them")
	case marks && moved && (h.old != h.from || h.cur != h.to):
		return "", "", errors.New("the --- and +++ lines contradict the rename")
	case moved:
		return h.from, h.to, nil
	case created && marks:
		return h.cur, h.cur, nil
	case deleted && marks:
		return h.old, h.old, nil
	case marks && h.old != h.cur:
		return "", "", errors.New("two names without a rename")
	case marks:
		return h.cur, h.cur, nil
	}
	name, ok := sameName(h.args)
	if !ok {
		return "", "", fmt.Errorf("no line tells the name of the file: %.80q", h.args)
	}
	return name, name, nil
}
