package report

import (
	"reflect"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twcache"
	"github.com/olekukonko/tablewriter/tw"
)

// typesetter lays grids out with the table library. One serves a whole document: a table of the library starts with
// a cache of ten thousand places, which would take a tenth of a run if every grid had its own.
type typesetter struct {
	out   strings.Builder
	table *tablewriter.Table
}

// layOut returns the head and the rows as lines with aligned columns. All options that would make the bytes depend on
// the locale, or rewrite the words, are off.
func (s *typesetter) layOut(g Grid) ([]string, error) {
	s.prepare(g)
	s.table.Header(anys(heads(g))...)
	for _, r := range g.Rows {
		if err := s.table.Append(anys(r.Cells)...); err != nil {
			return nil, err
		}
	}
	if err := s.table.Render(); err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimRight(s.out.String(), "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines, nil
}

// prepare empties the table and aligns its columns as the grid wants them.
func (s *typesetter) prepare(g Grid) {
	s.out.Reset()
	align := make([]tw.Align, len(g.Columns))
	for i, c := range g.Columns {
		align[i] = tw.AlignLeft
		if c.Number {
			align[i] = tw.AlignRight
		}
	}
	columns := []tablewriter.Option{
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: align}),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
	}
	if s.table != nil {
		s.table.Reset()
		s.table.Options(columns...)
		return
	}
	s.table = tablewriter.NewTable(&s.out, append(columns,
		// The cache is of no use to text, and emptying its 10,240 places costs more than a table.
		tablewriter.WithStringerCacheCustom(twcache.NewLRU[reflect.Type, reflect.Value](1)),
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithRendition(tw.Rendition{
			Borders:  tw.BorderNone,
			Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.LinesNone},
		}),
		tablewriter.WithPadding(tw.Padding{Right: strings.Repeat(" ", gap), Overwrite: true}),
	)...)
}

func heads(g Grid) []string {
	out := make([]string, len(g.Columns))
	for i, c := range g.Columns {
		out[i] = c.Head
	}
	return out
}

func anys(cells []string) []any {
	out := make([]any, len(cells))
	for i, c := range cells {
		out[i] = c
	}
	return out
}
