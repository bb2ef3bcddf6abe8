package costmodel

import (
	"math"
	"strconv"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// Terms lists the ways offers are sold, in the order in which they are shown.
var Terms = []string{"hour", "day", "week", "month", "year", "reserved", "spot", "rack"}

// tenancy is one offer applied to the need.
type tenancy struct {
	offer  catalog.Offer
	price  ledger.Expr // yuan per unit and period
	basis  string      // card, server, instance, rack: what the price is for
	period string      // hour, day, week, month, year
}

// split reads a price unit such as CNY/card-hour.
func split(unit string) (basis, period string) {
	_, per, _ := strings.Cut(unit, "/")
	basis, period, _ = strings.Cut(per, "-")
	return basis, period
}

// rent prices every offer for the card and makes an option of the cheapest acceptable one of each term.
func (m *model) rent() {
	best := map[string]int{}
	spread := map[string][2]quantity.Fen{}
	for _, o := range m.cat.OffersFor(m.sc.Card.ID) {
		bill := m.offerBill(o)
		m.out.Offers = append(m.out.Offers, bill)
		if bill.Ledger == nil || len(bill.Rejected) > 0 {
			continue
		}
		total := bill.Ledger.Total
		at := len(m.out.Offers) - 1
		if i, ok := best[o.Term]; !ok || total < m.out.Offers[i].Ledger.Total {
			best[o.Term] = at
		}
		r, ok := spread[o.Term]
		if !ok {
			r = [2]quantity.Fen{total, total}
		}
		spread[o.Term] = [2]quantity.Fen{min(r[0], total), max(r[1], total)}
	}
	for _, term := range Terms {
		i, ok := best[term]
		if !ok {
			m.out.NotOffered = append(m.out.NotOffered, term)
			continue
		}
		opt := m.rentOption(m.out.Offers[i])
		opt.SpreadLow, opt.SpreadHigh = spread[term][0], spread[term][1]
		m.out.Options = append(m.out.Options, opt)
	}
}

func (m *model) rentOption(bill OfferBill) Option {
	o := bill.Offer
	return Option{
		ID: "rent." + o.Term, Family: FamilyRent, Term: o.Term, Provider: o.Provider, ProviderName: o.ProviderName,
		Offers: []string{o.ID}, Ledger: bill.Ledger, How: m.howRented(o),
		Upfront: bill.Ledger.Upfront(), PeakCash: bill.Ledger.PeakCash(),
	}
}

// offerBill is the bill of one offer, acceptable or not.
func (m *model) offerBill(o catalog.Offer) OfferBill {
	out := OfferBill{Offer: o, Term: o.Term, Rejected: m.objections(o)}
	before := m.absent
	m.absent = nil
	defer func() { m.absent = before }()
	t := m.tenancy(o)
	if t.price.Valid() {
		l := ledger.New(m.b)
		m.billTenancy(l, t)
		if err := l.Close(); err == nil && len(m.absent) == 0 && len(l.Lines) > 0 {
			out.Ledger = l
			return out
		}
	}
	if len(m.absent) == 0 {
		m.lack("missing.unit", "unit", o.Price.Unit)
	}
	out.Rejected = append(out.Rejected, m.absent...)
	return out
}

func (m *model) tenancy(o catalog.Offer) tenancy {
	t := tenancy{offer: o, price: m.money(o.Price, "f.rent_price")}
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

// billTenancy adds the rent of every phase, what is paid ahead, and the deposit.
func (m *model) billTenancy(l *ledger.Ledger, t tenancy) {
	first := 0.0
	for k, p := range m.sc.Phases {
		units := m.whole("rented."+t.basis+"."+strconv.Itoa(t.unitsSold(p.Count)), t.basis, t.unitsSold(p.Count))
		each := ledger.Mul(t.price, units)
		switch t.period {
		case "hour", "day":
			m.billTouched(l, t, k, each)
		case "week", "month", "year":
			m.billTerms(l, t, k, each, first)
		}
		first += p.Duration.Hours()
	}
	m.deposit(l, t)
}

// billTouched bills the hours or days of each calendar month.
func (m *model) billTouched(l *ledger.Ledger, t tenancy, k int, each ledger.Expr) {
	for i, month := range m.cal.uses {
		if month[k].wanted == 0 {
			continue
		}
		quantity := m.touchedDays(i, k)
		if t.period == "hour" {
			quantity = m.billedHours(t, i, k)
		}
		l.Add(ledger.Line{At: i, Item: "line.rent." + t.period, Category: "rent", Args: m.monthArgs(i)},
			ledger.Mul(each, quantity))
	}
}

func (m *model) monthArgs(i int) []string { return []string{"month", m.month(i).String()} }

func (m *model) touchedDays(month, k int) ledger.Expr {
	id := "calendar." + m.month(month).String() + ".days.phase" + strconv.Itoa(k)
	return m.b.Const(id, "f.touched_days", "d", ledger.FloatDec(m.cal.uses[month][k].days))
}

// billedHours is min(W, used x (1 + w) + sessions x set-up): the hours in which the cards are switched on.
// Spot hours lose work when they are taken back.
func (m *model) billedHours(t tenancy, month, k int) ledger.Expr {
	u := m.cal.uses[month][k]
	id := "calendar." + m.month(month).String() + ".wanted.phase" + strconv.Itoa(k)
	wanted := m.b.Const(id, "f.wanted_hours", "h", ledger.FloatDec(u.wanted))
	billed := wanted
	if m.worksBelowFull(k) {
		on := ledger.Mul(wanted, m.util[k], ledger.Sum(m.one(), m.assume("rent-waste-share")))
		if s := m.sessions(month, k); s.Valid() {
			on = ledger.Sum(on, ledger.Mul(s, m.setup(t)))
		}
		billed = ledger.MinOf(wanted, on).Named("f.billed_hours", "h")
	}
	if t.offer.Term == "spot" {
		billed = ledger.Mul(billed, ledger.Sum(m.one(), m.assume("spot-lost-work")))
	}
	return billed
}

// sessions is how often the cards are switched on in a month: once a touched day for a pattern with pauses.
func (m *model) sessions(month, k int) ledger.Expr {
	u := m.cal.uses[month][k]
	if m.sc.Phases[k].Pattern.IsAll() && m.sc.Sessions == 0 {
		return ledger.Expr{}
	}
	n := u.days
	if m.sc.Sessions > 0 {
		total := m.cal.total(k)
		n = math.Round(float64(m.sc.Sessions) * u.wanted / total.wanted)
	}
	id := "calendar." + m.month(month).String() + ".sessions.phase" + strconv.Itoa(k)
	return m.b.Const(id, "f.sessions", "session", ledger.FloatDec(n))
}

func (m *model) setup(t tenancy) ledger.Expr {
	if !t.offer.Setup.Missing() {
		return m.raw(t.offer.Setup, "f.setup_hours")
	}
	return m.assume("rent-setup-hours")
}

// billTerms bills weeks, months or years. Each is paid when it begins, or all at once where the offer is prepaid for
// its whole length.
func (m *model) billTerms(l *ledger.Ledger, t tenancy, k int, each ledger.Expr, firstHour float64) {
	units := m.termUnits(t, k)
	ahead := t.offer.Prepaid && (t.offer.Term == "year" || t.offer.Term == "reserved")
	if ahead || t.period == "year" {
		n := m.given("units."+t.offer.ID+"."+strconv.Itoa(k), t.period, units)
		l.Add(ledger.Line{At: monthOf(firstHour), Item: "line.rent." + t.period, Category: "rent", Args: m.monthArgs(monthOf(firstHour))},
			ledger.Mul(each, n))
		m.prepaidCapital(l, ledger.Mul(each, n), units*t.hours(k, m)/quantity.HoursPerMonth)
		return
	}
	for i := 0; float64(i) < units-1e-9; i++ {
		at := monthOf(firstHour + float64(i)*t.hours(k, m))
		amount := each
		if part := units - float64(i); part < 1-1e-9 {
			amount = ledger.Mul(each, m.given("part."+t.offer.ID, t.period, part))
		}
		l.Add(ledger.Line{At: at, Item: "line.rent." + t.period, Category: "rent", Args: m.monthArgs(at)}, amount)
	}
}

// monthOf is the month of 730 hours in which an hour lies, for dating.
func monthOf(hour float64) int { return int(hour/quantity.HoursPerMonth + 1e-9) }

// hours is the clock length of one unit of the term. A month of a scenario counted in months is one of its months;
// otherwise it is as long as the offer says.
func (t tenancy) hours(k int, m *model) float64 {
	switch t.period {
	case "week":
		return quantity.HoursPerWeek
	case "year":
		return quantity.HoursPerYear
	}
	if m.sc.Phases[k].Duration.IsTerm() || t.offer.MonthHours == 0 {
		return quantity.HoursPerMonth
	}
	return float64(t.offer.MonthHours)
}

// termUnits is how many units of the term a phase takes: started ones, or pro rata where the offer says so, at least
// the minimum and the commitment.
func (m *model) termUnits(t tenancy, k int) float64 {
	units := m.sc.Phases[k].Duration.Hours() / t.hours(k, m)
	if t.offer.Whole || t.period != "month" {
		units = math.Ceil(units - 1e-9)
	}
	units = max(units, float64(t.offer.MinUnits))
	commit := toFloat(t.offer.CommitMonths)
	if t.period == "year" {
		commit /= 12
	}
	return max(units, commit)
}

// prepaidCapital adds what the money costs that is paid before it is used up: half of it on average.
func (m *model) prepaidCapital(l *ledger.Ledger, paid ledger.Expr, months float64) {
	rate := m.assume("discount-rate")
	if months <= 1 || !m.charged(rate) {
		return
	}
	mean := ledger.Div(paid, m.constant("two", "", 2)).Named("f.mean_capital", "CNY")
	length := m.given("prepaid_months."+trim(months), "mo", months)
	l.Add(ledger.Line{At: 0, Item: "line.capital", Category: "capital"},
		ledger.Div(ledger.Mul(mean, rate, length), m.monthsPerYear()))
}

// deposit leaves at the start and comes back at the end: peak cash and capital, never the total.
func (m *model) deposit(l *ledger.Ledger, t tenancy) {
	if t.offer.DepositMonths.Missing() || t.period != "month" {
		return
	}
	units := m.whole("rented."+t.basis+"."+strconv.Itoa(t.unitsSold(m.sc.Count)), t.basis, t.unitsSold(m.sc.Count))
	amount := ledger.Mul(t.price, units, m.raw(t.offer.DepositMonths, "f.deposit_months"))
	months := 0.0
	for k := range m.sc.Phases {
		months += m.termUnits(t, k)
	}
	end := int(math.Ceil(months))
	l.Add(ledger.Line{At: 0, Item: "line.deposit", Category: "deposit", Memo: true}, amount)
	l.Add(ledger.Line{At: end, Item: "line.deposit_back", Category: "deposit", Memo: true, Credit: true}, amount)
	if rate := m.assume("discount-rate"); m.charged(rate) {
		length := m.given("deposit_length."+t.offer.ID, "mo", months)
		l.Add(ledger.Line{At: end, Item: "line.capital", Category: "capital"},
			ledger.Div(ledger.Mul(amount, rate, length), m.monthsPerYear()))
	}
}

func (m *model) howRented(o catalog.Offer) diag.Diagnostic {
	t := m.tenancy(o)
	args := []string{"provider", o.ProviderName, "cards", strconv.Itoa(m.sc.Count)}
	switch t.period {
	case "hour", "day":
		sum := use{}
		for k := range m.sc.Phases {
			c := m.cal.total(k)
			sum.wanted, sum.days = sum.wanted+c.wanted, sum.days+c.days
		}
		return diag.New("how.rent."+t.period, append(args, "hours", trim(sum.wanted), "days", trim(sum.days))...)
	}
	units := 0.0
	for k := range m.sc.Phases {
		units += m.termUnits(t, k)
	}
	return diag.New("how.rent."+t.period, append(args, "units", trim(math.Round(units*100)/100))...)
}
