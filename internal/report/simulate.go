package report

import (
	"strconv"
	"strings"

	"gpucalc/internal/compare"
	"gpucalc/internal/i18n"
	"gpucalc/internal/quantity"
)

// Simulate is the report of a simulation.
func Simulate(s *compare.Simulation, m Meta) Report {
	return Report{
		Doc:      func(t *i18n.Catalog) Doc { return simulateDoc{s, m, t}.doc() },
		JSON:     func() any { return simulateAsJSON(s, m) },
		Records:  func() [][]string { return simulateRecords(s) },
		Warnings: s.Base.Warnings,
	}
}

type simulateDoc struct {
	s *compare.Simulation
	m Meta
	t *i18n.Catalog
}

func (d simulateDoc) doc() Doc {
	s, t := d.s, d.t.T
	doc := Doc{Title: t("report.simulate.title", "scenario", s.Base.Scenario.ID)}
	if len(s.Options) == 0 {
		doc.Blocks = []Block{{Lines: []Line{{Text: t("verdict.none"), Style: Strong}}}}
		return doc
	}
	doc.Blocks = append(doc.Blocks,
		Block{Lines: append(d.answer(), basisLines(d.t, s.Base.Basis())...)},
		Block{Lines: compareDoc{r: s.Base, m: d.m, t: d.t}.need()},
		Block{Head: t("report.simulate.options"), Table: d.options()},
	)
	if s.Margin != nil {
		doc.Blocks = append(doc.Blocks, Block{Head: t("report.simulate.histogram"), Lines: d.histogram()})
	}
	doc.Blocks = append(doc.Blocks, Block{Head: t("report.simulate.how"), Lines: d.how()})
	return doc
}

// answer is how sure the choice is and what being wrong costs.
func (d simulateDoc) answer() []Line {
	s := d.s
	var lines []Line
	switch {
	case s.OnlyOwn:
		lines = append(lines, Line{Style: Strong, Text: d.t.T("report.simulate.only_own", "card", s.Base.Scenario.Card.Name)})
	case s.OnlyRent:
		lines = append(lines, Line{Style: Strong, Text: d.t.T("report.simulate.only_rent", "card", s.Base.Scenario.Card.Name)})
	}
	if d.counted() < 2 {
		return lines
	}
	wins := 0.0
	for _, o := range s.Options {
		if o.ID == s.Choice {
			wins = o.Wins
		}
	}
	lines = append(lines, Line{Style: Strong, Text: d.t.T("report.simulate.answer", "choice", nameOf(d.t, "choice."+s.Choice),
		"share", quantity.Fixed(100*wins, 1)+"%", "draws", quantity.Group(strconv.Itoa(s.Draws)))})
	if s.Margin != nil {
		lines = append(lines, say(d.t.T("report.simulate.margin", "share", quantity.Fixed(100*s.RentWins, 1)+"%",
			"p10", quantity.Fixed(s.Margin.P10, 0), "p50", quantity.Fixed(s.Margin.P50, 0), "p90", quantity.Fixed(s.Margin.P90, 0))))
	}
	lines = append(lines, say(d.t.T("report.simulate.regret", "regret", quantity.Fixed(s.Regret, 0), "perfect", quantity.Fixed(s.Perfect, 0))))
	if s.BestMean != s.Choice && s.BestMean != "" {
		lines = append(lines, say(d.t.T("report.simulate.other_mean", "option", optionName(d.t, s.BestMean))))
	}
	return lines
}

// counted is how many options take part in the choice.
func (d simulateDoc) counted() int {
	n := 0
	for _, o := range d.s.Options {
		if o.Counts {
			n++
		}
	}
	return n
}

