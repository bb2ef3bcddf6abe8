package costmodel

import (
	"slices"
	"strconv"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// Terms lists the ways offers are sold, in the order in which they are shown.
var Terms = []string{"hour", "day", "week", "month", "year", "reserved", "spot", "rack"}

// tenancy is one offer applied to the need.
type tenancy struct {
	offer    catalog.Offer
	provider catalog.Provider
	price    ledger.Expr // yuan per unit and period
	basis    string      // card, server, instance, rack: what the price is for
	period   string      // hour, day, week, month, year: what the price is per
}

// split reads a price unit such as CNY/card-hour.
func split(unit string) (basis, period string) {
	_, per, _ := strings.Cut(unit, "/")
	basis, period, _ = strings.Cut(per, "-")
	return basis, period
}

// rent prices every offer for the card and makes an option of the cheapest acceptable one of each term.
func (m *model) rent() {
	offers := m.cat.OffersFor(m.sc.Card.ID)
	if !m.Countable {
		m.out.Offers = slices.Grow(m.out.Offers, len(offers))
	}
	for _, o := range offers {
		if bill := m.offerBill(o); bill.Acceptable() || !m.Countable {
			m.out.Offers = append(m.out.Offers, bill)
		}
	}
	cost := m.offerCost()
	m.leaveOutStranded(cost)
	best := map[string]int{}
	after := dearer(cost)
	for i, bill := range m.out.Offers {
		if !bill.Acceptable() {
			continue
		}
		if at, ok := best[bill.Term]; !ok || after(m.out.Offers[at], bill) {
			best[bill.Term] = i
		}
	}
	for _, term := range Terms {
		i, ok := best[term]
		if !ok {
			m.out.NotOffered = append(m.out.NotOffered, term)
			continue
		}
		opt := m.rentOption(m.out.Offers[i])
		opt.SpreadLow, opt.SpreadHigh = m.spread(term, m.out.Offers[i])
		m.out.Options = append(m.out.Options, opt)
		m.out.Warnings = append(m.out.Warnings, m.out.Offers[i].Notes...)
	}
}

// Acceptable reports whether the offer counts for the need and has a bill.
func (b OfferBill) Acceptable() bool { return b.Ledger != nil && len(b.Rejected) == 0 }

func (m *model) rentOption(bill OfferBill) Option {
	o := bill.Offer
	return Option{
		ID: "rent." + o.Term, Family: FamilyRent, Term: o.Term, Provider: o.Provider, ProviderName: o.ProviderName,
		Offers: []string{o.ID}, Ledger: bill.Ledger, How: m.howRented(o), Quoted: bill.Quoted, Refund: bill.Refund,
		Upfront: bill.Ledger.Upfront(), PeakCash: bill.Ledger.PeakCash(), ReadyDays: m.readyDays(o),
	}
}

// readyDays is how long it takes until the offer's cards can be used.
func (m *model) readyDays(o catalog.Offer) catalog.Figure {
	id := "lead-time-rent-cloud"
	if o.Class == classBareMetal {
		id = "lead-time-rent-bare-metal"
	}
	return m.assumed(id)
}

// offerBill is the bill of one offer, acceptable or not.
func (m *model) offerBill(o catalog.Offer) OfferBill {
	out := OfferBill{Offer: o, Term: o.Term, Rejected: m.objections(o), Quoted: m.quoted(o.Price.File)}
	if m.Countable && len(out.Rejected) > 0 {
		return out
	}
	before := m.absent
	m.absent = nil
	defer func() { m.absent = before }()
	t := m.tenancy(o)
	if t.price.Valid() {
		l := ledger.New(m.b)
		back := m.billTenancy(l, t)
		if err := l.Close(); err == nil && len(m.absent) == 0 && len(l.Lines) > 0 {
			out.Ledger, out.Notes = l, m.rentNotes(t)
			out.Refund = m.fenOf(back)
			return out
		}
	}
	if len(m.absent) == 0 {
		m.lack("missing.unit", "unit", o.Price.Unit)
	}
	out.Rejected = append(out.Rejected, m.absent...)
	return out
}

// fenOf is an amount that is shown beside bills; missing = 0.
func (m *model) fenOf(e ledger.Expr) quantity.Fen {
	if !e.Valid() {
		return 0
	}
	f, err := m.b.Fen(e.Ref())
	if err != nil {
		return 0
	}
	return f
}

func (m *model) tenancy(o catalog.Offer) tenancy {
	t := tenancy{offer: o, price: m.money(o.Price, "f.rent_price")}
	t.provider, _ = m.cat.Provider(o.Provider)
	t.basis, t.period = split(o.Price.Unit)
	return t
}

// unitsSold is how many of what the price is for the need takes: single cards, whole servers, or cards that are only
// sold several at a time.
func (t tenancy) unitsSold(count int) int {
	per := max(1, t.offer.Cards)
	sets := ceilDiv(count, per)
	if t.basis == "card" {
		return sets * per
	}
	return sets
}

// byTouch reports whether the offer is paid by the hours in which the cards are on or by the days that the pattern
// touches; all other offers are leases that run around the clock.
func (t tenancy) byTouch() bool {
	return t.period == "day" || t.period == "hour" && !t.hourlyLease()
}

// hourlyLease reports whether the price is per hour but whole months are paid: reserved instances and the like.
func (t tenancy) hourlyLease() bool {
	if t.period != "hour" {
		return false
	}
	return t.offer.Term == "month" || t.offer.Term == "year" || t.offer.Term == "reserved"
}

// billTenancy adds the rent, what comes with it, and the deposit. It returns what would come back if the unused rest of
// the last unit were handed back; it is on the bill only when the input says so.
func (m *model) billTenancy(l *ledger.Ledger, t tenancy) (back ledger.Expr) {
	switch t.period {
	case "hour", "day", "week", "month", "year":
	default:
		return back
	}
	if t.byTouch() {
		back = m.billTouched(l, t)
	} else {
		back = m.billLeases(l, t)
	}
	if m.EarlyExit && back.Valid() {
		l.Add(ledger.Line{At: m.wholeMonths(), Item: "line.refund", Category: "rent", Credit: true}, back)
	}
	m.besideRent(l, t)
	return back
}

// sold is the units that a number of cards takes, as a figure.
func (m *model) sold(t tenancy, units int) ledger.Expr {
	return m.whole("rented."+t.basis+"."+strconv.Itoa(units), t.basis, units)
}

// billTouched bills the hours or days of each phase and calendar month.
func (m *model) billTouched(l *ledger.Ledger, t tenancy) (back ledger.Expr) {
	for k, p := range m.sc.Phases {
		if p.Count == 0 {
			continue
		}
		each := ledger.Mul(t.price, m.sold(t, t.unitsSold(p.Count)))
		var all []ledger.Expr
		for i, month := range m.cal.uses {
			if month[k].wanted == 0 {
				continue
			}
			amount := m.touchedDays(i, k)
			if t.period == "hour" {
				amount = m.billedHours(t, i, k)
			}
			all = append(all, amount)
			l.Add(m.rentLine(t.period, i), m.drifted(ledger.Mul(each, amount), i))
		}
		m.atLeast(l, t, k, each, all)
		if b := m.restOfDay(t, k, each); b.Valid() {
			back = b
		}
	}
	return back
}

// atLeast adds what is missing to the least number of hours or days that the offer sells.
func (m *model) atLeast(l *ledger.Ledger, t tenancy, k int, each ledger.Expr, all []ledger.Expr) {
	if t.offer.MinUnits <= 1 || len(all) == 0 {
		return
	}
	least := m.b.Int("offers."+t.offer.ID+".min_units", "f.min_units", t.period, t.offer.MinUnits)
	missing := ledger.MaxOf(m.constant("zero", "", 0), ledger.Sub(least, ledger.Sum(all...))).Named("f.units_to_minimum", t.period)
	line := m.rentLine(t.period, monthOf(m.stretches()[k].from))
	line.Item = "line.rent.minimum"
	l.Add(line, ledger.Mul(each, missing))
}

func (m *model) rentLine(period string, month int) ledger.Line {
	return ledger.Line{At: month, Item: "line.rent." + period, Category: "rent", Args: m.monthArgs(month)}
}

func (m *model) monthArgs(i int) []string {
	args, ok := m.memo.args[i]
	if !ok {
		args = []string{"month", m.month(i).String()}
		m.memo.args[i] = args
	}
	return args
}

func (m *model) touchedDays(month, k int) ledger.Expr {
	if e, ok := m.memo.days[dayKey{month, k}]; ok {
		return e
	}
	id := "calendar." + m.month(month).String() + ".days.phase" + strconv.Itoa(k)
	e := m.b.Const(id, "f.touched_days", "d", ledger.FloatDec(m.cal.uses[month][k].days))
	m.memo.days[dayKey{month, k}] = e
	return e
}
