package costmodel

import (
	"cmp"

	"gpucalc/internal/quantity"
)

// offerCost returns what offers are compared by: the bill's total, or what it comes to under the terms of money over
// time. Offers of one term may differ in their VAT: 13 % on leased machines comes back, 6 % on a cloud service.
func (m *model) offerCost() func(b OfferBill) quantity.Fen {
	quoted := func(b OfferBill) quantity.Fen { return b.Ledger.Total }
	if !m.Money.Decides() {
		return quoted
	}
	rules, lacks := NewMoneyRules(m.cat.Catalog)
	if len(lacks) > 0 {
		return quoted
	}
	known := map[string]quantity.Fen{}
	return func(b OfferBill) quantity.Fen {
		cost, ok := known[b.Offer.ID]
		if !ok {
			cost = moneyCost(NewMoneyInput(m.Input, *m.out, OfferOption(b), rules))
			known[b.Offer.ID] = cost
		}
		return cost
	}
}

// moneyCost is Cost of Money, line by line where that is enough.
func moneyCost(in MoneyInput) quantity.Fen {
	if in.Terms.OnlyVAT() {
		if total, err := NewWeighing(in).Total(); err == nil {
			return total
		}
	}
	return Money(in).Cost()
}

// dearer returns whether an offer comes after another: by what they are compared by, then by trust.
func dearer(cost func(OfferBill) quantity.Fen) func(b, than OfferBill) bool {
	return func(b, than OfferBill) bool {
		return cmp.Or(cmp.Compare(cost(b), cost(than)), byTrust(b.Offer, than.Offer)) > 0
	}
}

// OfferOption is an offer's bill as an option whose money can be laid out.
func OfferOption(b OfferBill) Option {
	return Option{
		ID: "rent." + b.Term, Family: FamilyRent, Term: b.Term, Offers: []string{b.Offer.ID}, Ledger: b.Ledger,
		Upfront: b.Ledger.Upfront(), PeakCash: b.Ledger.PeakCash(),
	}
}
