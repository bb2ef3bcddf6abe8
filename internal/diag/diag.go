// Package diag holds mistakes and warnings as data: where, what and which remedy.
//
// A Diagnostic carries a message key with named values instead of a sentence,
// so that one finding can be printed in English and in Chinese and written to
// JSON unchanged. Package i18n turns it into words.
package diag

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Severity says whether a finding stops the program.
type Severity uint8

// A finding is a mistake unless it is marked as a warning.
const (
	Mistake Severity = iota
	Warning
)

// String returns the word used in machine output: "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Arg is a named value for a message's {name} placeholder.
type Arg struct{ Name, Value string }

// Diagnostic is one finding. Its sentence is the catalogue text of Key with
// Args filled in; Hint is the key of the remedy's text and uses the same Args.
type Diagnostic struct {
	File      string
	Line, Col int    // 1-based; 0 = unknown
	Path      string // key path in the file: offers.compshare-a100-hour.price
	Severity  Severity
	Key       string
	Args      []Arg
	Hint      string // "" = no remedy known
}

// New returns a mistake without a place. args alternate name and value; an odd
// number of them is a programmer's mistake and panics.
func New(key string, args ...string) Diagnostic {
	return Diagnostic{Key: key, Args: Args(args...)}
}

// Args pairs alternating names and values.
func Args(nameValues ...string) []Arg {
	if len(nameValues)%2 != 0 {
		panic("diag: argument name without a value")
	}
	var args []Arg
	for i := 0; i < len(nameValues); i += 2 {
		args = append(args, Arg{Name: nameValues[i], Value: nameValues[i+1]})
	}
	return args
}

// At returns d placed in a file. Line and col are 1-based, 0 = unknown.
func (d Diagnostic) At(file string, line, col int) Diagnostic {
	d.File, d.Line, d.Col = file, line, col
	return d
}

// In returns d with the key path it is about.
func (d Diagnostic) In(path string) Diagnostic {
	d.Path = path
	return d
}

// WithHint returns d with the message key of a remedy.
func (d Diagnostic) WithHint(key string) Diagnostic {
	d.Hint = key
	return d
}

// With returns d with further named values.
func (d Diagnostic) With(nameValues ...string) Diagnostic {
	d.Args = append(slices.Clip(d.Args), Args(nameValues...)...)
	return d
}

// AsWarning returns d as a finding that does not stop the program.
func (d Diagnostic) AsWarning() Diagnostic {
	d.Severity = Warning
	return d
}

// Place returns "file:line:col" as far as known, "" when nothing is.
func (d Diagnostic) Place() string {
	parts := make([]string, 0, 3)
	if d.File != "" {
		parts = append(parts, Clean(d.File))
	}
	if d.Line > 0 {
		parts = append(parts, strconv.Itoa(d.Line))
		if d.Col > 0 {
			parts = append(parts, strconv.Itoa(d.Col))
		}
	}
	return strings.Join(parts, ":")
}

// fallback is the text of d when no catalogue is at hand.
func (d Diagnostic) fallback() string {
	var b strings.Builder
	if place := d.Place(); place != "" {
		b.WriteString(place + ": ")
	}
	b.WriteString(d.Key)
	for _, a := range d.Args {
		value := strings.TrimPrefix(a.Value, refMark)
		b.WriteString(" " + a.Name + "=" + strconv.Quote(Clean(value)))
	}
	return b.String()
}

// List is a collection of findings in the order in which they were made.
type List []Diagnostic

// HasErrors reports whether any finding is more than a warning.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Mistake })
}

// Warnings returns the findings that are warnings only.
func (l List) Warnings() List {
	var out List
	for _, d := range l {
		if d.Severity == Warning {
			out = append(out, d)
		}
	}
	return out
}

// Sorted returns a copy ordered by file, line and column. Findings at the same
// place keep their order.
func (l List) Sorted() List {
	out := slices.Clone(l)
	slices.SortStableFunc(out, func(a, b Diagnostic) int {
		return cmp.Or(
			strings.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Col, b.Col),
		)
	})
	return out
}

// Err returns nil when the list has warnings at most, else an *Error.
func (l List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return &Error{List: l}
}

// Error is a list of findings as a Go error.
type Error struct{ List List }

// Error returns one plain line per finding, "file:line:col: key name=value".
// It is a fallback for logs and tests; people read the catalogue's text.
func (e *Error) Error() string {
	lines := make([]string, len(e.List))
	for i, d := range e.List {
		lines[i] = d.fallback()
	}
	return strings.Join(lines, "\n")
}
