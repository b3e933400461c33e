package app

import (
	"context"
	"slices"

	"github.com/comity-dev/comity/detect"
)

// blobBudget bounds the file contents kept in memory at once. What is dropped
// is read again when it is needed again.
const blobBudget = 96 << 20

// blobs is a bounded store of file contents in front of a source. Contents made
// by merging stay until the end, nothing else could bring them back.
type blobs struct {
	ctx   context.Context
	src   Source
	kept  map[string]Blob
	order []string // as they came in, for dropping the oldest
	size  int64
	made  map[string][]byte
	err   error // the first error of the source; everything after it is void
}

func newBlobs(ctx context.Context, src Source) *blobs {
	return &blobs{ctx: ctx, src: src, kept: map[string]Blob{}, made: map[string][]byte{}}
}

// fetch reads what is not there yet, in one go.
func (b *blobs) fetch(oids []string) {
	var missing []string
	for _, oid := range unique(oids) {
		if _, ok := b.kept[oid]; !ok && b.made[oid] == nil {
			missing = append(missing, oid)
		}
	}
	if len(missing) == 0 || b.err != nil {
		return
	}
	b.err = b.src.Blobs(b.ctx, missing, b.keep)
}

func (b *blobs) keep(oid string, blob Blob) {
	b.kept[oid] = blob
	b.order = append(b.order, oid)
	b.size += int64(len(blob.Data))
	for b.size > blobBudget && len(b.order) > 1 {
		b.size -= int64(len(b.kept[b.order[0]].Data))
		delete(b.kept, b.order[0])
		b.order = b.order[1:]
	}
}

// read gives one content; ok is false when there is none to be had.
func (b *blobs) read(oid string) ([]byte, bool) {
	if data, ok := b.made[oid]; ok {
		return data, true
	}
	blob, ok := b.kept[oid]
	if !ok {
		b.fetch([]string{oid})
		if blob, ok = b.kept[oid]; !ok {
			return nil, false
		}
	}
	return blob.Data, !blob.TooBig && !blob.Missing
}

// wanted lists the contents a merge of some changed files will look at.
func wanted(files []detect.FileChange, tree detect.Tree, use func(*detect.FileChange) bool) []string {
	var oids []string
	add := func(e detect.Entry) {
		if e.Mode.Regular() {
			oids = append(oids, e.OID)
		}
	}
	for i := range files {
		f := &files[i]
		if !use(f) {
			continue
		}
		add(f.Old)
		add(f.New)
		add(tree[f.Path])
		if f.OldPath != "" {
			add(tree[f.OldPath])
		}
	}
	return oids
}

// anyNamed picks the changed files that have one of some names, given sorted.
func anyNamed(paths []string) func(*detect.FileChange) bool {
	return func(f *detect.FileChange) bool {
		_, now := slices.BinarySearch(paths, f.Path)
		_, before := slices.BinarySearch(paths, f.OldPath)
		return now || before
	}
}
