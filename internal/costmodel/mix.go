package costmodel

import (
	"slices"
	"strconv"

	"gpucalc/internal/catalog"
	"gpucalc/internal/diag"
	"gpucalc/internal/ledger"
	"gpucalc/internal/quantity"
)

// mixable is an offer that a mix may combine.
type mixable struct {
	t        tenancy
	provider int     // index into the providers of the mix
	hours    int     // clock hours that one period covers
	least    int     // periods that are bought at least
	yuan     float64 // of one period for one unit sold
}

// block is a run of one offer in a mix: n hours that may be spread over pauses, or n periods on end.
type block struct {
	item  int // index into the mixables
	start int // hour after the start
	phase int // in which it starts
	n     int
}

// mix finds the cheapest combination of one provider's terms, or of all providers' where a change of provider has a
// price. It adds an option when the combination is a real one, and names the term it equals otherwise.
func (m *model) mix() {
	best, found := m.cheapestSingle("")
	real := false
	try := func(opt Option, ok bool) {
		if ok && (!found || opt.Total() < best.Total()-rounding(opt, best)) {
			best, found, real = opt, true, true
		}
	}
	for _, p := range m.mixProviders() {
		try(m.mixOf(p))
	}
	if all := m.mixProviders(); !m.SwitchCost.Missing() && len(all) > 1 {
		try(m.mixAcross(all))
	}
	switch {
	case real:
		m.out.Options = append(m.out.Options, best)
	case found:
		m.out.MixIs = best.ID
	}
}

// rounding is by how much the roundings of two bills' lines may move them apart: a mix that is cheaper by no more costs
// the same.
func rounding(a, b Option) quantity.Fen {
	return quantity.Fen(len(a.Ledger.Lines)+len(b.Ledger.Lines)+1) / 2
}

// cheapestSingle is the cheapest option that one term alone gives, of any provider or of the one named.
func (m *model) cheapestSingle(provider string) (best Option, found bool) {
	for _, o := range m.out.Options {
		if o.Family != FamilyRent || len(o.Missing) > 0 || provider != "" && o.Provider != provider {
			continue
		}
		if !found || o.Total() < best.Total() {
			best, found = o, true
		}
	}
	return best, found
}

// mixProviders are the providers of acceptable offers that can be combined: with more than one term, or any where
// providers may change.
func (m *model) mixProviders() []string {
	terms := map[string]int{}
	var order []string
	for _, o := range m.out.Offers {
		if !o.combines() {
			continue
		}
		if terms[o.Offer.Provider] == 0 {
			order = append(order, o.Offer.Provider)
		}
		terms[o.Offer.Provider]++
	}
	if !m.SwitchCost.Missing() {
		return order
	}
	return slices.DeleteFunc(order, func(p string) bool { return terms[p] < 2 })
}

// canMix leaves out spot cards, which cannot be counted on for a part of a plan, whole racks, and hours or days with a
// minimum.
func canMix(o catalog.Offer) bool {
	switch o.Term {
	case "spot", "rack", "pack":
		return false
	case "hour", "day":
		return o.MinUnits <= 1
	}
	return true
}

// mixOf bills the cheapest combination of one provider's offers. ok is false when one offer alone does it.
func (m *model) mixOf(provider string) (Option, bool) { return m.mixAcross([]string{provider}) }

// mixAcross bills the cheapest combination of the providers' offers, layer by layer of cards; of several ways to cut
// the need into layers the cheapest.
func (m *model) mixAcross(providers []string) (best Option, found bool) {
	before := m.absent
	defer func() { m.absent = before }()
	items := m.mixables(providers)
	for _, layers := range m.layerings(items) {
		m.absent = nil
		if opt, ok := m.mixOver(items, layers); ok && (!found || opt.Total() < best.Total()) {
			best, found = opt, true
		}
	}
	return best, found
}

