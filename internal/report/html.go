package report

import (
	"html"
	"strings"
)

// sheetStyle is the whole look of a page; it asks nothing of the network.
const sheetStyle = `body{font:15px/1.5 "Noto Sans","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;max-width:62em;margin:2em auto;padding:0 1em;color:#1a1a1a}
h1{font-size:1.4em}h2{font-size:1.1em;margin-top:1.6em}
table{border-collapse:collapse;margin:.8em 0;font-variant-numeric:tabular-nums}
th,td{padding:.2em .7em;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}
th.n,td.n{text-align:right;white-space:nowrap}tr.mark td{font-weight:bold;background:#eef6ee}
tr.group td{color:#555;font-style:italic}.small{color:#555;font-size:.9em}.alert::before{content:"! ";font-weight:bold}
`

// page renders a document as one self-contained HTML file.
func page(d Doc, language string) string {
	var b strings.Builder
	title := html.EscapeString(d.Title)
	b.WriteString("<!DOCTYPE html>\n<html lang=\"" + language + "\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + title + "</title>\n")
	b.WriteString("<style>\n" + sheetStyle + "</style>\n</head>\n<body>\n<h1>" + title + "</h1>\n")
	for _, block := range d.Blocks {
		b.WriteString("<section>\n")
		if block.Head != "" {
			b.WriteString("<h2>" + html.EscapeString(block.Head) + "</h2>\n")
		}
		htmlLines(&b, block.Lines)
		if block.Table != nil && len(block.Table.Rows) > 0 {
			htmlTable(&b, *block.Table)
		}
		htmlLines(&b, block.Notes)
		b.WriteString("</section>\n")
	}
	b.WriteString("</body>\n</html>\n")
	return b.String()
}

func htmlLines(b *strings.Builder, lines []Line) {
	for _, l := range lines {
		text := html.EscapeString(l.Text)
		switch l.Style {
		case Strong:
			text = "<p><strong>" + text + "</strong></p>"
		case Alert:
			text = "<p class=\"alert\">" + text + "</p>"
		case Small:
			text = "<p class=\"small\">" + text + "</p>"
		default:
			text = "<p>" + text + "</p>"
		}
		b.WriteString(text + "\n")
	}
}

func htmlTable(b *strings.Builder, g Grid) {
	class := func(i int) string {
		if g.Columns[i].Number {
			return " class=\"n\""
		}
		return ""
	}
	b.WriteString("<table>\n<thead><tr>")
	for i, c := range g.Columns {
		b.WriteString("<th" + class(i) + ">" + html.EscapeString(c.Head) + "</th>")
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for _, r := range g.Rows {
		if r.Group != "" {
			b.WriteString("<tr class=\"group\"><td colspan=\"" + count(len(r.Cells)) + "\">" + html.EscapeString(r.Group) + "</td></tr>\n")
		}
		b.WriteString("<tr")
		if r.Mark || r.Strong {
			b.WriteString(" class=\"mark\"")
		}
		b.WriteString(">")
		for i, c := range r.Cells {
			b.WriteString("<td" + class(i) + ">" + html.EscapeString(c) + "</td>")
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>\n")
}
