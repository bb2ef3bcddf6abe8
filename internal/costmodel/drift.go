package costmodel

import (
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// drifted moves an amount that is agreed in a later month by the yearly drift of rents: x (1 + d)^(month/12).
func (m *model) drifted(amount ledger.Expr, month int) ledger.Expr {
	if m.RentDrift.Missing() || month == 0 {
		return amount
	}
	years := ledger.Div(m.b.Int("calendar.month."+strconv.Itoa(month), "f.months_on", "mo", month), m.monthsPerYear())
	yearly := ledger.Sum(m.one(), m.raw(m.RentDrift, "f.rent_drift"))
	return ledger.Mul(amount, ledger.Pow(yearly, years).Named("f.rent_drift_factor", "ratio"))
}

// resaleDrift is the factor by which second-hand prices move beyond the resale curve; missing when no drift is given.
func (m *model) resaleDrift(months ledger.Expr) ledger.Expr {
	if m.ResaleDrift.Missing() {
		return ledger.Expr{}
	}
	yearly := ledger.Sum(m.one(), m.raw(m.ResaleDrift, "f.resale_drift"))
	return ledger.Pow(yearly, ledger.Div(months, m.monthsPerYear())).Named("f.resale_drift_factor", "ratio")
}

// Movement is how a card's price moved over about a year.
type Movement struct {
	Trend        catalog.Trend
	From, To     catalog.TrendPoint
	Months       int     // between the two
	Change       float64 // of the price: 0.2 = 20 % up
	ChangeAYear  float64 // the same at the pace of a year
	FromAt, ToAt quantity.YearMonth
}

// moved finds, in each trend of a card, the newest price and the one nearest to a year before it. Prices more than two
// years or less than two months apart say nothing about a year.
func moved(cat *catalog.Catalog, card string) []Movement {
	var out []Movement
	for _, t := range cat.Trends(card) {
		points := usable(t)
		if len(points) < 2 {
			continue
		}
		last := points[len(points)-1]
		best, found := Movement{}, false
		for _, p := range points[:len(points)-1] {
			x := movement(t, p, last)
			if x.Months < 2 || x.Months > 24 || p.Value.Unit != last.Value.Unit {
				continue
			}
			if !found || abs(x.Months-12) < abs(best.Months-12) {
				best, found = x, true
			}
		}
		if found {
			out = append(out, best)
		}
	}
	return out
}

// usable leaves out points with bounds only and those whose date is no month.
func usable(t catalog.Trend) []catalog.TrendPoint {
	var out []catalog.TrendPoint
	for _, p := range t.Points {
		if _, ok := pointMonth(p); ok && !p.Value.Missing() {
			out = append(out, p)
		}
	}
	return out
}

func movement(t catalog.Trend, from, to catalog.TrendPoint) Movement {
	x := Movement{Trend: t, From: from, To: to}
	x.FromAt, _ = pointMonth(from)
	x.ToAt, _ = pointMonth(to)
	x.Months = x.ToAt.Since(x.FromAt)
	x.Change = toFloat(to.Value)/toFloat(from.Value) - 1
	if x.Months > 0 {
		x.ChangeAYear = x.Change * 12 / float64(x.Months)
	}
	return x
}

// pointMonth is the month of a trend point; a bare year counts as its middle.
func pointMonth(p catalog.TrendPoint) (quantity.YearMonth, bool) {
	date := p.Date
	switch {
	case len(date) == 4:
		date += "-07"
	case len(date) > 7:
		date = date[:7]
	}
	m, err := quantity.ParseMonth(date)
	return m, err == nil
}

func abs(n int) int { return max(n, -n) }

// stillShare is the change of a price below which it stood still.
const stillShare = 0.005

// longMonths is the length from which the movement of rents matters to an answer.
const longMonths = 6

// noteMovement says how the card's price moved over the last year, for long needs and where a drift is given.
func (m *model) noteMovement() {
	if m.RentDrift.Missing() && m.ResaleDrift.Missing() && m.sc.Months() < longMonths {
		return
	}
	m.out.Movements = moved(m.cat.Catalog, m.sc.Card.ID)
	for _, x := range m.out.Movements {
		if abs64(x.Change) < stillShare {
			continue
		}
		key := "warning.moved_up"
		if x.Change < 0 {
			key = "warning.moved_down"
		}
		m.warn(key, "card", m.sc.Card.Name, "provider", x.Trend.Provider, "share", percent(abs64(x.Change)),
			"from", x.FromAt.String(), "to", x.ToAt.String(), "trend", x.Trend.ID)
	}
}

func abs64(x float64) float64 { return max(x, -x) }

// percent writes a share with no decimals.
func percent(x float64) string { return strconv.FormatFloat(x*100, 'f', 0, 64) + "%" }
