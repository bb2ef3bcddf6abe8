package report

import (
	"slices"
	"strconv"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/i18n"
	"gpucalc/internal/quantity"
)

type pricesJSON struct {
	Schema   string        `json:"schema" enum:"gpucalc.prices/v1"`
	Version  string        `json:"version"`
	BookDate string        `json:"book_date"`
	Kinds    []kindJSON    `json:"kinds,omitempty" doc:"prices list without a kind"`
	Entries  []entryJSON   `json:"entries,omitempty" doc:"prices list KIND, prices show ID"`
	Sources  []sourceJSON  `json:"sources,omitempty" doc:"prices sources"`
	Files    []string      `json:"files,omitempty" doc:"prices lint"`
	Warnings []messageJSON `json:"warnings"`
}

type kindJSON struct {
	Kind    string   `json:"kind"`
	Entries int      `json:"entries"`
	IDs     []string `json:"ids"`
}

type entryJSON struct {
	Kind    string       `json:"kind"`
	ID      string       `json:"id"`
	Name    string       `json:"name"`
	Where   string       `json:"where"`
	Figures []figureJSON `json:"figures"`
	Fields  []fieldJSON  `json:"fields,omitempty" doc:"prices show, prices list mfu: every field as its sheet states it"`
}

type fieldJSON struct {
	Path  string `json:"path"`
	Value string `json:"value"`
	Where string `json:"where"`
}

type sourceJSON struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	URL   string `json:"url"`
	Date  string `json:"date"`
	Where string `json:"where"`
}

func (m Meta) prices() pricesJSON {
	return pricesJSON{Schema: schemaID("prices"), Version: m.Version, BookDate: m.BookDate, Warnings: []messageJSON{}}
}

// Kinds is the report of what the sheets hold.
func Kinds(cat *catalog.Catalog, m Meta) Report {
	return Report{
		Doc: func(t *i18n.Catalog) Doc {
			g := &Grid{Columns: []Column{
				{Head: t.T("col.kind")}, {Head: t.T("col.entries"), Number: true}, {Head: t.T("col.what"), Shrinks: true},
			}}
			for _, kind := range catalog.Kinds() {
				g.Add(kind, strconv.Itoa(len(cat.IDs(kind))), t.T("kind."+kind))
			}
			title := t.T("report.prices.title", "book", m.BookDate)
			return Doc{Title: title, Blocks: []Block{{Head: title, Table: g, Notes: []Line{say(t.T("report.prices.next"))}}}}
		},
		JSON: func() any {
			out := m.prices()
			for _, kind := range catalog.Kinds() {
				ids := cat.IDs(kind)
				out.Kinds = append(out.Kinds, kindJSON{kind, len(ids), ids})
			}
			return out
		},
		Records: func() [][]string {
			out := [][]string{{"kind", "entries"}}
			for _, kind := range catalog.Kinds() {
				out = append(out, []string{kind, strconv.Itoa(len(cat.IDs(kind)))})
			}
			return out
		},
	}
}

// Entries is the report of the entities of one kind, one figure a row.
func Entries(list []catalog.Entity, kind string, m Meta) Report {
	if kind == "mfu" {
		return utilisation(list, m)
	}
	return Report{
		Doc: func(t *i18n.Catalog) Doc {
			title := t.T("report.prices.kind", "kind", kind, "count", strconv.Itoa(len(list)))
			return Doc{Title: title, Blocks: []Block{{
				Head: title, Table: entryTable(t, list), Notes: []Line{say(t.T("report.prices.show"))},
			}}}
		},
		JSON: func() any {
			out := m.prices()
			for _, e := range list {
				out.Entries = append(out.Entries, entryAsJSON(e, false))
			}
			return out
		},
		Records: func() [][]string { return entryRecords(list) },
	}
}

