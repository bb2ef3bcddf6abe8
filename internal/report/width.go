package report

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cells is how many columns of a terminal a text takes. Chinese characters and full-width forms take two, combining
// marks none; characters whose width depends on the locale count one, whatever the locale says.
func cells(s string) int {
	n := 0
	for _, r := range s {
		n += runeCells(r)
	}
	return n
}

func runeCells(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case isWide(r):
		return 2
	}
	return 1
}

// isWide reports whether Unicode calls a character wide or full-width.
func isWide(r rune) bool {
	switch {
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0x303e, r >= 0x3041 && r <= 0x33ff,
		r >= 0x3400 && r <= 0x4dbf, r >= 0x4e00 && r <= 0x9fff, r >= 0xa000 && r <= 0xa4cf,
		r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f,
		r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1faff,
		r >= 0x20000 && r <= 0x3fffd:
		return true
	}
	return false
}

// cut shortens a text to a number of cells, ending it with "..." when something was left out.
func cut(s string, width int) string {
	if cells(s) <= width {
		return s
	}
	const dots = "..."
	if width <= len(dots) {
		return dots[:max(width, 0)]
	}
	n := 0
	for i, r := range s {
		if n += runeCells(r); n > width-len(dots) {
			return strings.TrimRight(s[:i], " ") + dots
		}
	}
	return s
}

// wrap breaks a text into lines of at most width cells, at blanks and beside Chinese characters; a word that is too
// long is broken.
func wrap(s string, width int) []string {
	if cells(s) <= width || width < 8 {
		return []string{s}
	}
	var lines []string
	for cells(s) > width {
		at := breakAt(s, width)
		lines = append(lines, strings.TrimRight(s[:at], " "))
		s = strings.TrimLeft(s[at:], " ")
	}
	if s != "" {
		lines = append(lines, s)
	}
	return lines
}

// breakAt returns the byte at which the next line begins.
func breakAt(s string, width int) int {
	best, n, last := 0, 0, rune(0)
	for i, r := range s {
		if i > 0 && mayBreak(last, r) {
			best = i
		}
		if n += runeCells(r); n > width {
			if best == 0 {
				return max(i, utf8.RuneLen(last))
			}
			return best
		}
		last = r
	}
	return len(s)
}

// mayBreak reports whether a line may end between two characters: after a blank, and beside Chinese characters unless
// a closing mark follows or an opening one precedes.
func mayBreak(before, after rune) bool {
	switch {
	case before == ' ':
		return after != ' '
	case after == ' ' || strings.ContainsRune("，。；：、！？）》”’」】%", after) || strings.ContainsRune("（《“‘「【", before):
		return false
	}
	return isWide(before) || isWide(after) && after != ' '
}

// Wrap breaks a text into lines of at most width display cells.
func Wrap(s string, width int) []string { return wrap(s, width) }

// Cells is how many columns of a terminal a text takes, whatever the locale says.
func Cells(s string) int { return cells(s) }
