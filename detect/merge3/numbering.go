package merge3

import "math/bits"

// numbering gives distinct line hashes the numbers 0, 1, 2 and so on, in order
// of appearance, by open addressing.
type numbering struct {
	keys    []uint64
	numbers []int32 // plus one; 0 is a free slot
	shift   int
	used    int32
}

func newNumbering(lines int) *numbering {
	size := bits.Len(uint(2*lines + 8))
	return &numbering{keys: make([]uint64, 1<<size), numbers: make([]int32, 1<<size), shift: 64 - size}
}

func (n *numbering) dense(hashes []uint64) []int32 {
	out := make([]int32, len(hashes))
	mask := len(n.keys) - 1
	for i, h := range hashes {
		slot := int(h >> n.shift)
		for n.numbers[slot] != 0 && n.keys[slot] != h {
			slot = (slot + 1) & mask
		}
		if n.numbers[slot] == 0 {
			n.used++
			n.keys[slot], n.numbers[slot] = h, n.used
		}
		out[i] = n.numbers[slot] - 1
	}
	return out
}
