package gitrepo

import (
	"bufio"
	"errors"
	"io"
)

// errTooLong is a field that no real repository has.
var errTooLong = errors.New("a name or line in the repository is too long")

// scanner reads delimited fields of bounded length.
type scanner struct {
	r   *bufio.Reader
	buf []byte
}

func newScanner(r io.Reader) *scanner { return &scanner{r: bufio.NewReaderSize(r, 64<<10)} }

// next returns the bytes up to the delimiter, without it. They are valid until
// the following call. The end of the input gives io.EOF, the end of the input
// within a field io.ErrUnexpectedEOF.
func (s *scanner) next(delim byte, limit int) ([]byte, error) {
	s.buf = s.buf[:0]
	for {
		part, err := s.r.ReadSlice(delim)
		if len(s.buf)+len(part) > limit+1 {
			return nil, errTooLong
		}
		switch {
		case err == nil && len(s.buf) == 0:
			return part[:len(part)-1], nil
		case err == nil:
			s.buf = append(s.buf, part...)
			return s.buf[:len(s.buf)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
			s.buf = append(s.buf, part...)
		case errors.Is(err, io.EOF) && len(s.buf)+len(part) == 0:
			return nil, io.EOF
		case errors.Is(err, io.EOF):
			return nil, io.ErrUnexpectedEOF
		default:
			return nil, err
		}
	}
}

// each calls f with every field up to the end of the input.
func (s *scanner) each(delim byte, limit int, f func([]byte) error) error {
	for {
		field, err := s.next(delim, limit)
		if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := f(field); err != nil {
			return err
		}
	}
}
