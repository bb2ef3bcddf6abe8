package report

import (
	"slices"
	"strings"
)

// Escape sequences of the roles; the words say the same without them.
const (
	escStrong = "\x1b[1m"
	escAlert  = "\x1b[33m"
	escSmall  = "\x1b[2m"
	escEnd    = "\x1b[0m"
)

// text renders a document for a terminal.
func text(d Doc, o Options) (string, error) {
	t := terminal{Options: o}
	for i, b := range d.Blocks {
		if i > 0 {
			t.out.WriteByte('\n')
		}
		if err := t.block(b); err != nil {
			return "", err
		}
	}
	return t.out.String(), nil
}

// terminal is a text under construction.
type terminal struct {
	Options
	out  strings.Builder
	sets typesetter
}

func (t *terminal) block(b Block) error {
	if b.Head != "" {
		t.line(Line{Text: b.Head, Style: Strong})
	}
	for _, l := range b.Lines {
		t.line(l)
	}
	if b.Table != nil && len(b.Table.Rows) > 0 {
		if err := t.table(*b.Table); err != nil {
			return err
		}
	}
	for _, l := range b.Notes {
		t.line(l)
	}
	return nil
}

func (t *terminal) line(l Line) {
	indent, first := l.Indent, ""
	switch l.Style {
	case Item:
		first, indent = "- ", indent+2
	case Alert:
		first, indent = "!   ", indent+4
	}
	for i, part := range wrap(l.Text, t.Width-indent) {
		head := strings.Repeat(" ", indent)
		if i == 0 {
			head = strings.Repeat(" ", l.Indent) + first
		}
		t.out.WriteString(t.paint(head+part, l.Style) + "\n")
	}
}

func (t *terminal) paint(s string, style Style) string {
	if !t.Color || s == "" {
		return s
	}
	switch style {
	case Strong:
		return escStrong + s + escEnd
	case Alert:
		return escAlert + s + escEnd
	case Small:
		return escSmall + s + escEnd
	}
	return s
}

// gap is the blanks between two columns, and lead those before the first when rows can be marked.
const (
	gap  = 2
	lead = 2
)

func (t *terminal) table(g Grid) error {
	g, fits := g.fit(t.Width)
	if !fits {
		t.stack(g)
		return nil
	}
	lines, err := t.sets.layOut(g)
	if err != nil {
		return err
	}
	margin := ""
	if g.marked() {
		margin = strings.Repeat(" ", lead)
	}
	t.out.WriteString(margin + lines[0] + "\n")
	for i, r := range g.Rows {
		if r.Group != "" {
			t.line(Line{Text: r.Group})
		}
		switch {
		case r.Mark:
			t.out.WriteString(t.paint("> "+lines[i+1], Strong) + "\n")
		case r.Strong:
			t.out.WriteString(t.paint(margin+lines[i+1], Strong) + "\n")
		default:
			t.out.WriteString(margin + lines[i+1] + "\n")
		}
	}
	return nil
}

// fit makes a row fit the width: it cuts the columns that may shrink to a readable width, then drops columns by their
// priority, then cuts further.
func (g Grid) fit(width int) (Grid, bool) {
	if g.marked() {
		width -= lead
	}
	g = g.withoutEmpty()
	for {
		if out, ok := g.shrink(width, Column.readable); ok {
			return out, true
		}
		drop := g.nextToDrop()
		if drop < 0 {
			return g.shrink(width, func(Column) int { return leastShrunk })
		}
		g = g.without(drop)
	}
}

// withoutEmpty leaves out columns that hold nothing in any row, the first excepted.
func (g Grid) withoutEmpty() Grid {
	for i := len(g.Columns) - 1; i > 0; i-- {
		if !slices.ContainsFunc(g.Rows, func(r Row) bool { return r.Cells[i] != "" }) {
			g = g.without(i)
		}
	}
	return g
}

func (g Grid) nextToDrop() int {
	best := -1
	for i, c := range g.Columns {
		if c.Drop > 0 && (best < 0 || c.Drop > g.Columns[best].Drop) {
			best = i
		}
	}
	return best
}

func (g Grid) columnWidth(i int) int {
	w := cells(g.Columns[i].Head)
	for _, r := range g.Rows {
		w = max(w, cells(r.Cells[i]))
	}
	return w
}

func (g Grid) width() int {
	sum := -gap
	for i := range g.Columns {
		sum += g.columnWidth(i) + gap
	}
	return sum
}

// The fewest cells to which a column is cut: before another is dropped, and when there is no more to drop.
const (
	leastReadable = 22
	leastShrunk   = 12
)

func (c Column) readable() int {
	if c.Least > 0 {
		return c.Least
	}
	return leastReadable
}

// shrink cuts columns that may shrink, the one with the most room first, until the rows fit.
func (g Grid) shrink(width int, least func(Column) int) (Grid, bool) {
	for over := g.width() - width; over > 0; over = g.width() - width {
		widest, room := -1, 0
		for i, c := range g.Columns {
			if r := g.columnWidth(i) - least(c); c.Shrinks && r > room {
				widest, room = i, r
			}
		}
		if widest < 0 {
			return g, false
		}
		g = g.cutColumn(widest, g.columnWidth(widest)-min(over, room))
	}
	return g, true
}

func (g Grid) cutColumn(column, width int) Grid {
	out := Grid{Columns: append([]Column(nil), g.Columns...)}
	out.Columns[column].Head = cut(out.Columns[column].Head, width)
	for _, r := range g.Rows {
		r.Cells = append([]string(nil), r.Cells...)
		r.Cells[column] = cut(r.Cells[column], width)
		out.Rows = append(out.Rows, r)
	}
	return out
}

// stack prints each row as lines of head and value, for lines too narrow for a table.
func (t *terminal) stack(g Grid) {
	for i, r := range g.Rows {
		if i > 0 {
			t.out.WriteByte('\n')
		}
		if r.Group != "" {
			t.line(Line{Text: r.Group})
		}
		for j, c := range r.Cells {
			indent, head := 4, g.Columns[j].Head+": "
			if j == 0 {
				indent = lead
			}
			if g.Columns[j].Head == "" {
				head = ""
			}
			mark := ""
			if j == 0 && r.Mark {
				mark, indent = "> ", 0
			}
			t.line(Line{Text: mark + head + c, Indent: indent})
		}
	}
}
