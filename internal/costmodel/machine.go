package costmodel

import (
	"math"

	"gpucalc/internal/catalog"
	"gpucalc/internal/ledger"
)

// Machine is what would be bought: whole servers, or hosts filled with single cards.
type Machine struct {
	Server   catalog.Server
	Composed bool // cards and hosts bought apart
	Places   int  // cards per server
	Units    int  // servers
	Cards    int  // cards bought
}

// Spare is how many bought cards the scenario does not need.
func (k Machine) Spare(need int) int { return k.Cards - need }

// owned is the machine with its figures.
type owned struct {
	Machine
	price             ledger.Expr // P, all units and the spare ones
	paid              ledger.Expr // what is paid for them when that is not P
	extras            []extra     // bought beside the servers
	spares            int         // servers that stand by
	storage           ledger.Expr // what the file system beside them costs; missing = none
	rated, busy, idle ledger.Expr // kW of one unit; busy and idle with the cards bought for it
	ratedKW           float64
	curve             catalog.Curve
}

// chooseMachine returns the cheapest way to buy n cards: servers that come with the card, or hosts and cards where
// the card is sold alone. With shared, others take the cards that are left over and the price a card decides. ok is
// false when nothing has a price.
//
// A machine whose power is not known cannot be placed or fed: it is only taken where there is no other.
func (m *model) chooseMachine(n int, shared bool) (best Machine, found bool) {
	least, known := math.Inf(1), false
	for _, c := range m.machines(n) {
		weight := c.yuan
		if shared {
			weight /= float64(c.Cards)
		}
		complete := !c.Server.RatedKW.Missing()
		if complete == known && weight < least*(1-sameWeight) || complete && !known {
			best, found, least, known = c.Machine, true, weight, complete
		}
	}
	return best, found
}

// sameWeight is the share below which two prices differ by rounding only; the machine that stands first in the sheets
// is then taken.
const sameWeight = 1e-9

// priced is a machine with what it costs, for choosing.
type priced struct {
	Machine
	yuan float64
}

// machines lists the ways to buy n cards that have a price.
func (m *model) machines(n int) (out []priced) {
	add := func(k Machine, yuan float64) {
		if yuan > 0 {
			out = append(out, priced{k, yuan})
		}
	}
	for _, s := range m.cat.Servers(m.sc.Card.ID) {
		units := ceilDiv(n, s.Cards)
		add(Machine{Server: s, Places: s.Cards, Units: units, Cards: units * s.Cards}, float64(units)*m.yuan(s.Price))
	}
	if m.sc.Card.Price.Missing() {
		return out
	}
	for _, h := range m.cat.Hosts(m.sc.Card) {
		units := ceilDiv(n, h.Cards)
		if !h.Price.Missing() {
			add(Machine{Server: h, Composed: true, Places: h.Cards, Units: units, Cards: n},
				float64(units)*m.yuan(h.Price)+float64(n)*m.yuan(m.sc.Card.Price))
		}
	}
	return out
}

// yuan is a price's typical value in yuan, for choosing between machines; 0 when missing.
func (m *model) yuan(f catalog.Figure) float64 {
	if len(f.Unit) > 4 && f.Unit[:4] != homeCurrency+"/" {
		fx, ok := m.cat.FX(f.Unit[:3])
		if !ok {
			return 0
		}
		return toFloat(f) * toFloat(fx.Value)
	}
	return toFloat(f)
}

// enter puts the machine's figures into the book.
func (m *model) enter(k Machine) owned {
	o := owned{Machine: k, spares: m.spareServers(k)}
	units := m.whole("servers", "server", k.Units+o.spares)
	if k.Composed {
		cards := ledger.Mul(m.whole("cards_bought", "card", k.Cards), m.money(m.sc.Card.Price, "f.card_price"))
		hosts := ledger.Mul(units, m.money(k.Server.Price, "f.host_price"))
		o.price = ledger.Sum(cards, hosts).Named("f.purchase", "CNY")
	} else {
		o.price = ledger.Mul(units, m.money(k.Server.Price, "f.server_price")).Named("f.purchase", "CNY")
	}
	m.enterPower(&o)
	m.bom(&o)
	id := k.Server.Curve
	if id == "" {
		id = m.sc.Card.Curve
	}
	if m.Curve != "" {
		id = m.Curve
	}
	o.curve, _ = m.cat.Curve(id)
	if m.reprice != nil {
		m.reprice(&o)
	}
	return o
}

