package compare

import (
	"math"
	"slices"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// Markets tie figures together in a simulation: what is rented, bought and resold follows one demand for cards.
const (
	MarketRent   = "rent"   // every rent of the scenario's card family
	MarketOwn    = "own"    // prices of servers, hosts and cards
	MarketResale = "resale" // the resale curve
)

// Move is one figure of a lever with the values it may take.
type Move struct {
	Figure             int // index into the book's figures
	Low, Typical, High float64
	P10P90             bool // low and high are the 10th and 90th percentile, not the bounds
}

// fixed reports whether the figure has one value only.
func (m Move) fixed() bool { return m.Low == m.High }

// Lever is one thing that may turn out otherwise: a figure, or figures that only move together, such as the prices of
// a tariff or the points of a resale curve.
type Lever struct {
	ID     string // the figure's id, or "electricity-price", or the id before ".points."
	Name   string // message key
	Market string // MarketRent and so on; "" = on its own
	Unit   string // of its only figure; "" for several
	Moves  []Move
	ByRule bool // the sheets give no range: the spread follows from reliability and age
}

// spreads are the half-widths, as shares of the typical value, of figures without a range.
type spreads struct {
	high, medium, low float64
	perYear           float64 // added for each year of a price's age
	today             quantity.YearMonth
}

func newSpreads(cat *catalog.Catalog, today quantity.YearMonth) spreads {
	share := func(id string) float64 {
		a, ok := cat.Assumption(id)
		if !ok || a.Value.Missing() {
			return 0
		}
		return quantity.MustDecimal(a.Value.Typical).InexactFloat64()
	}
	return spreads{share("spread-high"), share("spread-medium"), share("spread-low"), share("spread-age"), today}
}

// widest is the largest spread that the rule gives; it keeps every value above zero.
const widest = 0.9

// of is the spread of a figure. Prices widen with age; what a data sheet or a contract says does not.
func (s spreads) of(f ledger.Figure) float64 {
	half := s.low
	switch f.Reliability {
	case "high":
		half = s.high
	case "medium":
		half = s.medium
	}
	if m, ok := asOfMonth(f.AsOf); ok && isPrice(f.Unit) {
		half += s.perYear * float64(max(0, s.today.Since(m))) / 12
	}
	return min(half, widest)
}

// isPrice tells a unit of money per something from physical ones: CNY/card-hour, USD/card.
func isPrice(unit string) bool {
	currency, _, ok := strings.Cut(unit, "/")
	return ok && len(currency) == 3 && currency == strings.ToUpper(currency)
}

// move is the range of a figure. What has none in the sheets neither falls below zero nor, as a share, rises above 1.
func (s spreads) move(i int, f ledger.Figure) (m Move, byRule bool) {
	v := f.Value.InexactFloat64()
	if f.Ranged {
		m = Move{i, f.Low.InexactFloat64(), v, f.High.InexactFloat64(), f.P10P90}
	} else {
		half := float64(math.Abs(v) * s.of(f))
		m = Move{Figure: i, Low: v - half, Typical: v, High: v + half}
		if f.Unit == "share" && v <= 1 {
			m.High = min(m.High, 1)
		}
		m.Low = max(m.Low, min(0, v))
	}
	return m, !f.Ranged
}

// leversOf lists what may turn out otherwise behind the given totals, in the order in which the figures were entered.
func leversOf(b *ledger.Book, roots []ledger.Ref, s spreads) []Lever {
	var out []Lever
	all := b.Figures()
	for _, i := range b.Uses(roots) {
		f := all[i]
		if f.Given {
			continue
		}
		m, byRule := s.move(i, f)
		if m.fixed() {
			continue
		}
		id, name := leverOf(f)
		at := slices.IndexFunc(out, func(l Lever) bool { return l.ID == id })
		if at < 0 {
			out = append(out, Lever{ID: id, Name: name, Market: marketOf(f), Unit: f.Unit})
			at = len(out) - 1
		}
		l := &out[at]
		l.Moves = append(l.Moves, m)
		l.ByRule = l.ByRule || byRule
	}
	return out
}

// leverOf says which lever a figure belongs to: all prices of a kWh move together, and so do the points of a table.
func leverOf(f ledger.Figure) (id, name string) {
	switch table, _, isPoint := strings.Cut(f.ID, ".points."); {
	case f.CorrelateGroup != "":
		return f.CorrelateGroup, f.Name
	case f.Unit == "CNY/kWh":
		return "electricity-price", "lever.electricity-price"
	case isPoint:
		return table, f.Name
	}
	return f.ID, f.Name
}

func marketOf(f ledger.Figure) string {
	switch f.Name {
	case "f.rent_price":
		return MarketRent
	case "f.server_price", "f.card_price", "f.host_price":
		return MarketOwn
	case "f.residual":
		return MarketResale
	}
	return ""
}
