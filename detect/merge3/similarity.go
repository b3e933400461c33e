package merge3

import (
	"bytes"
	"hash/maphash"
)

const (
	maxScore     = 60000 // identical
	minScore     = 30000 // 50 %: less is no rename
	nameScore    = 45000 // 75 %: enough for files of one name
	chunkLength  = 64    // longest run of bytes that is compared as one
	maxRenameMat = 7000 * 7000
)

// fingerprint is how many bytes of a file are in each of its chunks: lines, or
// pieces of 64 bytes of longer ones.
type fingerprint struct {
	size   int
	chunks map[uint64]int
}

// newFingerprint takes a file apart. A carriage return before a line feed does
// not count in text, and neither does a last line without a line feed.
func newFingerprint(data []byte) *fingerprint {
	f := &fingerprint{size: len(data), chunks: map[uint64]int{}}
	if isText := !isBinary(data); isText && bytes.Contains(data, []byte("\r\n")) {
		data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	}
	for len(data) > 0 {
		window := data[:min(len(data), chunkLength)]
		n := bytes.IndexByte(window, '\n') + 1
		if n == 0 {
			if n = len(window); n < chunkLength {
				break
			}
		}
		f.chunks[maphash.Bytes(seed, data[:n])] += n
		data = data[n:]
	}
	return f
}

// similarity is git's score of a possible rename: how much of the larger file
// is also in the other. Sizes that differ too much end it early.
func similarity(from, to *fingerprint, atLeast int) int {
	larger, smaller := max(from.size, to.size), min(from.size, to.size)
	if larger*(maxScore-atLeast) < (larger-smaller)*maxScore || to.size == 0 {
		return 0
	}
	copied := 0
	for c, n := range from.chunks {
		copied += min(n, to.chunks[c])
	}
	return copied * maxScore / larger
}
