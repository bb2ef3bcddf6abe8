package costmodel

import (
	"slices"

	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
	"gpucalc/internal/scenario"
)

// BuildWithMixes is Build, and beside it the best mix of every provider as it would be at other utilisations, over the
// same book: with those a solver over utilisation can take the least of all.
func BuildWithMixes(in Input, utils []quantity.Decimal) (Result, []Option) {
	m := newModel(in)
	m.own()
	m.rent()
	m.mix()
	m.warnings()
	var mixes []Option
	providers := m.mixProviders()
	for _, u := range utils {
		m.sc.Phases = slices.Clone(m.sc.Phases)
		for k := range m.sc.Phases {
			m.sc.Phases[k].Util = u
		}
		for _, p := range providers {
			if o, ok := m.mixOf(p); ok && !slices.ContainsFunc(mixes, func(x Option) bool { return sameBill(x, o) }) {
				mixes = append(mixes, o)
			}
		}
	}
	return *m.out, mixes
}

// sameBill reports whether two mixes buy the same: their amounts at the book's utilisation agree line by line.
func sameBill(a, b Option) bool {
	return a.Provider == b.Provider && slices.EqualFunc(a.Ledger.Lines, b.Ledger.Lines, func(x, y ledger.Line) bool {
		return x.At == y.At && x.Item == y.Item && x.Amount == y.Amount
	})
}

// BuildPart bills owning in the scenario's view and the offers with the given ids, nothing else: for solvers that ask
// for other lengths or patterns again and again.
func BuildPart(in Input, offers []string) Result {
	m := newModel(in)
	m.ownInView(in.Scenario.View)
	for _, o := range m.cat.OffersFor(m.sc.Card.ID) {
		if slices.Contains(offers, o.ID) {
			m.out.Offers = append(m.out.Offers, m.offerBill(o))
		}
	}
	m.leaveOutStranded(m.offerCost())
	return *m.out
}

// ownInView bills the one way of owning that decides.
func (m *model) ownInView(view string) {
	whole, ok := m.chooseMachine(m.sc.Count, false)
	if !ok {
		return
	}
	m.out.Machine = whole
	o := m.enter(whole)
	plan, fits := m.planRacks(o)
	switch views := m.views(); {
	case !slices.Contains(views, view):
		m.ownIn(views[0], o, plan, fits)
	case view == scenario.ViewReused:
		m.ownShare(o, plan, fits)
	default:
		m.ownIn(view, o, plan, fits)
	}
}
