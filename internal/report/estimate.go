package report

import (
	"slices"
	"strconv"

	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/estimate"
	"gpucalc/internal/i18n"
	"gpucalc/internal/quantity"
	"gpucalc/internal/training"
)

// Estimate is the report of a training estimate. asked is the flags that price
// cards as they were given, to be typed behind another command.
func Estimate(r *estimate.Result, m Meta, asked string) Report {
	return Report{
		Doc:      func(t *i18n.Catalog) Doc { return estimateDoc{r, m, asked, t}.doc() },
		JSON:     func() any { return estimateAsJSON(r, m) },
		Records:  func() [][]string { return estimateRecords(r) },
		Warnings: r.Warnings,
	}
}

// estimateDoc lays an estimate out for people.
type estimateDoc struct {
	r *estimate.Result
	m Meta

	asked string
	t     *i18n.Catalog
}

func (d estimateDoc) doc() Doc {
	var blocks []Block
	for _, b := range [...]Block{
		{Lines: d.answer()},
		{Lines: d.work()},
		d.table(), d.expected(), d.layout(), d.communication(), d.failures(), d.data(),
		d.ways(), d.assumptions(),
		{Lines: d.warnings()},
	} {
		if len(b.Lines) > 0 || b.Table != nil && len(b.Table.Rows) > 0 || len(b.Notes) > 0 {
			blocks = append(blocks, b)
		}
	}
	return Doc{Title: d.t.T("estimate.title"), Blocks: blocks}
}

// span is a time for people: days, or hours where it is short.
type span struct {
	key    string // unit
	factor float64
}

func spanFor(days float64) span {
	if days < 2 {
		return span{"estimate.hours", 24}
	}
	return span{"estimate.days", 1}
}

func (d estimateDoc) time(days float64) string {
	s := spanFor(days)
	return d.t.T(s.key, "n", digits(days*s.factor))
}

// times are typical, low and high in the unit that suits the typical.
func (d estimateDoc) times(r training.Range) (typical, low, high string) {
	s := spanFor(r.Typical)
	in := func(v float64) string { return digits(v * s.factor) }
	return d.t.T(s.key, "n", in(r.Typical)), in(r.Low), in(r.High)
}

// answer is the headline.
func (d estimateDoc) answer() []Line {
	c, ok := d.r.Chosen()
	if !ok {
		return []Line{{Text: d.nothingFits(), Style: Strong}}
	}
	one := c.Result
	typical, low, high := d.times(one.Days)
	key := "estimate.answer"
	switch {
	case one.Days.Typical > d.limit() && d.open():
		key = "estimate.answer_late"
	case d.r.Ask.DeadlineDays > 0 && d.open():
		key = "estimate.answer_deadline"
	case len(d.r.Cards) > 1 && d.open() && c.Cost == nil:
		key = "estimate.answer_soonest"
	case len(d.r.Cards) > 1 && d.open():
		key = "estimate.answer_cards"
	case d.open():
		key = "estimate.answer_table"
	}
	lines := []Line{{Style: Strong, Text: d.t.T(key, "time", typical, "low", low, "high", high, "count", count(one.Count),
		"card", c.Machine.Card.Name, "limit", digits(d.limit()), "kinds", count(len(d.r.Cards)))}}
	if c.Cost != nil {
		lines = append(lines, say(d.costLine(c)))
		lines = append(lines, basisLines(d.t, d.r.Basis())...)
		lines = append(lines, d.cheaperRow()...)
		lines = append(lines, d.rejectedOffer()...)
	}
	if d.r.Unpriced != nil {
		lines = append(lines, say(d.t.T("estimate.no_cost")))
		lines = append(lines, d.wayNotes(d.r.Unpriced)...)
	}
	return lines
}

// cheaperRow names the row of the table that costs much less and takes longer.
func (d estimateDoc) cheaperRow() []Line {
	c := d.r.CheaperRow()
	if c == nil {
		return nil
	}
	return []Line{say(d.t.T("estimate.cheaper_row", "count", count(c.Result.Count), "card", c.Machine.Card.Name,
		"total", c.Cost.Total.Format(), "time", d.time(c.Result.Days.Typical)))}
}

// rejectedOffer names the offer that would be cheaper than the way chosen if
// what is not known of it proved true.
func (d estimateDoc) rejectedOffer() []Line {
	if d.r.Ways == nil || d.r.Ways.Verdict == nil {
		return nil
	}
	for _, f := range d.r.Ways.Verdict.Flips {
		if f.What == "offer" {
			return []Line{say(d.t.T("estimate.cheaper_if", "flip", compareDoc{r: d.r.Ways, t: d.t}.flip(f)))}
		}
	}
	return nil
}

