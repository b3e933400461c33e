package merge3

import "github.com/comity-dev/comity/detect"

// outcome is the merge of one path's three entries.
type outcome struct {
	entry   detect.Entry // where it conflicts, ours
	clean   bool
	kind    ConflictKind
	regions []Region
}

// kindOf folds the modes of one kind of entry: a file is a file, executable or
// not.
func kindOf(m detect.Mode) detect.Mode {
	if m.Regular() {
		return detect.ModeFile
	}
	return m
}

// content merges two entries of one kind. Their base may be absent or of
// another kind; then they are merged over nothing.
func (m *merger) content(p string, base, ours, theirs detect.Entry) outcome {
	out := outcome{clean: true, kind: ContentConflict}
	switch {
	case ours.Mode == theirs.Mode, ours.Mode == base.Mode:
		out.entry.Mode = theirs.Mode
	default:
		out.entry.Mode = ours.Mode
		if out.clean = theirs.Mode == base.Mode; !out.clean {
			out.kind = ModeConflict
		}
	}
	switch {
	case ours.OID == theirs.OID, ours.OID == base.OID:
		out.entry.OID = theirs.OID
	case theirs.OID == base.OID:
		out.entry.OID = ours.OID
	case ours.Mode.Regular():
		m.files(p, base, ours, theirs, &out)
	default:
		out.entry.OID, out.clean, out.kind = ours.OID, false, SymlinkConflict
		if ours.Mode == detect.ModeSubmodule {
			out.kind = SubmoduleConflict
		}
	}
	return out
}

// contentKept is content for a merge whose result is an input of another.
func (m *merger) contentKept(p string, base, ours, theirs detect.Entry) outcome {
	verdictOnly := m.o.VerdictOnly
	m.o.VerdictOnly = false
	out := m.content(p, base, ours, theirs)
	m.o.VerdictOnly = verdictOnly
	return out
}

// files merges the contents of two files.
func (m *merger) files(p string, base, ours, theirs detect.Entry, out *outcome) {
	out.entry.OID = ours.OID
	if !base.Mode.Regular() {
		base = detect.Entry{}
	}
	b, okBase := []byte(nil), true
	if !base.Absent() {
		b, okBase = m.read(base.OID)
	}
	o, okOurs := m.read(ours.OID)
	t, okTheirs := m.read(theirs.OID)
	if !okBase || !okOurs || !okTheirs {
		m.res.Unknown = append(m.res.Unknown, Unknown{p, "too large or missing, so it could not be merged"})
		return
	}
	c, attr := m.o.Cache, m.o.Attribute(p)
	if attr == MergeBinary || isBinary(b) || isBinary(o) || isBinary(t) {
		out.clean, out.kind = false, BinaryConflict
		return
	}
	bt, ot, tt := c.text(base.OID, b), c.text(ours.OID, o), c.text(theirs.OID, t)
	r := mergeLines(ot, tt, c.diff(base.OID, ours.OID, bt, ot), c.diff(base.OID, theirs.OID, bt, tt), attr)
	if out.regions = r.conflicts(); len(out.regions) > 0 {
		out.clean, out.kind = false, ContentConflict
		return
	}
	if m.o.VerdictOnly {
		out.entry.OID = madePrefix + ours.OID + "+" + theirs.OID // never read
		return
	}
	out.entry.OID = m.keep(r.assemble(ot, tt))
}

// keep stores a content that the merge made.
func (m *merger) keep(data []byte) string {
	if m.res.Blobs == nil {
		m.res.Blobs = map[string][]byte{}
	}
	oid := madeOID(data)
	m.res.Blobs[oid] = data
	return oid
}

func (m *merger) read(oid string) ([]byte, bool) {
	if data, ok := m.res.Blobs[oid]; ok {
		return data, true
	}
	return m.o.Read(oid)
}
