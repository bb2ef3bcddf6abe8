package report

import (
	"fmt"
	"io"
	"slices"

	"gpucalc/internal/diag"
	"gpucalc/internal/i18n"
)

// Format is a way to write a report.
type Format string

// The formats that every report can be written in.
const (
	Table    Format = "table"
	JSON     Format = "json"
	CSV      Format = "csv"
	Markdown Format = "md"
	HTML     Format = "html"
)

// Formats lists the formats, the default first.
func Formats() []string {
	return []string{string(Table), string(JSON), string(CSV), string(Markdown), string(HTML)}
}

// ForMachine reports whether a format is read by programs: nothing but the result may stand in it.
func (f Format) ForMachine() bool { return f == JSON || f == CSV }

// Report is what a command has to say, in every format. The parts are functions so that only what is written is made.
type Report struct {
	Doc      func(*i18n.Catalog) Doc // for people
	JSON     func() any              // for scripts; knows no language
	Records  func() [][]string       // for spreadsheets: a head line, then plain numbers and words
	Warnings diag.List               // repeated on stderr for machine formats; part of Doc and JSON too
}

// Options say how a report is written. The zero value is English at 80 columns without colour.
type Options struct {
	Texts *i18n.Catalog
	Width int // display cells of a line; 0 = 80
	Color bool
}

// DefaultWidth is the width of a line when nobody knows the terminal.
const DefaultWidth = 80

// Write writes a report in a format. Nothing is written when it cannot be made.
func Write(w io.Writer, f Format, r Report, o Options) error {
	if o.Texts == nil {
		o.Texts = i18n.New(i18n.English)
	}
	if o.Width <= 0 {
		o.Width = DefaultWidth
	}
	text, err := render(f, r, o)
	if err != nil {
		return fmt.Errorf("write the %s: %w", f, err)
	}
	_, err = io.WriteString(w, text)
	return err
}

func render(f Format, r Report, o Options) (string, error) {
	switch f {
	case JSON:
		return encode(r.JSON())
	case CSV:
		return records(r.Records())
	case Markdown:
		return markdown(r.Doc(o.Texts)), nil
	case HTML:
		return page(r.Doc(o.Texts), o.Texts.Language()), nil
	}
	return text(r.Doc(o.Texts), o)
}

// Doc is a report without a format: blocks from top to bottom.
type Doc struct {
	Title  string // for formats that have one
	Blocks []Block
}

// Block is lines, then a table, under an optional heading.
type Block struct {
	Head  string
	Lines []Line
	Table *Grid
	Notes []Line // below the table
}

// Style is the role of a line; colour only repeats what the words say.
type Style uint8

// The roles of lines.
const (
	Plain  Style = iota
	Strong       // the answer
	Item         // one of several
	Alert        // a warning
	Small        // provenance and the like
)

// Line is a paragraph.
type Line struct {
	Text   string
	Style  Style
	Indent int // cells; continued lines keep it
}

// Grid is a table.
type Grid struct {
	Columns []Column
	Rows    []Row
}

// Column is one column of a Grid.
type Column struct {
	Head    string
	Number  bool // aligned right
	Drop    int  // columns with the highest Drop leave first when the line is too narrow; 0 stays
	Shrinks bool // may be cut with "..."
	Least   int  // cells below which it is not cut before other columns are dropped; 0 = 22
}

// Row is one row of a Grid.
type Row struct {
	Group  string // not empty: a line before the row that begins a group
	Mark   bool   // the chosen one
	Strong bool   // totals
	Cells  []string
}

// Add appends a row.
func (g *Grid) Add(cells ...string) { g.Rows = append(g.Rows, Row{Cells: cells}) }

// without returns the grid without a column.
func (g Grid) without(column int) Grid {
	out := Grid{Columns: slices.Delete(slices.Clone(g.Columns), column, column+1)}
	for _, r := range g.Rows {
		r.Cells = slices.Delete(slices.Clone(r.Cells), column, column+1)
		out.Rows = append(out.Rows, r)
	}
	return out
}

// marked reports whether any row is the chosen one.
func (g Grid) marked() bool { return slices.ContainsFunc(g.Rows, func(r Row) bool { return r.Mark }) }

// say makes one plain line.
func say(text string) Line { return Line{Text: text} }
