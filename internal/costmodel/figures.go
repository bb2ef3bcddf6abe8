package costmodel

import (
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"

	"github.com/quagmt/udecimal"
)

// homeCurrency is what every bill is in.
const homeCurrency = "CNY"

// model is the work in progress of one Build.
type model struct {
	Input
	sc       scenario.Scenario
	cat      *sheets
	b        *ledger.Book
	out      *Result
	periods  *periodYear
	cal      calendar
	tariff   catalog.Tariff
	util     []ledger.Expr // by phase
	absent   []Missing     // of the option under construction
	kwh      []ledger.Expr // energy at the site's meter, of the option under construction
	monthKWh []float64     // the same by month

	hourKnown bool // hourOffer has been looked for
	hourOffer catalog.Offer

	memo *memo
	portion
}

// raw enters a sheet's figure under the given name. A missing one is noted as missing in the option under construction.
func (m *model) raw(f catalog.Figure, name string) ledger.Expr {
	if f.Missing() {
		m.lack("missing.figure", "figure", diag.Ref(name), "id", f.ID)
		return ledger.Expr{}
	}
	if e, ok := m.memo.figures[f.ID]; ok {
		return e
	}
	e := m.b.Figure(toLedger(f, name))
	m.memo.figures[f.ID] = e
	return e
}

// money enters a price and turns it into yuan at the sheet's exchange rate where it is in another currency.
func (m *model) money(f catalog.Figure, name string) ledger.Expr {
	e := m.raw(f, name)
	currency, _, _ := strings.Cut(f.Unit, "/")
	if !e.Valid() || currency == homeCurrency {
		return e
	}
	fx, ok := m.cat.FX(currency)
	if !ok {
		m.lack("missing.fx", "currency", currency)
		return ledger.Expr{}
	}
	return ledger.Mul(e, m.raw(fx.Value, "f.fx"))
}

// assume enters an assumption of the sheets; the shipped sheets have all that the model asks for.
func (m *model) assume(id string) ledger.Expr { return m.raw(m.assumed(id), "f."+id) }

func (m *model) assumed(id string) catalog.Figure {
	if a, ok := m.cat.Assumption(id); ok {
		return a.Value
	}
	return catalog.Figure{ID: "assumptions." + id}
}

// assumedFloat is an assumption's typical value for decisions that shape the bill, not for amounts.
func (m *model) assumedFloat(id string) float64 { return toFloat(m.assumed(id)) }

func toFloat(f catalog.Figure) float64 {
	if f.Missing() {
		return 0
	}
	return udecimal.MustParse(f.Typical).InexactFloat64()
}

func (m *model) lack(key string, args ...string) {
	m.absent = append(m.absent, Missing{key, diag.Args(args...)})
}

// given enters a number of the scenario.
func (m *model) given(id, unit string, v float64) ledger.Expr {
	return m.number("scenario."+id, "f."+id, unit, ledger.FloatDec(v))
}

// number enters a number that options may see differently, such as the servers of a shared machine and of one
// bought alone: the second value gets an id of its own, since a book keeps the first figure of an id.
func (m *model) number(id, name, unit string, v udecimal.Decimal) ledger.Expr {
	if i, ok := m.b.FigureIndex(m.b.Scoped(id)); ok && !m.b.Figures()[i].Value.Equal(v) {
		id += "." + v.String()
	}
	return m.b.Const(id, name, unit, v)
}

// whole enters a count that follows from the scenario.
func (m *model) whole(id, unit string, n int) ledger.Expr {
	return m.number("scenario."+id, "f."+id, unit, udecimal.MustFromInt64(int64(n), 0))
}

// constant enters a number of the calendar or of arithmetic.
func (m *model) constant(id, unit string, n int) ledger.Expr {
	return m.b.Int("const."+id, "f.const."+id, unit, n)
}

func (m *model) one() ledger.Expr { return m.constant("one", "", 1) }
func (m *model) hoursPerMonth() ledger.Expr {
	return m.constant("hours_per_month", "h", quantity.HoursPerMonth)
}

func (m *model) monthsPerYear() ledger.Expr { return m.constant("months_per_year", "mo", 12) }

func toLedger(f catalog.Figure, name string) ledger.Figure {
	typical := udecimal.MustParse(f.Typical)
	out := ledger.Figure{
		ID: f.ID, Name: name, Unit: f.Unit, Value: typical, Low: typical, High: typical,
		AsOf: f.AsOf, Source: f.Source, Reliability: f.Reliability, Estimate: f.Estimate, Reason: f.Reason,
		VAT: string(f.VAT), File: f.File, Line: f.Line, P10P90: f.Range == "p10-p90",
	}
	if f.Low != "" {
		out.Low, out.Ranged = udecimal.MustParse(f.Low), true
	}
	if f.High != "" {
		out.High, out.Ranged = udecimal.MustParse(f.High), true
	}
	return out
}
