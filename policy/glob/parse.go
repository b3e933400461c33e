package glob

import (
	"errors"
	"fmt"
)

// program is a pattern with its structure made explicit. Positions are byte
// offsets into text; len(text) is its end.
type program struct {
	text string
	// jump tells where matching goes on from a position: at the end of an
	// alternative that is behind the closing brace, elsewhere it is the position.
	jump []int
	// alternatives holds, for the position of each '{', where its alternatives
	// begin.
	alternatives map[int][]int
	// behind holds, for the position of each '{', the one behind its '}'.
	behind map[int]int
}

// brace is a '{' whose '}' is still to come.
type brace struct {
	at       int
	starts   []int // where its alternatives begin
	ends     []int // the commas
	finished int   // patterns that the finished alternatives stand for
	current  int   // patterns that the current alternative stands for so far
}

// parser finds the structure of a pattern in one pass.
type parser struct {
	program
	open  []brace
	ends  map[int]int // the end of an alternative → behind its closing brace
	count int         // patterns that the part outside all braces stands for so far
}

func parse(pattern string) (*program, error) {
	p := &parser{
		program: program{text: pattern, alternatives: map[int][]int{}, behind: map[int]int{}},
		ends:    map[int]int{},
		count:   1,
	}
	for i := 0; i < len(pattern); {
		next, err := p.token(i)
		if err != nil {
			return nil, err
		}
		i = next
	}
	if n := len(p.open); n > 0 {
		return nil, fmt.Errorf("the '{' at byte %d has no '}'", p.open[n-1].at+1)
	}
	p.jump = make([]int, len(pattern)+1)
	for i := len(pattern); i >= 0; i-- {
		p.jump[i] = i
		if behind, ok := p.ends[i]; ok {
			p.jump[i] = p.jump[behind]
		}
	}
	return &p.program, nil
}

// token reads what begins at i and returns the position behind it.
func (p *parser) token(i int) (int, error) {
	switch p.text[i] {
	case '\\':
		if i+1 >= len(p.text) {
			return 0, errors.New(`the '\' at its end escapes nothing`)
		}
		return i + 2, nil
	case '[':
		return classEnd(p.text, i)
	case '{':
		p.open = append(p.open, brace{at: i, starts: []int{i + 1}, current: 1})
	case ',':
		if n := len(p.open); n > 0 {
			b := &p.open[n-1]
			b.ends = append(b.ends, i)
			b.starts = append(b.starts, i+1)
			b.finished, b.current = b.finished+b.current, 1
		}
	case '}':
		return i + 1, p.closeBrace(i)
	}
	return i + 1, nil
}

func (p *parser) closeBrace(i int) error {
	n := len(p.open) - 1
	if n < 0 {
		return fmt.Errorf("the '}' at byte %d has no '{'", i+1)
	}
	b := p.open[n]
	p.open = p.open[:n]
	p.alternatives[b.at], p.behind[b.at] = b.starts, i+1
	for _, end := range append(b.ends, i) {
		p.ends[end] = i + 1
	}
	around := &p.count
	if n > 0 {
		around = &p.open[n-1].current
	}
	if *around *= b.finished + b.current; *around > MaxAlternatives {
		return fmt.Errorf("its braces stand for more than %d patterns", MaxAlternatives)
	}
	return nil
}

// classEnd returns the position behind the class that begins at i.
func classEnd(pattern string, i int) (int, error) {
	first := i + 1
	if first < len(pattern) && (pattern[first] == '!' || pattern[first] == '^') {
		first++
	}
	for j := first; j < len(pattern); j++ {
		switch pattern[j] {
		case '\\':
			j++
		case ']':
			if j == first {
				return 0, fmt.Errorf("the class at byte %d is empty", i+1)
			}
			return j + 1, nil
		}
	}
	return 0, fmt.Errorf("the '[' at byte %d has no ']'", i+1)
}
