package yamlx

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"gpucalc/internal/diag"
)

// refuseBytes reports what keeps a file from being read as text.
func refuseBytes(data []byte) findings {
	var found findings
	if len(data) > MaxBytes {
		found.add(diag.New("yaml.too_big", "bytes", strconv.Itoa(len(data)), "max", strconv.Itoa(MaxBytes)))
		return found
	}
	p := place{line: 1, col: 1}
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			found.add(diag.New("yaml.not_utf8").At("", p.line, p.col).WithHint("yaml.not_utf8.hint"))
			return found
		}
		if diag.IsUnsafe(r) && !isBlank(r) {
			found.add(controlCharacter(r).At("", p.line, p.col))
		}
		data = data[size:]
		p.pass(r)
	}
	return found
}

// place is a position in a file, 1-based, the column in characters. A line
// ends at LF, CR or CR LF.
type place struct {
	line, col int
	afterCR   bool
}

// pass moves behind r.
func (p *place) pass(r rune) {
	switch {
	case r == '\n' && p.afterCR:
		// The CR has ended this line.
	case r == '\n' || r == '\r':
		p.line, p.col = p.line+1, 1
	default:
		p.col++
	}
	p.afterCR = r == '\r'
}

// placeOf returns the place of an offset.
func placeOf(data []byte, at int) (line, col int) {
	p := place{line: 1, col: 1}
	for _, r := range string(data[:at]) {
		p.pass(r)
	}
	return p.line, p.col
}

func isBlank(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }

func controlCharacter(r rune) diag.Diagnostic {
	return diag.New("yaml.control", "char", fmt.Sprintf("U+%04X", r))
}

// source finds text by line and column. It remembers where it looked last, so
// that a walk through a file in order costs no more than the file is long, even
// when all of it stands in one line.
type source struct {
	lines     [][]byte
	line, col int
	offset    int // of col in the line, in bytes
}

func newSource(data []byte) *source {
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	return &source{lines: bytes.Split(data, []byte("\n"))}
}

// at returns the rest of a line from a column in characters.
func (s *source) at(line, col int) []byte {
	if line < 1 || line > len(s.lines) {
		return nil
	}
	if line != s.line || col < s.col {
		s.line, s.col, s.offset = line, 1, 0
	}
	text := s.lines[line-1]
	for ; s.col < col && s.offset < len(text); s.col++ {
		_, size := utf8.DecodeRune(text[s.offset:])
		s.offset += size
	}
	return text[s.offset:]
}