// enterPower finds the kW of one unit: the server's own figures, or host and cards together.
func (m *model) enterPower(o *owned) {
	s := o.Server
	if o.Composed {
		m.enterHostPower(o)
		return
	}
	o.rated, o.ratedKW = m.raw(s.RatedKW, "f.rated_kw"), toFloat(s.RatedKW)
	if s.RatedKW.Missing() {
		return
	}
	if s.TypicalKW.Missing() {
		o.busy = ledger.Mul(o.rated, m.assume("power-training-share")).Named("f.typical_kw", "kW")
	} else {
		o.busy = m.raw(s.TypicalKW, "f.typical_kw")
	}
	if s.IdleKW.Missing() {
		o.idle = ledger.Mul(o.busy, m.assume("power-idle-share")).Named("f.idle_kw", "kW")
	} else {
		o.idle = m.raw(s.IdleKW, "f.idle_kw")
	}
}

func (m *model) enterHostPower(o *owned) {
	card, perHost := m.sc.Card, float64(o.Cards)/float64(o.Units)
	count := m.given("cards_per_server", "card", perHost)
	watt := m.constant("watts_per_kw", "W/kW", 1000)
	tdp := ledger.Div(m.b.Const("cards."+card.ID+".tdp", "f.card_rating", "W", ledger.FloatDec(card.TDPW)), watt)
	drawn := func(own catalog.Figure, share string) ledger.Expr {
		if own.Missing() {
			return ledger.Mul(count, tdp, m.assume(share))
		}
		return ledger.Div(ledger.Mul(count, m.raw(own, "f.card_power")), watt)
	}
	o.rated = ledger.Sum(m.raw(o.Server.RatedKW, "f.host_kw"), ledger.Mul(count, tdp)).Named("f.rated_kw", "kW")
	o.ratedKW = toFloat(o.Server.RatedKW) + perHost*card.TDPW/1000
	o.busy = ledger.Sum(m.raw(o.Server.TypicalKW, "f.host_kw"),
		drawn(card.TypicalPower, "power-card-training-share")).Named("f.typical_kw", "kW")
	o.idle = ledger.Sum(m.raw(o.Server.IdleKW, "f.host_kw"), drawn(card.IdlePower, "power-card-idle-share")).Named("f.idle_kw", "kW")
}

// residual is R(a+t)/R(a): what the curve leaves of today's price after t months, for a machine of age a.
func (m *model) residual(o owned, months ledger.Expr) ledger.Expr {
	points := []ledger.TablePoint{{X: ledger.Dec("0"), Y: m.one()}}
	for _, p := range o.curve.Points {
		points = append(points, ledger.TablePoint{X: ledger.FloatDec(float64(p.Months)), Y: m.raw(p.Share, "f.residual")})
	}
	age := m.assumedFloat("resale-age-months")
	if age == 0 {
		return m.b.Table(months, points).Named("f.residual", "share")
	}
	a := m.assume("resale-age-months")
	later := m.b.Table(ledger.Sum(a, months), points)
	return ledger.Div(later, m.b.Table(a, points)).Named("f.residual", "share")
}

// standing is how many servers stand in racks: those at work and the spare ones.
func (o owned) standing() int { return o.Units + o.spares }

// cost is what is paid for the machines: P, unless terms of their own hold.
func (o owned) cost() ledger.Expr {
	if o.paid.Valid() {
		return o.paid
	}
	return o.price
}

// resale is S(t) = P x min(1 - h, R) x (1 - f). Machines that were not new when bought are older by then; a drift of
// second-hand prices comes on top.
func (m *model) resale(o owned, months ledger.Expr) ledger.Expr {
	if m.agedMonths > 0 {
		months = ledger.Sum(months, m.whole("age_at_purchase", "mo", m.agedMonths))
	}
	step := ledger.Sub(m.one(), m.assume("resale-first-day-step")).Named("f.after_first_day", "share")
	kept := ledger.MinOf(step, m.residual(o, months)).Named("f.resale_share", "share")
	net := ledger.Sub(m.one(), m.assume("resale-selling-cost")).Named("f.after_selling_cost", "share")
	value := ledger.Mul(o.hardware(), kept, net)
	if drift := m.resaleDrift(months); drift.Valid() {
		value = ledger.Mul(value, drift)
	}
	return value
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }
