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
	if m.sc.Site.Power == powerHome {
		m.householdPower(l, o, cards)
		return
	}
	for _, s := range m.cal.slots {
		energy := m.itEnergy(o, s, cards)
		if !energy.Valid() {
			continue
		}
		atMeter := m.atMeter(energy)
		m.meter(s.month, atMeter)
		switch m.sc.Site.Power {
		case powerIncluded:
			continue
		case powerGrid:
			energy = atMeter
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

// meter notes energy of a month for the option under construction.
func (m *model) meter(month int, kwh ledger.Expr) {
	m.kwh = append(m.kwh, kwh)
	for len(m.monthKWh) <= month {
		m.monthKWh = append(m.monthKWh, 0)
	}
	if v, err := m.b.Exact(kwh.Ref()); err == nil {
		m.monthKWh[month] += v.InexactFloat64()
	}
}

// atMeter is IT energy with cooling and losses.
func (m *model) atMeter(energy ledger.Expr) ledger.Expr {
	if m.sc.Site.PUE.Missing() {
		return energy
	}
	return ledger.Mul(energy, m.raw(m.sc.Site.PUE, "f.pue"))
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
	floating, fixed := m.floatAndFixed(t, month)
	if k, ok := multiplier(t, month, period); ok {
		floating = ledger.Mul(floating, m.raw(k, "f.period_multiplier"))
	}
	return ledger.Sum(floating, fixed).Named("f.yuan_per_kwh", "CNY/kWh")
}

// withoutPeriods is what a tariff is for a customer who buys in the market: the composed price at all hours.
func withoutPeriods(t catalog.Tariff) catalog.Tariff {
	t.Seasons, t.Tables, t.DeepMonths = nil, nil, nil
	return t
}

// floatAndFixed is F and N of a month: composed from the month the tariff says, before that those behind the latest
// published table of an earlier month.
func (m *model) floatAndFixed(t catalog.Tariff, month quantity.YearMonth) (floating, fixed ledger.Expr) {
	if p, ok := tableBehind(t, month); ok {
		return m.money(p.Float, "f.floating_kwh"), m.money(p.Fixed, "f.fixed_kwh")
	}
	return m.composed(t)
}

// tableBehind is the latest published table, of the month or an earlier one, that says what its prices are made of;
// there is none from the month on that the tariff is composed.
func tableBehind(t catalog.Tariff, month quantity.YearMonth) (best catalog.PriceTable, ok bool) {
	word := month.String()
	if word >= t.ComposedFrom {
		return best, false
	}
	for _, p := range t.Tables {
		if p.From <= word && p.From > best.From && !p.Float.Missing() {
			best = p
		}
	}
	return best, best.From != ""
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

// demandCharge adds the fixed part of a two-part tariff.
func (m *model) demandCharge(l *ledger.Ledger, o owned, cards int, shared bool) {
	peak := ledger.Mul(m.serversFor(o, cards), o.busy, m.raw(m.sc.Site.PUE, "f.pue")).Named("f.demand_kw", "kW")
	for i, hours := range m.cal.months {
		amount := m.demandMonthly(peak, i)
		if !amount.Valid() {
			continue
		}
		if whole := float64(m.month(i).Days() * quantity.HoursPerDay); shared && hours < whole {
			amount = ledger.Mul(amount, m.given("share_of_month."+m.month(i).String(), "share", hours/whole))
		}
		line := ledger.Line{
			At: i, Item: "line.demand", Category: "electricity", Args: []string{"month", m.month(i).String()},
		}
		l.Add(line, amount)
	}
}

// demandMonthly is the month's highest demand or the transformer capacity at its price, whichever is cheaper: a
// customer chooses for a quarter, and a steady load makes the same choice every quarter.
func (m *model) demandMonthly(peak ledger.Expr, month int) ledger.Expr {
	demand, capacity := fixedPrices(m.tariff, m.month(month))
	var choices []ledger.Expr
	kva := ledger.Mul(peak, m.assume("power-redundancy")).Named("f.capacity_kva", "kVA")
	if !demand.Missing() {
		billed := peak
		if !m.tariff.DemandFloor.Missing() {
			least := ledger.Mul(kva, m.raw(m.tariff.DemandFloor, "f.demand_floor"))
			billed = ledger.MaxOf(peak, least).Named("f.billed_demand", "kW")
		}
		price := m.money(demand, "f.demand_price")
		if m.earnsDiscount(kva, month) {
			price = ledger.Mul(price, m.raw(m.tariff.DemandDiscount, "f.demand_discount"))
		}
		choices = append(choices, ledger.Mul(billed, price))
	}
	if !capacity.Missing() {
		choices = append(choices, ledger.Mul(kva, m.money(capacity, "f.capacity_price")))
	}
	if len(choices) == 0 {
		return ledger.Expr{}
	}
	return ledger.MinOf(choices...)
}

// fixedPrices are the demand and capacity price of a month: those of the table behind it where it states them.
func fixedPrices(t catalog.Tariff, month quantity.YearMonth) (demand, capacity catalog.Figure) {
	demand, capacity = t.Demand, t.Capacity
	p, ok := tableFor(t, month)
	if !ok {
		p, ok = tableBehind(t, month)
	}
	if ok && !p.Demand.Missing() {
		demand = p.Demand
	}
	if ok && !p.Capacity.Missing() {
		capacity = p.Capacity
	}
	return demand, capacity
}

// earnsDiscount reports whether the month's energy for each kVA reaches what earns a cheaper demand price.
func (m *model) earnsDiscount(kva ledger.Expr, month int) bool {
	t := m.tariff
	if t.DemandDiscount.Missing() || t.DiscountFrom.Missing() || month >= len(m.monthKWh) {
		return false
	}
	capacity, err := m.b.Exact(kva.Ref())
	return err == nil && m.monthKWh[month] >= toFloat(t.DiscountFrom)*capacity.InexactFloat64()
}

// serversFor is how many servers' power the cards make up: 4 of 8 cards are half a server.
func (m *model) serversFor(o owned, cards int) ledger.Expr {
	return ledger.Div(m.whole("cards_on."+strconv.Itoa(cards), "card", cards), m.perServer(o))
}

// householdPower prices a home's kWh on top of the household's own use, by the tiers of the calendar year.
func (m *model) householdPower(l *ledger.Ledger, o owned, cards int) {
	base := m.assume("household-own-kwh")
	for _, y := range m.householdYears(o, cards) {
		m.meter(y.first, y.kwh)
		amount := ledger.Sub(m.tiered(ledger.Sum(base, y.kwh), y.valley), m.tiered(base, y.valley))
		line := ledger.Line{
			At: y.first, Item: "line.household_electricity", Category: "electricity", Args: []string{"year", strconv.Itoa(y.year)},
		}
		l.Add(line, amount)
	}
}

// householdYear is the machine's energy in one calendar year.
type householdYear struct {
	year, first int // first month after the start
	kwh         ledger.Expr
	valley      ledger.Expr // share used in the valley; missing with a one-rate meter
}

func (m *model) householdYears(o owned, cards int) []householdYear {
	var years []householdYear
	var all, valley []ledger.Expr
	finish := func() {
		if n := len(years); n > 0 && len(all) > 0 {
			years[n-1].kwh = ledger.Sum(all...).Named("f.it_kwh", "kWh")
			if len(valley) > 0 {
				years[n-1].valley = ledger.Div(ledger.Sum(valley...), years[n-1].kwh).Named("f.valley_share", "share")
			}
		}
		all, valley = nil, nil
	}
	for _, s := range m.cal.slots {
		e := m.itEnergy(o, s, cards)
		if !e.Valid() {
			continue
		}
		e = m.atMeter(e)
		if y := m.month(s.month).Year(); len(years) == 0 || years[len(years)-1].year != y {
			finish()
			years = append(years, householdYear{year: y, first: s.month})
		}
		all = append(all, e)
		if s.period == "valley" {
			valley = append(valley, e)
		}
	}
	finish()
	return years
}

// tiered is the yearly bill of a household for the given kWh: the price of the first step for all, and on top of it
// the rise of each further step for what lies above it. With a two-rate meter a step's price is the mean of its peak
// and valley price by the machine's shares.
func (m *model) tiered(kwh, valley ledger.Expr) ledger.Expr {
	var parts []ledger.Expr
	var before ledger.Expr
	zero := m.constant("zero", "", 0)
	for i, t := range m.tariff.Tiers {
		price := m.tierPrice(t, valley)
		if i == 0 {
			parts = append(parts, ledger.Mul(kwh, price))
		} else {
			from := m.b.Const("tariff.tier"+strconv.Itoa(i), "f.tier_from", "kWh", ledger.FloatDec(t.FromKWhYear))
			above := ledger.MaxOf(zero, ledger.Sub(kwh, from))
			parts = append(parts, ledger.Mul(above, ledger.Sub(price, before)))
		}
		before = price
	}
	if len(parts) == 0 {
		m.lack("missing.tiers", "tariff", m.tariff.ID)
		return ledger.Expr{}
	}
	return ledger.Sum(parts...)
}

func (m *model) tierPrice(t catalog.Tier, valley ledger.Expr) ledger.Expr {
	peak := m.money(t.Price, "f.yuan_per_kwh")
	if !valley.Valid() || t.Valley.Missing() {
		return peak
	}
	discount := ledger.Mul(valley, ledger.Sub(peak, m.money(t.Valley, "f.valley_kwh")))
	return ledger.Sub(peak, discount).Named("f.yuan_per_kwh", "CNY/kWh")
}
