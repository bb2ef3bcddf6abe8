package costmodel

import (
	"gpucalc/internal/catalog"
	"gpucalc/internal/ledger"
)

// memo remembers what bills ask for again and again, so that it is decoded and entered once.
type memo struct {
	figures map[string]ledger.Expr    // by figure id: the same in the whole book
	assumed map[string]catalog.Figure // by assumption id: the same in all books
	offers  map[string][]catalog.Offer
	lessors map[string]catalog.Provider
	hours   map[hoursKey]ledger.Expr // billed hours: of one need
	days    map[dayKey]ledger.Expr
	args    map[int][]string // of lines, by month
}

// hoursKey is what the billed hours of a month depend on beside the need.
type hoursKey struct {
	month, phase int
	step, setup  string
	spot         bool
}

type dayKey struct{ month, phase int }

func newMemo() *memo {
	return (&memo{
		figures: map[string]ledger.Expr{}, assumed: map[string]catalog.Figure{}, offers: map[string][]catalog.Offer{},
		lessors: map[string]catalog.Provider{},
	}).forNeed()
}

// forNeed keeps what holds for every need in the book.
func (x *memo) forNeed() *memo {
	return &memo{
		figures: x.figures, assumed: x.assumed, offers: x.offers, lessors: x.lessors, hours: map[hoursKey]ledger.Expr{},
		days: map[dayKey]ledger.Expr{}, args: map[int][]string{},
	}
}

// forBook keeps what holds in every book.
func (x *memo) forBook() *memo {
	return (&memo{figures: map[string]ledger.Expr{}, assumed: x.assumed, offers: x.offers, lessors: x.lessors}).forNeed()
}

// lessor is the provider of an offer.
func (m *model) lessor(id string) catalog.Provider {
	p, ok := m.memo.lessors[id]
	if !ok {
		p, _ = m.cat.Provider(id)
		m.memo.lessors[id] = p
	}
	return p
}

// offersFor is the offers for the need's card.
func (m *model) offersFor() []catalog.Offer {
	id := m.sc.Card.ID
	if _, ok := m.memo.offers[id]; !ok {
		m.memo.offers[id] = m.cat.OffersFor(id)
	}
	return m.memo.offers[id]
}
