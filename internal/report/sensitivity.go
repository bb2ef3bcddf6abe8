package report

import (
	"strconv"
	"strings"

	"gpucalc/internal/compare"
	"gpucalc/internal/i18n"
	"gpucalc/internal/quantity"
)

// Sensitivity is the report of what an answer hangs on.
func Sensitivity(s *compare.Sensitivity, m Meta, top int) Report {
	return Report{
		Doc:      func(t *i18n.Catalog) Doc { return sensitivityDoc{s, m, t, top}.doc() },
		JSON:     func() any { return sensitivityAsJSON(s, m) },
		Records:  func() [][]string { return sensitivityRecords(s) },
		Warnings: s.Base.Warnings,
	}
}

type sensitivityDoc struct {
	s   *compare.Sensitivity
	m   Meta
	t   *i18n.Catalog
	top int // figures shown; 0 = all
}

func (d sensitivityDoc) doc() Doc {
	s, t := d.s, d.t.T
	doc := Doc{Title: t("report.sensitivity.title", "scenario", s.Base.Scenario.ID)}
	if s.Own == "" || s.Rent == "" {
		doc.Blocks = []Block{{Lines: []Line{{Text: t("report.sensitivity.one_sided"), Style: Strong}}}}
		return doc
	}
	doc.Blocks = append(doc.Blocks,
		Block{Lines: append([]Line{{Text: d.headline(), Style: Strong}, say(d.flipping())}, basisLines(d.t, s.Base.Basis())...)},
		Block{Lines: compareDoc{r: s.Base, m: d.m, t: d.t}.need()},
		Block{Head: t("report.sensitivity.table"), Table: d.table(), Notes: d.notes()},
	)
	return doc
}

func (d sensitivityDoc) headline() string {
	s := d.s
	args := []string{"own", optionName(d.t, s.Own), "rent", optionName(d.t, s.Rent), "margin", quantity.Fixed(max(s.Margin, -s.Margin), 2)}
	if s.Margin < 0 {
		return d.t.T("report.sensitivity.own", args...)
	}
	return d.t.T("report.sensitivity.rent", args...)
}

// flipping names the figures that turn the answer within their range.
func (d sensitivityDoc) flipping() string {
	var names []string
	for _, w := range d.s.Swings {
		if w.Flips {
			names = append(names, nameOf(d.t, w.Name))
		}
	}
	if len(names) == 0 {
		return d.t.T("report.sensitivity.none_flips")
	}
	return d.t.T("report.sensitivity.flips", "list", strings.Join(names, d.t.T("report.comma")))
}

// barCells is the width of a tornado's bar.
const barCells = 20

func (d sensitivityDoc) table() *Grid {
	t := d.t.T
	g := &Grid{Columns: []Column{
		{Head: t("col.figure"), Shrinks: true},
		{Head: t("col.low_high"), Number: true, Drop: 3},
		{Head: t("col.margin_low"), Number: true},
		{Head: t("col.margin_high"), Number: true},
		{Head: t("col.bar"), Drop: 2},
		{Head: t("col.flips_at"), Number: true, Drop: 1},
	}}
	low, high := d.span()
	for i, w := range d.s.Swings {
		if d.top > 0 && i >= d.top {
			break
		}
		g.Rows = append(g.Rows, Row{Mark: w.Flips, Cells: []string{
			d.name(w), d.ends(w), quantity.Fixed(w.AtLow, 0), quantity.Fixed(w.AtHigh, 0), d.bar(w, low, high), d.flipsAt(w),
		}})
	}
	return g
}

// name is what a figure is, with the offer or sheet entry that tells it from others of its name.
func (d sensitivityDoc) name(w compare.Swing) string {
	name := nameOf(d.t, w.Name)
	if parts := strings.Split(w.ID, "."); len(parts) > 2 && parts[0] == "offers" {
		name += " (" + parts[1] + ")"
	}
	if w.ByRule {
		name += " *"
	}
	return name
}

func (d sensitivityDoc) ends(w compare.Swing) string {
	return leverValue(w, w.LowText) + " - " + leverValue(w, w.HighText)
}

// leverValue is a value of a figure for people; for figures that move together the factor on them.
func leverValue(w compare.Swing, v float64) string {
	switch {
	case w.Factor:
		return "x" + quantity.Fixed(v, 2)
	case w.Unit == "share":
		return quantity.Fixed(100*v, 1) + "%"
	case v >= 100 || v <= -100:
		return quantity.Fixed(v, 0)
	}
	return quantity.Significant(v, 4)
}

func (d sensitivityDoc) flipsAt(w compare.Swing) string {
	var parts []string
	for _, v := range w.FlipsAt {
		parts = append(parts, leverValue(w, v))
	}
	switch {
	case len(parts) > 0:
		return strings.Join(parts, "; ")
	case w.Beyond != nil:
		return "(" + leverValue(w, *w.Beyond) + ")"
	}
	return none
}

