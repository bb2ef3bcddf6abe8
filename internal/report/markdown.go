package report

import "strings"

// markdown renders a document as GitHub-flavoured Markdown.
func markdown(d Doc) string {
	var b strings.Builder
	b.WriteString("# " + escapeMarkdown(d.Title) + "\n")
	for _, block := range d.Blocks {
		if block.Head != "" {
			b.WriteString("\n## " + escapeMarkdown(block.Head) + "\n")
		}
		markdownLines(&b, block.Lines)
		if block.Table != nil && len(block.Table.Rows) > 0 {
			b.WriteString("\n")
			markdownTable(&b, *block.Table)
		}
		markdownLines(&b, block.Notes)
	}
	return b.String()
}

func markdownLines(b *strings.Builder, lines []Line) {
	listed := false
	for _, l := range lines {
		text := escapeMarkdown(l.Text)
		if text == "" {
			continue
		}
		if l.Style != Item && l.Style != Alert || !listed {
			b.WriteString("\n")
		}
		listed = l.Style == Item || l.Style == Alert
		switch {
		case l.Style == Strong:
			text = "**" + text + "**"
		case l.Style == Alert:
			text = "- (!) " + text
		case l.Style == Item:
			text = "- " + text
		}
		b.WriteString(text + "\n")
	}
}

func markdownTable(b *strings.Builder, g Grid) {
	heads, rules := make([]string, len(g.Columns)), make([]string, len(g.Columns))
	for i, c := range g.Columns {
		heads[i], rules[i] = escapeMarkdown(c.Head), "---"
		if c.Number {
			rules[i] = "---:"
		}
	}
	writeMarkdownRow(b, heads)
	writeMarkdownRow(b, rules)
	for _, r := range g.Rows {
		if r.Group != "" {
			group := make([]string, len(r.Cells))
			group[0] = "*" + escapeMarkdown(r.Group) + "*"
			writeMarkdownRow(b, group)
		}
		row := make([]string, len(r.Cells))
		for i, c := range r.Cells {
			row[i] = escapeMarkdown(c)
			if (r.Mark || r.Strong) && row[i] != "" {
				row[i] = "**" + row[i] + "**"
			}
		}
		writeMarkdownRow(b, row)
	}
}

func writeMarkdownRow(b *strings.Builder, row []string) {
	b.WriteString("| " + strings.Join(row, " | ") + " |\n")
}

// escapeMarkdown keeps characters of a text from being read as markup.
func escapeMarkdown(s string) string {
	return strings.NewReplacer(
		`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "<", "&lt;", "`", "\\`", "[", `\[`, "]", `\]`, "\n", " ",
	).Replace(s)
}