func entryTable(t *i18n.Catalog, list []catalog.Entity) *Grid {
	g := &Grid{Columns: []Column{
		{Head: t.T("col.id"), Shrinks: true},
		{Head: t.T("col.figure"), Drop: 1, Shrinks: true},
		{Head: t.T("col.value"), Number: true},
		{Head: t.T("col.unit")},
		{Head: t.T("col.asof"), Drop: 3},
		{Head: t.T("col.source"), Drop: 4, Shrinks: true},
	}}
	for _, e := range list {
		figures := e.Figures()
		if len(figures) == 0 {
			g.Add(e.ID, entityName(t, e), "", "", "", "")
		}
		for i, f := range figures {
			id := e.ID
			if i > 0 {
				id = ""
			}
			value, unit, _ := strings.Cut(sheetFigure(f), " ")
			g.Add(id, strings.TrimPrefix(f.ID, e.Kind+"."+e.ID+"."), value, unit, orNone(f.AsOf), orNone(f.Source))
		}
	}
	return g
}

func entityName(t *i18n.Catalog, e catalog.Entity) string {
	return inLanguage(t, firstOf(e.Text("name"), e.Text("title")), e.Text("name_zh"))
}

func firstOf(texts ...string) string {
	for _, s := range texts {
		if s != "" {
			return s
		}
	}
	return ""
}

func entryRecords(list []catalog.Entity) [][]string {
	out := [][]string{{"kind", "id", "figure", "low", "typical", "high", "unit", "vat", "asof", "source", "reliability", "estimate", "where"}}
	for _, e := range list {
		for _, f := range e.Figures() {
			out = append(out, []string{
				e.Kind, e.ID, strings.TrimPrefix(f.ID, e.Kind+"."+e.ID+"."), f.Low, f.Typical, f.High, f.Unit, string(f.VAT),
				f.AsOf, f.Source, f.Reliability, strconv.FormatBool(f.Estimate), where(f.File, f.Line),
			})
		}
	}
	return out
}

func entryAsJSON(e catalog.Entity, fields bool) entryJSON {
	out := entryJSON{Kind: e.Kind, ID: e.ID, Name: firstOf(e.Text("name"), e.Text("title")), Where: where(e.File, e.Line), Figures: []figureJSON{}}
	for _, f := range e.Figures() {
		out.Figures = append(out.Figures, figureJSON{
			ID: f.ID, Name: f.ID[strings.LastIndexByte(f.ID, '.')+1:], Value: decimal(f.Typical), Low: decimal(f.Low), High: decimal(f.High),
			Unit: f.Unit, VAT: string(f.VAT), AsOf: f.AsOf, Source: f.Source, Reliability: f.Reliability,
			Estimate: f.Estimate, Where: where(f.File, f.Line),
		})
	}
	if fields {
		for _, f := range e.Fields {
			out.Fields = append(out.Fields, fieldJSON{f.Path, diag.Clean(f.Value), where(f.File, f.Line)})
		}
	}
	return out
}

// Shown is the report of single entities: every field with file and line, every figure with source and age.
func Shown(list []catalog.Entity, cat *catalog.Catalog, today quantity.YearMonth, m Meta) Report {
	return Report{
		Doc: func(t *i18n.Catalog) Doc {
			var blocks []Block
			for _, e := range list {
				blocks = append(blocks, shownBlocks(t, e, cat, today)...)
			}
			return Doc{Title: list[0].ID, Blocks: blocks}
		},
		JSON: func() any {
			out := m.prices()
			for _, e := range list {
				out.Entries = append(out.Entries, entryAsJSON(e, true))
			}
			return out
		},
		Records: func() [][]string {
			out := [][]string{{"kind", "id", "path", "value", "where"}}
			for _, e := range list {
				for _, f := range e.Fields {
					out = append(out, []string{e.Kind, e.ID, f.Path, diag.Clean(f.Value), where(f.File, f.Line)})
				}
			}
			return out
		},
	}
}

