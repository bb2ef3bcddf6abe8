package costmodel

import (
	"math"
	"strconv"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
)

// rackPlan is how servers stand in racks.
type rackPlan struct {
	price   catalog.Figure
	racks   int
	perRack int
	liquid  bool
	perKW   bool
}

// planRacks places servers by rated kW. A server above the limit needs a liquid-cooled rack; where the site has none
// it cannot stand there, and the message names both.
func (m *model) planRacks(o owned) (rackPlan, bool) {
	site := m.sc.Site
	p := rackPlan{price: m.rackPrice(o)}
	limit := toFloat(site.RackKW)
	if site.RackPrice.Missing() && site.LiquidRackPrice.Missing() {
		return p, m.fitsPlace(o)
	}
	if o.ratedKW > limit && !site.LiquidRackPrice.Missing() {
		p.price, p.liquid, limit = site.LiquidRackPrice, true, toFloat(site.LiquidRackKW)
	}
	if limit > 0 && o.ratedKW > limit {
		m.lack("missing.rack_too_small", "server", serverName(o.Server), "server_kw", trim(o.ratedKW),
			"site", diag.Clean(site.Name), "rack_kw", trim(limit))
		return p, false
	}
	p.perKW = strings.Contains(p.price.Unit, "/kW-")
	p.perRack = max(1, int(math.Floor(limit/o.ratedKW+1e-9)))
	p.racks = ceilDiv(o.standing(), p.perRack)
	if p.perRack == 1 && o.Units > 1 {
		m.warn("warning.one_server_a_rack", "server", serverName(o.Server), "server_kw", trim(o.ratedKW), "rack_kw", trim(limit))
	}
	return p, true
}

// rackPrice is the price that fits how the site sells power and how much of it is wanted.
func (m *model) rackPrice(o owned) catalog.Figure {
	site := m.sc.Site
	contracted := float64(o.standing()) * o.ratedKW
	switch {
	case site.Power == powerIncluded:
		return site.RackWithPower
	case !site.WholesalePrice.Missing() && contracted >= toFloat(site.WholesaleFrom):
		return site.WholesalePrice
	}
	return site.RackPrice
}

// fitsPlace checks an office or a home, which have no racks but a limit on what they can feed.
func (m *model) fitsPlace(o owned) bool {
	limit := toFloat(m.sc.Site.LimitKW)
	total := float64(o.standing()) * o.ratedKW
	if limit > 0 && total > limit {
		m.lack("missing.place_too_small", "total_kw", trim(total), "site", diag.Clean(m.sc.Site.Name), "limit_kw", trim(limit))
		return false
	}
	return true
}

func trim(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// rackMonthly is what the racks cost a month: contracted kW, or whole racks.
func (m *model) rackMonthly(o owned, p rackPlan) ledger.Expr {
	if p.price.Missing() {
		return ledger.Expr{}
	}
	price := m.money(p.price, "f.rack_price")
	if p.perKW {
		kw := ledger.Mul(m.whole("servers", "server", o.standing()), o.rated).Named("f.contracted_kw", "kW")
		return ledger.Mul(kw, price)
	}
	return ledger.Mul(m.whole("racks", "rack", p.racks), price)
}

// rackMonths is how long the racks are paid: the scenario's months, at least the contract's minimum.
func (m *model) rackMonths(p rackPlan) int {
	if p.price.Missing() {
		return 0
	}
	return max(m.wholeMonths(), int(toFloat(m.sc.Site.RackMinMonths)))
}

// wholeMonths is the scenario's length in started months.
func (m *model) wholeMonths() int { return int(math.Ceil(m.sc.Months() - 1e-9)) }
