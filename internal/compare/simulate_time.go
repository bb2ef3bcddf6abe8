package compare

import (
	"gpucalc/internal/costmodel"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// timeID is the figure of a need's length, as a factor of the typical one.
const timeID = "scenario.time"

// timed makes totals depend on how long the need turns out to take: each is multiplied by what it comes to at the low
// and high end over what it is at the typical length, in between in proportion. Whole months and days make steps that
// this smooths over.
type timed struct {
	factor ledger.Expr // the need's length over the typical one
	low    map[string]quantity.Fen
	high   map[string]quantity.Fen
	ends   [2]float64
}

// timedOf bills the need at both ends of its length; nil when its length is given.
func timedOf(in costmodel.Input, base *Result) *timed {
	r, typical := in.Scenario.Range, in.Scenario.Hours()
	if r.High <= r.Low || typical <= 0 || len(in.Scenario.Phases) != 1 {
		return nil
	}
	t := &timed{ends: [2]float64{r.Low / typical, r.High / typical}}
	t.low, t.high = totalsAt(in, r.Low), totalsAt(in, r.High)
	t.factor = base.Book.Figure(ledger.Figure{
		ID: timeID, Name: "f.time", Unit: "ratio", Value: ledger.Dec("1"),
		Low: ledger.FloatDec(t.ends[0]), High: ledger.FloatDec(t.ends[1]), Ranged: true, P10P90: true, Given: true,
	})
	return t
}

func totalsAt(in costmodel.Input, hours float64) map[string]quantity.Fen {
	phase := in.Scenario.Phases[0]
	phase.Duration = quantity.Duration{N: ledger.FloatDec(hours), Unit: quantity.Hour}
	in.Scenario.Phases = append(in.Scenario.Phases[:0:0], phase)
	in.OneCurve, in.Countable = true, true
	out := map[string]quantity.Fen{}
	if c, _ := comparer(in); c.AfterVAT() {
		for _, o := range c.Bills(in, costmodel.Build(in)).Options {
			if len(o.Missing) == 0 {
				out[o.ID] = o.Total()
			}
		}
		return out
	}
	for _, o := range costmodel.NewBiller(in.Catalog).Totals(in) {
		out[o.Option] = o.Amount
	}
	return out
}

// total is a bill's total at the length drawn; an option that is not there at an end keeps its total.
func (t *timed) total(option string, bill *ledger.Ledger) ledger.Expr {
	b, total, base := bill.Book, bill.TotalExpr(), bill.Total.Float()
	low, okLow := t.low[option]
	high, okHigh := t.high[option]
	if !okLow || !okHigh || base == 0 {
		return total
	}
	at := func(id string, x, yuan float64) ledger.TablePoint {
		y := b.Const(timeID+"."+option+"."+id, "f.time_ratio", "ratio", ledger.FloatDec(yuan/base))
		return ledger.TablePoint{X: ledger.FloatDec(x), Y: y}
	}
	points := []ledger.TablePoint{at("low", t.ends[0], low.Float()), at("typical", 1, base), at("high", t.ends[1], high.Float())}
	return ledger.Mul(total, b.Table(t.factor, points))
}

// lever is the length as something that may turn out otherwise.
func (t *timed) lever(b *ledger.Book) Lever {
	i, _ := b.FigureIndex(timeID)
	return Lever{ID: timeID, Name: "f.time", Unit: "ratio", Moves: []Move{{
		Figure: i, Low: t.ends[0], Typical: 1, High: t.ends[1], P10P90: true,
	}}}
}
