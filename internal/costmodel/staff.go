package costmodel

import (
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
)

// staffMonthly is what the people who run whole servers cost a month: hardware and system hours for owned machines,
// system hours only for rented bare metal, none for clouds and for a machine at home.
func (m *model) staffMonthly(servers int, owned bool) ledger.Expr {
	if owned && m.sc.Site.Kind == "home" {
		return ledger.Expr{}
	}
	people := m.people(m.whole("servers_run", "server", servers), float64(servers))
	if !owned {
		people = ledger.Mul(people, m.assume("staff-system-share"))
	}
	return m.payMonthly(people)
}

// staffShare is the project's part of the people who run a shared machine: those of as many servers, or parts of one,
// as the project's cards fill.
func (m *model) staffShare(o owned) ledger.Expr {
	if m.sc.Site.Kind == "home" {
		return ledger.Expr{}
	}
	filled := ledger.Div(m.whole("count", "card", m.sc.Count), m.whole("places", "card", o.Places))
	return m.payMonthly(m.people(filled.Named("f.servers_filled", "server"), float64(m.sc.Count)/float64(o.Places)))
}

func (m *model) payMonthly(people ledger.Expr) ledger.Expr {
	return ledger.Div(ledger.Mul(people, m.assume("staff-cost-year")), m.monthsPerYear())
}

// people is the full-time staff that a number of servers takes: between the fleet sizes of the sheets in proportion,
// a part of a server so much of one, above the largest fleet in proportion to the servers.
func (m *model) people(servers ledger.Expr, n float64) ledger.Expr {
	table, _ := m.cat.Assumption("staff-fte")
	if len(table.Points) == 0 {
		m.lack("missing.figure", "figure", diag.Ref("f.staff-fte"), "id", "assumptions.staff-fte")
		return ledger.Expr{}
	}
	points := []ledger.TablePoint{{X: ledger.FloatDec(0), Y: m.constant("zero", "", 0)}}
	for _, p := range table.Points {
		points = append(points, ledger.TablePoint{X: ledger.FloatDec(float64(p.At)), Y: m.raw(p.Value, "f.staff-fte")})
	}
	people := m.b.Table(servers, points)
	if last := table.Points[len(table.Points)-1].At; n > float64(last) {
		people = ledger.Mul(people, ledger.Div(servers, m.constant("staff_table_end", "server", last)))
	}
	return people.Named("f.people", "FTE")
}

// upkeepMonthly is maintenance for a month in which no maker's warranty holds.
func (m *model) upkeepMonthly(o owned) ledger.Expr {
	return ledger.Div(ledger.Mul(o.price, m.assume("upkeep-year")), m.monthsPerYear())
}

// storageUpkeepMonthly is the maintenance of the file system for a month; missing where there is none.
func (m *model) storageUpkeepMonthly(o owned) ledger.Expr {
	p, ok := m.cat.Part("storage-maintenance")
	if !o.storage.Valid() || !ok {
		return ledger.Expr{}
	}
	return ledger.Div(ledger.Mul(o.storage, m.raw(p.Price, "f.storage_maintenance")), m.monthsPerYear())
}

// unwarranted is the share of the machine's life in which no maker's warranty holds.
func (m *model) unwarranted(o owned) ledger.Expr {
	if o.Server.WarrantyMonths.Missing() {
		return m.one()
	}
	left := ledger.Sub(m.life(), m.raw(o.Server.WarrantyMonths, "f.warranty"))
	return ledger.Div(ledger.MaxOf(m.constant("zero", "", 0), left), m.life()).Named("f.unwarranted", "share")
}

// warrantyMonths is how long the maker repairs for nothing.
func (m *model) warrantyMonths(o owned) int { return int(toFloat(o.Server.WarrantyMonths)) }

// internetMonthly is the line to the internet of rented racks; a home or an office has one already.
func (m *model) internetMonthly() ledger.Expr {
	if m.sc.Site.Bandwidth.Missing() || m.sc.Site.RackPrice.Missing() {
		return ledger.Expr{}
	}
	return ledger.Mul(m.assume("internet-mbps"), m.money(m.sc.Site.Bandwidth, "f.internet_price"))
}

// insuranceMonthly is the insurance of the machine at its purchase price; nobody insures a card at home.
func (m *model) insuranceMonthly(o owned) ledger.Expr {
	if m.sc.Site.Kind == "home" {
		return ledger.Expr{}
	}
	return ledger.Div(ledger.Mul(o.price, m.assume("insurance")), m.monthsPerYear())
}