func (d estimateDoc) costLine(c *estimate.Candidate) string {
	low, okLow := estimate.TotalOf(d.r.WaysLow, c.Cost.Option)
	high, okHigh := estimate.TotalOf(d.r.WaysHigh, c.Cost.Option)
	args := []string{"option", optionName(d.t, c.Cost.Option), "total", c.Cost.Total.Format()}
	if !okLow || !okHigh {
		return d.t.T("estimate.cost", args...)
	}
	return d.t.T("estimate.cost_range", append(args, "low", low.FormatYuan(), "high", high.FormatYuan())...)
}

// limit is the time within which the headline should end.
func (d estimateDoc) limit() float64 {
	if d.r.Ask.DeadlineDays > 0 {
		return d.r.Ask.DeadlineDays
	}
	return training.HeadlineDays
}

// open reports whether any number of cards was left open.
func (d estimateDoc) open() bool {
	for _, t := range d.r.Ask.Targets {
		if t.Count == 0 {
			return true
		}
	}
	return false
}

func (d estimateDoc) nothingFits() string {
	c := d.r.Shown()
	one := c.Result
	args := []string{
		"count", count(one.Count), "card", c.Machine.Card.Name,
		"need", gib(one.Memory.Total()), "have", gib(one.UsableBytes),
	}
	for _, s := range d.r.Cards {
		if s.Machine.Card.ID == c.Machine.Card.ID && s.Smallest > 0 {
			return d.t.T("estimate.fits_from", append(args, "smallest", count(s.Smallest))...)
		}
	}
	return d.t.T("estimate.fits_not", args...)
}

// work says what is computed.
func (d estimateDoc) work() []Line {
	one := d.r.Shown().Result
	flops := []string{"flops", scientific(one.FLOPs.SixND), "useful", scientific(one.FLOPs.Useful), "hardware", scientific(one.FLOPs.Hardware)}
	if one.Tokens == 0 {
		return []Line{say(d.t.T("estimate.work_other", flops...)), say(d.place())}
	}
	m := one.Model
	size := d.t.T("estimate.size", "params", short(m.Params))
	if m.MoE() {
		size = d.t.T("estimate.size_moe", "params", short(m.Params), "active", short(m.ActiveParams()))
	}
	if name := d.r.Ask.ModelName(); name != "" {
		size = diag.Clean(name) + ", " + size
	}
	first := d.t.T("estimate.work", append(flops, "kind", diag.Ref("estimate.kind."+estimate.KindWord(one.Kind)), "size", size,
		"tokens", short(one.Tokens), "each", digits(one.Tokens/m.ActiveParams()))...)
	second := d.t.T("estimate.how", "precision", one.Precision, "seq", plain(float64(one.Seq)), "batch", short(one.BatchTokens),
		"layers", count(m.Layers), "hidden", plain(float64(m.Hidden)))
	return []Line{say(first), say(second), say(d.place())}
}

func (d estimateDoc) place() string {
	site := d.r.Ask.Defaults.Site
	if s, wrong := d.r.Ask.Costs.Catalog.ResolveSite(site); len(wrong) == 0 {
		site = inLanguage(d.t, s.Name, s.NameZH)
	}
	return d.t.T("estimate.place", "site", site, "book", d.m.BookDate)
}

// table is the candidates.
func (d estimateDoc) table() Block {
	g := &Grid{Columns: []Column{
		{Head: d.t.T("estimate.col.count"), Number: true},
		{Head: d.t.T("estimate.col.days"), Number: true},
		{Head: d.t.T("col.range"), Number: true, Drop: 2},
		{Head: d.t.T("estimate.col.card_hours"), Number: true, Drop: 4},
		{Head: "MFU", Number: true, Drop: 5},
		{Head: d.t.T("estimate.col.memory"), Number: true, Drop: 3},
		{Head: d.t.T("estimate.col.energy"), Number: true, Drop: 6},
		{Head: d.t.T("estimate.col.cost"), Number: true},
		{Head: ""},
		{Head: d.t.T("estimate.col.way")},
	}}
	var notes []Line
	front, last := false, ""
	for i, c := range d.r.Candidates {
		row := Row{Mark: i == d.r.Choice && len(d.r.Candidates) > 1, Cells: d.row(&c)}
		if c.Machine.Card.ID != last {
			row.Group, last = d.t.T("estimate.group", "card", c.Machine.Card.Name, "precision", c.Result.Precision), c.Machine.Card.ID
		}
		front = front || c.Pareto
		g.Rows = append(g.Rows, row)
	}
	if front && len(d.r.Candidates) > 1 {
		notes = append(notes, say(d.t.T("estimate.front")))
	}
	for _, s := range d.r.Cards {
		if s.Smallest > 0 && d.r.Shown().Result.Tokens > 0 {
			notes = append(notes, say(d.t.T("estimate.smallest", "card", s.Machine.Card.Name, "count", count(s.Smallest))))
		}
	}
	return Block{Table: g, Notes: notes}
}