// mixOver bills the cheapest combination for the need cut into some layers. ok is false when one offer alone is the
// cheapest for all of them.
func (m *model) mixOver(items []mixable, layers []mixLayer) (Option, bool) {
	plans := make([][]block, len(layers))
	used := map[int]bool{}
	for i, layer := range layers {
		blocks, ok := m.cheapest(items, layer)
		if !ok {
			return Option{}, false
		}
		plans[i] = blocks
		for _, b := range blocks {
			used[b.item] = true
		}
	}
	if len(used) < 2 {
		return Option{}, false
	}
	l := ledger.New(m.b)
	for i, layer := range layers {
		m.billBlocks(l, items, layer, plans[i])
	}
	m.besideMix(l, items, used)
	if err := l.Close(); err != nil || len(m.absent) > 0 {
		return Option{}, false
	}
	return m.mixOption(l, items, used), true
}

func (m *model) mixOption(l *ledger.Ledger, items []mixable, used map[int]bool) Option {
	var offers, providers, names []string
	quoted := false
	for i, item := range items {
		if !used[i] {
			continue
		}
		offers = append(offers, item.t.offer.ID)
		quoted = quoted || m.quoted(item.t.offer.Price.File)
		if !slices.Contains(providers, item.t.offer.Provider) {
			providers = append(providers, item.t.offer.Provider)
			names = append(names, item.t.offer.ProviderName)
		}
	}
	slices.Sort(offers)
	how := diag.New("how.rent.mix", "provider", names[0], "cards", strconv.Itoa(m.sc.Count))
	if len(names) > 1 {
		how = diag.New("how.rent.mix_of", "provider", names[0], "others", strconv.Itoa(len(names)-1), "cards", strconv.Itoa(m.sc.Count))
	}
	return Option{
		ID: "rent.mix", Family: FamilyRent, Term: "mix", Provider: providers[0], ProviderName: names[0], Offers: offers,
		Ledger: l, How: how, Upfront: l.Upfront(), PeakCash: l.PeakCash(), Quoted: quoted,
		ReadyDays: m.assumed("lead-time-rent-cloud"),
	}
}

// mixables lists the offers that can be combined. Of offers that differ in nothing but the price the cheapest stays.
func (m *model) mixables(providers []string) []mixable {
	var items []mixable
	for _, o := range m.out.Offers {
		at := slices.Index(providers, o.Offer.Provider)
		if at < 0 || !o.combines() {
			continue
		}
		item := m.mixableOf(o.Offer, at)
		same := slices.IndexFunc(items, func(x mixable) bool {
			return x.provider == at && x.hours == item.hours && x.least == item.least && x.t.basis == item.t.basis &&
				x.t.offer.Cards == item.t.offer.Cards && x.t.offer.Step == item.t.offer.Step
		})
		switch {
		case same < 0:
			items = append(items, item)
		case item.yuan < items[same].yuan || item.yuan == items[same].yuan && byTrust(o.Offer, items[same].t.offer) < 0:
			items[same] = item
		}
	}
	return items
}

func (m *model) mixableOf(o catalog.Offer, provider int) mixable {
	t := m.tenancy(o)
	item := mixable{t: t, provider: provider, yuan: m.yuan(o.Price), least: 1}
	switch {
	case t.period == "day":
		item.hours = quantity.HoursPerDay
	case t.byTouch():
		item.hours = 1
	default:
		item.hours = int(t.hours(0, m))
		item.least = int(m.paidUnits(t, 0) + 0.999)
	}
	if t.hourlyLease() {
		item.yuan *= float64(item.hours)
	}
	item.least = max(item.least, 1, o.MinUnits)
	if t.paidAhead() {
		months := float64(item.hours*item.least) / quantity.HoursPerMonth
		if months > 1 {
			item.yuan *= 1 + m.assumedFloat("discount-rate")*months/24
		}
	}
	if t.deposits() {
		item.yuan *= 1 + m.assumedFloat("discount-rate")*toFloat(o.DepositMonths)/12
	}
	return item
}

// besideMix adds what comes beside the rent: once for each provider.
func (m *model) besideMix(l *ledger.Ledger, items []mixable, used map[int]bool) {
	done := map[int]bool{}
	for i, item := range items {
		if !used[i] || done[item.provider] {
			continue
		}
		done[item.provider] = true
		t := item.t
		for j, other := range items {
			if used[j] && other.provider == item.provider && other.t.offer.Class == classBareMetal {
				t = other.t
			}
		}
		m.besideRent(l, t)
	}
}
