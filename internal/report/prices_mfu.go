package report

import (
	"slices"
	"strconv"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/i18n"
)

// utilisation is the report of the model of utilisation: its coefficients, and
// the published runs and rates behind them.
func utilisation(list []catalog.Entity, m Meta) Report {
	return Report{
		Doc: func(t *i18n.Catalog) Doc {
			title := t.T("report.prices.kind", "kind", "mfu", "count", strconv.Itoa(len(list)))
			var blocks []Block
			if g := coefficientTable(t, list); len(g.Rows) > 0 {
				blocks = append(blocks, Block{Head: t.T("mfu.coefficients"), Table: g, Notes: []Line{say(t.T("mfu.formula"))}})
			}
			for _, group := range [...]string{"run", "rate"} {
				if g := publishedTable(t, list, group); len(g.Rows) > 0 {
					blocks = append(blocks, Block{Head: t.T("mfu." + group + "s"), Table: g, Notes: []Line{say(t.T("mfu.ratio." + group))}})
				}
			}
			blocks = append(blocks, Block{Lines: []Line{say(t.T("mfu.show"))}})
			return Doc{Title: title, Blocks: append([]Block{{Head: title}}, blocks...)}
		},
		JSON: func() any {
			out := m.prices()
			for _, e := range list {
				out.Entries = append(out.Entries, entryAsJSON(e, true))
			}
			return out
		},
		Records: func() [][]string { return utilisationRecords(list) },
	}
}

func coefficientTable(t *i18n.Catalog, list []catalog.Entity) *Grid {
	g := &Grid{Columns: []Column{
		{Head: t.T("col.id")},
		{Head: t.T("col.what"), Shrinks: true},
		{Head: t.T("col.value"), Number: true},
		{Head: t.T("mfu.col.rows"), Number: true, Drop: 1},
	}}
	for _, e := range list {
		if e.IsCoefficient() {
			g.Add(e.ID, coefficientName(t, e), diag.Clean(e.Text("value")), orNone(e.Text("rows")))
		}
	}
	return g
}

// coefficientName says what a coefficient multiplies, or what a chip has of its own.
func coefficientName(t *i18n.Catalog, e catalog.Entity) string {
	group, name := e.Text("group"), e.Text("name")
	switch key := "mfu." + group + "." + name; {
	case t.Has(key):
		return t.T(key)
	case group == "family" || group == "generation":
		return t.T("mfu."+group, "name", diag.Clean(name))
	}
	return diag.Clean(name)
}

func publishedTable(t *i18n.Catalog, list []catalog.Entity, group string) *Grid {
	g := &Grid{Columns: []Column{
		{Head: t.T("col.id")},
		{Head: t.T("mfu.col.org"), Drop: 2},
		{Head: t.T("mfu.col.card"), Drop: 3},
		{Head: t.T("estimate.col.count"), Number: true, Drop: 1},
		{Head: t.T("mfu.col.active"), Number: true},
		{Head: t.T("mfu.col.precision"), Drop: 4},
		{Head: "MFU %", Number: true},
		{Head: t.T("mfu.col.ratio"), Number: true},
	}}
	for _, e := range list {
		if e.Text("group") != group {
			continue
		}
		active, err := strconv.ParseFloat(e.Text("active"), 64)
		size := diag.Clean(e.Text("active"))
		if err == nil {
			size = short(active)
		}
		g.Add(e.ID, diag.Clean(e.Text("org")), diag.Clean(e.Text("card")), orNone(e.Text("count")), size,
			diag.Clean(e.Text("precision")), reachedPercent(e), diag.Clean(e.Text("ratio")))
	}
	return g
}

// reachedPercent is what a run or a rate reached, without the sign.
func reachedPercent(e catalog.Entity) string {
	return strings.TrimSpace(strings.TrimSuffix(diag.Clean(e.Text("mfu")), "%"))
}

// utilisationRecords is one row for each entry; what it lacks stays empty.
func utilisationRecords(list []catalog.Entity) [][]string {
	fields := []string{"group", "name", "value", "rows", "org", "card", "count", "active", "mixture", "precision", "seq", "kind", "effort", "mfu", "ratio", "source"}
	head := slices.Concat([]string{"id"}, fields, []string{"where"})
	head[slices.Index(head, "mfu")] = "mfu_percent"
	out := [][]string{head}
	for _, e := range list {
		row := []string{e.ID}
		for _, f := range fields {
			value := diag.Clean(e.Text(f))
			if f == "mfu" {
				value = reachedPercent(e)
			}
			row = append(row, value)
		}
		out = append(out, append(row, where(e.File, e.Line)))
	}
	return out
}
