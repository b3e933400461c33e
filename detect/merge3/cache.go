package merge3

import (
	"crypto/sha256"
	"encoding/hex"
)

// Reader gives the content of an object. ok is false when it cannot be had; the
// paths that need it are then unknown, never guessed.
type Reader func(oid string) (data []byte, ok bool)

// Cache keeps what merges over the same objects share: lines, line diffs and
// fingerprints, up to a number of bytes. It serves one goroutine at a time.
type Cache struct {
	limit, used int64
	texts       map[string]*text
	diffs       map[[2]string][]Hunk
	prints      map[string]*fingerprint
}

// NewCache returns a cache of about maxBytes.
func NewCache(maxBytes int64) *Cache {
	c := &Cache{limit: maxBytes}
	c.drop()
	return c
}

func (c *Cache) drop() {
	c.used = 0
	c.texts = map[string]*text{}
	c.diffs = map[[2]string][]Hunk{}
	c.prints = map[string]*fingerprint{}
}

// grow accounts for n more bytes. A full cache is emptied: what is in use is
// soon back, and that needs no bookkeeping.
func (c *Cache) grow(n int) {
	if c.used += int64(n); c.used > c.limit {
		c.drop()
	}
}

func (c *Cache) text(oid string, data []byte) *text {
	if t := c.texts[oid]; t != nil {
		return t
	}
	t := newText(data)
	c.grow(len(data) + 12*len(t.hash))
	c.texts[oid] = t
	return t
}

func (c *Cache) diff(fromOID, toOID string, from, to *text) []Hunk {
	key := [2]string{fromOID, toOID}
	if h, ok := c.diffs[key]; ok {
		return h
	}
	h := diffLines(from.hash, to.hash)
	c.grow(32*len(h) + 160)
	c.diffs[key] = h
	return h
}

func (c *Cache) print(oid string, data []byte) *fingerprint {
	if f := c.prints[oid]; f != nil {
		return f
	}
	f := newFingerprint(data)
	c.grow(8*len(f.pieces) + 64)
	c.prints[oid] = f
	return f
}

// madePrefix marks the object ids of merged contents.
const madePrefix = "merged:"

// madeOID names a merged content. It cannot be mistaken for an object of git.
func madeOID(data []byte) string {
	sum := sha256.Sum256(data)
	return madePrefix + hex.EncodeToString(sum[:])
}