func shownBlocks(t *i18n.Catalog, e catalog.Entity, cat *catalog.Catalog, today quantity.YearMonth) []Block {
	fields := &Grid{Columns: []Column{
		{Head: t.T("col.field"), Shrinks: true}, {Head: t.T("col.value"), Shrinks: true}, {Head: t.T("col.where")},
	}}
	for _, f := range e.Fields {
		fields.Add(f.Path, diag.Clean(f.Value), where(f.File, f.Line))
	}
	head := e.Kind + "." + e.ID
	if name := entityName(t, e); name != "" {
		head += ": " + name
	}
	blocks := []Block{{Head: head, Table: fields}}
	var sources []string
	figures := &Grid{Columns: []Column{
		{Head: t.T("col.figure"), Shrinks: true},
		{Head: t.T("col.value"), Number: true},
		{Head: t.T("col.unit")},
		{Head: t.T("col.range"), Number: true, Drop: 2},
		{Head: t.T("col.asof")},
		{Head: t.T("col.source"), Drop: 1, Shrinks: true},
	}}
	for _, f := range e.Figures() {
		value, unit, _ := strings.Cut(sheetFigure(f), " ")
		name := strings.TrimPrefix(f.ID, e.Kind+"."+e.ID+".")
		figures.Add(name, value, unit, rangeOf(f.Low, f.High), ageOf(t, f.AsOf, today), orNone(f.Source))
		if f.Source != "" && !slices.Contains(sources, f.Source) {
			sources = append(sources, f.Source)
		}
	}
	if s := e.Text("source"); s != "" && !slices.Contains(sources, s) {
		sources = append(sources, s)
	}
	if len(figures.Rows) > 0 {
		blocks = append(blocks, Block{Head: t.T("report.prices.figures"), Table: figures})
	}
	if len(sources) > 0 {
		blocks = append(blocks, Block{Head: t.T("report.prices.sources"), Lines: sourceLines(sources, cat)})
	}
	return blocks
}

func sourceLines(ids []string, cat *catalog.Catalog) []Line {
	var out []Line
	for _, id := range ids {
		s, _ := cat.Source(id)
		words := []string{id}
		for _, w := range []string{s.Title, s.Date, s.URL} {
			if w != "" {
				words = append(words, diag.Clean(w))
			}
		}
		out = append(out, Line{Text: strings.Join(words, ", "), Style: Item})
	}
	return out
}

// ageOf is an as-of text with its age in months at a month.
func ageOf(t *i18n.Catalog, asOf string, today quantity.YearMonth) string {
	if len(asOf) < 7 {
		return orNone(asOf)
	}
	month, err := quantity.ParseMonth(asOf[:7])
	if err != nil {
		return orNone(asOf)
	}
	return age(t, asOf, today.Since(month))
}

// Sources is the report of where figures were read.
func Sources(list []catalog.Source, m Meta) Report {
	return Report{
		Doc: func(t *i18n.Catalog) Doc {
			g := &Grid{Columns: []Column{
				{Head: t.T("col.id")},
				{Head: t.T("col.date"), Drop: 2},
				{Head: t.T("col.title"), Shrinks: true},
				{Head: t.T("col.url"), Drop: 1, Shrinks: true},
			}}
			for _, s := range list {
				g.Add(s.ID, orNone(s.Date), diag.Clean(s.Title), diag.Clean(s.URL))
			}
			title := t.T("report.prices.sources")
			return Doc{Title: title, Blocks: []Block{{Head: title, Table: g}}}
		},
		JSON: func() any {
			out := m.prices()
			for _, s := range list {
				out.Sources = append(out.Sources, sourceJSON{s.ID, s.Title, s.URL, s.Date, where(s.Where.File, s.Where.Line)})
			}
			return out
		},
		Records: func() [][]string {
			out := [][]string{{"id", "date", "title", "url", "where"}}
			for _, s := range list {
				out = append(out, []string{s.ID, s.Date, diag.Clean(s.Title), s.URL, where(s.Where.File, s.Where.Line)})
			}
			return out
		},
	}
}

// Linted is the report of sheets without mistakes.
func Linted(files []string, entries int, warnings diag.List, m Meta) Report {
	return Report{
		Doc: func(t *i18n.Catalog) Doc {
			lines := []Line{say(t.T("report.prices.lint_ok", "files", strconv.Itoa(len(files)), "entries", strconv.Itoa(entries)))}
			return Doc{Title: t.T("report.prices.lint"), Blocks: []Block{{Lines: append(lines, alerts(t, warnings)...)}}}
		},
		JSON: func() any {
			out := m.prices()
			out.Files, out.Warnings = files, messages(warnings)
			return out
		},
		Records: func() [][]string {
			out := [][]string{{"place", "code", "message"}}
			for _, w := range messages(warnings) {
				out = append(out, []string{w.Place, w.Code, w.Message})
			}
			return out
		},
		Warnings: warnings,
	}
}
