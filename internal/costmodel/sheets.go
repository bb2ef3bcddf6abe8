package costmodel

import (
	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
)

// sheets is a catalogue that keeps what bills ask for again and again, so that it is decoded once. What it returns is
// shared and never changed.
type sheets struct {
	*catalog.Catalog
	assumptions map[string]answer[catalog.Assumption, bool]
	providers   map[string]answer[catalog.Provider, bool]
	curves      map[string]answer[catalog.Curve, bool]
	tariffs     map[string]answer[catalog.Tariff, bool]
	parts       map[string]answer[catalog.Part, bool]
	rates       map[string]answer[catalog.FX, bool]
	cards       map[string]answer[catalog.Card, diag.List] // by the name that a need has for them
	sites       map[string]answer[catalog.Site, diag.List]
	offers      map[string][]catalog.Offer  // by card, as are the machines
	servers     map[string][]catalog.Server // with the card in them
	hosts       map[string][]catalog.Server // that take the card
}

// answer is what a look-up returned: a value, and whether there is one or why there is none.
type answer[T, R any] struct {
	value T
	rest  R
}

func newSheets(cat *catalog.Catalog) *sheets {
	return &sheets{
		Catalog:     cat,
		assumptions: map[string]answer[catalog.Assumption, bool]{},
		providers:   map[string]answer[catalog.Provider, bool]{},
		curves:      map[string]answer[catalog.Curve, bool]{},
		tariffs:     map[string]answer[catalog.Tariff, bool]{},
		parts:       map[string]answer[catalog.Part, bool]{},
		rates:       map[string]answer[catalog.FX, bool]{},
		cards:       map[string]answer[catalog.Card, diag.List]{},
		sites:       map[string]answer[catalog.Site, diag.List]{},
		offers:      map[string][]catalog.Offer{},
		servers:     map[string][]catalog.Server{},
		hosts:       map[string][]catalog.Server{},
	}
}

// once looks something up the first time that it is asked for.
func once[T, R any](kept map[string]answer[T, R], name string, look func(string) (T, R)) (T, R) {
	a, known := kept[name]
	if !known {
		a.value, a.rest = look(name)
		kept[name] = a
	}
	return a.value, a.rest
}

// Assumption returns an operating assumption, tax value or finance value.
func (s *sheets) Assumption(id string) (catalog.Assumption, bool) {
	return once(s.assumptions, id, s.Catalog.Assumption)
}

// Provider returns a provider.
func (s *sheets) Provider(id string) (catalog.Provider, bool) {
	return once(s.providers, id, s.Catalog.Provider)
}

// Curve returns a resale curve.
func (s *sheets) Curve(id string) (catalog.Curve, bool) { return once(s.curves, id, s.Catalog.Curve) }

// Tariff returns a tariff.
func (s *sheets) Tariff(id string) (catalog.Tariff, bool) {
	return once(s.tariffs, id, s.Catalog.Tariff)
}

// Part returns a component.
func (s *sheets) Part(id string) (catalog.Part, bool) { return once(s.parts, id, s.Catalog.Part) }

// FX returns the rate of a currency.
func (s *sheets) FX(currency string) (catalog.FX, bool) {
	return once(s.rates, currency, s.Catalog.FX)
}

// ResolveCard finds the one card that a name means.
func (s *sheets) ResolveCard(name string) (catalog.Card, diag.List) {
	return once(s.cards, name, s.Catalog.ResolveCard)
}

// ResolveSite finds the one site that a name means.
func (s *sheets) ResolveSite(name string) (catalog.Site, diag.List) {
	return once(s.sites, name, s.Catalog.ResolveSite)
}

// onceFor lists what there is for a card the first time that it is asked for.
func onceFor[T any](kept map[string][]T, cardID string, look func(cardID string) []T) []T {
	list, known := kept[cardID]
	if !known {
		list = look(cardID)
		kept[cardID] = list
	}
	return list
}

// OffersFor returns the offers of a card.
func (s *sheets) OffersFor(cardID string) []catalog.Offer {
	return onceFor(s.offers, cardID, s.Catalog.OffersFor)
}

// Servers returns the whole machines with a card in them.
func (s *sheets) Servers(cardID string) []catalog.Server {
	return onceFor(s.servers, cardID, s.Catalog.Servers)
}

// Hosts returns the hosts that take a card.
func (s *sheets) Hosts(card catalog.Card) []catalog.Server {
	return onceFor(s.hosts, card.ID, func(string) []catalog.Server { return s.Catalog.Hosts(card) })
}
