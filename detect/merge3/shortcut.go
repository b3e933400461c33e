package merge3

import "math"

// goodForward looks for a diagonal that got far for its cost and ends in a long
// run of equal lines, which is as good as the best path.
func (m *myersSearch) goodForward(x box, f *sweep, cost int) (s split, ok bool) {
	best := 0
	for d := f.max; d >= f.min; d -= 2 {
		i := f.reach[m.offset+d]
		j := i - d
		gain := (i - x.aLo) + (j - x.bLo) - abs(d-f.mid)
		if gain <= snakeFactor*cost || gain <= best ||
			i < x.aLo+snakeLength || i >= x.aHi || j < x.bLo+snakeLength || j >= x.bHi {
			continue
		}
		if same(m.a[i-snakeLength:i], m.b[j-snakeLength:j]) {
			best, s, ok = gain, split{i, j, true, false}, true
		}
	}
	return s, ok
}

// goodBackward is the same from the other end.
func (m *myersSearch) goodBackward(x box, b *sweep, cost int) (s split, ok bool) {
	best := 0
	for d := b.max; d >= b.min; d -= 2 {
		i := b.reach[m.offset+d]
		j := i - d
		gain := (x.aHi - i) + (x.bHi - j) - abs(d-b.mid)
		if gain <= snakeFactor*cost || gain <= best ||
			i <= x.aLo || i > x.aHi-snakeLength || j <= x.bLo || j > x.bHi-snakeLength {
			continue
		}
		if same(m.a[i:i+snakeLength], m.b[j:j+snakeLength]) {
			best, s, ok = gain, split{i, j, false, true}, true
		}
	}
	return s, ok
}

// furthest ends a search that costs too much at the point that got furthest.
func (m *myersSearch) furthest(x box, f, b *sweep) split {
	far, farA := -1, -1
	for d := f.max; d >= f.min; d -= 2 {
		i := min(f.reach[m.offset+d], x.aHi)
		j := i - d
		if j > x.bHi {
			i, j = x.bHi+d, x.bHi
		}
		if far < i+j {
			far, farA = i+j, i
		}
	}
	near, nearA := math.MaxInt, math.MaxInt
	for d := b.max; d >= b.min; d -= 2 {
		i := max(x.aLo, b.reach[m.offset+d])
		j := i - d
		if j < x.bLo {
			i, j = x.bLo+d, x.bLo
		}
		if i+j < near {
			near, nearA = i+j, i
		}
	}
	if (x.aHi+x.bHi)-near < far-(x.aLo+x.bLo) {
		return split{farA, far - farA, true, false}
	}
	return split{nearA, near - nearA, false, true}
}
