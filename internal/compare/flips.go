package compare

import (
	"cmp"
	"slices"
	"strconv"

	"gpucalc/internal/costmodel"
	"gpucalc/internal/diag"
	"gpucalc/internal/quantity"
)

// findFlips looks for what would turn the verdict to another family: another view, another resale curve, capital at
// zero, the class of the winning offer; and for what is worth knowing beside it: the rent at which it turns, spare
// cards, a card of the family with another memory.
func (r *Result) findFlips(in costmodel.Input, costs costmodel.Result, ranges *ranges) {
	r.flipViews()
	if r.weighs() {
		r.flipMoney()
	} else {
		r.flipFullUse(ranges)
		r.flipCurves(costs.Curves, in.Scenario.View)
		r.flipCapital()
		r.flipVAT(in, costs)
		r.flipRentPrice()
	}
	if !r.weighs() {
		r.flipBridge(in)
	}
	r.flipLate()
	r.flipClass(in)
	r.flipRejected()
	r.hintSpare()
	r.hintMemory(in)
}

// flipFullUse asks what the shared machine costs when others fill it for the rest of its life.
func (r *Result) flipFullUse(ranges *ranges) {
	row, ok := r.Row("own.reused")
	f, known := r.Book.FigureIndex("assumptions.paid-share-of-life.value")
	if !ok || !row.CanWin() || !known || r.Verdict.Family == costmodel.FamilyOwn {
		return
	}
	total := fen(ranges.with(f, 1)[ranges.index[row.ID]])
	if total < r.Verdict.Total && row.Total() >= r.Verdict.Total {
		r.addFlip("reused-full", candidate{row.ID, row.Family, total})
	}
}

// softReasons are objections that a closer look at an offer may settle: it does the work, but not surely.
var softReasons = []string{"reject.no-interconnect", "reject.estimate", "reject.low-reliability", "reject.marketplace-long", "reject.stale", "reject.price-only-bound"}

// flipRejected names the cheapest offer that would beat the verdict if what is not known of it proved true.
func (r *Result) flipRejected() {
	best, least := -1, r.Verdict.Total
	for i, b := range r.Offers {
		if b.Ledger == nil || len(b.Rejected) == 0 {
			continue
		}
		if slices.ContainsFunc(b.Rejected, func(m costmodel.Missing) bool { return !slices.Contains(softReasons, m.Key) }) {
			continue
		}
		if c := r.offerCost(b); c < least && r.affords(costmodel.OfferOption(b)) {
			best, least = i, c
		}
	}
	if best >= 0 {
		b := r.Offers[best]
		r.addFlip("offer", candidate{"rent." + b.Term, costmodel.FamilyRent, least}, "offer", b.Offer.ID,
			"provider", b.Offer.ProviderName, "reason", diag.Ref(b.Rejected[0].Key))
		f := &r.Verdict.Flips[len(r.Verdict.Flips)-1]
		f.Args = append(f.Args, b.Rejected[0].Args...)
	}
}

func (r *Result) addFlip(what string, to candidate, args ...string) {
	v := r.Verdict
	v.Flips = append(v.Flips, Flip{What: what, Args: diag.Args(args...), To: to.id, Total: to.total, Turns: to.family != v.Family})
}

func (r *Result) flipViews() {
	for _, w := range r.Verdict.ViewWinners {
		row, _ := r.Row(w.Choice)
		if row.Family != r.Verdict.Family {
			r.addFlip("view", candidate{w.Choice, row.Family, w.Total}, "view", w.View)
		}
	}
}

// flipCurves asks every other resale curve.
func (r *Result) flipCurves(curves []costmodel.CurveTotal, view string) {
	for _, c := range curves {
		if c.View != "" && c.View != view {
			continue
		}
		cs := r.candidates(view)
		for i := range cs {
			if cs[i].id == c.Option {
				cs[i].total = c.Total
			}
		}
		if w, _, ok := best(cs); ok && w.family != r.Verdict.Family {
			r.addFlip("curve", w, "curve", c.Curve)
		}
	}
}

func (r *Result) flipCapital() {
	var cs []candidate
	for _, w := range r.Rows {
		if w.Counts && w.CanWin() {
			cs = append(cs, candidate{w.ID, w.Family, w.Total() - w.Ledger.CategoryTotal("capital")})
		}
	}
	if w, _, ok := best(cs); ok && w.family != r.Verdict.Family {
		r.addFlip("capital", w)
	}
}

