package compare

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gpucalc/internal/catalog"
	"gpucalc/internal/costmodel"
	"gpucalc/internal/ledger"
)

// rebuilder bills a scenario with levers at other values in the sheets. Far from the typical value a formula alone can
// mislead: a server above the limit of a rack needs another place, another machine or offer becomes the cheapest.
type rebuilder struct {
	in     costmodel.Input
	book   *ledger.Book
	offers []string // that count
	whole  bool     // there are options beside single offers and owning
	sign   bool     // owning is cheaper as things are
}

func newRebuilder(in costmodel.Input, base *Result, margin float64) *rebuilder {
	r := &rebuilder{in: in, book: base.Book, sign: margin < 0}
	r.in.OneCurve = true
	for _, b := range base.Offers {
		if b.Acceptable() {
			r.offers = append(r.offers, b.Offer.ID)
		}
	}
	for _, w := range base.Rows {
		r.whole = r.whole || w.Counts && w.Term == "mix"
	}
	return r
}

// same reports whether the same side is cheaper as at typical values with all of the lever's figures times a factor; ok
// is false where one side has no price any more, or the sheets do not take the value.
func (r *rebuilder) same(l Lever, factor float64) (same, ok bool) {
	in, ok := r.with(l, factor)
	if !ok {
		return false, false
	}
	var costs costmodel.Result
	if r.whole {
		costs = costmodel.Build(in)
	} else {
		costs = costmodel.BuildPart(in, r.offers)
	}
	c, _ := comparer(in)
	b := newMonthBill()
	b.add(c.Bills(in, costs), in.Scenario.View)
	_, rent := b.least(BestRental)
	if math.IsNaN(b.own) || math.IsNaN(rent) {
		return false, false
	}
	return (b.own < rent) == r.sign, true
}

// with lays the lever's figures over the sheets and takes up what the scenario has read from them.
func (r *rebuilder) with(l Lever, factor float64) (costmodel.Input, bool) {
	in := r.in
	all := r.book.Figures()
	for _, m := range l.Moves {
		text, ok := sheetOf(in.Catalog, all[m.Figure], float64(m.Typical*factor))
		if !ok {
			return in, false
		}
		next, found := in.Catalog.Overlay("flip", []byte(text))
		if found.HasErrors() || next == nil {
			return in, false
		}
		in.Catalog = next
	}
	site, okSite := in.Catalog.Site(in.Scenario.Site.ID)
	card, okCard := in.Catalog.Card(in.Scenario.Card.ID)
	if !okSite || !okCard {
		return in, false
	}
	site.Power, site.Tariff = in.Scenario.Site.Power, in.Scenario.Site.Tariff
	in.Scenario.Site, in.Scenario.Card = site, card
	return in, true
}

// sheetOf writes one figure as a sheet; ok is false for what is no figure of a sheet.
func sheetOf(cat *catalog.Catalog, f ledger.Figure, value float64) (text string, ok bool) {
	kind, rest, ok := strings.Cut(f.ID, ".")
	if !ok || !slices.Contains(catalog.Kinds(), kind) {
		return "", false
	}
	for at := len(rest); at > 0; at = strings.LastIndexByte(rest[:at], '.') {
		if at == len(rest) {
			continue
		}
		if _, found := cat.Entity(kind, rest[:at]); !found {
			continue
		}
		figure := "{typical: " + ledger.FloatDec(value).String() + ", unit: " + quoted(f.Unit)
		for _, field := range [][2]string{{"vat", f.VAT}, {"asof", f.AsOf}, {"reliability", f.Reliability}, {"source", f.Source}, {"reason", f.Reason}} {
			if field[1] != "" {
				figure += ", " + field[0] + ": " + quoted(field[1])
			}
		}
		if f.Estimate {
			figure += ", estimate: true"
		}
		figure += "}"
		path := strings.Split(rest[at+1:], ".")
		for _, p := range slices.Backward(path) {
			figure = "{" + quoted(p) + ": " + figure + "}"
		}
		return kind + ": {" + quoted(rest[:at]) + ": " + figure + "}\n", true
	}
	return "", false
}

func quoted(s string) string { return strconv.Quote(s) }

const (
	besideFlip  = 0.002 // how far from a flip its sides are billed, as a share of the factor
	flipHalving = 18    // steps of the search for a corrected flip
)

// verify holds a flip, as a factor on typical values, against bills written for both of its sides. Where a step comes
// before it or puts it off, the place of the change is looked for up to the end of what is followed; ok is false where
// there is none, or a side has lost its price on the way.
func (r *rebuilder) verify(l Lever, flip, most float64) (at float64, ok bool) {
	near, far, end := flip*(1-besideFlip), flip*(1+besideFlip), most
	if flip < 1 {
		near, far, end = far, near, 0
	}
	if flip == 0 {
		far = 0
	}
	far = min(far, most)
	before, okBefore := r.same(l, near)
	after, okAfter := r.same(l, far)
	switch {
	case okBefore && before && okAfter && !after:
		return flip, true
	case !okBefore || !before:
		return r.search(l, 1, near)
	}
	return r.search(l, near, end)
}

// search halves between a factor at which nothing has changed and one further out.
func (r *rebuilder) search(l Lever, inner, outer float64) (at float64, ok bool) {
	if same, ok := r.same(l, outer); !ok || same {
		return 0, false
	}
	for range flipHalving {
		middle := (inner + outer) / 2
		same, ok := r.same(l, middle)
		if !ok {
			return 0, false
		}
		if same {
			inner = middle
		} else {
			outer = middle
		}
	}
	return outer, true
}