func (d estimateDoc) row(c *estimate.Candidate) []string {
	one := c.Result
	cost, way, front := none, none, ""
	switch {
	case !one.Fits:
		way = d.t.T("estimate.no_fit")
	case c.Cost != nil:
		cost, way = c.Cost.Total.FormatYuan(), c.Cost.Option
	}
	if c.Pareto && len(d.r.Candidates) > 1 {
		front = "*"
	}
	memory := none
	if one.Tokens > 0 {
		memory = quantity.Fixed(one.Memory.Total()/training.GiB, 0) + "/" + quantity.Fixed(one.CapacityBytes/training.GiB, 0)
	}
	energy := none
	if one.Energy.KWPerCard > 0 {
		energy = quantity.Fixed(one.Energy.KWh.Typical, 0)
	}
	if !one.Fits {
		return []string{count(one.Count), none, none, none, none, memory, none, cost, front, way}
	}
	return []string{
		count(one.Count), quantity.Significant(one.Days.Typical, 3),
		quantity.Significant(one.Days.Low, 3) + "-" + quantity.Significant(one.Days.High, 3),
		quantity.Fixed(one.CardHours.Typical, 0), percent(one.MFU.Typical), memory, energy, cost, front, way,
	}
}

// ways is what each way to get the chosen cards costs, over the range of time.
func (d estimateDoc) ways() Block {
	if d.r.Ways == nil {
		return Block{}
	}
	c := d.r.Shown()
	g := &Grid{Columns: []Column{
		{Head: d.t.T("col.option")},
		{Head: d.t.T("col.how"), Shrinks: true, Drop: 1},
		{Head: d.t.T("estimate.col.low"), Number: true, Drop: 2},
		{Head: d.t.T("estimate.col.typical"), Number: true},
		{Head: d.t.T("estimate.col.high"), Number: true, Drop: 2},
	}}
	other := false
	for _, w := range d.r.Ways.Rows {
		if !w.Priced {
			continue
		}
		row := Row{Mark: w.Chosen, Cells: []string{
			w.ID, d.t.Message(w.How), wayTotal(d.r.WaysLow, w.ID), w.Cost().FormatYuan(), wayTotal(d.r.WaysHigh, w.ID),
		}}
		if !w.Counts && !other {
			row.Group, other = d.t.T("report.other_views"), true
		}
		g.Rows = append(g.Rows, row)
	}
	notes := d.wayNotes(d.r.Ways)
	for _, l := range d.r.LongTerms() {
		notes = append(notes, say(d.t.T("estimate.longer_term."+l.Period, "option", l.Option, "units", l.Units, "time", d.time(c.Result.Days.Typical))))
	}
	command := "gpucalc compare --scenario " + c.Shorthand()
	if d.asked != "" {
		command += " " + d.asked
	}
	again := d.t.T("estimate.compare", "command", command)
	return Block{Head: d.t.T("estimate.ways"), Table: g, Notes: append(notes, say(again))}
}

// wayNotes says what is not in the table of ways, in words that fit here: the
// flag that explains offers belongs to another command.
func (d estimateDoc) wayNotes(r *compare.Result) []Line {
	ways := *r
	ways.NotCounted = nil
	ways.NotOffered = slices.DeleteFunc(slices.Clone(r.NotOffered), func(t string) bool { return slices.Contains(r.NotCounted, t) })
	doc := compareDoc{r: &ways, m: d.m, t: d.t}
	notes := doc.optionNotes()
	if len(r.NotCounted) > 0 {
		notes = append(notes, say(d.t.T("estimate.not_counted", "terms", doc.termNames(r.NotCounted))))
	}
	return notes
}

func wayTotal(list []costmodel.Total, option string) string {
	if total, ok := estimate.TotalOf(list, option); ok {
		return total.FormatYuan()
	}
	return none
}

func (d estimateDoc) warnings() []Line {
	var lines []Line
	for _, w := range d.r.Warnings {
		lines = append(lines, alerts(d.t, diag.List{w})...)
		if hint := d.t.Hint(w); hint != "" {
			lines = append(lines, Line{Text: hint, Indent: 4})
		}
	}
	return lines
}

func gib(bytes float64) string { return quantity.Fixed(bytes/training.GiB, 1) }

// digits is a number with three significant digits, without needless zeros.
func digits(v float64) string { return quantity.DropZeros(quantity.Significant(v, 3)) }

// short is a count with K, M, B or T, as sizes of models and data are written.
func short(v float64) string {
	for _, u := range [...]struct {
		size   float64
		suffix string
	}{{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "K"}} {
		if v >= u.size*0.9995 {
			return digits(v/u.size) + u.suffix
		}
	}
	return digits(v)
}

// scientific is a number of FLOPs: "5.71e22".
func scientific(v float64) string {
	s := strconv.FormatFloat(v, 'e', 2, 64)
	for i := range s {
		if s[i] == '+' {
			return s[:i] + s[i+1:]
		}
	}
	return s
}