func (d sensitivityDoc) span() (low, high float64) {
	low, high = min(0, d.s.Margin), max(0, d.s.Margin)
	for _, w := range d.s.Swings {
		low, high = min(low, w.AtLow, w.AtHigh), max(high, w.AtLow, w.AtHigh)
	}
	return low, high
}

// bar draws a swing between the lowest and the highest margin of all; | is where both sides cost the same.
func (d sensitivityDoc) bar(w compare.Swing, low, high float64) string {
	if high <= low {
		return ""
	}
	place := func(v float64) int { return min(int((v-low)/(high-low)*barCells), barCells-1) }
	from, to, zero := place(min(w.AtLow, w.AtHigh)), place(max(w.AtLow, w.AtHigh)), place(0)
	line := []byte(strings.Repeat(".", barCells))
	for i := from; i <= to; i++ {
		line[i] = '='
	}
	line[zero] = '|'
	return string(line)
}

func (d sensitivityDoc) notes() []Line {
	lines := []Line{say(d.t.T("report.sensitivity.note"))}
	if left := len(d.s.Swings) - d.top; d.top > 0 && left > 0 {
		lines = append(lines, say(d.t.T("report.sensitivity.left", "n", strconv.Itoa(left))))
	}
	return append(lines, alerts(d.t, d.s.Base.Warnings)...)
}

type sensitivityJSON struct {
	Schema   string        `json:"schema" enum:"gpucalc.sensitivity/v1"`
	Version  string        `json:"version"`
	BookDate string        `json:"book_date"`
	Currency string        `json:"currency" enum:"CNY"`
	Scenario scenarioJSON  `json:"scenario"`
	Basis    string        `json:"basis" enum:"total,after-tax" doc:"what margins stand on: the bills as quoted, or after VAT; figures stay as quoted"`
	Own      string        `json:"own" doc:"best way to own; empty when none has its prices"`
	Rent     string        `json:"rent"`
	Margin   number        `json:"margin" doc:"best own less best rent; negative = owning is cheaper"`
	Figures  []swingJSON   `json:"figures" doc:"what moves the margin most comes first"`
	Warnings []messageJSON `json:"warnings"`
}

type swingJSON struct {
	ID         string   `json:"id"`
	Unit       string   `json:"unit" doc:"empty for figures that move together, whose values are factors"`
	Low        number   `json:"low"`
	Typical    number   `json:"typical"`
	High       number   `json:"high"`
	ByRule     bool     `json:"by_rule" doc:"no range in the sheets: it follows from reliability and age"`
	MarginLow  number   `json:"margin_low" doc:"margin with the figure at its low end"`
	MarginHigh number   `json:"margin_high"`
	Flips      bool     `json:"flips" doc:"turns the answer within its range"`
	FlipsAt    []number `json:"flips_at"`
	Beyond     *number  `json:"flips_beyond" doc:"nearest value outside the range that would, held against bills written for it; null = none up to five times the typical value"`
}

func sensitivityAsJSON(s *compare.Sensitivity, m Meta) sensitivityJSON {
	out := sensitivityJSON{
		Schema: schemaID("sensitivity"), Version: m.Version, BookDate: m.BookDate, Currency: "CNY", Scenario: scenarioAsJSON(s.Base), Basis: s.Base.Basis(),
		Own: s.Own, Rent: s.Rent, Margin: number(s.Margin), Figures: []swingJSON{}, Warnings: messages(s.Base.Warnings),
	}
	for _, w := range s.Swings {
		x := swingJSON{
			ID: w.ID, Low: number(w.LowText), Typical: number(w.Typical), High: number(w.HighText), ByRule: w.ByRule,
			MarginLow: number(w.AtLow), MarginHigh: number(w.AtHigh), Flips: w.Flips, FlipsAt: []number{},
		}
		if !w.Factor {
			x.Unit = w.Unit
		}
		for _, v := range w.FlipsAt {
			x.FlipsAt = append(x.FlipsAt, number(v))
		}
		if w.Beyond != nil {
			x.Beyond = numberOf(*w.Beyond)
		}
		out.Figures = append(out.Figures, x)
	}
	return out
}

func sensitivityRecords(s *compare.Sensitivity) [][]string {
	out := [][]string{{"figure", "unit", "low", "typical", "high", "by_rule", "margin_low", "margin_high", "flips", "flips_at", "flips_beyond", "basis"}}
	for _, w := range s.Swings {
		at := make([]string, 0, len(w.FlipsAt))
		for _, v := range w.FlipsAt {
			at = append(at, floatText(v))
		}
		unit := w.Unit
		if w.Factor {
			unit = "factor"
		}
		beyond := ""
		if w.Beyond != nil {
			beyond = floatText(*w.Beyond)
		}
		out = append(out, []string{
			w.ID, unit, floatText(w.LowText), floatText(w.Typical), floatText(w.HighText), strconv.FormatBool(w.ByRule),
			floatText(w.AtLow), floatText(w.AtHigh), strconv.FormatBool(w.Flips), strings.Join(at, ";"), beyond, s.Base.Basis(),
		})
	}
	return out
}
