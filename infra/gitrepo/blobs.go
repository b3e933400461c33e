package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/comity-dev/comity/app"
)

// blobBatch is how many objects are asked about at a time.
const blobBatch = 1000

// Blobs reads file contents. A file larger than Options.MaxBlob is handed over
// without its content, an object that is not there or not a file (a submodule
// names a commit) as missing. yield must not use the Repo.
func (r *Repo) Blobs(ctx context.Context, oids []string, yield func(oid string, b app.Blob)) error {
	seen := make(map[string]bool, len(oids))
	var wanted []string
	for _, oid := range oids {
		if seen[oid] {
			continue
		}
		seen[oid] = true
		if isObjectID(oid) {
			wanted = append(wanted, oid)
		} else {
			yield(oid, app.Blob{Missing: true})
		}
	}
	if len(wanted) == 0 {
		return ctx.Err()
	}
	return r.objects.use(ctx, func(p *objectProcess) error {
		for len(wanted) > 0 {
			n := min(len(wanted), blobBatch)
			if err := p.blobs(wanted[:n], r.maxBlob, yield); err != nil {
				return err
			}
			wanted = wanted[n:]
		}
		return nil
	})
}

// blobs hands over one batch: sizes first, then the contents that are small
// enough.
func (p *objectProcess) blobs(oids []string, limit int64, yield func(string, app.Blob)) error {
	found, err := p.info(oids)
	if err != nil {
		return err
	}
	var small []string
	for i, one := range found {
		switch {
		case one.missing || one.kind != "blob":
			yield(oids[i], app.Blob{Missing: true})
		case one.size > limit:
			yield(oids[i], app.Blob{Size: one.size, TooBig: true})
		default:
			small = append(small, oids[i])
		}
	}
	next := 0
	return p.ask("contents", small, func() error {
		oid := small[next]
		next++
		data, err := p.content(limit)
		if err != nil {
			return err
		}
		yield(oid, app.Blob{Data: data, Size: int64(len(data))})
		return nil
	})
}

// content reads one whole object that is known to be within the limit.
func (p *objectProcess) content(limit int64) ([]byte, error) {
	one, err := p.header()
	if err != nil {
		return nil, err
	}
	if one.missing || one.size > limit {
		return nil, errors.New("git cat-file: an object changed while it was read")
	}
	data := make([]byte, one.size+1) // a line feed follows the content
	if _, err := io.ReadFull(p.out.r, data); err != nil {
		return nil, err
	}
	return data[:one.size:one.size], nil
}

// prefix reads at most limit bytes of one blob.
func (o *objectReader) prefix(ctx context.Context, oid string, limit int64) ([]byte, error) {
	var data []byte
	err := o.use(ctx, func(p *objectProcess) error {
		return p.ask("contents", []string{oid}, func() error {
			one, err := p.header()
			if err != nil {
				return err
			}
			if one.kind != "blob" {
				return fmt.Errorf("the file %s is missing from the object database", oid)
			}
			data = make([]byte, min(one.size, limit))
			if _, err := io.ReadFull(p.out.r, data); err != nil {
				return err
			}
			if one.size > limit {
				return errRestUnread
			}
			_, err = p.out.r.Discard(1)
			return err
		})
	})
	if errors.Is(err, errRestUnread) {
		err = nil
	}
	return data, err
}

// errRestUnread makes objectReader.use throw the process away.
var errRestUnread = errors.New("the rest of the object was not read")
