package costmodel

import (
	"slices"
	"strconv"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// Biller bills several needs from one catalogue, of which it decodes but once what they share. It must not bill two at
// a time.
type Biller struct {
	sheets *sheets
	book   *ledger.Book // of bills that only totals are wanted of
	draft  model        // that writes them
}

// NewBiller returns a biller that has decoded nothing yet.
func NewBiller(cat *catalog.Catalog) *Biller {
	return &Biller{sheets: newSheets(cat), book: ledger.NewBook()}
}

// Resolve looks up and checks the spec of a need that is to be billed.
func (b *Biller) Resolve(spec scenario.Spec, def scenario.Defaults) (scenario.Scenario, diag.List) {
	return scenario.Resolve(spec, b.sheets, def)
}

// Total is what an option comes to. Counts is false for views of owning other than the deciding one.
type Total struct {
	Option string
	Amount quantity.Fen
	Counts bool
}

// Totals bills like Build, and returns the totals of the options that have a price.
func (b *Biller) Totals(in Input) []Total {
	b.book.Reset()
	b.draft.begin(b.sheets, in, b.book)
	return b.draft.bill().Totals(in.Scenario.View)
}

// Totals are those of the options that have a price. Ways to own count in the view given.
func (r *Result) Totals(view string) []Total {
	var out []Total
	for _, o := range r.Options {
		if len(o.Missing) == 0 {
			out = append(out, Total{o.ID, o.Total(), o.InView(view)})
		}
	}
	return out
}

// InView reports whether the option takes part where a view decides: all but ways to own in another view do.
func (o Option) InView(view string) bool { return o.View == "" || o.View == view }

// Build writes the bills of every option. It fails on nothing: an option that lacks a price says so.
func Build(in Input) Result { return *newModel(in).bill() }

// Build is the function Build with the biller's catalogue.
func (b *Biller) Build(in Input) Result {
	return *b.sheets.model(in, ledger.NewBook()).bill()
}

// bill writes the bills of every option.
func (m *model) bill() *Result {
	m.owning()
	m.rent()
	m.mix()
	m.combine()
	m.noteMovement()
	m.warnings()
	return m.out
}

// BuildOwn writes the bills of owning only.
func BuildOwn(in Input) Result {
	m := newModel(in)
	m.owning()
	return *m.out
}

// BuildRent writes the bills of renting only.
func BuildRent(in Input) Result {
	m := rentingOf(in)
	m.mix()
	return *m.out
}

// BuildTerms writes the bills of renting by one term, without the best mix of several.
func BuildTerms(in Input) Result { return *rentingOf(in).out }

// rentingOf bills the terms of renting. Rent knows no tariff.
func rentingOf(in Input) *model {
	if !in.Scenario.Pattern().Valley {
		in.Scenario.Site.Tariff = ""
	}
	m := newModel(in)
	m.rent()
	return m
}

// combine adds the options that put renting and owning, or two cards, together.
func (m *model) combine() {
	m.hybrid()
	m.rentToOwn()
	m.upgrade()
}

func newModel(in Input) *model { return newSheets(in.Catalog).model(in, ledger.NewBook()) }

// model prepares bills of a need in a book.
func (s *sheets) model(in Input, b *ledger.Book) *model {
	m := new(model)
	m.begin(s, in, b)
	return m
}

// begin forgets what the model billed before.
func (m *model) begin(s *sheets, in Input, b *ledger.Book) {
	*m = model{Input: in, sc: in.Scenario, cat: s, b: b, memo: newMemo()}
	m.Catalog = s.Catalog
	m.out = &Result{Book: m.b}
	if m.paysTariff() {
		m.tariff, _ = m.cat.Tariff(m.sc.Site.Tariff)
	}
	if m.Market {
		m.tariff = withoutPeriods(m.tariff)
	}
	m.periods = periodsOf(m.tariff)
	m.cal = layOut(m.sc.Start, m.stretches(), m.periods)
	m.utilisation()
	m.measureUse()
}

// paysTariff reports whether hours have periods: where the grid or a household's meter bills, and where the team works
// in the valley. A landlord's price knows none.
func (m *model) paysTariff() bool {
	power := m.sc.Site.Power
	return m.sc.Site.Tariff != "" && (power == powerGrid || power == powerHome || m.sc.Pattern().Valley)
}

// stretches lays the phases one after the other on the clock.
func (m *model) stretches() []stretch {
	var out []stretch
	at := 0.0
	for _, p := range m.sc.Phases {
		end := at + p.Duration.Hours()
		out = append(out, stretch{at, end, p.Pattern})
		at = end
	}
	return out
}

// utilisation enters the utilisation of each phase; phases with the same one share the figure.
func (m *model) utilisation() {
	for k, p := range m.sc.Phases {
		id := "scenario.util"
		if k > 0 && !p.Util.Equal(m.sc.Phases[0].Util) {
			id += ".phase" + strconv.Itoa(k)
		}
		m.util = append(m.util, m.b.Const(id, "f.util", "share", p.Util))
	}
	m.out.Util = m.util
}

func (m *model) measureUse() {
	for k, p := range m.sc.Phases {
		u := m.cal.total(k)
		m.out.CardHours += float64(p.Count) * p.Duration.Hours()
		m.out.WantedHours += float64(p.Count) * u.wanted
		m.out.UsedHours += float64(p.Count) * u.wanted * p.Util.InexactFloat64()
	}
}

func (m *model) warn(key string, args ...string) {
	d := diag.New(key, args...).AsWarning()
	if !slices.ContainsFunc(m.out.Warnings, func(x diag.Diagnostic) bool { return x.Key == key && slices.Equal(x.Args, d.Args) }) {
		m.out.Warnings = append(m.out.Warnings, d)
	}
}

// warnings adds what a careful reader of the answer would ask about.
func (m *model) warnings() {
	card := m.sc.Card
	switch card.ExportStatus {
	case "controlled", "case_by_case", "licence", "halted", "denied":
		m.warn("warning.export."+card.ExportStatus, "card", card.Name)
	}
	if m.sc.MemoryGB > card.MemoryGB {
		m.warn("warning.memory", "card", card.Name, "gb", trim(card.MemoryGB), "need", trim(m.sc.MemoryGB))
	}
	if m.sc.Count > hostCards && card.LinkGBs > 0 && strings.HasPrefix(card.LinkType, "PCIe") {
		m.warn("warning.weak_interconnect", "card", card.Name, "count", strconv.Itoa(m.sc.Count))
	}
	if m.sc.Site.Power == powerGrid && !m.sc.Site.PUELimit.Missing() && toFloat(m.sc.Site.PUE) > toFloat(m.sc.Site.PUELimit) {
		m.warn("warning.pue_above_limit", "pue", m.sc.Site.PUE.Typical, "limit", m.sc.Site.PUELimit.Typical)
	}
	m.warnPriceBasis()
	if p, ok := m.patternPrice(); ok {
		m.out.Pattern = &p
		m.warn("note.pattern_price", "pattern", m.sc.Pattern().Word, "price", fixed(p.InPattern, 4), "all", fixed(p.AllHours, 4),
			"saving", fixed(100*p.Saving, 0), "longer", fixed(p.Longer, 1))
	}
}

func fixed(v float64, places int) string { return strconv.FormatFloat(v, 'f', places, 64) }

// warnPriceBasis catches a price per machine entered as one per card and the other way round: rent that pays for the
// card within a month, or would need more than twenty years to.
func (m *model) warnPriceBasis() {
	k := m.out.Machine
	if k.Cards == 0 {
		return
	}
	perCard := m.yuan(k.Server.Price) / float64(k.Places)
	if k.Composed {
		perCard += m.yuan(m.sc.Card.Price)
	}
	for _, o := range m.out.Offers {
		basis, period := split(o.Offer.Price.Unit)
		if period != "hour" || basis != "card" || perCard <= 0 || len(o.Rejected) > 0 {
			continue
		}
		hours := perCard / max(m.yuan(o.Offer.Price), 1e-9)
		if hours < 730 || hours > 20*8760 {
			m.warn("warning.price_basis", "offer", o.Offer.ID, "price", o.Offer.Price.Typical, "unit", o.Offer.Price.Unit)
		}
	}
}
