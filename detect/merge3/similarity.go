package merge3

import "slices"

const (
	maxScore     = 60000 // identical
	minScore     = 30000 // 50 %: less is no rename
	nameScore    = 45000 // 75 %: enough for files of one name
	chunkLength  = 64    // longest run of bytes that is compared as one
	chunkHashes  = 107927
	maxRenameMat = 7000 * 7000
)

// piece is how many bytes of a file are in pieces of one hash.
type piece struct{ hash, bytes uint32 }

// fingerprint is what the similarity of files is measured by: the pieces of a
// file, which are its lines or, of longer ones, 64 bytes each.
type fingerprint struct {
	size   int
	pieces []piece // sorted by hash, each hash once
}

// newFingerprint takes a file apart. A carriage return before a line feed does
// not count in text, and neither does a last piece that is shorter than 64
// bytes and has no line feed.
//
// The hash is git's own, with as few values as git has, since pieces of large
// files that happen to share a hash count as equal in git's measure.
func newFingerprint(data []byte) *fingerprint {
	f := &fingerprint{size: len(data)}
	isText := !isBinary(data)
	var hi, lo, n uint32
	for i, c := range data {
		if c == '\r' && isText && i+1 < len(data) && data[i+1] == '\n' {
			continue
		}
		hi, lo = hi<<7^lo>>25, lo<<7^hi>>25
		hi += uint32(c)
		if n++; n < chunkLength && c != '\n' {
			continue
		}
		f.pieces = append(f.pieces, piece{(hi + lo*0x61) % chunkHashes, n})
		hi, lo, n = 0, 0, 0
	}
	slices.SortFunc(f.pieces, func(a, b piece) int { return int(a.hash) - int(b.hash) })
	f.pieces = addUp(f.pieces)
	return f
}

// addUp makes sorted pieces of one hash one.
func addUp(pieces []piece) []piece {
	out := pieces[:0]
	for _, p := range pieces {
		if n := len(out); n > 0 && out[n-1].hash == p.hash {
			out[n-1].bytes += p.bytes
			continue
		}
		out = append(out, p)
	}
	return slices.Clip(out)
}

// similarity is git's score of a possible rename: how much of the larger file
// is also in the other.
func similarity(from, to *fingerprint, atLeast int) int {
	copied := 0
	for i, j := 0, 0; i < len(from.pieces) && j < len(to.pieces); {
		a, b := from.pieces[i], to.pieces[j]
		switch {
		case a.hash < b.hash:
			i++
		case a.hash > b.hash:
			j++
		default:
			copied += int(min(a.bytes, b.bytes))
			i, j = i+1, j+1
		}
	}
	return scoreOf(from.size, to.size, copied, atLeast)
}

// scoreOf is the score of two files that have so many bytes in common. It is 0
// when the sizes alone rule out what is asked for.
func scoreOf(from, to, copied, atLeast int) int {
	larger, smaller := max(from, to), min(from, to)
	if larger*(maxScore-atLeast) < (larger-smaller)*maxScore || to == 0 {
		return 0
	}
	return copied * maxScore / larger
}
