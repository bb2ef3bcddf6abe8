package report

import (
	"slices"
	"strconv"
	"strings"

	"gpucalc/internal/compare"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/i18n"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// Meta is what every document says about the program that wrote it.
type Meta struct {
	Version  string
	BookDate string // YYYY-MM-DD
}

// CompareOptions say how much of a comparison is shown.
type CompareOptions struct {
	AllOffers bool
	Explain   bool                // add the factors of the chosen option's lines
	Asked     string              // what to type after "gpucalc explain OPTION" to see the numbers of this run
	CurveName func(string) string // what people call a resale curve, by id
}

// Compare is the report of a comparison.
func Compare(r *compare.Result, m Meta, o CompareOptions) Report {
	return Report{
		Doc:      func(t *i18n.Catalog) Doc { return compareDoc{r, m, o, t}.doc() },
		JSON:     func() any { return compareAsJSON(r, m, o.AllOffers) },
		Records:  func() [][]string { return compareRecords(r, o.AllOffers) },
		Warnings: r.Warnings,
	}
}

// compareDoc lays a comparison out for people.
type compareDoc struct {
	r *compare.Result
	m Meta
	o CompareOptions
	t *i18n.Catalog
}

func (d compareDoc) doc() Doc {
	blocks := []Block{{Lines: d.answer()}}
	add := func(b Block) {
		if len(b.Lines) > 0 || b.Table != nil && len(b.Table.Rows) > 0 || len(b.Notes) > 0 {
			blocks = append(blocks, b)
		}
	}
	add(d.flips())
	add(Block{Lines: d.need(), Table: nil})
	add(Block{Table: d.options(), Notes: d.optionNotes()})
	add(d.split())
	add(d.waiting())
	add(d.equivalents())
	for _, b := range d.money() {
		add(b)
	}
	if d.o.AllOffers {
		add(d.offers())
	}
	add(d.owning())
	if row, ok := d.chosen(); ok && d.o.Explain {
		add(Block{Head: d.t.T("report.explain.head", "option", row.ID), Table: factorTable(d.t, d.r.Book, row.Ledger, "")})
	}
	if d.o.Explain {
		for _, b := range append(d.steps(), d.schedules()...) {
			add(b)
		}
	}
	add(d.assumptions())
	add(Block{Lines: d.ending()})
	return Doc{Title: d.t.T("report.compare.title", "scenario", d.r.Scenario.ID), Blocks: blocks}
}

func (d compareDoc) chosen() (*compare.Row, bool) {
	if d.r.Verdict == nil {
		return nil, false
	}
	return d.r.Row(d.r.Verdict.Choice)
}

// answer is the headline and how firm it is.
func (d compareDoc) answer() []Line {
	v := d.r.Verdict
	if v == nil {
		return []Line{{Text: d.t.T(d.cashKey("verdict.none")), Style: Strong}}
	}
	choice := nameOf(d.t, "choice."+v.Choice)
	head := d.t.T(d.aloneKey(), "choice", choice, "total", v.Total.Format())
	if v.RunnerUp != "" {
		head = d.t.T("verdict.saves", "choice", choice, "total", v.Total.Format(), "saving", v.Saving.Format(),
			"share", percent(v.SavingShare), "other", optionName(d.t, v.RunnerUp))
	}
	lines := []Line{{Text: head, Style: Strong}}
	if basis := d.r.Basis(); basis != compare.BasisTotal {
		lines = append(lines, say(d.t.T("verdict.basis."+basis)))
	}
	return append(lines, d.firmness()...)
}

// aloneKey words why nothing stands beside the answer: there is nothing, or there are offers that do not count.
func (d compareDoc) aloneKey() string {
	key := d.cashKey("verdict.alone")
	if key == "verdict.alone" && len(d.r.NotCounted) > 0 && d.r.Verdict.Family != costmodel.FamilyRent {
		return "verdict.alone_rejected"
	}
	return key
}

func (d compareDoc) firmness() []Line {
	v := d.r.Verdict
	var words []string
	switch {
	case v.RunnerUp == "" || d.oneView():
	case v.Robust:
		words = append(words, d.t.T("verdict.every_view"))
	default:
		words = append(words, d.t.T("verdict.not_every_view"), d.otherViews())
	}
	if v.RunnerUp != "" {
		key := "verdict.tight"
		if v.Holds {
			key = "verdict.holds"
		}
		words = append(words, d.t.T(key))
	}
	if v.MonthsApart > 0 {
		words = append(words, d.t.T("verdict.apart", "months", strconv.Itoa(v.MonthsApart)))
	}
	var lines []Line
	if len(words) > 0 {
		lines = append(lines, say(d.join(words)))
	}
	return lines
}

// join puts sentences beside each other; Chinese has no blank between them.
func (d compareDoc) join(sentences []string) string {
	if d.t.Language() == i18n.Chinese {
		return strings.Join(sentences, "")
	}
	return strings.Join(sentences, " ")
}

func (d compareDoc) otherViews() string {
	var out []string
	for _, w := range d.r.Verdict.ViewWinners {
		if row, ok := d.r.Row(w.Choice); ok && row.Family != d.r.Verdict.Family {
			out = append(out, d.t.T("verdict.view_turns", "total", w.Total.Format(), "option", optionName(d.t, w.Choice),
				"view", d.t.T("view."+w.View)))
		}
	}
	return d.join(out)
}

// flips says what would turn the verdict, then what is worth knowing beside it.
func (d compareDoc) flips() Block {
	if d.r.Verdict == nil {
		return Block{}
	}
	var turning, hints []Line
	for _, f := range d.r.Verdict.Flips {
		line := Line{Text: d.flip(f), Style: Item}
		switch {
		case f.Turns && f.What == "view": // the line under the headline says it
		case f.Turns:
			turning = append(turning, line)
		default:
			hints = append(hints, line)
		}
	}
	b := Block{}
	if len(turning) > 0 {
		b.Lines = append(append(b.Lines, say(d.t.T("report.flips"))), turning...)
	}
	if len(hints) > 0 {
		b.Lines = append(append(b.Lines, say(d.t.T("report.hints"))), hints...)
	}
	return b
}

func (d compareDoc) flip(f compare.Flip) string {
	args := []diag.Arg{{Name: "option", Value: optionName(d.t, f.To)}, {Name: "total", Value: f.Total.Format()}}
	for _, a := range f.Args {
		switch a.Name {
		case "view":
			args = append(args, diag.Arg{Name: "view_text", Value: d.t.T("view." + a.Value)})
		case "price":
			a.Value = quantity.Group(a.Value)
		case "class":
			a.Value = nameOf(d.t, "class."+a.Value)
		case "provider":
			a.Value = shortProvider(d.t, a.Value)
		case "curve":
			name := a.Value
			if d.o.CurveName != nil {
				name = d.o.CurveName(a.Value)
			}
			args = append(args, diag.Arg{Name: "curve_name", Value: name})
		}
		args = append(args, a)
	}
	return d.t.Message(diag.Diagnostic{Key: "flip." + f.What, Args: args})
}

// how is the words for what an option does, with the provider's name as short as it is clear.
func (d compareDoc) how(row compare.Row) string {
	how := row.How
	how.Args = slices.Clone(how.Args)
	for i, a := range how.Args {
		if a.Name == "provider" {
			how.Args[i].Value = shortProvider(d.t, a.Value)
		}
	}
	return d.t.Message(how)
}

// need says what was asked for.
func (d compareDoc) need() []Line {
	s := d.r.Scenario
	pattern := d.t.Pattern(s.Pattern().Word)
	first := d.t.T("report.need", "count", strconv.Itoa(s.Count), "card", s.Card.Name, "hours", plain(s.Hours()),
		"pattern", pattern, "card_hours", plain(d.r.CardHours), "used", plain(d.r.UsedHours), "start", s.Start.String())
	second := d.t.T("report.place", "site", inLanguage(d.t, s.Site.Name, s.Site.NameZH), "book", d.m.BookDate,
		"taxpayer", d.t.T("taxpayer."+s.Taxpayer), "view", d.t.T("view."+s.View))
	return append([]Line{say(first), say(second)}, defaultLines(d.t, s)...)
}

// options is the table of the ways to get the cards.
func (d compareDoc) options() *Grid {
	g := &Grid{Columns: []Column{
		{Head: d.t.T("col.option")},
		{Head: d.t.T("col.how"), Shrinks: true},
		{Head: d.costHead(), Number: true},
		{Head: d.t.T("col.range"), Number: true, Drop: 3},
		{Head: d.t.T("col.per_card_hour"), Number: true, Drop: 2},
		{Head: d.t.T("col.cash"), Number: true, Drop: 4},
	}}
	scale := d.rangeScale()
	other := false
	for _, row := range d.r.Rows {
		if !row.Priced {
			continue
		}
		out := Row{Mark: row.Chosen, Cells: []string{
			row.ID, d.how(row), row.Cost().Format(), d.spread(row, scale), unitPrice(row.PerCardHour), row.PeakCash.FormatYuan(),
		}}
		if !row.Counts && !other {
			out.Group, other = d.t.T("report.other_views"), true
		}
		g.Rows = append(g.Rows, out)
	}
	return g
}

// rangeScale is one scale for the whole range column, chosen by its smallest end so that every entry keeps digits.
func (d compareDoc) rangeScale() i18n.Scale {
	least := quantity.Fen(0)
	for _, row := range d.r.Rows {
		if row.Priced && row.HasRange && (least == 0 || row.High < least) {
			least = row.High
		}
	}
	return d.t.Scale(least)
}

func (d compareDoc) spread(row compare.Row, scale i18n.Scale) string {
	if !row.HasRange {
		return none
	}
	places := 0
	if scale.Suffix == "万" || scale.Suffix == "M" {
		places = 1
	}
	return scale.Number(row.Low.Yuan(), places) + "-" + scale.Number(row.High.Yuan(), places) + scale.Suffix
}

func (d compareDoc) termNames(terms []string) string {
	names := make([]string, len(terms))
	for i, t := range terms {
		names[i] = d.t.T("term." + t)
	}
	return strings.Join(names, d.t.T("report.comma"))
}

// oneView reports whether owning is the same in every view, from full life on.
func (d compareDoc) oneView() bool {
	_, ok := d.r.Row("own")
	return ok
}

func (d compareDoc) optionNotes() []Line {
	var lines []Line
	none := slices.DeleteFunc(slices.Clone(d.r.NotOffered), func(t string) bool { return slices.Contains(d.r.NotCounted, t) })
	for _, note := range []struct {
		key   string
		terms []string
	}{{"report.no_offer", none}, {"report.not_counted", d.r.NotCounted}} {
		if len(note.terms) > 0 {
			lines = append(lines, say(d.t.T(note.key, "terms", d.termNames(note.terms))))
		}
	}
	if d.r.MixIs != "" {
		lines = append(lines, say(d.t.T("report.mix_is", "option", d.r.MixIs)))
	}
	if quoted := d.quoted(); quoted != "" {
		lines = append(lines, say(d.t.T("report.quoted", "options", quoted)))
	}
	for _, row := range d.r.Rows {
		for _, m := range row.Missing {
			text := d.t.Message(diag.Diagnostic{Key: m.Key, Args: m.Args})
			lines = append(lines, say(d.t.T("report.left_out", "option", row.ID, "why", text)))
		}
	}
	return lines
}

// owning is what the ways to own cost, by category.
func (d compareDoc) owning() Block {
	var rows []compare.Row
	for _, id := range []string{"own.reused", "own.sold", "own.idle", "own"} {
		if row, ok := d.r.Row(id); ok && row.Priced {
			rows = append(rows, *row)
		}
	}
	if len(rows) == 0 {
		return Block{}
	}
	g := &Grid{Columns: []Column{{Head: d.t.T("col.line")}}}
	for _, row := range rows {
		column := Column{Head: row.ID, Number: true}
		if row.ID == "own.idle" {
			column.Drop = 2
		}
		g.Columns = append(g.Columns, column)
	}
	for _, c := range d.billedFor(rows) {
		cells := []string{nameOf(d.t, "category."+c) + d.estimateIn(rows, c)}
		for _, row := range rows {
			cells = append(cells, d.categoryCell(row, c))
		}
		g.Add(cells...)
	}
	g.Rows = append(g.Rows, d.owningSteps(rows)...)
	total := []string{d.totalWord()}
	for _, row := range rows {
		total = append(total, row.Cost().Format())
	}
	g.Rows = append(g.Rows, Row{Strong: true, Cells: total})
	return Block{Head: d.t.T("report.owning"), Table: g, Notes: d.owningNotes(rows)}
}

// owningNotes say when the machines are there and what they draw; the bought ones speak where they are not shared.
func (d compareDoc) owningNotes(rows []compare.Row) []Line {
	row := rows[len(rows)-1]
	var lines []Line
	if days, ok := row.ReadyInDays(); ok {
		lines = append(lines, say(d.t.T("report.ready", "days", plain(days))))
	}
	if row.EnergyKWh > 0 {
		lines = append(lines, say(d.t.T("report.energy", "kwh", quantity.Group(quantity.Fixed(row.EnergyKWh, 0)),
			"kg", quantity.Group(quantity.Fixed(row.CarbonKg, 0)))))
	}
	return lines
}

// categoryOrder is how a bill is read: what is bought, what it takes to run it, what comes back.
var categoryOrder = []string{
	"purchase", "rack", "electricity", "staff", "network", "insurance", "upkeep", "failures", "capital", "deposit", "resale",
}

// categories lists the categories of the bills in their order; new ones stand at the end.
func categories(rows []compare.Row) []string {
	var out []string
	for _, row := range rows {
		for _, c := range row.Ledger.Categories() {
			if !slices.Contains(out, string(c)) {
				out = append(out, string(c))
			}
		}
	}
	rank := func(c string) int {
		if i := slices.Index(categoryOrder, c); i >= 0 {
			return i
		}
		return len(categoryOrder)
	}
	slices.SortStableFunc(out, func(a, b string) int { return rank(a) - rank(b) })
	return out
}

// offers lists every offer with its bill and what stands against it.
func (d compareDoc) offers() Block {
	g := &Grid{Columns: []Column{
		{Head: d.t.T("col.offer"), Shrinks: true},
		{Head: d.t.T("col.price"), Number: true, Drop: 2},
		{Head: d.t.T("col.unit"), Drop: 3},
		{Head: d.t.T("col.total"), Number: true},
		{Head: d.t.T("col.verdict"), Shrinks: true},
	}}
	for _, b := range d.r.Offers {
		total := none
		if b.Ledger != nil {
			total = b.Ledger.Total.Format()
		}
		g.Add(b.Offer.ID, quantity.Group(b.Offer.Price.Typical), b.Offer.Price.Unit, total, d.offerVerdict(b))
	}
	return Block{Head: d.t.T("report.all_offers"), Table: g, Notes: d.refunds()}
}

func (d compareDoc) offerVerdict(b costmodel.OfferBill) string {
	if len(b.Rejected) == 0 {
		return d.t.T("report.acceptable")
	}
	var why []string
	for _, m := range b.Rejected {
		why = append(why, d.t.Message(diag.Diagnostic{Key: m.Key, Args: m.Args}))
	}
	return strings.Join(why, d.t.T("report.semicolon"))
}

// ending is the warnings and how to see every number.
func (d compareDoc) ending() []Line {
	var lines []Line
	for _, u := range d.r.Figures {
		if u.Estimate {
			key := "report.estimate_note"
			if v := d.r.Verdict; v != nil && v.Holds && v.RunnerUp != "" {
				key = "report.estimate_note_holds"
			}
			lines = append(lines, say(d.t.T(key)))
			break
		}
	}
	lines = append(lines, alerts(d.t, d.r.Warnings)...)
	if d.r.Verdict != nil && d.o.Asked != "" {
		option := d.r.Verdict.Choice
		lines = append(lines, say(d.t.T("report.every_number", "command", "gpucalc explain "+option+" "+d.o.Asked)))
	}
	return lines
}

// OriginText says in one word or two where a setting came from.
func OriginText(o scenario.Origin) string {
	switch o.Kind {
	case "flag":
		return "--" + strings.TrimLeft(o.Name, "-")
	case "env":
		return o.Name
	case "sheet", "config":
		return where(o.File, o.Line)
	}
	return o.Kind
}
