package costmodel

import (
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// rentToOwn rents machines and buys them in a later month: a share of the rent counts towards the price, of which some
// is always left to pay. No public terms exist, so share and rest are estimates.
func (m *model) rentToOwn() {
	at := m.RentToOwn
	if at <= 0 {
		return
	}
	before := m.absent
	defer func() { m.absent = before }()
	m.absent = nil
	opt := Option{ID: "rent-to-own", Family: FamilyRentToOwn, View: m.decidingView()}
	if float64(at) >= m.sc.Months() {
		m.lack("missing.bought_after_end", "month", strconv.Itoa(at))
		m.addMissing(opt)
		return
	}
	hours := float64(at) * quantity.HoursPerMonth
	first, kept := cut(m.sc, 0, hours)
	var rent, own Option
	priced := false
	m.within("first.", first, m.utilOf(kept), func(s *model) { rent, priced = s.machineRent() })
	if !priced {
		m.lack("missing.no_rent", "card", m.sc.Card.Name)
		m.addMissing(opt)
		return
	}
	paid := rentPaid(m.b, rent.Ledger)
	then, kept := cut(m.sc, hours, m.sc.Hours())
	m.within("then.", then, m.utilOf(kept), func(s *model) {
		s.agedMonths, s.Bridge, s.DelayCost = at, false, catalog.Figure{} // the machines are there
		s.reprice = func(o *owned) { o.paid = m.buyout(o.price, paid) }
		own, priced = s.ownOnly(opt.View)
		m.absent = append(m.absent, s.absent...)
	})
	if !priced {
		m.lack("missing.no_machine", "card", m.sc.Card.Name)
		m.addMissing(opt)
		return
	}
	m.addRentToOwn(opt, rent, own, at)
}

// machineRent is the cheapest lease of whole machines, or of cards by the month where nobody lets machines.
func (m *model) machineRent() (best Option, found bool) {
	m.rent()
	lease := map[string]bool{"month": true, "year": true, "reserved": true}
	for _, bareMetal := range []bool{true, false} {
		for _, b := range m.out.Offers {
			if !b.Acceptable() || !lease[b.Offer.Term] || bareMetal != (b.Offer.Class == classBareMetal) {
				continue
			}
			if !found || b.Ledger.Total < best.Total() {
				best, found = m.rentOption(b), true
			}
		}
		if found {
			return best, true
		}
	}
	return m.cheapestSingle("")
}

// rentPaid is the rent on a bill, without what comes beside it.
func rentPaid(b *ledger.Book, l *ledger.Ledger) ledger.Expr {
	return spent(b, l, "rent").Named("f.rent_paid", "CNY")
}

// buyout is max(P x b, P - c x rent paid).
func (m *model) buyout(price, paid ledger.Expr) ledger.Expr {
	least := ledger.Mul(price, m.assume("rent-to-own-buyout"))
	rest := ledger.Sub(price, ledger.Mul(paid, m.assume("rent-to-own-credit")))
	return ledger.MaxOf(least, rest).Named("f.buyout", "CNY")
}

func (m *model) addRentToOwn(opt, rent, own Option, at int) {
	l := ledger.New(m.b)
	graft(l, rent.Ledger, 0)
	graft(l, own.Ledger, at)
	if err := l.Close(); err != nil {
		return
	}
	opt.Provider, opt.ProviderName, opt.Offers = rent.Provider, rent.ProviderName, rent.Offers
	opt.Ledger, opt.ReadyDays, opt.Quoted = l, rent.ReadyDays, rent.Quoted || own.Quoted
	opt.Invested = own.Invested // of a reused machine, whose bill holds a share only
	opt.Upfront, opt.PeakCash = l.Upfront(), l.PeakCash()+own.Invested
	opt.EnergyKWh, opt.CarbonKg = own.EnergyKWh, own.CarbonKg
	opt.How = diag.New("how.rent-to-own", "month", strconv.Itoa(at), "provider", rent.ProviderName)
	m.out.Options = append(m.out.Options, opt)
}

// spent sums a category of a bill; missing when it has no line.
func spent(b *ledger.Book, l *ledger.Ledger, c ledger.Category) ledger.Expr {
	var plus, minus []ledger.Expr
	for _, line := range l.Lines {
		switch {
		case line.Category != c || line.Memo:
		case line.Credit:
			minus = append(minus, b.At(line.Root))
		default:
			plus = append(plus, b.At(line.Root))
		}
	}
	switch {
	case len(plus) == 0:
		return ledger.Expr{}
	case len(minus) == 0:
		return ledger.Sum(plus...)
	}
	return ledger.Sub(ledger.Sum(plus...), ledger.Sum(minus...))
}