// flipClass asks whether the verdict rests on one class of offers: without them another family may win.
func (r *Result) flipClass(in costmodel.Input) {
	if r.Verdict.Family != costmodel.FamilyRent {
		return
	}
	row, _ := r.Row(r.Verdict.Choice)
	class := ""
	least := map[string]candidate{}
	for _, b := range r.Offers {
		if slices.Contains(row.Offers, b.Offer.ID) {
			class = b.Offer.Class
		}
		if len(b.Rejected) > 0 || !r.affords(costmodel.OfferOption(b)) {
			continue
		}
		c := candidate{"rent." + b.Term, costmodel.FamilyRent, r.offerCost(b)}
		if old, ok := least[b.Offer.Class]; !ok || c.total < old.total {
			least[b.Offer.Class] = c
		}
	}
	var cs []candidate
	for _, w := range r.Rows {
		if w.Counts && w.CanWin() && w.Family != costmodel.FamilyRent {
			cs = append(cs, candidate{w.ID, w.Family, w.Cost()})
		}
	}
	if len(cs) == 0 {
		return
	}
	for _, c := range sortedKeys(least) {
		if c != class {
			cs = append(cs, least[c])
		}
	}
	if w, _, ok := best(cs); ok && w.family != r.Verdict.Family {
		r.addFlip("class", w, "class", class)
	}
}

// flipRentPrice states the rent per paid card-hour at which renting and owning cost the same: what owning leaves for
// rent once the rest of the renter's bill is paid.
func (r *Result) flipRentPrice() {
	v := r.Verdict
	first, _ := r.Row(v.Choice)
	other, ok := r.Row(v.RunnerUp)
	if !ok {
		return
	}
	own, rent, key := other, first, "rent-above"
	if v.Family == costmodel.FamilyOwn {
		own, rent, key = first, other, "rent-below"
	}
	if own.Family != costmodel.FamilyOwn || rent.Family != costmodel.FamilyRent {
		return
	}
	left := own.Total() - (rent.Total() - rent.Ledger.CategoryTotal("rent"))
	if left <= 0 {
		return
	}
	price := strconv.FormatFloat(left.Float()/rent.PaidCardHours, 'f', 2, 64)
	v.Flips = append(v.Flips, Flip{What: key, Args: diag.Args("price", price), To: v.RunnerUp, Turns: true})
}

// flipLate says that bought machines arrive when the need is over.
func (r *Result) flipLate() {
	row, _ := r.Row(r.Verdict.Choice)
	days, known := row.ReadyInDays()
	if need := r.Scenario.Hours() / quantity.HoursPerDay; known && row.Family != costmodel.FamilyRent && days >= need {
		r.Verdict.Flips = append(r.Verdict.Flips, Flip{
			What: "late", Turns: true,
			Args: diag.Args("days", strconv.FormatFloat(days, 'f', 0, 64), "need", strconv.FormatFloat(need, 'f', 0, 64)),
		})
	}
}

// hintSpare says that bought cards stand idle that another job could use.
func (r *Result) hintSpare() {
	if spare := r.Machine.Spare(r.Scenario.Count); spare > 0 && r.Machine.Cards > 0 {
		r.Verdict.Flips = append(r.Verdict.Flips, Flip{What: "spare", Args: diag.Args("spare", strconv.Itoa(spare))})
	}
}

// hintMemory prices cards of the same family with another memory size: what the need costs if less will do.
func (r *Result) hintMemory(in costmodel.Input) {
	card := in.Scenario.Card
	if in.Scenario.MemoryAsked {
		return
	}
	for _, e := range in.Catalog.Entities("cards") {
		if e.Text("family") != card.Family || e.ID == card.ID || !in.Catalog.HasOffers(e.ID) {
			continue
		}
		c, _ := in.Catalog.Card(e.ID)
		if c.MemoryGB == card.MemoryGB {
			continue
		}
		alt := in
		alt.Scenario.Card, alt.Scenario.MemoryGB, alt.Countable = c, c.MemoryGB, true
		costs := costmodel.BuildRent(alt)
		var least *costmodel.Option
		for i, o := range costs.Options {
			if len(o.Missing) == 0 && r.affords(o) && (least == nil || o.Total() < least.Total()) {
				least = &costs.Options[i]
			}
		}
		if least == nil {
			continue
		}
		total := least.Total()
		if r.weighs() {
			total = (&desk{alt, costs, r.desk.rules}).money(*least).Cost()
		}
		if total >= r.Verdict.Total {
			continue
		}
		r.Verdict.Flips = append(r.Verdict.Flips, Flip{
			What: "memory", To: least.ID, Total: total,
			Args: diag.Args("card", c.Name, "id", c.ID, "memory", strconv.FormatFloat(c.MemoryGB, 'f', -1, 64)),
		})
	}
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
