package diag

import (
	"strings"
	"unicode"
)

// refMark begins an argument value that is itself a message key. A NUL never
// reaches a value from outside: the readers refuse control characters and
// Clean drops them.
const refMark = "\x00"

// Ref returns an argument value that is shown as the text of a message key in
// the reader's language: diag.New("sheet.kind", "want", diag.Ref("kind.number")).
func Ref(key string) string { return refMark + key }

// RefKey returns the message key inside a value made by Ref.
func RefKey(value string) (key string, ok bool) {
	return strings.CutPrefix(value, refMark)
}

// Clean drops what could disturb a terminal from text that came from a file or
// the command line: control characters, bidirectional overrides and broken
// UTF-8. Line breaks and tabs become a blank. Of a value made by Both the English stays.
func Clean(s string) string {
	s = InLanguage(s, false)
	if !strings.ContainsFunc(s, IsUnsafe) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case IsUnsafe(r):
			return -1
		}
		return r
	}, s)
}

// IsUnsafe reports whether r could disturb a terminal or hide in a text:
// controls, line breaks included, bidirectional marks, other line separators,
// byte-order marks, and the replacement for broken UTF-8.
func IsUnsafe(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar ||
		r == '\u2028' || r == '\u2029' || r == '\ufeff'
}

// maxShown is the number of characters of a wrong value that a message repeats.
const maxShown = 60

// Shorten cuts a value that is too long to be repeated in a message.
func Shorten(s string) string {
	n := 0
	for i := range s {
		if n == maxShown {
			return s[:i] + "..."
		}
		n++
	}
	return s
}

// Marks around a value that has a text in each language. Like refMark they never come from outside.
const (
	bothBegin, bothMiddle, bothEnd = "\x01", "\x02", "\x03"
)

// Both returns a value, such as the name of a thing, with its English and its Chinese text; without a Chinese one it is
// the English. It may stand inside a longer value.
func Both(en, zh string) string {
	if zh == "" || zh == en {
		return en
	}
	return bothBegin + Clean(en) + bothMiddle + Clean(zh) + bothEnd
}

// InLanguage returns a value with one text of each pair made by Both.
func InLanguage(value string, chinese bool) string {
	for {
		before, rest, ok := strings.Cut(value, bothBegin)
		pair, after, closed := strings.Cut(rest, bothEnd)
		if !ok || !closed {
			return value
		}
		en, zh, _ := strings.Cut(pair, bothMiddle)
		if chinese {
			en = zh
		}
		value = before + en + after
	}
}
