package costmodel

import (
	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
)

// sheets is a catalogue that keeps what bills ask for again and again, so that it is decoded once. What it returns is
// shared and never changed.
type sheets struct {
	*catalog.Catalog
	assumptions map[string]sought[catalog.Assumption]
	providers   map[string]sought[catalog.Provider]
	curves      map[string]sought[catalog.Curve]
	tariffs     map[string]sought[catalog.Tariff]
	parts       map[string]sought[catalog.Part]
	rates       map[string]sought[catalog.FX]
	cards       map[string]found[catalog.Card] // by name, as scenarios write it
	sites       map[string]found[catalog.Site]
	offers      map[string][]catalog.Offer  // by card
	servers     map[string][]catalog.Server // by card
}

// sought is what a look-up found, if anything.
type sought[T any] struct {
	value T
	ok    bool
}

// found is what a name means, or why it means nothing.
type found[T any] struct {
	value T
	wrong diag.List
}

func newSheets(cat *catalog.Catalog) *sheets {
	return &sheets{
		Catalog:     cat,
		assumptions: map[string]sought[catalog.Assumption]{},
		providers:   map[string]sought[catalog.Provider]{},
		curves:      map[string]sought[catalog.Curve]{},
		tariffs:     map[string]sought[catalog.Tariff]{},
		parts:       map[string]sought[catalog.Part]{},
		rates:       map[string]sought[catalog.FX]{},
		cards:       map[string]found[catalog.Card]{},
		sites:       map[string]found[catalog.Site]{},
		offers:      map[string][]catalog.Offer{},
		servers:     map[string][]catalog.Server{},
	}
}

// once looks an id up the first time that it is asked for.
func once[T any](kept map[string]sought[T], id string, look func(id string) (T, bool)) (T, bool) {
	s, known := kept[id]
	if !known {
		s.value, s.ok = look(id)
		kept[id] = s
	}
	return s.value, s.ok
}

// resolved finds what a name means the first time that it is asked for.
func resolved[T any](kept map[string]found[T], name string, resolve func(name string) (T, diag.List)) (T, diag.List) {
	f, known := kept[name]
	if !known {
		f.value, f.wrong = resolve(name)
		kept[name] = f
	}
	return f.value, f.wrong
}

// ResolveCard finds the one card that a name means.
func (s *sheets) ResolveCard(name string) (catalog.Card, diag.List) {
	return resolved(s.cards, name, s.Catalog.ResolveCard)
}

// ResolveSite finds the one site that a name means.
func (s *sheets) ResolveSite(name string) (catalog.Site, diag.List) {
	return resolved(s.sites, name, s.Catalog.ResolveSite)
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

// OffersFor returns the offers of a card.
func (s *sheets) OffersFor(cardID string) []catalog.Offer {
	list, known := s.offers[cardID]
	if !known {
		list = s.Catalog.OffersFor(cardID)
		s.offers[cardID] = list
	}
	return list
}

// Servers returns the whole machines with a card in them.
func (s *sheets) Servers(cardID string) []catalog.Server {
	list, known := s.servers[cardID]
	if !known {
		list = s.Catalog.Servers(cardID)
		s.servers[cardID] = list
	}
	return list
}
