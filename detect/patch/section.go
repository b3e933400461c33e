package patch

import "strings"

// parseFile reads one file: its "diff --git" line, the headers, the content.
func parseFile(c *cursor) (File, error) {
	args, ok := strings.CutPrefix(c.text(), "diff --git ")
	if !ok {
		if c.has("diff --cc ") || c.has("diff --combined ") {
			return File{}, c.errorf("combined diffs of merges are not supported")
		}
		return File{}, c.errorf(`expected "diff --git", found %s`, c.excerpt())
	}
	line := c.num
	c.advance()
	h := header{args: args}
	if err := h.readHeader(c); err != nil {
		return File{}, err
	}
	f, err := h.file()
	if err != nil {
		return File{}, &SyntaxError{line, err.Error()}
	}
	if err := h.readContent(c, &f); err != nil {
		return File{}, err
	}
	return f, nil
}

// readContent reads hunks or what stands for binary content. That the headers
// speak of a change of content and none follows is what a diff looks like that
// was cut off.
func (h *header) readContent(c *cursor, f *File) (err error) {
	switch {
	case c.has("Binary files ") && strings.HasSuffix(c.text(), " differ"):
		f.Binary = true
		c.advance()
	case c.has("GIT binary patch"):
		f.Binary = true
		c.advance()
		err = skipBinary(c)
	case c.has(hunkStart) && h.cur != "":
		f.Hunks, err = parseHunks(c)
	case h.cur != "" || h.contentDiffers():
		return c.errorf("expected the changes of %.80q, found %s", f.Path, c.excerpt())
	}
	return err
}

// contentDiffers reports whether the index line names two different contents,
// neither of them an empty file that comes or goes: of that there is nothing
// to show.
func (h *header) contentDiffers() bool {
	return !sameID(h.oldID, h.cID) && !(absentOrEmpty(h.oldID) && absentOrEmpty(h.cID))
}

// sameID compares two ids, each of which may be shortened.
func sameID(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }

func absentOrEmpty(id string) bool {
	// The ids of an empty blob, SHA-1 and SHA-256.
	const sha1, sha256 = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
		"473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"
	return strings.Trim(id, "0") == "" || strings.HasPrefix(sha1, id) || strings.HasPrefix(sha256, id)
}

// skipBinary reads over the blocks of a binary patch, each a line with kind
// and length, lines of base 85 and an empty line. The second block, for
// applying the patch backwards, may be left out.
func skipBinary(c *cursor) error {
	for blocks := 0; blocks < 2; blocks++ {
		if !c.has("literal ") && !c.has("delta ") {
			if blocks > 0 {
				return nil
			}
			return c.errorf("expected a binary block, found %s", c.excerpt())
		}
		for c.advance(); c.text() != ""; c.advance() {
			if strings.Contains(c.text(), " ") {
				return c.errorf("expected binary data, found %s", c.excerpt())
			}
		}
		if !c.done {
			c.advance()
		}
	}
	return nil
}
