package costmodel

import (
	"cmp"

	"gpucalc/internal/quantity"
)

// offersInOrder returns whether an offer comes after another: by what they are compared by, the bill's total or what it
// comes to under the terms of money over time, then by trust. Offers of one term may differ in their VAT: 13 % on leased
// machines comes back, 6 % on a cloud service.
func (m *model) offersInOrder() func(b, than OfferBill) bool {
	asQuoted := func(b, than OfferBill) bool { return than.before(b) }
	if !m.Money.Decides() {
		return asQuoted
	}
	rules, lacks := NewMoneyRules(m.cat.Catalog)
	if len(lacks) > 0 {
		return asQuoted
	}
	cost := func(b OfferBill) quantity.Fen {
		return Money(NewMoneyInput(m.Input, *m.out, OfferOption(b), rules)).Cost()
	}
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
