package compare

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/quantity"
)

// Equivalent is another card that may do the scenario's work, and what it would cost.
type Equivalent struct {
	costmodel.Fit
	Choice, Family string       // the cheapest way with this card; "" = it has no price or does not qualify
	Rent, Own      string       // the cheapest way to rent it, and to own it in the deciding view; "" = none
	RentTotal      quantity.Fen // of Rent
	OwnTotal       quantity.Fen // of Own
	Total          quantity.Fen // of Choice
	Cheaper        bool         // than the verdict
}

// Equivalents prices every card that can do the scenario's work in as many hours as its throughput asks for. Those
// that qualify and have a price come first, cheapest first; then those without a price; then, in the order of the
// sheets, those that do not qualify. Precision is that of the work; "" = bf16. verdict may be nil.
func Equivalents(in costmodel.Input, precision string, verdict *Verdict) []Equivalent {
	biller := costmodel.NewBiller(in.Catalog)
	var out []Equivalent
	for _, card := range in.Catalog.Cards() {
		if card.ID == in.Scenario.Card.ID {
			continue
		}
		e := Equivalent{Fit: costmodel.Equivalent(in, card, precision)}
		if e.Qualifies {
			e.price(in, biller)
		}
		e.Cheaper = e.Choice != "" && verdict != nil && e.Total < verdict.Total
		out = append(out, e)
	}
	rank := func(e Equivalent) int {
		switch {
		case e.Choice != "":
			return 0
		case e.Qualifies:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(out, func(a, b Equivalent) int {
		if d := cmp.Compare(rank(a), rank(b)); d != 0 {
			return d
		}
		if a.Choice == "" {
			return 0
		}
		return cmp.Or(cmp.Compare(a.Total, b.Total), cmp.Compare(a.Card.ID, b.Card.ID))
	})
	return out
}

// BestEquivalent is the cheapest option with another card that can do the work, and its total; ok is false when no card
// qualifies at a price.
func BestEquivalent(in costmodel.Input, precision string) (e Equivalent, ok bool) {
	return cheapestOf(Equivalents(in, precision, nil))
}

// cheapestOf is the first of priced equivalents, which stand cheapest first.
func cheapestOf(list []Equivalent) (Equivalent, bool) {
	if len(list) == 0 || list[0].Choice == "" {
		return Equivalent{}, false
	}
	return list[0], true
}

// AddEquivalents prices the cards that can do the work, and notes beside the verdict the cheapest one that beats it.
func (r *Result) AddEquivalents(in costmodel.Input, precision string) {
	r.Equivalents = Equivalents(in, precision, r.Verdict)
	e, ok := cheapestOf(r.Equivalents)
	if !ok || !e.Cheaper {
		return
	}
	r.addFlip("equivalent", candidate{e.Choice, e.Family, e.Total}, "card", e.Card.Name, "id", e.Card.ID,
		"hours", strconv.FormatFloat(math.Round(e.Scenario.Hours()), 'f', 0, 64))
}

// price finds the cheapest ways to rent and to own the card for its hours.
func (e *Equivalent) price(in costmodel.Input, biller *costmodel.Biller) {
	in.Scenario = e.Scenario
	in.Upgrade, in.RentToOwn, in.Renting.Hybrid = costmodel.Upgrade{}, 0, false
	in.OneCurve, in.OneView, in.Countable = true, true, true
	costs := biller.Build(in)
	cost := weigher(in, costs)
	for _, o := range costs.Options {
		if !takesPart(o, in.Scenario.View) {
			continue
		}
		switch total, affords := cost(o); {
		case !affords:
		case o.Family == costmodel.FamilyRent && (e.Rent == "" || total < e.RentTotal):
			e.Rent, e.RentTotal = o.ID, total
		case o.Family == costmodel.FamilyOwn && (e.Own == "" || total < e.OwnTotal):
			e.Own, e.OwnTotal = o.ID, total
		}
	}
	switch {
	case e.Rent != "" && (e.Own == "" || e.RentTotal <= e.OwnTotal):
		e.Choice, e.Family, e.Total = e.Rent, costmodel.FamilyRent, e.RentTotal
	case e.Own != "":
		e.Choice, e.Family, e.Total = e.Own, costmodel.FamilyOwn, e.OwnTotal
	}
}
