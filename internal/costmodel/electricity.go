package costmodel

import (
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// Kinds of site power.
const (
	powerIncluded = "included"
	powerLandlord = "landlord-metered"
	powerGrid     = "grid-account"
	powerHome     = "household"
)

// load is the card-hours that draw power in one slot: at work, and on but idle.
type load struct{ busy, idle ledger.Expr }

// loadIn is the load of a slot. cards is how many are switched on all the time: all bought ones, or the project's
// share only. With the cards switched off outside use there is no idle load.
func (m *model) loadIn(s slot, cards int) load {
	var busy []ledger.Expr
	full := true
	for k, p := range m.sc.Phases {
		if s.wanted[k] == 0 {
			continue
		}
		at := m.slotID(s) + ".phase" + strconv.Itoa(k)
		wanted := m.b.Const("calendar."+at+".wanted", "f.wanted_hours", "h", ledger.FloatDec(s.wanted[k]))
		used := ledger.Mul(m.whole("count."+strconv.Itoa(k), "card", p.Count), wanted)
		if m.worksBelowFull(k) {
			used, full = ledger.Mul(used, m.util[k]), false
		}
		busy = append(busy, used)
		full = full && s.wanted[k] == s.clock && p.Count == cards
	}
	l := load{}
	if len(busy) > 0 {
		l.busy = ledger.Sum(busy...).Named("f.busy_card_hours", "card-hour")
	}
	if m.sc.IdleOff || full && len(busy) == 1 {
		return l
	}
	clock := m.b.Const("calendar."+m.slotID(s)+".clock", "f.clock_hours", "h", ledger.FloatDec(s.clock))
	on := ledger.Mul(m.whole("cards_on."+strconv.Itoa(cards), "card", cards), clock)
	l.idle = on.Named("f.idle_card_hours", "card-hour")
	if l.busy.Valid() {
		l.idle = ledger.Sub(on, l.busy).Named("f.idle_card_hours", "card-hour")
	}
	return l
}

// worksBelowFull reports whether a phase's utilisation belongs into the formula: it does unless it is 1 for good.
func (m *model) worksBelowFull(k int) bool {
	return m.Solving || !m.sc.Phases[k].Util.Equal(ledger.Dec("1"))
}

func (m *model) slotID(s slot) string { return m.month(s.month).String() + "." + s.period }

func (m *model) month(i int) quantity.YearMonth { return m.sc.Start.Add(i) }

// itEnergy is the kWh that the servers take in a slot.
func (m *model) itEnergy(o owned, s slot, cards int) ledger.Expr {
	l := m.loadIn(s, cards)
	perServer := m.perServer(o)
	var parts []ledger.Expr
	if l.busy.Valid() {
		parts = append(parts, ledger.Div(ledger.Mul(o.busy, l.busy), perServer))
	}
	if l.idle.Valid() {
		parts = append(parts, ledger.Div(ledger.Mul(o.idle, l.idle), perServer))
	}
	switch len(parts) {
	case 0:
		return ledger.Expr{}
	case 1:
		return parts[0]
	}
	return ledger.Sum(parts...).Named("f.it_kwh", "kWh")
}

// perServer is the number of cards over which a server's kW is spread.
func (m *model) perServer(o owned) ledger.Expr {
	if o.Composed {
		return m.given("cards_per_server", "card", float64(o.Cards)/float64(o.Units))
	}
	return m.whole("places", "card", o.Places)
}

// electricity adds a line a month and tariff period. cards is as in loadIn; with shared, others use the machine in
// the rest of a month and the fixed part of the tariff is paid by the hour.
func (m *model) electricity(l *ledger.Ledger, o owned, cards int, shared bool) {
	switch m.sc.Site.Power {
	case powerIncluded:
		return
	case powerHome:
		m.householdPower(l, o, cards)
		return
	}
	for _, s := range m.cal.slots {
		energy := m.itEnergy(o, s, cards)
		if !energy.Valid() {
			continue
		}
		if m.sc.Site.Power == powerGrid {
			energy = ledger.Mul(energy, m.raw(m.sc.Site.PUE, "f.pue"))
		}
		line := ledger.Line{
			At: s.month, Item: "line.electricity", Category: "electricity",
			Args: []string{"month", m.month(s.month).String(), "period", diag.Ref("period." + s.period)},
		}
		l.Add(line, ledger.Mul(energy, m.energyPrice(s)))
	}
	if m.sc.Site.Power == powerGrid {
		m.demandCharge(l, o, cards, shared)
	}
}

// energyPrice is the yuan a kWh costs in a slot.
func (m *model) energyPrice(s slot) ledger.Expr {
	if m.sc.Site.Power == powerLandlord {
		return m.money(m.sc.Site.PowerPrice, "f.yuan_per_kwh")
	}
	return m.tariffPrice(m.tariff, m.month(s.month), s.period)
}

// tariffPrice is the price of a period in a month: from the published table in force, or F x multiplier + N.
func (m *model) tariffPrice(t catalog.Tariff, month quantity.YearMonth, period string) ledger.Expr {
	if !t.Flat.Missing() {
		return m.money(t.Flat, "f.yuan_per_kwh")
	}
	if table, ok := tableFor(t, month); ok {
		if f, ok := table.Prices[period]; ok {
			return m.money(f, "f.yuan_per_kwh")
		}
	}
	floating, fixed := m.composed(t)
	if k, ok := multiplier(t, month, period); ok {
		floating = ledger.Mul(floating, m.raw(k, "f.period_multiplier"))
	}
	return ledger.Sum(floating, fixed).Named("f.yuan_per_kwh", "CNY/kWh")
}

// composed is F and N. In some provinces only the purchase price floats and the rest belongs to N.
func (m *model) composed(t catalog.Tariff) (floating, fixed ledger.Expr) {
	purchase := m.money(t.Purchase, "f.purchase_kwh")
	loss := m.raw(t.Loss, "f.line_loss")
	grid := m.money(t.Grid, "f.grid_kwh")
	levies := []ledger.Expr{m.money(t.SystemFee, "f.system_fee"), m.money(t.Funds, "f.funds")}
	if t.Floats == "purchase" {
		floating = purchase
		levies = append(levies, grid, ledger.Mul(purchase, loss))
	} else {
		floating = ledger.Sum(ledger.Mul(purchase, ledger.Sum(m.one(), loss)), grid).Named("f.floating_kwh", "CNY/kWh")
	}
	return floating, ledger.Sum(levies...).Named("f.fixed_kwh", "CNY/kWh")
}

// tableFor returns the newest published table that holds in the month. From ComposedFrom on the composed price
// replaces tables of earlier months.
func tableFor(t catalog.Tariff, month quantity.YearMonth) (catalog.PriceTable, bool) {
	var best catalog.PriceTable
	found := false
	word := month.String()
	for _, p := range t.Tables {
		inForce := p.From <= word && (p.To == "" || word <= p.To)
		replaced := t.ComposedFrom != "" && word >= t.ComposedFrom && p.From < t.ComposedFrom
		if inForce && !replaced && (!found || p.From > best.From) {
			best, found = p, true
		}
	}
	return best, found
}

func multiplier(t catalog.Tariff, month quantity.YearMonth, period string) (catalog.Figure, bool) {
	if period == "deep" && !t.DeepMultiplier.Missing() {
		return t.DeepMultiplier, true
	}
	for _, s := range t.Seasons {
		for _, x := range s.Months {
			if x != month.Month() {
				continue
			}
			for _, p := range s.Periods {
				if p.Name == period && !p.Multiplier.Missing() {
					return p.Multiplier, true
				}
			}
		}
	}
	return catalog.Figure{}, false
}

// demandCharge adds the fixed part of a two-part tariff: by the month's highest demand, or by transformer capacity,
// whichever is cheaper; a customer chooses for a quarter, and a steady load makes the same choice every quarter.
func (m *model) demandCharge(l *ledger.Ledger, o owned, cards int, shared bool) {
	t := m.tariff
	if t.Demand.Missing() && t.Capacity.Missing() {
		return
	}
	peak := ledger.Mul(m.serversFor(o, cards), o.busy, m.raw(m.sc.Site.PUE, "f.pue")).Named("f.demand_kw", "kW")
	var choices []ledger.Expr
	kva := ledger.Mul(peak, m.assume("power-redundancy")).Named("f.capacity_kva", "kVA")
	if !t.Demand.Missing() {
		billed := peak
		if !t.DemandFloor.Missing() {
			billed = ledger.MaxOf(peak, ledger.Mul(kva, m.raw(t.DemandFloor, "f.demand_floor")))
		}
		choices = append(choices, ledger.Mul(billed, m.money(t.Demand, "f.demand_price")))
	}
	if !t.Capacity.Missing() {
		choices = append(choices, ledger.Mul(kva, m.money(t.Capacity, "f.capacity_price")))
	}
	monthly := ledger.MinOf(choices...)
	for i, hours := range m.cal.months {
		amount := monthly
		if whole := float64(m.month(i).Days() * quantity.HoursPerDay); shared && hours < whole {
			amount = ledger.Mul(monthly, m.given("share_of_month."+m.month(i).String(), "share", hours/whole))
		}
		line := ledger.Line{
			At: i, Item: "line.demand", Category: "electricity", Args: []string{"month", m.month(i).String()},
		}
		l.Add(line, amount)
	}
}

// serversFor is how many servers' power the cards make up: 4 of 8 cards are half a server.
func (m *model) serversFor(o owned, cards int) ledger.Expr {
	return ledger.Div(m.whole("cards_on."+strconv.Itoa(cards), "card", cards), m.perServer(o))
}

// householdPower prices a home's kWh on top of the household's own use, by the tiers of the calendar year.
func (m *model) householdPower(l *ledger.Ledger, o owned, cards int) {
	type year struct {
		first int
		kwh   []ledger.Expr
	}
	var years []year
	for _, s := range m.cal.slots {
		e := m.itEnergy(o, s, cards)
		if !e.Valid() {
			continue
		}
		y := m.month(s.month).Year() - m.sc.Start.Year()
		for len(years) <= y {
			years = append(years, year{first: -1})
		}
		if years[y].first < 0 {
			years[y].first = s.month
		}
		years[y].kwh = append(years[y].kwh, e)
	}
	base := m.assume("household-own-kwh")
	for i, y := range years {
		if len(y.kwh) == 0 {
			continue
		}
		with := ledger.Sum(base, ledger.Sum(y.kwh...).Named("f.it_kwh", "kWh"))
		amount := ledger.Sub(m.tiered(with), m.tiered(base))
		line := ledger.Line{
			At: y.first, Item: "line.household_electricity", Category: "electricity",
			Args: []string{"year", strconv.Itoa(m.sc.Start.Year() + i)},
		}
		l.Add(line, amount)
	}
}

// tiered is the yearly bill of a household for the given kWh: the price of the first step for all, and on top of it
// the rise of each further step for what lies above it.
func (m *model) tiered(kwh ledger.Expr) ledger.Expr {
	var parts []ledger.Expr
	zero := m.constant("zero", "", 0)
	for i, t := range m.tariff.Tiers {
		price := m.money(t.Price, "f.yuan_per_kwh")
		if i == 0 {
			parts = append(parts, ledger.Mul(kwh, price))
			continue
		}
		from := m.b.Const("tariff.tier"+strconv.Itoa(i), "f.tier_from", "kWh", ledger.FloatDec(t.FromKWhYear))
		above := ledger.MaxOf(zero, ledger.Sub(kwh, from))
		parts = append(parts, ledger.Mul(above, ledger.Sub(price, m.money(m.tariff.Tiers[i-1].Price, "f.yuan_per_kwh"))))
	}
	if len(parts) == 0 {
		m.lack("missing.tiers", "tariff", m.tariff.ID)
		return ledger.Expr{}
	}
	return ledger.Sum(parts...)
}