func (d simulateDoc) options() *Grid {
	t := d.t.T
	g := &Grid{Columns: []Column{
		{Head: t("col.option")},
		{Head: t("col.cheapest"), Number: true},
		{Head: "p10", Number: true},
		{Head: "p50", Number: true},
		{Head: "p90", Number: true},
		{Head: t("col.mean"), Number: true, Drop: 1},
		{Head: t("col.regret"), Number: true, Drop: 2},
	}}
	other := false
	for _, o := range d.s.Options {
		wins, regret := quantity.Fixed(100*o.Wins, 1)+"%", quantity.Fixed(o.Regret, 0)
		row := Row{Mark: o.ID == d.s.Choice}
		if d.counted() < 2 {
			wins, regret = none, none
		}
		if !o.Counts {
			wins, regret = none, none
			if !other {
				row.Group, other = t("report.other_views"), true
			}
		}
		q := o.Total
		row.Cells = []string{o.ID, wins, quantity.Fixed(q.P10, 0), quantity.Fixed(q.P50, 0), quantity.Fixed(q.P90, 0), quantity.Fixed(q.Mean, 0), regret}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// barLength is the longest bar of a histogram.
const barLength = 50

func (d simulateDoc) histogram() []Line {
	most, wide := 0.0, 0
	for _, b := range d.s.Histogram {
		most = max(most, b.Share)
		wide = max(wide, cells(binLabel(b)))
	}
	var lines []Line
	for _, b := range d.s.Histogram {
		label := binLabel(b)
		mark := "#"
		if b.From >= 0 {
			mark = "." // renting is cheaper
		}
		bar := strings.Repeat(mark, int(b.Share/most*barLength+0.5))
		lines = append(lines, say(strings.TrimRight(strings.Repeat(" ", wide-cells(label))+label+" "+bar, " ")))
	}
	return lines
}

// binLabel is where a bar begins, or for the end bars what they hold.
func binLabel(b compare.Bin) string {
	switch {
	case b.OpenLow:
		return "<= " + quantity.Fixed(b.To, 0)
	case b.OpenHigh:
		return ">= " + quantity.Fixed(b.From, 0)
	}
	return quantity.Fixed(b.From, 0)
}

// how states what was drawn and how it hangs together.
func (d simulateDoc) how() []Line {
	s := d.s
	byRule := 0
	for _, l := range s.Levers {
		if l.ByRule {
			byRule++
		}
	}
	l := s.Loadings
	line := func(key string, args ...string) Line { return Line{Style: Item, Text: d.t.T(key, args...)} }
	two := func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
	lines := []Line{
		line("report.simulate.seed", "draws", quantity.Group(strconv.Itoa(s.Draws)), "seed", strconv.FormatUint(s.Seed, 10)),
		line("report.simulate.figures", "n", strconv.Itoa(len(s.Levers)), "rule", strconv.Itoa(byRule)),
	}
	if l == (compare.Loadings{}) {
		lines = append(lines, line("report.simulate.independent"))
	} else {
		lines = append(lines, line("report.simulate.tied", "rent", two(l.Rent), "own", two(l.Own), "resale", two(l.Resale),
			"rent_own", two(l.Rent*l.Own), "rent_resale", two(l.Rent*l.Resale), "own_resale", two(l.Own*l.Resale)))
	}
	if s.Demand != nil {
		lines = append(lines, line("report.simulate.demand", "low", percent(s.Demand.Low), "typical", percent(s.Demand.Typical), "high", percent(s.Demand.High)))
	}
	if s.Drift != nil {
		lines = append(lines, line("report.simulate.drift", "low", percent(s.Drift.Low), "typical", percent(s.Drift.Typical), "high", percent(s.Drift.High)))
	}
	lines = append(lines, line("report.simulate.resolution", "yuan", quantity.Fixed(s.Resolution, 2)))
	return append(lines, alerts(d.t, s.Base.Warnings)...)
}

type simulateJSON struct {
	Schema     string                `json:"schema" enum:"gpucalc.simulate/v1"`
	Version    string                `json:"version"`
	BookDate   string                `json:"book_date"`
	Currency   string                `json:"currency" enum:"CNY"`
	Scenario   scenarioJSON          `json:"scenario"`
	Basis      string                `json:"basis" enum:"total,after-tax" doc:"what every amount stands on: the bills as quoted, or after VAT"`
	Draws      int                   `json:"draws"`
	Seed       string                `json:"seed"`
	Options    []simulatedOptionJSON `json:"options"`
	Margin     *quantilesJSON        `json:"margin" doc:"best own less best rent; null when either has no price"`
	RentWins   *number               `json:"rent_wins" doc:"share of the draws in which the best rent is below the best own; null when either has no price"`
	Choice     string                `json:"choice" doc:"chosen at typical values"`
	BestMean   string                `json:"best_mean" doc:"option with the least mean"`
	Regret     number                `json:"regret" doc:"mean yuan that the choice costs above the cheapest of each draw"`
	Perfect    number                `json:"perfect_information" doc:"mean yuan that knowing the outcome ahead would save"`
	Histogram  []binJSON             `json:"histogram" doc:"of the margin"`
	Resolution number                `json:"resolution" doc:"most yuan by which a quantile may be off for being counted in bins"`
	Varied     []leverJSON           `json:"varied"`
	Tied       tiedJSON              `json:"correlation" doc:"loadings on the common demand for cards; two markets correlate by the product"`
	Warnings   []messageJSON         `json:"warnings"`
}

type simulatedOptionJSON struct {
	ID        string `json:"id"`
	Family    string `json:"family" enum:"own,rent,rent-to-own,hybrid"`
	Counts    bool   `json:"counts" doc:"takes part in the choice"`
	Wins      number `json:"wins" doc:"share of the draws in which it is the cheapest that counts"`
	P10       number `json:"p10"`
	P50       number `json:"p50"`
	P90       number `json:"p90"`
	Mean      number `json:"mean"`
	Deviation number `json:"deviation"`
	Regret    number `json:"regret"`
}

type quantilesJSON struct {
	P10       number `json:"p10"`
	P50       number `json:"p50"`
	P90       number `json:"p90"`
	Mean      number `json:"mean"`
	Deviation number `json:"deviation"`
}

type binJSON struct {
	From     number `json:"from"`
	To       number `json:"to"`
	Share    number `json:"share"`
	OpenLow  bool   `json:"open_low" doc:"holds everything below to"`
	OpenHigh bool   `json:"open_high" doc:"holds everything from from on"`
}

type leverJSON struct {
	ID      string `json:"id"`
	Market  string `json:"market" doc:"rent, own or resale: what it moves with; empty = on its own"`
	Figures int    `json:"figures" doc:"that move together"`
	Low     number `json:"low" doc:"of the first figure"`
	Typical number `json:"typical"`
	High    number `json:"high"`
	ByRule  bool   `json:"by_rule" doc:"no range in the sheets: it follows from reliability and age"`
}

type tiedJSON struct {
	Rent   number `json:"rent"`
	Own    number `json:"own"`
	Resale number `json:"resale"`
}

// cents rounds yuan for JSON: more digits than a fen mean nothing in a simulation.
func cents(yuan float64) number {
	f, err := quantity.RoundFenFloat(yuan)
	if err != nil {
		return number(yuan)
	}
	return number(f.Float())
}

func simulateAsJSON(s *compare.Simulation, m Meta) simulateJSON {
	out := simulateJSON{
		Schema: schemaID("simulate"), Version: m.Version, BookDate: m.BookDate, Currency: "CNY", Scenario: scenarioAsJSON(s.Base), Basis: s.Base.Basis(),
		Draws: s.Draws, Seed: strconv.FormatUint(s.Seed, 10), Options: []simulatedOptionJSON{},
		Choice: s.Choice, BestMean: s.BestMean, Regret: cents(s.Regret), Perfect: cents(s.Perfect), Histogram: []binJSON{},
		Resolution: cents(s.Resolution), Varied: []leverJSON{}, Warnings: messages(s.Base.Warnings),
		Tied: tiedJSON{number(s.Loadings.Rent), number(s.Loadings.Own), number(s.Loadings.Resale)},
	}
	for _, o := range s.Options {
		q := o.Total
		out.Options = append(out.Options, simulatedOptionJSON{
			ID: o.ID, Family: o.Family, Counts: o.Counts, Wins: number(o.Wins), P10: cents(q.P10), P50: cents(q.P50), P90: cents(q.P90),
			Mean: cents(q.Mean), Deviation: cents(q.Deviation), Regret: cents(o.Regret),
		})
	}
	if q := s.Margin; q != nil {
		out.RentWins = known(s.RentWins)
		out.Margin = &quantilesJSON{cents(q.P10), cents(q.P50), cents(q.P90), cents(q.Mean), cents(q.Deviation)}
	}
	for _, b := range s.Histogram {
		out.Histogram = append(out.Histogram, binJSON{cents(b.From), cents(b.To), number(b.Share), b.OpenLow, b.OpenHigh})
	}
	for _, l := range s.Levers {
		v := l.Moves[0]
		out.Varied = append(out.Varied, leverJSON{l.ID, l.Market, len(l.Moves), number(v.Low), number(v.Typical), number(v.High), l.ByRule})
	}
	return out
}

func simulateRecords(s *compare.Simulation) [][]string {
	out := [][]string{{"id", "family", "counts", "wins", "p10", "p50", "p90", "mean", "deviation", "regret", "basis"}}
	row := func(id, family, counts, wins string, q compare.Quantiles, regret string) {
		cells := []string{id, family, counts, wins}
		for _, v := range []float64{q.P10, q.P50, q.P90, q.Mean, q.Deviation} {
			cells = append(cells, floatText(float64(cents(v))))
		}
		out = append(out, append(cells, regret, s.Base.Basis()))
	}
	for _, o := range s.Options {
		row(o.ID, o.Family, strconv.FormatBool(o.Counts), floatText(o.Wins), o.Total, floatText(float64(cents(o.Regret))))
	}
	if s.Margin != nil {
		row("margin", "", "", "", *s.Margin, "")
	}
	return out
}
